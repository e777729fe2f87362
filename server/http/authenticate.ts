import { Refusal } from '../contract/problem.ts';
import { type Clock, toUnixSeconds } from '../domain/clock.ts';
import { acceptsFiles } from '../domain/submission.ts';
import { verifyUploadLink } from '../domain/upload-link.ts';
import type { AccessToken, AccessTokens } from '../oauth/access-token.ts';
import type { PartnerDirectory } from '../oauth/partner-directory.ts';
import type { Partner } from '../store/partners/partner-store.ts';
import type { Store } from '../store/store.ts';
import type { OperationRequest, Principal } from './operation-request.ts';

/** In lower case, because the scheme is case-insensitive (RFC 9110, section 11.1). */
const SCHEME = 'bearer ';
const REALM = 'Bearer realm="partner-api"';

/** A security scheme of the contract, and the scopes that it requires. */
export interface SecurityRequirement {
  scheme: string;
  scopes: readonly string[];
}

/** The services that authentication needs. */
export interface Authentication {
  tokens: Pick<AccessTokens, 'verify'>;
  partners: PartnerDirectory;
  clock: Clock;
  /** Keys of upload links. The first key signs; all keys verify. */
  uploadLinkKeys: readonly Uint8Array[];
  store: Pick<Store, 'findAsset'>;
}

/** Authenticates the caller as the operation requires. Rejects with a `Refusal` for missing or wrong credentials. */
export function authenticate(
  security: readonly SecurityRequirement[],
  request: Pick<OperationRequest, 'path' | 'searchParams' | 'header'>,
  services: Authentication,
): Promise<Principal> {
  const [requirement] = security;
  if (requirement === undefined) return ANYONE;
  if (requirement.scheme === 'uploadLink') return authenticateUploadLink(request.path, request.searchParams, services);
  return authenticateToken(requirement.scopes, request.header('authorization'), services);
}

const ANYONE = Promise.resolve<Principal>({ kind: 'anyone' });

/** RFC 6750, sections 2.1 and 3.1. */
async function authenticateToken(
  needed: readonly string[],
  header: string | undefined,
  { tokens, partners }: Authentication,
): Promise<Principal> {
  if (header === undefined) {
    throw unauthenticated('Send an access token in the Authorization header, as "Bearer <ACCESS_TOKEN>".');
  }
  const credentials = header.trim();
  const isBearer = credentials.slice(0, SCHEME.length).toLowerCase() === SCHEME;
  // Avoids a pattern for the whole header, which would check each character of the token.
  const token = credentials.slice(SCHEME.length).replace(/^ +/, '');
  if (!isBearer || token.includes(' ')) {
    const error = isBearer || credentials.toLowerCase() === 'bearer' ? 'invalid_token' : undefined;
    throw unauthenticated('The Authorization header must be "Bearer <ACCESS_TOKEN>".', error);
  }
  const accepted = await tokens.verify(token);
  const partner = typeof accepted === 'string' ? null : await partners.findActive(accepted.clientId);
  if (typeof accepted === 'string' || partner === null || accepted.issuedAt < partner.tokensSince) {
    const what = accepted === 'expired' ? 'The access token has expired.' : 'The access token is not valid.';
    throw unauthenticated(`${what} Ask the token endpoint for a new one.`, 'invalid_token');
  }
  const principal = principalOf(accepted, partner);
  const missing = needed.filter((scope) => !principal.scopes.includes(scope));
  if (missing.length > 0) throw insufficientScope(missing);
  return principal;
}

type PartnerPrincipal = Extract<Principal, { kind: 'partner' }>;

/** Principals by token, because a partner sends the same token with each request. */
const principals = new WeakMap<AccessToken, PartnerPrincipal>();

/** Returns the partner with the token's scopes that the partner still has. */
function principalOf(token: AccessToken, partner: Partner): PartnerPrincipal {
  const known = principals.get(token);
  if (known?.partner === partner) return known;
  const scopes = token.scopes.filter((scope) => partner.scopes.includes(scope));
  const principal: PartnerPrincipal = { kind: 'partner', partner, scopes };
  principals.set(token, principal);
  return principal;
}

function unauthenticated(detail: string, error?: string): Refusal {
  // A request without a token gets no error code (RFC 6750, section 3.1).
  const challenge = error === undefined ? REALM : `${REALM}, error="${error}"`;
  return new Refusal({ code: 'unauthenticated', detail }, { 'WWW-Authenticate': challenge });
}

/** Returns the refusal of a token that lacks scopes (RFC 6750, section 3.1). */
export function insufficientScope(missing: readonly string[]): Refusal {
  const scopes = missing.join(' ');
  const detail = `The operation needs the scope ${missing.join(' and ')}. Ask for a token with it.`;
  const challenge = `${REALM}, error="insufficient_scope", scope="${scopes}"`;
  return new Refusal({ code: 'insufficient_scope', detail }, { 'WWW-Authenticate': challenge });
}

/** Accepts a link when its signature is correct, it has not expired, and its submission accepts files. */
async function authenticateUploadLink(
  path: Readonly<Record<string, string>>,
  query: URLSearchParams,
  { store, clock, uploadLinkKeys }: Authentication,
): Promise<Principal> {
  const { asset_key: assetKey = '' } = path;
  const expires = query.get('expires') ?? '';
  const signature = query.get('signature') ?? '';
  const now = toUnixSeconds(clock.now());
  const isSigned =
    /^\d{1,12}$/.test(expires) &&
    uploadLinkKeys.some((key) => verifyUploadLink(key, assetKey, Number(expires), signature, now));
  const asset = isSigned ? await store.findAsset({ clientId: query.get('client_id') ?? '', assetKey }) : null;
  if (asset === null || !acceptsFiles(asset.submission.state)) throw invalidUploadLink();
  return { kind: 'uploadLink', asset };
}

/** Returns the same refusal for every reason, so that it does not reveal which submissions exist. */
export function invalidUploadLink(): Refusal {
  return new Refusal({
    code: 'invalid_upload_link',
    detail: 'The link is wrong or expired, or its submission no longer takes files. Use it exactly as it was given.',
  });
}
