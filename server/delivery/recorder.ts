import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Micros } from '../domain/clock.ts';
import { StoreUnavailable } from '../domain/unavailable.ts';
import type { Logger } from '../log.ts';
import type { AttemptRecord, DeliveryStore } from '../store/webhooks/delivery-store.ts';
import { createBatcher } from '../work/batcher.ts';

const RECORD_BATCH = 500;
/**
 * The least time between two transactions, so that attempts gather: with SQLite, each transaction blocks everything
 * else while the disk writes, and one of many rows costs little more than one of few.
 */
const GATHER_MS = 20;
/** These fit into the rest of a lease after an attempt. If the database takes longer, the delivery is repeated. */
const PAUSES_MS = [200, 500, 1000, 2000];

/**
 * Records attempts, in batches. While the database does not answer it retries, until the lease ends or `isStopped`.
 * Resolves to whether the attempt was recorded; never rejects.
 */
export function createRecorder(parts: {
  store: Pick<DeliveryStore, 'recordAttempts'>;
  clock: Clock;
  log: Logger;
  outage: OutageLog;
  isStopped: () => boolean;
}): (record: AttemptRecord, leaseUntil: Micros) => Promise<boolean> {
  const { store, clock, log, outage, isStopped } = parts;
  const write = createBatcher<AttemptRecord, null>(
    async (records) => {
      const startedAt = performance.now();
      await store.recordAttempts(records);
      outage.answered();
      await sleep(startedAt + GATHER_MS - performance.now());
      return records.map(() => null);
    },
    { max: RECORD_BATCH },
  );

  return async (record, leaseUntil) => {
    for (const pauseMs of [...PAUSES_MS, null]) {
      try {
        await write(record);
        return true;
      } catch (err) {
        if (isStopped()) return false;
        if (!(err instanceof StoreUnavailable)) {
          log.error({ err, deliveryId: record.delivery.id }, 'an attempt to deliver could not be recorded');
          return false;
        }
        outage.failed(err);
      }
      if (pauseMs === null) return false;
      await sleep(pauseMs, undefined, { ref: false });
      if (isStopped() || clock.now() >= leaseUntil) return false;
    }
    return false;
  };
}

/** Logs the begin and the end of a database outage once each, however many calls fail meanwhile. */
export interface OutageLog {
  failed(err: unknown): void;
  answered(): void;
}

export function createOutageLog(log: Logger): OutageLog {
  let isDown = false;
  return {
    failed(err) {
      if (!isDown) log.error({ err }, 'webhook deliveries wait for the database');
      isDown = true;
    },
    answered() {
      if (isDown) log.info('webhook deliveries go on');
      isDown = false;
    },
  };
}
