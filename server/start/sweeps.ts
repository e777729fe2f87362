import { collectOrphanedFiles, collectUnknownFiles } from '../storage/changes/orphaned-files.ts';
import { expireVerifications, forget, sweep, trimDeliveryLog } from '../work/lifecycle/sweep.ts';
import type { Services } from './create-services.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Starts the background work that runs repeatedly. */
export function startSweeps(services: Services): void {
  repeat(services, collectOrphanedFiles, HOUR_MS);
  repeat(services, collectUnknownFiles, 24 * HOUR_MS);
  repeat(services, trimDeliveryLog, HOUR_MS);
  repeat(services, forget, HOUR_MS);
  // Status endpoints report expiry at once. Only the events and the erasure wait for these sweeps.
  repeat(services, expireVerifications, 5_000);
  repeat(services, sweep, MINUTE_MS);
}

/** Runs background work, with a pause of `pauseMs` milliseconds. Does not delay startup or shutdown. */
function repeat(services: Services, work: (services: Services) => Promise<unknown>, pauseMs: number): void {
  const run = () =>
    work(services)
      .catch((err: unknown) => services.log.warn({ err, work: work.name }, 'background work failed'))
      .finally(() => setTimeout(run, pauseMs).unref());
  run();
}
