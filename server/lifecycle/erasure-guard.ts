import { type Clock, hours, type Micros, seconds } from '../domain/clock.ts';
import { DOCUMENTS_KEPT } from '../domain/submission.ts';
import { RESULTS_KEPT } from '../domain/verification.ts';
import type { Logger } from '../log.ts';
import type { Ending } from '../store/documents/retention-store.ts';
import type { Store } from '../store/store.ts';
import { logRefusedSweep } from '../sweep-log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Maximum difference between this machine's clock and the clock of the database. */
export const MAX_CLOCK_OFFSET: Micros = seconds(60);
/** Number of rows that can always end at once, however large their share is. */
export const SHARE_FLOOR = 100;
/** Rows that should have ended this long ago are a sign of a wrong clock, since a running service ends rows sooner. */
const LATE: Micros = hours(1);
/** Minimum time between two log lines about the same refusal. */
const TOLD_MS = 60_000;

export type ErasureGuard = ReturnType<typeof createErasureGuard>;

/** Prevents a wrong clock or a wrong setting from ending rows that must be kept. */
export function createErasureGuard(deps: {
  store: Pick<Store, 'ping' | 'countEnding'>;
  clock: Clock;
  log: Logger;
  telemetry: Telemetry;
  /** Maximum percentage of the open rows that can end at once when they should have ended long ago. */
  maxPercent: number;
  submissionWindow: Micros;
  verificationWindow: Micros;
}) {
  const { store, clock, log, telemetry, maxPercent } = deps;
  const windows: Readonly<Record<Ending, Micros>> = {
    submissions: deps.submissionWindow,
    documents: DOCUMENTS_KEPT,
    verifications: deps.verificationWindow,
    results: RESULTS_KEPT,
  };
  const toldAt = new Map<string, number>();

  function refuse(about: Ending | 'clock', refusal: string, fields: Parameters<typeof logRefusedSweep>[1]) {
    telemetry.sweepRefused(about === 'clock' ? 'clock' : 'share');
    if (performance.now() - (toldAt.get(about) ?? Number.NEGATIVE_INFINITY) >= TOLD_MS) {
      toldAt.set(about, performance.now());
      logRefusedSweep(log, fields, refusal);
    }
    return { refusal };
  }

  /**
   * Reads the clock of the database. The embedded database uses this machine's clock. `ahead` is the offset of this
   * machine's clock. `wrong` is a message when the offset is too large. Rejects with `StoreUnavailable`.
   */
  async function readClock() {
    const before = clock.now();
    const shared = await store.ping();
    const after = clock.now();
    const now = shared ?? after;
    // The database read its clock between `before` and `after`.
    const ahead = now < before ? before - now : Math.min(after - now, 0);
    const wrong = Math.abs(ahead) > MAX_CLOCK_OFFSET ? wrongClock(ahead) : null;
    return { now, ahead, wrong };
  }

  return {
    readClock,

    /**
     * Resolves to the time up to which rows can end now, or to a refusal, which is also logged. The guard refuses when
     * this machine's clock is wrong or when too many open rows would end. With `yes`, any number can end.
     */
    async timeFor(
      what: readonly Ending[],
      { yes = false }: { yes?: boolean } = {},
    ): Promise<{ at: Micros } | { refusal: string }> {
      const { now, ahead, wrong } = await readClock();
      if (wrong !== null) return refuse('clock', wrong, { reason: 'clock', ahead_seconds: inSeconds(ahead) });
      for (const each of yes ? [] : what) {
        const late = { by: now - windows[each] - LATE, limit: SHARE_FLOOR + 1 };
        if ((await store.countEnding(each, late)) <= SHARE_FLOOR) continue;
        const open = await store.countEnding(each);
        const ended = await store.countEnding(each, { ...late, limit: open });
        if (ended * 100 > open * maxPercent)
          return refuse(each, tooMuch(each, ended, open), { reason: 'share', what: each, late: ended, open });
      }
      return { at: now };
    },
  };
}

const inSeconds = (time: Micros): number => Math.round(time / seconds(1));

const wrongClock = (ahead: Micros): string =>
  `the clock of this machine is ${Math.abs(inSeconds(ahead))} s ${ahead < 0 ? 'behind' : 'ahead of'} the database's`;

const tooMuch = (what: Ending, late: number, open: number): string =>
  `${late} of ${open} ${NAMES[what]} ended more than an hour ago, which is above SWEEP_MAX_PERCENT. ` +
  'If the clock is correct, run "npm run cli -- sweep --yes"';

const NAMES: Readonly<Record<Ending, string>> = {
  submissions: 'open submissions',
  documents: 'completed submissions with documents',
  verifications: 'open verification requests',
  results: 'ended verification requests',
};
