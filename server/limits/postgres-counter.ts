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

const FORGET = `
  delete from rate_limits where ends_at < cast(extract(epoch from statement_timestamp()) * 1000 as bigint)`;

/** How often what has ended is deleted: addresses and sessions are ever new ones. */
const FORGET_EVERY_MS = 60_000;

/**
 * Counts in the PostgreSQL database of the service, on connections of its own: requests do not wait for it there, nor
 * it for them.
 */
export function createPostgresCounter(connectionString: string, forgetEveryMs = FORGET_EVERY_MS): SharedCounter {
  const pool = createPostgresPool(connectionString, {
    maxConnections: 2,
    connectionTimeoutMs: 1_000,
    statementTimeoutMs: 1_000,
  });
  async function query<Row>(statement: string, values: readonly unknown[]): Promise<Row[]> {
    const client = await pool.connect();
    try {
      return (await client.query<Row>(statement, values)).rows;
    } finally {
      client.release();
    }
  }
  let forgotAt = performance.now();
  return {
    async count(key, points, ms) {
      const [row] = await query<{ points: number; ms_left: number }>(COUNT, [key, points, ms]);
      if (row === undefined) throw new Error('Nothing was counted');
      if (performance.now() - forgotAt >= forgetEveryMs) {
        forgotAt = performance.now();
        // Nobody waits for it, and it is done again.
        query(FORGET, []).catch(() => {});
      }
      return { points: row.points, msLeft: row.ms_left };
    },
    close: () => pool.end(),
  };
}
