import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Micros } from '../../../domain/clock.ts';
import { StoreUnavailable } from '../../../domain/unavailable.ts';
import { type ClockState, createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import type { Engine } from './engine.ts';
import type { Db, Trx } from './schema.ts';

const ATTEMPTS = 5;

export interface WriteContext {
  trx: Trx;
  /** Time at which the transaction began, by the clock of the database. */
  now: Micros;
}

export type DatabaseAccess = ReturnType<typeof createDatabaseAccess>;

/** Wraps an engine. Methods reject with `StoreUnavailable` if the database or a clock fails, and after `close`. */
export function createDatabaseAccess(engine: Engine, machine: Clock) {
  const { db, lock, connections } = engine;
  const inFlight = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  const clock = createDatabaseClock(machine);

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (closing) throw new StoreUnavailable('The store is closed');
    const pending = work();
    inFlight.add(pending);
    try {
      return await pending;
    } catch (error) {
      if (error instanceof StoreUnavailable || !engine.isUnavailable(error)) throw error;
      throw new StoreUnavailable('The database did not respond', { cause: error });
    } finally {
      inFlight.delete(pending);
    }
  }

  /** Reads the clock of the database server if the last reading is too old. */
  async function updateClock(): Promise<void> {
    if (clock.isOutdated()) clock.record(engine.readTime && (await engine.readTime(db)));
    clock.requireRight();
  }

  async function close(): Promise<void> {
    await Promise.allSettled(inFlight);
    await db.destroy();
  }

  return {
    read: <T>(work: (db: Db) => Promise<T>): Promise<T> => run(() => updateClock().then(() => work(db))),
    write: <T>(work: (context: WriteContext) => Promise<T>): Promise<T> => run(() => transact(engine, clock, work)),
    migrate: () => run(engine.migrate),
    findSchemaState: () => run(engine.findSchemaState),
    /** Checks that the database accepts writes, and reads its clock. Concurrent health checks use one connection. */
    ping: shared(async (): Promise<ClockState> => {
      clock.record(await run(engine.ping));
      return clock.state();
    }),
    clock: { now: clock.now } satisfies Clock,
    /** Sets the maximum difference between the clocks of this machine and the database. */
    limitClockOffset: clock.limitOffset,
    lock,
    distribute: (report: (table: string) => void) => run(() => engine.distribute(report)),
    findUnreachableNodes: () => run(engine.findUnreachableNodes),
    connections,
    close: () => (closing ??= close()),
  };
}

/** Runs `work` in a transaction. Retries after a deadlock or a serialization conflict, up to `ATTEMPTS` in total. */
async function transact<T>(engine: Engine, clock: DatabaseClock, work: (context: WriteContext) => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      // Each statement must see all rows committed before it. SQLite has a stricter isolation and ignores the level.
      return await engine.db
        .transaction()
        .setIsolationLevel('read committed')
        .execute(async (trx) => {
          const now = clock.record(engine.readTime && (await engine.readTime(trx)));
          clock.requireRight();
          return work({ trx, now });
        });
    } catch (error) {
      if (attempt === ATTEMPTS || !engine.isRetryable(error)) throw error;
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}

/** Returns a function that calls `work`. Calls during a call share its result. */
function shared<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => {
    running ??= work().finally(() => {
      running = undefined;
    });
    return running;
  };
}
