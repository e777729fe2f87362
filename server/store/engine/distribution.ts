import { type Kysely, sql } from 'kysely';
import { isNotSupported } from './postgres-errors.ts';

/** Whether Citus has spread the tables over its nodes, which may come about while this runs. */
export interface Distribution {
  isKnown(): Promise<boolean>;
  /** Whether this error may be due to it, while it was not known yet. It is looked at again then. */
  mayHaveBegun(error: unknown): boolean;
}

export function watchDistribution<T>(db: Kysely<T>): Distribution {
  let known: Promise<boolean> | undefined;
  let isDistributed = false;
  const look = async () => {
    isDistributed = await findDistribution(db);
    return isDistributed;
  };
  return {
    isKnown() {
      known ??= look().catch((error) => {
        known = undefined;
        throw error;
      });
      return known;
    },
    mayHaveBegun(error) {
      if (isDistributed || !isNotSupported(error)) return false;
      known = undefined;
      return true;
    },
  };
}

/** Whether it is so now. */
export async function findDistribution<T>(db: Kysely<T>): Promise<boolean> {
  const { rows } = await sql<{ citus: boolean }>`select to_regclass('pg_dist_partition') is not null as citus`.execute(
    db,
  );
  if (rows[0]?.citus !== true) return false;
  const found = await sql`
    select 1 from pg_dist_partition where logicalrelid = to_regclass('submissions')`.execute(db);
  return found.rows.length > 0;
}
