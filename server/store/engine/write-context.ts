import type { Transaction } from 'kysely';
import type { Database } from './schema.ts';

/** What a write that reads before it changes is given. */
export interface WriteContext {
  trx: Transaction<Database>;
  /** `Engine.locksRows`. */
  lockRows: boolean;
}
