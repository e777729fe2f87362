import { service } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { requestBodies } from '../../generated/validators.js';
import { contractRules } from '../contract/contract-rules.ts';
import type { Micros } from '../domain/clock.ts';
import type { AccessTokens } from './access-token.ts';
import { generateClientSecret, hashClientSecret, verifyClientSecret } from './client-secret.ts';
import type { PartnerDirectory } from './partner-directory.ts';

type Schemas = components['schemas'];
type TokenErrorCode = Schemas['TokenError']['error'];

export type TokenResponse =
  | { status: 200; body: Schemas['TokenResponse']; headers: Record<string, string> }
  | { status: 400 | 401 | 429; body: Schemas['TokenError']; headers: Record<string, string> };

/** Reason why a client got no token. */
export type ClientRefusal = 'no_credentials' | 'unknown_or_disabled' | 'wrong_secret' | 'too_many_requests';

/** RFC 6749 5.1 requires both headers for responses with a token. Error responses have them too. */
const NOT_STORED = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
const CHALLENGE = 'Basic realm="partner-api", charset="UTF-8"';
const FIELDS: readonly (keyof Schemas['TokenRequest'])[] = ['grant_type', 'client_id', 'client_secret', 'scope'];

/** The schema of the form has no extension keywords. */
const NO_RULES = contractRules({ domains: [], scopes: [], allowLoopback: false });

/** Compared with the secret of an unknown client, so that the response takes as long as for a wrong secret. */
const DUMMY_HASH = hashClientSecret(generateClientSecret());

/**
 * Handles a request to the token endpoint: the client credentials grant of RFC 6749 4.4. `body` is the raw form, whose
 * size and Content-Type the caller has checked; `authorization` is the header. Rejects only with `StoreUnavailable`.
 */
export async function handleTokenRequest(
  request: { body: Uint8Array; authorization: string | undefined },
  deps: {
    partners: PartnerDirectory;
    tokens: Pick<AccessTokens, 'issue'>;
    /** Time of the clock that all instances share. Without it, only the partner's newest secret is valid. */
    sharedTime?: () => Promise<Micros>;
    /** Resolves to the seconds that this client must wait, or null. */
    rateLimit: (clientId: string) => Promise<{ retryAfter: number | null }>;
    /** Called before a client is rejected. `clientId` is the ID of an existing client. */
    onRefused?: (reason: ClientRefusal, clientId?: string) => void;
  },
): Promise<TokenResponse> {
  const form = parseForm(request.body);
  if (form === null) return invalidRequest('The body is not a well-formed UTF-8 form.');
  // Parameters must not be repeated (RFC 6749 3.2).
  if (new Set(form.keys()).size < form.size) {
    const repeated = FIELDS.find((name) => form.getAll(name).length > 1);
    return invalidRequest(`${repeated ?? 'A field'} is repeated.`);
  }
  // A parameter without a value counts as omitted (RFC 6749 3.2).
  const field = (name: string) => form.get(name) || undefined;

  const formId = field('client_id');
  const formSecret = field('client_secret');
  const basic = request.authorization === undefined ? undefined : parseBasic(request.authorization);
  // A request uses one authentication method (RFC 6749 2.3). The same client_id in the form is no second one.
  if (basic !== undefined && (formSecret !== undefined || (formId !== undefined && formId !== basic?.id))) {
    return invalidRequest('Send the client credentials in the form or by HTTP Basic, not both.');
  }
  const broken = brokenRule(form);
  if (broken !== null) return broken;

  const credentials = basic === undefined ? { id: formId, secret: formSecret } : basic;
  const { onRefused = () => {} } = deps;
  if (credentials?.id === undefined || credentials.secret === undefined) {
    onRefused('no_credentials');
    return invalidClient();
  }
  const partner = await deps.partners.findActive(credentials.id);
  const isNewest = verifyClientSecret(credentials.secret, partner?.secretHash ?? DUMMY_HASH);
  const isPrevious = verifyClientSecret(credentials.secret, partner?.previousSecret?.hash ?? DUMMY_HASH);
  const endsAt = partner?.previousSecret?.endsAt ?? 0;
  const verified = isNewest || (isPrevious && deps.sharedTime !== undefined && (await deps.sharedTime()) < endsAt);
  if (partner === null || !verified) {
    if (partner === null) onRefused('unknown_or_disabled');
    else onRefused('wrong_secret', partner.clientId);
    return invalidClient();
  }
  // Counts only authenticated requests; otherwise requests with a wrong secret could lock out a partner.
  const { retryAfter } = await deps.rateLimit(partner.clientId);
  if (retryAfter !== null) {
    onRefused('too_many_requests', partner.clientId);
    const description = 'Too many token requests. Retry after the number of seconds in Retry-After.';
    return refuse(429, 'temporarily_unavailable', description, { 'Retry-After': String(retryAfter) });
  }

  const scopes = grantedScopes(field('scope'), partner.scopes);
  if (scopes === null) {
    return refuse(400, 'invalid_scope', 'scope is malformed, or names a scope that was not granted.');
  }
  return {
    status: 200,
    body: {
      access_token: await deps.tokens.issue(partner.clientId, scopes),
      token_type: 'Bearer',
      expires_in: service.access_token_seconds,
      scope: scopes.join(' '),
    },
    headers: NOT_STORED,
  };
}

/** Returns the error response (codes of RFC 6749 5.2) for a form that violates the schema; null for a valid form. */
function brokenRule(form: URLSearchParams): TokenResponse | null {
  const given = Object.fromEntries([...form].filter(([, value]) => value !== ''));
  const validate = requestBodies['createTokenV2'];
  if (validate === undefined) throw new TypeError('The contract has no schema of the token request');
  if (validate.call(NO_RULES, given)) return null;
  const [error] = validate.errors ?? [];
  if (error?.keyword === 'required') return invalidRequest(`${error.params['missingProperty']} is missing.`);
  const name = error?.instancePath.slice(1);
  return name === 'grant_type'
    ? refuse(400, 'unsupported_grant_type', `grant_type must be ${error?.params['allowedValue']}.`)
    : invalidRequest(`${name} is not valid.`);
}

function refuse(
  status: 400 | 401 | 429,
  error: TokenErrorCode,
  description: string,
  headers: Record<string, string> = {},
): TokenResponse {
  return { status, body: { error, error_description: description }, headers: { ...NOT_STORED, ...headers } };
}

const invalidRequest = (description: string) => refuse(400, 'invalid_request', description);

/** Returns the same response for every reason, so that it does not reveal which clients exist. */
const invalidClient = () =>
  refuse(401, 'invalid_client', 'The client credentials are missing or wrong.', { 'WWW-Authenticate': CHALLENGE });

/** Returns null when the body is not a form. `URLSearchParams` would repair malformed input. */
function parseForm(body: Uint8Array): URLSearchParams | null {
  const text = decodeUtf8(body);
  return text === null || decodeComponent(text) === null ? null : new URLSearchParams(`&${text}`);
}

/** Decodes the header: form-urlencoded ID and secret, joined by a colon (RFC 6749 2.3.1, RFC 7617). */
function parseBasic(authorization: string): { id: string; secret: string } | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const bytes = Buffer.from(encoded, 'base64');
  // Node ignores characters that are not base64, so the result is encoded again and compared.
  if (bytes.toString('base64').replace(/={1,2}$/, '') !== encoded.replace(/={1,2}$/, '')) return null;
  const text = decodeUtf8(bytes);
  const colon = text?.indexOf(':') ?? -1;
  if (text === null || colon < 0) return null;
  const id = decodeComponent(text.slice(0, colon));
  const secret = decodeComponent(text.slice(colon + 1));
  return id === null || secret === null ? null : { id, secret };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}

function decodeComponent(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Returns the requested scopes, in the order of the granted ones; null when one was not granted or none is left. */
function grantedScopes(asked: string | undefined, granted: readonly string[]): readonly string[] | null {
  // A request without a scope gets the default or an error (RFC 6749 3.3). A partner without scopes has no default.
  if (asked === undefined) return granted.length > 0 ? granted : null;
  // Wrong syntax (other than single spaces between names) results in an empty or odd name, which was never granted.
  const names = new Set(asked.split(' '));
  const scopes = granted.filter((scope) => names.has(scope));
  return scopes.length === names.size ? scopes : null;
}
