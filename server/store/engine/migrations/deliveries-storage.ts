import { type Kysely, sql } from 'kysely';
import type { ColumnTypes } from './create-table.ts';

/**
 * Room beside the rows of PostgreSQL, where what a claim makes of one stays on its page and no index is written (HOT),
 * and a vacuum after a twentieth has changed: each delivery that ends leaves an entry in the index of what is due.
 */
export async function deliveriesStorage(db: Kysely<unknown>, { isShared }: ColumnTypes): Promise<void> {
  if (!isShared) return;
  await sql`alter table deliveries set (
    fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_analyze_scale_factor = 0.05)`.execute(db);
}
