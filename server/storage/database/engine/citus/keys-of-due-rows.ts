import { type RawBuilder, sql } from 'kysely';
import type { Micros } from '../../../../domain/clock.ts';

/**
 * Returns a query for the distinct values of `key` in the rows that are due and unclaimed. Emulates an index skip scan
 * with a recursive query, so its duration depends on the number of keys with pending rows, not on the number of rows.
 * There must be an index of the pending rows on `key` and `dueAt`.
 */
export function keysOfDueRows(
  isDistributed: boolean,
  options: { table: 'deliveries' | 'documents'; key: string; dueAt: string; now: Micros },
): RawBuilder<{ key: string }> {
  const [table, key, dueAt] = [options.table, options.key, options.dueAt].map((name) => sql.ref(name));
  const pending = sql`${table} where state = 'pending'`;
  const isDue = sql`${dueAt} <= ${options.now} and available_at <= ${options.now}`;
  // Citus does not support recursive queries across shards.
  return isDistributed
    ? sql`select distinct ${key} as key from ${pending} and ${isDue}`
    : sql`
      with recursive waiting(key) as (
        select min(${key}) from ${pending}
        union all
        select (select min(${key}) from ${pending} and ${key} > waiting.key) from waiting where waiting.key is not null
      )
      select key from waiting
      where (select min(${dueAt}) from ${pending} and ${key} = waiting.key and ${isDue}) is not null`;
}
