import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Origin } from '../security-log.ts';
import type { Asset } from '../store/documents/asset-store.ts';
import type { Partner } from '../store/partners/partner-store.ts';

/** Who calls: a partner with a token, a holder of an upload link, or anyone. */
export type Principal =
  | { kind: 'partner'; partner: Partner; scopes: readonly string[] }
  | { kind: 'uploadLink'; asset: Asset }
  | { kind: 'anyone' };

/** What a handler knows of the call besides the request. */
export interface Call extends Origin {
  principal: Principal;
}

/** The calling partner, in an operation that requires a token. */
export function partnerOf(call: Call): Partner {
  if (call.principal.kind !== 'partner') throw new TypeError('The operation is not secured by a token');
  return call.principal.partner;
}

/** The asset of the upload link, in an operation that requires one. */
export function assetOf(call: Call): Asset {
  if (call.principal.kind !== 'uploadLink') throw new TypeError('The operation is not secured by an upload link');
  return call.principal.asset;
}

/** Where the request of a page came from. */
export const requestOrigin = (c: Context): Origin => ({
  remoteAddress: remoteAddressOf(c),
  header: (name) => c.req.header(name),
  requestId: c.get('requestId'),
});

/** Undefined where no connection is behind the request. */
export const remoteAddressOf = (c: Context): string | undefined =>
  (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;
