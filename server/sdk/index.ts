// Exports for partners' programs. The validators and the mock are separate, because they are large and need Node.
export type { components, operations, paths } from '../../generated/types.ts';
export * from '../domain/qualification-title.ts';
export * from './client/client.ts';
export * from './verify-webhook.ts';
