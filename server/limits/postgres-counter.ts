import { createPostgresPool } from '../store/engine/postgres-pool.ts';
import type { SharedCounter } from './shared-counter.ts';

/** A window that ends later than a new one would is left from before the database's clock was set back. */
const COUNT = `
  insert into rate_limits as known (key, points, ends_at)
  select $1, $2, now + $3 from (select cast(extract(epoch from statement_timestamp()) * 1000 as bigint) as now) as clock
  on conflict (key) do update set
    points = excluded.points + case
      when known.ends_at > excluded.ends_at - $3 and known.ends_at <= excluded.ends_at then known.points else 0 end,
    ends_at = case
      when known.ends_at > excluded.ends_at - $3 and known.ends_at <= excluded.ends_at then known.ends_at
      else excluded.ends_at end
  returning points, ends_at - cast(extract(epoch from statement_timestamp()) * 1000 as bigint) as ms_left`;

/**
 * Counts in the PostgreSQL database of the service, on connections of its own: requests do not wait for it there, nor
 * it for them.
 */
export function createPostgresCounter(connectionString: string): SharedCounter {
  const pool = createPostgresPool(connectionString, {
    maxConnections: 2,
    connectionTimeoutMs: 1_000,
    statementTimeoutMs: 1_000,
  });
  return {
    async count(key, points, ms) {
      const client = await pool.connect();
      try {
        const { rows } = await client.query<{ points: number; ms_left: number }>(COUNT, [key, points, ms]);
        const [row] = rows;
        if (row === undefined) throw new Error('Nothing was counted');
        return { points: row.points, msLeft: row.ms_left };
      } finally {
        client.release();
      }
    },
    close: () => pool.end(),
  };
}
