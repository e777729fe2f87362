import { orAborted } from './timing.ts';

export interface IssuedToken {
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
