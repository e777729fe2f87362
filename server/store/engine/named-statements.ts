import type { Kysely, QueryResult, RawBuilder } from 'kysely';
import type { Database } from './schema.ts';

/** By their texts. */
const names = new Map<string, string>();

/**
 * Runs a statement that is always the same text, and has PostgreSQL keep its plan: for a few rows that takes longer to
 * make than to run. Where a connection leads to a pooler, which may lend out another session for each transaction, it
 * is planned each time. The statement names the columns of its answer, so that no migration changes them. A plan is
 * kept only where the planner finds none better for the values at hand, so they are to be nothing that it can look at.
 */
export function runNamed<R>(db: Kysely<Database>, query: RawBuilder<R>): Promise<QueryResult<R>> {
  const compiled = query.compile(db);
  if (!names.has(compiled.sql)) names.set(compiled.sql, `service_${names.size}`);
  return db.executeQuery(compiled);
}

export const nameOf = (text: string): string | undefined => names.get(text);
