// Exports for partners' programs. The mock is separate, because it is large and needs Node.
export * from '../domain/qualification-title.ts';
export * from './client/client.ts';
export * from './verify-webhook.ts';
