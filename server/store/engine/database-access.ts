import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely, Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { StoreUnavailable } from '../../domain/unavailable.ts';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

const ATTEMPTS = 5;

export interface ReadContext {
  /** Result of `Engine.isDistributed`. */
  distributed: boolean;
}

export interface WriteContext extends ReadContext {
  trx: Transaction<Database>;
}

export type DatabaseAccess = ReturnType<typeof createDatabaseAccess>;

/**
 * Wraps an engine and owns its connections. Methods reject with `StoreUnavailable` if the database fails, and after
 * `close`.
 */
export function createDatabaseAccess(engine: Engine) {
  const { db, lock, connections } = engine;
  const inFlight = new Set<Promise<unknown>>();
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
      throw new StoreUnavailable('The database did not respond', { cause: error });
    } finally {
      inFlight.delete(pending);
    }
  }

  async function transact<T>(work: (context: WriteContext) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        const distributed = await engine.isDistributed();
        // Each statement must see all rows committed before it, regardless of the server's default isolation level.
        const transaction = db.transaction().setIsolationLevel('read committed');
        return await transaction.execute(async (trx) => {
          await engine.guard(trx);
          return work({ trx, distributed });
        });
      } catch (error) {
        if (attempt === ATTEMPTS || !engine.isRetryable(error)) throw error;
        await sleep(Math.random() * 5 * 2 ** attempt);
      }
    }
  }

  async function close(): Promise<void> {
    await Promise.allSettled(inFlight);
    await db.destroy();
  }

  return {
    /** Runs read-only statements outside a transaction. */
    read: <T>(work: (db: Kysely<Database>, context: ReadContext) => Promise<T>): Promise<T> =>
      run(async () => work(db, { distributed: await engine.isDistributed() })),
    /**
     * Runs `work` in a transaction and commits it. Retries a transaction that fails because of a deadlock or a
     * serialization conflict, up to five attempts in total.
     */
    write: <T>(work: (context: WriteContext) => Promise<T>): Promise<T> => run(() => transact(work)),
    migrate: () => run(engine.migrate),
    findSchemaState: () => run(engine.findSchemaState),
    ping(): Promise<Micros | null> {
      // Concurrent health checks share one ping, so that they use at most one connection.
      pinging ??= run(engine.ping).finally(() => {
        pinging = undefined;
      });
      return pinging;
    },
    lock,
    distribute: (report: (table: string) => void) => run(() => engine.distribute(report)),
    connections,
    /** Waits for the calls in flight, and closes the connections. */
    close(): Promise<void> {
      closing ??= close();
      return closing;
    },
  };
}
