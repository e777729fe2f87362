import { type Kysely, sql } from 'kysely';
import { isNotSupported } from './postgres-errors.ts';

/** The constraint that `distribute` makes last. */
export const LAST_STEP = 'attempts_of_deliveries';

/** Whether Citus has spread the tables over its nodes, which may come about while this runs. */
export interface Distribution {
  isKnown(): Promise<boolean>;
  /**
   * Has Citus refuse a write of this transaction whose shard was split up after the write was planned; it may be run
   * again then. By its faster planner (13.0) such a write ends in the old shard, and is lost with it.
   */
  guard<T>(trx: Kysely<T>): Promise<void>;
  /** Whether this error may be due to it, while it was not known yet. It is looked at again then. */
  mayHaveBegun(error: unknown): boolean;
}

/** What was found. */
interface Found {
  isSpread: boolean;
  /** Citus is there, and tables may yet be moved. */
  mayMove: boolean;
}

/** For how long that holds good, in milliseconds. */
const HOLDS_MS = 1000;

export function watchDistribution<T>(db: Kysely<T>): Distribution {
  let known: Promise<Found> | undefined;
  let found: Found | undefined;
  let until = Number.POSITIVE_INFINITY;
  const look = async () => {
    found = await find(db);
    if (found.mayMove) until = performance.now() + HOLDS_MS;
    return found;
  };
  return {
    async isKnown() {
      if (performance.now() > until) {
        known = undefined;
        until = Number.POSITIVE_INFINITY;
      }
      known ??= look().catch((error) => {
        known = undefined;
        throw error;
      });
      return (await known).isSpread;
    },
    async guard(trx) {
      if (found?.mayMove) await sql`set local citus.enable_fast_path_router_planner to off`.execute(trx);
    },
    mayHaveBegun(error) {
      if (found?.isSpread || !isNotSupported(error)) return false;
      known = undefined;
      return true;
    },
  };
}

async function find<T>(db: Kysely<T>): Promise<Found> {
  const { rows } = await sql<{ citus: boolean }>`select to_regclass('pg_dist_partition') is not null as citus`.execute(
    db,
  );
  if (rows[0]?.citus !== true) return { isSpread: false, mayMove: false };
  const { rows: found } = await sql<{ spread: boolean; done: boolean }>`
    select exists (select 1 from pg_dist_partition where logicalrelid = to_regclass('submissions')) as spread,
      exists (select 1 from pg_constraint where conname = ${LAST_STEP}) as done`.execute(db);
  return { isSpread: found[0]?.spread === true, mayMove: found[0]?.done !== true };
}

/** Whether it is so now. */
export const findDistribution = async <T>(db: Kysely<T>): Promise<boolean> => (await find(db)).isSpread;
