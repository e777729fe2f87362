import type { Kysely, Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { SchemaState } from './migrations.ts';
import type { PoolState } from './postgres-pool.ts';
import type { Database } from './schema.ts';

/** What differs between the two databases. Everything else is written once, over Kysely. */
export interface Engine {
  db: Kysely<Database>;
  /**
   * Brings the schema up to date, unless this code can use it as it is, or it is too new. Safe when several instances
   * start at once.
   */
  migrate(): Promise<void>;
  /** Whether this code can use the schema. Changes nothing, and works before `migrate`. */
  findSchemaState(): Promise<SchemaState>;
  /**
   * Resolves when the database takes writes, to the time by its own clock; to null where it has none but the machine's.
   * Rejects otherwise. Changes nothing.
   */
  ping(): Promise<Micros | null>;
  /** Waits until no other transaction holds this name, and holds it until the transaction ends. */
  lock(trx: Transaction<Database>, name: string): Promise<void>;
  /**
   * Whether the rows are distributed over several machines by their partner (Citus). A statement that locks rows must
   * then concern one partner.
   */
  isDistributed(): Promise<boolean>;
  /** Begins a transaction that writes: see `watchDistribution`. */
  guard(trx: Transaction<Database>): Promise<void>;
  /**
   * Distributes the rows of all partners over the nodes of a Citus cluster, while other instances work on. Resolves to
   * why it cannot be done; to null when it is. `tell` is called with the name of each table.
   */
  distribute(tell: (table: string) => void): Promise<string | null>;
  /** The state of the pool; null where there is none. */
  connections(): PoolState | null;
  /** True for a failed statement that the database could not run; false for one that is wrong. */
  isUnavailable(error: unknown): boolean;
  /** True when the whole transaction may be run again: it lost against another one and left nothing behind. */
  isRetryable(error: unknown): boolean;
}
