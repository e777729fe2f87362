import type { Kysely, Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { SchemaState } from './migrations.ts';
import type { PoolState } from './postgres-pool.ts';
import type { Database } from './schema.ts';

/** The differences between the two databases. All other code uses Kysely and is the same for both. */
export interface Engine {
  db: Kysely<Database>;
  /**
   * Migrates the schema to the latest version. Does nothing if this code can already use the schema, or if the schema
   * is too new. Several instances can call it at the same time.
   */
  migrate(): Promise<void>;
  /** Returns whether this code can use the schema. Changes nothing, and works before `migrate`. */
  findSchemaState(): Promise<SchemaState>;
  /**
   * Resolves when the database accepts writes. The value is the time of the database's clock, or null if the database
   * has no clock of its own. Rejects otherwise. Changes nothing.
   */
  ping(): Promise<Micros | null>;
  /** Waits for the lock of this name, and holds the lock until the transaction ends. */
  lock(trx: Transaction<Database>, name: string): Promise<void>;
  /**
   * Resolves to whether the rows are distributed over several machines by partner (Citus). A statement that locks rows
   * must then concern one partner.
   */
  isDistributed(): Promise<boolean>;
  /** Prepares a transaction for writes; see `watchDistribution`. */
  guard(trx: Transaction<Database>): Promise<void>;
  /**
   * Distributes the rows of all partners over the nodes of a Citus cluster while other instances run. Resolves to null
   * after success, and to the reason when it is not possible. `report` is called with the name of each table.
   */
  distribute(report: (table: string) => void): Promise<string | null>;
  /** State of the connection pool; null without a pool. */
  connections(): PoolState | null;
  /** Returns true when the database could not run the statement, and false when the statement itself is wrong. */
  isUnavailable(error: unknown): boolean;
  /** Returns true when the transaction lost a conflict and had no effect, so that it can be repeated. */
  isRetryable(error: unknown): boolean;
}
