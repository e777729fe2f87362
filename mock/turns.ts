import { type Clock, seconds } from '../server/domain/clock.ts';

/** From the last turn until a sequence begins anew. */
const FORGOTTEN_AFTER = seconds(60);
/** So many sequences are remembered; the one whose turn is longest ago makes room. */
const AT_MOST = 1000;

/** How often each sequence had its turn: all that the mock remembers of requests, and not for long. */
export interface Turns {
  /** 0 at first. */
  next(key: string): number;
}

export function createTurns(clock: Clock, atMost = AT_MOST): Turns {
  // The one whose turn was last is at the end.
  const taken = new Map<string, { turns: number; at: number }>();
  return {
    next(key) {
      const now = clock.now();
      const before = taken.get(key);
      const turn = before === undefined || now - before.at >= FORGOTTEN_AFTER ? 0 : before.turns;
      taken.delete(key);
      taken.set(key, { turns: turn + 1, at: now });
      const [oldest] = taken.keys();
      if (taken.size > atMost && oldest !== undefined) taken.delete(oldest);
      return turn;
    },
  };
}
