import type { Clock } from '../../server/domain/clock.ts';
import { createErasureGuard, type ErasureGuard } from '../../server/lifecycle/erasure-guard.ts';
import type { Services } from '../../server/services.ts';

/** Returns an erasure guard that assumes that the clock of the database equals the clock of the test. */
export const guardOnClock = (
  { store, log, telemetry, submissionWindow, verificationWindow }: Services,
  clock: Clock,
  maxPercent: number,
): ErasureGuard =>
  createErasureGuard({
    store: { ...store, ping: () => store.ping().then(() => null) },
    ...{ clock, log, telemetry, maxPercent, submissionWindow, verificationWindow },
  });
