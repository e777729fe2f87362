import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { type OperationId, operations } from '../../generated/operations.ts';
import type { ProblemStatement } from '../../generated/server.ts';
import type { RequestSource, SecurityEvent } from '../platform/security-log.ts';
import type { Asset } from '../storage/database/documents/asset-store.ts';
import type { Partner } from '../storage/database/partners/partner-store.ts';
import type { ReportServices } from '../storage/services.ts';
import type { Warning } from './contract/extension-keywords.ts';
import type { RequestEnv, RequestRecord } from './request-log.ts';

export type Principal =
  | { kind: 'partner'; partner: Partner; scopes: readonly string[] }
  | { kind: 'uploadLink'; asset: Asset }
  | { kind: 'anyone' };

export interface Call extends RequestSource {
  principal: Principal;
  /** Log record of the HTTP request; absent if a page calls the operation. */
  record?: RequestRecord;
}

export type PolicyName = (typeof operations)[OperationId]['rateLimits'][number];

export interface Operation {
  id: OperationId;
  method: string;
  path: string;
  security: readonly { scheme: string; scopes: readonly string[] }[];
  parameters: readonly { name: string; in: string; type: string | readonly string[] }[];
  requestTypes: readonly string[];
  /** Maximum body size in bytes; 0 if the operation has no body. */
  bodyLimit: number;
  rateLimits: readonly PolicyName[];
  responseHeaders: Readonly<Record<string, string>>;
  handler: Handler;
}

export type Handler = (request: unknown, call: Call) => Promise<HandlerResponse>;

export interface HandlerResponse {
  status: number;
  body?: object;
  problem?: ProblemStatement;
  headers?: Record<string, string>;
  warnings?: readonly Warning[];
}

export interface OperationCall extends Call {
  operation: Operation;
  context: Context<RequestEnv>;
  record: RequestRecord;
  rateLimitFields: Readonly<Record<string, string>>;
  body?: Uint8Array;
}

export function partnerOf(call: Call): Partner {
  if (call.principal.kind !== 'partner') throw new TypeError('The operation does not require a token');
  return call.principal.partner;
}

export const scopesOf = ({ principal }: Call) => (principal.kind === 'partner' ? principal.scopes : []);

export function assetOf(call: Call): Asset {
  if (call.principal.kind !== 'uploadLink') throw new TypeError('The operation does not require an upload link');
  return call.principal.asset;
}

export function logAction(
  { security }: ReportServices,
  event: SecurityEvent['event'],
  call: Call,
  about: Pick<SecurityEvent, 'subject' | 'webhook_id'>,
): void {
  const { clientId } = partnerOf(call);
  security({ event, actor: `partner:${clientId}`, client_id: clientId, ...about }, call);
}

export function clientIdOf(principal: Principal): string | undefined {
  if (principal.kind === 'partner') return principal.partner.clientId;
  return principal.kind === 'uploadLink' ? principal.asset.submission.clientId : undefined;
}

export const locationOf = (baseUrl: string, getOperation: OperationId, id: string) => ({
  Location: baseUrl + operations[getOperation].path.replace('{id}', encodeURIComponent(id)),
});

export const requestOrigin = (c: Context): RequestSource => ({
  remoteAddress: (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress,
  header: (name) => c.req.header(name),
  requestId: c.get('requestId'),
});
