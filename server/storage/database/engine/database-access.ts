import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, Micros } from '../../../domain/clock.ts';
import { StoreUnavailable } from '../../../domain/unavailable.ts';
import { type ClockState, createDatabaseClock, type DatabaseClock } from './database-clock.ts';
import type { SchemaState } from './migrations.ts';
import type { Db, Trx } from './schema.ts';

const ATTEMPTS = 5;

export interface PoolState {
  busy: number;
  idle: number;
  waiting: number;
}

/** Operations that differ between SQLite and PostgreSQL. */
export interface Engine {
  db: Db;
  /** Several instances can call `migrate` at the same time. */
  migrate(): Promise<void>;
  /** Can be called before `migrate`. */
  findSchemaState(): Promise<SchemaState>;
  /** Rejects if the database does not accept writes. Resolves to the database's time; null for an embedded database. */
  ping(): Promise<Micros | null>;
  /** Null for an embedded database, which uses the clock of this machine. */
  readTime: ((db: Db) => Promise<Micros>) | null;
  lock(trx: Trx, name: string): Promise<void>;
  /** No instance of the service may run during the call. Resolves to null on success, or to an error message. */
  distribute(report: (table: string) => void): Promise<string | null>;
  findUnreachableNodes(): Promise<string[]>;
  connections(): PoolState | null;
  isUnavailable(error: unknown): boolean;
  isRetryable(error: unknown): boolean;
}

export interface WriteContext {
  trx: Trx;
  /** Start of the transaction, according to the database's clock. */
  now: Micros;
}

export type DatabaseAccess = ReturnType<typeof createDatabaseAccess>;

/** Methods reject with `StoreUnavailable` after `close`, if the database fails, or if this machine's clock is wrong. */
export function createDatabaseAccess(engine: Engine, machine: Clock) {
  const { db, lock, connections } = engine;
  const inFlight = new Set<Promise<unknown>>();
  let closing: Promise<void> | undefined;
  let pinging: Promise<ClockState> | undefined;
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

  async function updateClock(): Promise<void> {
    if (clock.isOutdated()) clock.record(engine.readTime && (await engine.readTime(db)));
    clock.requireRight();
  }

  async function ping(): Promise<ClockState> {
    clock.record(await run(engine.ping));
    return clock.state();
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
    ping(): Promise<ClockState> {
      pinging ??= ping().finally(() => {
        pinging = undefined;
      });
      return pinging;
    },
    clock: { now: clock.now } satisfies Clock,
    limitClockOffset: clock.limitOffset,
    lock,
    distribute: (report: (table: string) => void) => run(() => engine.distribute(report)),
    findUnreachableNodes: () => run(engine.findUnreachableNodes),
    connections,
    close: () => (closing ??= close()),
  };
}

async function transact<T>(engine: Engine, clock: DatabaseClock, work: (context: WriteContext) => Promise<T>) {
  for (let attempt = 1; ; attempt++) {
    try {
      // Each statement sees rows that other transactions committed. SQLite ignores the isolation level.
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
