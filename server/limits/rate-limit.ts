import { service } from '../../generated/operations.ts';
import { type Counted, type RateLimit, unlimited } from './rate-limit-fields.ts';
import type { CountForAll } from './shared-counter.ts';
import { type CountPoints, untilTheyEnd, type Window, windowsInMemory } from './windows.ts';

export interface LimitFigures {
  /** In each window; 0 means no limit. */
  count: number;
  /** Now and then; as many as ever where it is absent. */
  burst?: number;
  /** How long a window is; a second where it is absent. */
  seconds?: number;
}

const BURST_MS = service.rate_limits.partner.burst_within_seconds * 1_000;

const windowMs = ({ seconds = 1 }: LimitFigures) => seconds * 1_000;

/**
 * Allows `count` requests in each window, and now and then `burst`. Counts in this process; with `countForAll` for all
 * instances, as long as that answers.
 */
export function createRateLimit(figures: LimitFigures, countForAll: CountForAll | null = null): RateLimit {
  if (figures.count === 0) return unlimited;
  const countHere = windowsInMemory();
  const here: Judge<Judged> = (key, points) => judge(figures, countHere, key, points) as Promise<Judged>;
  const found =
    countForAll === null ? here : amongAll(figures, here, (key, points) => judge(figures, countForAll, key, points));
  return async (key, count = 1) => {
    const { isWithin, remaining, msLeft } = await found(key, count);
    // Whole seconds, as RFC 9110, section 10.2.3, has them.
    const seconds = Math.max(1, Math.ceil(msLeft / 1000));
    return {
      retryAfter: isWithin ? null : seconds,
      left: { quota: figures.count, remaining, seconds },
    } satisfies Counted;
  };
}

/** Where a key stands within the window that is counted. */
interface Judged {
  isWithin: boolean;
  remaining: number;
  msLeft: number;
}

type Judge<J> = (key: string, points: number) => Promise<J>;

/** Null when nothing was counted. */
async function judge(
  figures: LimitFigures,
  counted: CountPoints<Window | Promise<Window | null>>,
  key: string,
  points: number,
): Promise<Judged | null> {
  const { count, burst = count } = figures;
  const window = await counted(key, points, windowMs(figures));
  if (window === null) return null;
  const judged = { isWithin: true, remaining: Math.max(0, count - window.points), msLeft: window.msLeft };
  const beyond = Math.min(points, window.points - count);
  if (beyond <= 0) return judged;
  const extra = burst > count ? await counted(`${key} burst`, beyond, BURST_MS) : { points: Number.POSITIVE_INFINITY };
  if (extra === null) return null;
  return { ...judged, isWithin: extra.points <= burst - count };
}

/** What was counted of a key since the others were asked, and what they said. */
interface Standing {
  unasked: number;
  told: Judged;
  asking: Promise<Judged | null> | null;
  endsAt: number;
}

/**
 * Asks what all instances have counted once in a tenth of what a window allows, and not for each request; meanwhile
 * others wait. So each instance lets less than a tenth pass beyond what all may together, and asks for each request
 * where a tenth is not even one. What it has not asked about within a window is not counted. Alone none passes the
 * limit.
 */
function amongAll(figures: LimitFigures, here: Judge<Judged>, ask: Judge<Judged | null>): Judge<Judged> {
  const { count } = figures;
  const atOnce = Math.max(1, Math.floor(count / 10));
  const standings = untilTheyEnd<Standing>();

  function standingOf(key: string, mine: Judged): Standing {
    const told = { ...mine, remaining: count };
    const endsAt = performance.now() + windowMs(figures);
    return standings(key, () => ({ unasked: 0, told, asking: null, endsAt }));
  }

  return async (key, points) => {
    const mine = await here(key, points);
    if (!mine.isWithin) return mine;
    let standing = standingOf(key, mine);
    while (standing.asking !== null) {
      await standing.asking;
      standing = standingOf(key, mine);
    }
    if (standing.told.isWithin) standing.unasked += points;
    if (standing.unasked >= atOnce) {
      standing.asking = ask(key, standing.unasked);
      standing.unasked = 0;
      const told = await standing.asking;
      standing.asking = null;
      if (told === null) return mine;
      standing.told = told;
      standing.endsAt = performance.now() + told.msLeft;
    }
    const { told, unasked, endsAt } = standing;
    const remaining = Math.min(mine.remaining, Math.max(0, told.remaining - unasked));
    return { isWithin: told.isWithin, remaining, msLeft: endsAt - performance.now() };
  };
}
