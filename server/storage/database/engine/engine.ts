import type { Micros } from '../../../domain/clock.ts';
import type { SchemaState } from './migrations.ts';
import type { PoolState } from './postgres-pool.ts';
import type { Db, Trx } from './schema.ts';

/** Operations that differ between SQLite and PostgreSQL. All other code uses Kysely and is the same for both. */
export interface Engine {
  db: Db;
  /** Migrates the schema, unless it is usable or too new. Several instances can call `migrate` at the same time. */
  migrate(): Promise<void>;
  /** Resolves to the compatibility of the schema with this code. Read-only. Can be called before `migrate`. */
  findSchemaState(): Promise<SchemaState>;
  /** Rejects if the database does not accept writes. Resolves to its clock, or to null for an embedded database. */
  ping(): Promise<Micros | null>;
  /** Reads the database server's clock. Null for an embedded database, which uses the clock of this machine. */
  readTime: ((db: Db) => Promise<Micros>) | null;
  /** Acquires the named lock, which is held until the transaction ends. */
  lock(trx: Trx, name: string): Promise<void>;
  /** Distributes the rows over a Citus cluster while no instance runs. Resolves to null or to an error message. */
  distribute(report: (table: string) => void): Promise<string | null>;
  findUnreachableNodes(): Promise<string[]>;
  /** Returns the state of the connection pool, or null if the engine has no pool. */
  connections(): PoolState | null;
  /** Returns true if the database was unavailable, and false if the statement itself is wrong. */
  isUnavailable(error: unknown): boolean;
  /** Returns true if the transaction failed because of a conflict and had no effect, so that it can be retried. */
  isRetryable(error: unknown): boolean;
}
