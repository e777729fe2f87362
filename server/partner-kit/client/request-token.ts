import { operations } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import { isTokenErrorCode, NoAnswerError, TokenRefusedError } from './errors.ts';
import { exchange, type Wire } from './exchange.ts';
import { tell } from './hooks.ts';
import type { IssuedToken } from './token-source.ts';

export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
  /** Separated by blanks. Absent: every scope that was granted. */
  scope: string | undefined;
}

const OPERATION = 'createTokenV2';

/**
 * Gets an access token by the client credentials grant (RFC 6749, section 4.4). Rejects with `TokenRefusedError` or
 * `NoAnswerError`. No caller's signal ends it: others wait for the same token.
 */
export async function requestToken(
  wire: Wire,
  baseUrl: string,
  { clientId, clientSecret, scope }: ClientCredentials,
): Promise<IssuedToken> {
  const { method, path } = operations[OPERATION];
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope !== undefined && { scope }),
  });
  const asked = wire.timing.now();
  const response = await exchange(wire, {
    operation: OPERATION,
    request: (signal) => new Request(baseUrl + path, { method, body: form, redirect: 'manual', signal }),
    mayRepeat: () => true,
    signal: new AbortController().signal,
  });
  const body = (await response.json()) as Partial<
    components['schemas']['TokenResponse'] & components['schemas']['TokenError']
  >;
  if (!response.ok && isTokenErrorCode(body.error)) throw new TokenRefusedError(body.error, response);
  const { access_token: value, expires_in: seconds } = body;
  if (!response.ok || !isToken(value) || typeof seconds !== 'number' || !(seconds > 0)) {
    throw new NoAnswerError('unexpected_answer', OPERATION, 'the answer holds no token: check baseUrl', {
      response,
    });
  }
  const token = { value, endsAt: asked + seconds * 1000, lifetimeMs: seconds * 1000 };
  tell(wire.hooks, 'onToken', { endsAt: new Date(token.endsAt) });
  return token;
}

/** What a header can carry (RFC 6750, section 2.1). */
const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\w.~+/-]+=*$/.test(value);
