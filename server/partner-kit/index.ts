// What a partner's program imports. The validators and the mock are for Node and far larger, and stay apart.
export type { components, operations, paths } from '../../generated/types.ts';
export * from '../domain/qualification-title.ts';
export * from './client/client.ts';
export * from './verify-webhook.ts';
