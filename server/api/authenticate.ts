import { toUnixSeconds } from '../domain/clock.ts';
import { acceptsFiles } from '../domain/submission-lifecycle.ts';
import { verifyUploadLink } from '../domain/upload-link.ts';
import type { Store } from '../storage/database/store.ts';
import type { OperationCall, Principal } from './call.ts';
import { Refusal } from './contract/problem.ts';
import type { AccessServices, StorageServices } from './services.ts';

const REALM = 'Bearer realm="partner-api"';

export type Authentication = Pick<AccessServices, 'tokens' | 'partners' | 'uploadLinkKeys'> &
  Pick<StorageServices, 'clock'> & { store: Pick<Store, 'findAsset'> };

export async function authenticate(call: OperationCall, services: Authentication): Promise<Principal> {
  const [requirement] = call.operation.security;
  if (requirement === undefined) return { kind: 'anyone' };
  if (requirement.scheme === 'uploadLink') return authenticateUploadLink(call, services);
  return authenticateToken(requirement.scopes, call.header('authorization'), services);
}

/** Checks the Authorization header (RFC 6750, sections 2.1 and 3.1). */
async function authenticateToken(
  needed: readonly string[],
  header: string | undefined,
  { tokens, partners }: Authentication,
): Promise<Principal> {
  if (header === undefined) {
    throw unauthenticated('Send an access token in the Authorization header, as "Bearer <ACCESS_TOKEN>".');
  }
  const [scheme, token, ...others] = header.split(/ +/);
  // Authentication schemes are case-insensitive (RFC 9110, section 11.1).
  const isBearer = scheme?.toLowerCase() === 'bearer';
  if (!isBearer || token === undefined || others.length > 0) {
    const detail = 'The Authorization header must be "Bearer <ACCESS_TOKEN>".';
    throw unauthenticated(detail, isBearer ? 'invalid_token' : undefined);
  }
  const accepted = await tokens.verify(token);
  const partner = typeof accepted === 'string' ? null : await partners.findActive(accepted.clientId);
  if (typeof accepted === 'string' || partner === null || accepted.issuedAt < partner.tokensSince) {
    const what = accepted === 'expired' ? 'The access token has expired.' : 'The access token is not valid.';
    throw unauthenticated(`${what} Request a new token from the token endpoint.`, 'invalid_token');
  }
  // Excludes scopes that the operator has withdrawn from the partner since the token was issued.
  const scopes = accepted.scopes.filter((scope) => partner.scopes.includes(scope));
  const missing = needed.filter((scope) => !scopes.includes(scope));
  if (missing.length > 0) throw insufficientScope(missing);
  return { kind: 'partner', partner, scopes };
}

/** `error` must be omitted for a request without an access token (RFC 6750, section 3.1). */
export function unauthenticated(detail: string, error?: string, realm = REALM): Refusal {
  const challenge = error === undefined ? realm : `${realm}, error="${error}"`;
  return new Refusal({ code: 'unauthenticated', detail }, { 'WWW-Authenticate': challenge });
}

export function insufficientScope(missing: readonly string[]): Refusal {
  const scopes = missing.join(' ');
  const detail = `The operation needs the scope ${missing.join(' and ')}. Request a token with this scope.`;
  const challenge = `${REALM}, error="insufficient_scope", scope="${scopes}"`;
  return new Refusal({ code: 'insufficient_scope', detail }, { 'WWW-Authenticate': challenge });
}

async function authenticateUploadLink(
  { context: { req } }: OperationCall,
  { store, clock, partners, uploadLinkKeys }: Authentication,
): Promise<Principal> {
  const { asset_key: assetKey = '' } = req.param() as Record<string, string>;
  const query = new URL(req.url).searchParams;
  const expires = query.get('expires') ?? '';
  const signature = query.get('signature') ?? '';
  const now = toUnixSeconds(clock.now());
  const isSigned =
    /^\d{1,12}$/.test(expires) &&
    uploadLinkKeys.some((key) => verifyUploadLink(key, assetKey, Number(expires), signature, now));
  const asset = isSigned ? await store.findAsset({ clientId: query.get('client_id') ?? '', assetKey }) : null;
  if (asset === null || !acceptsFiles(asset.submission.state)) throw invalidUploadLink();
  if ((await partners.findActive(asset.submission.clientId)) === null) throw invalidUploadLink();
  return { kind: 'uploadLink', asset };
}

/** Returns the same refusal for every invalid link, so that the response does not reveal which submissions exist. */
export function invalidUploadLink(): Refusal {
  return new Refusal({
    code: 'invalid_upload_link',
    detail:
      'The link is wrong or has expired, its submission accepts no more files, or its partner is disabled. Use the link exactly as it appears in the response.',
  });
}
