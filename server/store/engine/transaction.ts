import { setTimeout as sleep } from 'node:timers/promises';
import type { Transaction } from 'kysely';
import type { Engine } from './engine.ts';
import type { Database } from './schema.ts';

const ATTEMPTS = 5;

/**
 * Runs `work` in a transaction and commits it. When the transaction loses a deadlock or a serialization conflict, it is
 * run again, at most five times in all; then the conflict is thrown.
 */
export async function inTransaction<T>(
  engine: Engine,
  work: (trx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      // Each statement must see what was committed before it, whatever default the server was given.
      return await engine.db.transaction().setIsolationLevel('read committed').execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !engine.isRetryable(error)) throw error;
      await sleep(Math.random() * 5 * 2 ** attempt);
    }
  }
}
