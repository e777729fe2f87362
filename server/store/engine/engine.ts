import type { Kysely, Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { DistributionRefusal } from './distribute.ts';
import type { SchemaState } from './migrations.ts';
import type { PoolState } from './postgres-pool.ts';
import type { Database } from './schema.ts';

/** What differs between the two databases. Everything else is written once, over Kysely. */
export interface Engine {
  db: Kysely<Database>;
  /**
   * Brings the schema up to date while every other instance that tries the same waits. Does nothing to one that this
   * code can use, or that is too new for it.
   */
  migrate(): Promise<void>;
  /** Whether this code can use the schema. Changes nothing. */
  findSchemaState(): Promise<SchemaState>;
  /**
   * Resolves when the database takes writes, to the time by its own clock; to null where it has none but the machine's.
   * Rejects otherwise. Changes nothing.
   */
  ping(): Promise<Micros | null>;
  /** Tells those who watch, with the commit of the transaction, that this partner changed. */
  announce(trx: Transaction<Database>, clientId: string): Promise<void>;
  /**
   * Calls `changed` with the id of each partner that somebody changed, and with null when it may be any. The returned
   * function ends it.
   */
  watch(changed: (clientId: string | null) => void): () => Promise<void>;
  /**
   * Whether the rows are spread over several machines by their partner (Citus). A statement that locks rows must then
   * be about one partner.
   */
  isDistributed(): Promise<boolean>;
  /** Begins a transaction that writes: `Distribution.guard`. */
  guard(trx: Transaction<Database>): Promise<void>;
  /** Spreads the rows. Resolves to why it cannot be done; to null when it is. `tell` hears of each table. */
  distribute(tell: (table: string) => void): Promise<DistributionRefusal | null>;
  /** Of the pool; null where there is none. */
  connections(): PoolState | null;
  /** True where writers run side by side and a row that was read must be locked before it is changed. */
  locksRows: boolean;
  /** True for a failed statement that the database could not run; false for one that is wrong. */
  isUnavailable(error: unknown): boolean;
  /** True when the whole transaction may be run again: it lost against another one and left nothing behind. */
  isRetryable(error: unknown): boolean;
}
