import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import type { Engine } from './engine.ts';
import type { SchemaState } from './migrations.ts';
import type { PoolState } from './postgres-pool.ts';
import type { Database } from './schema.ts';

/** How often a transaction is run at most. */
const ATTEMPTS = 5;

/** What a read works with, beside the database. */
export interface ReadContext {
  /** `Engine.isDistributed`. */
  distributed: boolean;
}

/** What a write works with. */
export interface WriteContext extends ReadContext {
  trx: Transaction<Database>;
  /** `Engine.locksRows`. */
  lockRows: boolean;
}

/** The way to the database. Rejects with `StoreUnavailable` when the database cannot answer, and after `close`. */
export interface DatabaseAccess {
  /** Runs statements that only read, without a transaction. */
  read<T>(work: (db: Kysely<Database>, context: ReadContext) => Promise<T>): Promise<T>;
  /**
   * Runs `work` in a transaction and commits it: that is where the engines wait for locks. A transaction that loses a
   * deadlock or a serialization conflict is run again, at most five times in all.
   */
  write<T>(work: (context: WriteContext) => Promise<T>): Promise<T>;
  /**
   * The same where one statement does the work on a database that locks rows and is not distributed: it is a
   * transaction by itself, without the two round trips of another.
   */
  writeAtOnce<T>(
    statement: (db: Kysely<Database>) => Promise<T>,
    work: (context: WriteContext) => Promise<T>,
  ): Promise<T>;
  migrate(): Promise<void>;
  findSchemaState(): Promise<SchemaState>;
  /** `Engine.ping`. Calls at the same time share one answer. */
  ping(): Promise<Micros | null>;
  /** `Engine.announce`. */
  announce(trx: Transaction<Database>, clientId: string): Promise<void>;
  /** `Engine.watch`, until `close`. */
  watch(changed: (clientId: string | null) => void): void;
  /** `Engine.distribute`. */
  distribute: Engine['distribute'];
  /** `Engine.connections`. */
  connections(): PoolState | null;
  /** Ends the connections once the calls in flight are done. */
  close(): Promise<void>;
}

/** Access over either engine, whose connections it owns. */
export function createDatabaseAccess(engine: Engine): DatabaseAccess {
  const { db, locksRows: lockRows } = engine;
  const inFlight = new Set<Promise<unknown>>();
  const watches: (() => Promise<void>)[] = [];
  let closing: Promise<void> | undefined;
  let pinging: Promise<Micros | null> | undefined;

  async function run<T>(work: () => Promise<T>): Promise<T> {
    if (closing) throw new StoreUnavailable('The store is closed');
    const pending = work();
    inFlight.add(pending);
    try {
      return await pending;
    } catch (error) {
      if (error instanceof StoreUnavailable || !engine.isUnavailable(error)) throw error;
      throw new StoreUnavailable('The database could not answer', { cause: error });
    } finally {
      inFlight.delete(pending);
    }
  }

  async function transact<T>(
    work: (context: WriteContext) => Promise<T>,
    statement?: (db: Kysely<Database>) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const distributed = await engine.isDistributed();
        if (statement && lockRows && !distributed) return await statement(db);
        // Each statement must see what was committed before it, whatever default the server was given.
        const transaction = db.transaction().setIsolationLevel('read committed');
        return await transaction.execute(async (trx) => {
          await engine.guard(trx);
          return work({ trx, lockRows, distributed });
        });
      } catch (error) {
        if (attempt === ATTEMPTS || !engine.isRetryable(error)) throw error;
        await sleep(Math.random() * 5 * 2 ** attempt);
      }
    }
  }

  async function close(): Promise<void> {
    await Promise.allSettled([...watches.map((stop) => stop()), ...inFlight]);
    await db.destroy();
  }

  return {
    read: (work) => run(async () => work(db, { distributed: await engine.isDistributed() })),
    write: (work) => run(() => transact(work)),
    writeAtOnce: (statement, work) => run(() => transact(work, statement)),
    migrate: () => run(() => engine.migrate()),
    findSchemaState: () => run(() => engine.findSchemaState()),
    ping() {
      // Anybody may ask for it, any number of times at once: they share one, and take no more than one connection.
      pinging ??= run(() => engine.ping()).finally(() => {
        pinging = undefined;
      });
      return pinging;
    },
    announce: (trx, clientId) => engine.announce(trx, clientId),
    watch(changed) {
      if (!closing) watches.push(engine.watch(changed));
    },
    distribute: (tell) => run(() => engine.distribute(tell)),
    connections: () => engine.connections(),
    close() {
      closing ??= close();
      return closing;
    },
  };
}
