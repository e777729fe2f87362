import type { Asset } from '../store/documents/asset-store.ts';
import type { Partner } from '../store/partners/partner-store.ts';

/** Who calls: a partner with a token, whoever has an upload link, or anyone. */
export type Principal =
  | { kind: 'partner'; partner: Partner; scopes: readonly string[] }
  | { kind: 'uploadLink'; asset: Asset }
  | { kind: 'anyone' };

/** What a handler knows of the call besides the request. */
export interface Call {
  principal: Principal;
  /** A header of the request, whose name has any case. Several of one name come joined by commas (RFC 9110, section 5.3). */
  header(name: string): string | undefined;
}

/** The partner of a call to an operation that the contract secures with a token. */
export function partnerOf(call: Call): Partner {
  if (call.principal.kind !== 'partner') throw new TypeError('The operation is not secured by a token');
  return call.principal.partner;
}

/** The asset of a call to an operation that the contract secures with an upload link. */
export function assetOf(call: Call): Asset {
  if (call.principal.kind !== 'uploadLink')
    throw new TypeError('The operation is not secured by an upload link');
  return call.principal.asset;
}
