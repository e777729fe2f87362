import { operations } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import { isTokenErrorCode, NoAnswerError, TokenRefusedError } from './errors.ts';
import { exchange, tell, type Wire } from './exchange.ts';
import { orAborted } from './timing.ts';

interface IssuedToken {
  value: string;
  /** Milliseconds since the Unix epoch, by this machine's clock. */
  endsAt: number;
  lifetimeMs: number;
}

export interface TokenSource {
  /** A token with time left. An abort ends this wait alone. */
  get(signal: AbortSignal): Promise<string>;
  /** The service does not accept this token any more. */
  discard(value: string): void;
}

/**
 * A token is renewed this long before its end, or after half its life if that is sooner: the call itself takes time
 * too.
 */
const MARGIN_MS = 60_000;

/** One token for all calls: whoever needs one while it is being asked for waits for the same. A failure is not kept. */
export function createTokenSource(request: () => Promise<IssuedToken>, now: () => number): TokenSource {
  let current: IssuedToken | undefined;
  let pending: Promise<IssuedToken> | undefined;

  async function renew(): Promise<IssuedToken> {
    try {
      current = await request();
      return current;
    } finally {
      pending = undefined;
    }
  }

  return {
    async get(signal) {
      signal.throwIfAborted();
      if (current !== undefined && now() < current.endsAt - Math.min(MARGIN_MS, current.lifetimeMs / 2)) {
        return current.value;
      }
      pending ??= renew();
      return (await orAborted(pending, signal)).value;
    },
    discard(value) {
      // Of many calls that are refused together, the slow ones must not throw away what the first one renewed.
      if (current?.value === value) current = undefined;
    },
  };
}

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

/** Whether a header can carry the token (RFC 6750, section 2.1). */
const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\w.~+/-]+=*$/.test(value);
