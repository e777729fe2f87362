import { operations, service } from '../../../generated/operations.ts';
import type { ResponseOf } from '../../../generated/server.ts';
import type { components } from '../../../generated/types.ts';
import { requestBodies } from '../../../generated/validators.js';
import type { RequestSource } from '../../platform/security-log.ts';
import type { Partner } from '../../storage/database/partners/partner-store.ts';
import { contractRules } from '../contract/extension-keywords.ts';
import { decodeUtf8 } from '../contract/parse-body.ts';
import { countTowards, type PolicyLimits } from '../limits/request-limits.ts';
import type { AccessServices, ReportServices, StorageServices } from '../services.ts';
import { generateClientSecret, hashClientSecret, verifyClientSecret } from './client-secret.ts';

type Schemas = components['schemas'];
type TokenResponse = ResponseOf<'createTokenV2'>;

type ClientRefusal = 'no_credentials' | 'unknown_or_disabled' | 'wrong_secret' | 'too_many_requests';

type Services = Pick<AccessServices, 'partners' | 'tokens'> &
  Pick<ReportServices, 'security'> &
  Pick<StorageServices, 'clock'> & { limits: { policies: PolicyLimits } };

/** RFC 6749, section 5.1, requires these headers for responses with a token. */
const NOT_STORED = { 'Cache-Control': 'no-store', Pragma: 'no-cache' };
const CHALLENGE = 'Basic realm="partner-api", charset="UTF-8"';
const FIELDS: readonly (keyof Schemas['TokenRequest'])[] = ['grant_type', 'client_id', 'client_secret', 'scope'];

const NO_RULES = contractRules({ domains: [], scopes: [], allowLoopback: false });

/** With this hash, the response for an unknown client takes as long as the response for a wrong secret. */
const DUMMY_HASH = hashClientSecret(generateClientSecret());

/** Handles the client credentials grant (RFC 6749, section 4.4). Rejects with a `Refusal` above a rate limit. */
export async function handleTokenRequest(
  body: Uint8Array,
  call: RequestSource,
  services: Services,
): Promise<TokenResponse> {
  const noteRefusal = (reason: ClientRefusal, clientId?: string) =>
    services.security(
      { event: 'client_refused', actor: 'anyone', reason, ...(clientId !== undefined && { client_id: clientId }) },
      call,
    );
  const form = parseForm(body);
  if (form === null) return invalidRequest('The body is not a well-formed UTF-8 form.');
  // Parameters must not be repeated (RFC 6749, section 3.2).
  if (new Set(form.keys()).size < form.size) {
    const repeated = FIELDS.find((name) => form.getAll(name).length > 1);
    return invalidRequest(`${repeated ?? 'A field'} is repeated.`);
  }
  // A parameter without a value counts as omitted (RFC 6749, section 3.2).
  const field = (name: string) => form.get(name) || undefined;

  const formId = field('client_id');
  const formSecret = field('client_secret');
  const authorization = call.header('Authorization');
  const basic = authorization === undefined ? undefined : parseBasic(authorization);
  // A request must use only one authentication method (RFC 6749, section 2.3), but may repeat the client_id.
  if (basic !== undefined && (formSecret !== undefined || (formId !== undefined && formId !== basic?.id))) {
    return invalidRequest('Send the client credentials in the form or by HTTP Basic, not both.');
  }
  const violation = schemaViolation(form);
  if (violation !== null) return violation;

  const credentials = basic === undefined ? { id: formId, secret: formSecret } : basic;
  const partner = await authenticateClient(credentials, services, noteRefusal);
  if (partner === null) return invalidClient();
  // Counts the request after authentication, so that requests with a wrong secret cannot lock out a partner.
  try {
    countTowards(services.limits.policies, operations.createTokenV1.rateLimits, partner.clientId);
  } catch (tooMany) {
    noteRefusal('too_many_requests', partner.clientId);
    throw tooMany;
  }

  const scopes = grantedScopes(field('scope'), partner.scopes);
  if (scopes === null) {
    return refuse(400, 'invalid_scope', 'scope is malformed, or names a scope that was not granted.');
  }
  return {
    status: 200,
    body: {
      access_token: await services.tokens.issue(partner.clientId, scopes),
      token_type: 'Bearer',
      expires_in: service.access_token_seconds,
      scope: scopes.join(' '),
    },
    headers: NOT_STORED,
  };
}

async function authenticateClient(
  credentials: { id: string | undefined; secret: string | undefined } | null,
  { partners, clock }: Services,
  noteRefusal: (reason: ClientRefusal, clientId?: string) => void,
): Promise<Partner | null> {
  if (credentials?.id === undefined || credentials.secret === undefined) {
    noteRefusal('no_credentials');
    return null;
  }
  const partner = await partners.findActive(credentials.id);
  const isNewest = verifyClientSecret(credentials.secret, partner?.secretHash ?? DUMMY_HASH);
  const isPrevious = verifyClientSecret(credentials.secret, partner?.previousSecret?.hash ?? DUMMY_HASH);
  const endsAt = partner?.previousSecret?.endsAt ?? 0;
  if (partner === null) noteRefusal('unknown_or_disabled');
  else if (isNewest || (isPrevious && clock.now() < endsAt)) return partner;
  else noteRefusal('wrong_secret', partner.clientId);
  return null;
}

function schemaViolation(form: URLSearchParams): TokenResponse | null {
  const given = Object.fromEntries([...form].filter(([, value]) => value !== ''));
  const validate = requestBodies['createTokenV2'];
  if (validate === undefined) throw new TypeError('The contract has no schema for the token request');
  if (validate.call(NO_RULES, given)) return null;
  const [error] = validate.errors ?? [];
  if (error?.keyword === 'required') return invalidRequest(`${error.params['missingProperty']} is missing.`);
  const name = error?.instancePath.slice(1);
  return name === 'grant_type'
    ? refuse(400, 'unsupported_grant_type', `grant_type must be ${error?.params['allowedValue']}.`)
    : invalidRequest(`${name} is not valid.`);
}

function refuse(
  status: 400 | 401,
  error: Schemas['TokenError']['error'],
  description: string,
  headers: Record<string, string> = {},
): TokenResponse {
  return { status, body: { error, error_description: description }, headers: { ...NOT_STORED, ...headers } };
}

const invalidRequest = (description: string) => refuse(400, 'invalid_request', description);

/** Returns the same response for every failed authentication, to conceal which clients exist. */
const invalidClient = () =>
  refuse(401, 'invalid_client', 'The client credentials are missing or wrong.', { 'WWW-Authenticate': CHALLENGE });

/** Returns null for a malformed body, which `URLSearchParams` would silently repair. */
function parseForm(body: Uint8Array): URLSearchParams | null {
  const text = decodeUtf8(body);
  return text === null || decodeComponent(text) === null ? null : new URLSearchParams(`&${text}`);
}

/** Parses HTTP Basic: form-urlencoded ID and secret, separated by a colon (RFC 6749, section 2.3.1, and RFC 7617). */
function parseBasic(authorization: string): { id: string; secret: string } | null {
  const encoded = /^basic +([A-Za-z0-9+/]+={0,2}) *$/i.exec(authorization)?.[1];
  if (encoded === undefined) return null;
  const bytes = Buffer.from(encoded, 'base64');
  // Detects characters outside base64, which Node ignores, by encoding the bytes again.
  if (bytes.toString('base64').replace(/={1,2}$/, '') !== encoded.replace(/={1,2}$/, '')) return null;
  const text = decodeUtf8(bytes);
  const colon = text?.indexOf(':') ?? -1;
  if (text === null || colon < 0) return null;
  const id = decodeComponent(text.slice(0, colon));
  const secret = decodeComponent(text.slice(colon + 1));
  return id === null || secret === null ? null : { id, secret };
}

function decodeComponent(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

function grantedScopes(requested: string | undefined, granted: readonly string[]): readonly string[] | null {
  // A request without scopes gets all granted scopes (RFC 6749, section 3.3), or fails if the partner has none.
  if (requested === undefined) return granted.length > 0 ? granted : null;
  // Invalid syntax, such as two spaces between names, produces a name that is never granted.
  const names = new Set(requested.split(' '));
  const scopes = granted.filter((scope) => names.has(scope));
  return scopes.length === names.size ? scopes : null;
}
