import { type Clock, hours, type Micros, seconds } from '../domain/clock.ts';
import { DOCUMENTS_KEPT } from '../domain/submission.ts';
import { RESULTS_KEPT } from '../domain/verification.ts';
import type { Logger } from '../log.ts';
import type { Ending } from '../store/documents/retention-store.ts';
import type { Store } from '../store/store.ts';
import { logRefusedSweep } from '../sweep-log.ts';
import type { Telemetry } from '../telemetry/telemetry.ts';

/** Maximum difference between this machine's clock and the database clock. */
export const MAX_CLOCK_OFFSET: Micros = seconds(60);
/** Number of overdue rows that a sweep can always end, whatever their share of the open rows. */
export const SHARE_FLOOR = 100;
/** Age from which overdue rows suggest a wrong clock, because a running service ends rows sooner. */
const LATE: Micros = hours(1);
/** Minimum time between two log lines about the same refusal. */
const LOG_GAP_MS = 60_000;

export type ErasureGuard = ReturnType<typeof createErasureGuard>;

/** Creates a guard that prevents a sweep with a wrong clock or setting from ending rows that must be kept. */
export function createErasureGuard(deps: {
  store: Pick<Store, 'ping' | 'countEnding'>;
  clock: Clock;
  log: Logger;
  telemetry: Telemetry;
  /** Maximum percentage of open rows that a sweep can end if they are long overdue. */
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
  const loggedAt = new Map<string, number>();

  function refuse(about: Ending | 'clock', refusal: string, fields: Parameters<typeof logRefusedSweep>[1]) {
    telemetry.sweepRefused(about === 'clock' ? 'clock' : 'share');
    if (performance.now() - (loggedAt.get(about) ?? Number.NEGATIVE_INFINITY) >= LOG_GAP_MS) {
      loggedAt.set(about, performance.now());
      logRefusedSweep(log, fields, refusal);
    }
    return { refusal };
  }

  /**
   * Reads the database clock. The embedded database uses this machine's clock. `ahead` is the offset of this machine's
   * clock. `wrong` is an error message if the offset is too large, or null. Rejects with `StoreUnavailable`.
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
     * Resolves to the time by which a sweep decides what to end, or to a refusal, which is also logged. The guard
     * refuses if this machine's clock is wrong or too many open rows would end. With `yes`, any number can end.
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
  `the clock of this machine is ${Math.abs(inSeconds(ahead))} s ${ahead < 0 ? 'behind' : 'ahead of'} the database clock`;

const tooMuch = (what: Ending, late: number, open: number): string =>
  `${late} of ${open} ${NAMES[what]} are overdue by more than an hour, which exceeds SWEEP_MAX_PERCENT. ` +
  'If the clock is correct, run "npm run cli -- sweep --yes"';

const NAMES: Readonly<Record<Ending, string>> = {
  submissions: 'open submissions',
  documents: 'completed submissions with documents',
  verifications: 'open verification requests',
  results: 'ended verification requests',
};
