import type { CompiledQuery, QueryResult } from 'kysely';
import type Libsql from 'libsql';

/** More than the store has; what is beyond are texts that grow with a list. */
const MAX_KEPT = 256;

/** Runs a statement to its end. */
type Run = (parameters: readonly unknown[]) => QueryResult<unknown>;

/** The statements of one connection. Each text is parsed and planned once; the least recently used are forgotten. */
export class PreparedStatements {
  readonly #database: Libsql.Database;
  readonly #kept = new Map<string, Run>();

  constructor(database: Libsql.Database) {
    this.#database = database;
  }

  /** Runs a statement to its end. */
  execute<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const run = this.#kept.get(sql) ?? prepare(this.#database, sql);
    // Put back only after it has run: libsql leaves one that failed half-run, and frees it when it is garbage.
    this.#kept.delete(sql);
    const result = run(parameters);
    this.#keep(sql, run);
    return result as QueryResult<R>;
  }

  #keep(sql: string, run: Run): void {
    this.#kept.set(sql, run);
    if (this.#kept.size <= MAX_KEPT) return;
    const [leastRecent] = this.#kept.keys();
    if (leastRecent !== undefined) this.#kept.delete(leastRecent);
  }
}

function prepare(database: Libsql.Database, sql: string): Run {
  const statement = database.prepare(sql);
  if (!statement.reader) {
    return (parameters) => ({ rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) });
  }
  if (!sql.startsWith('select')) return (parameters) => ({ rows: statement.all(parameters) });
  return prepareAsJson(database, sql, statement.columns());
}

/**
 * libsql hands over value by value, which takes longer than to find them. So a query gives one value, the JSON of its
 * rows, with bytes in hexadecimal. They keep their order, which SQLite takes from a subquery only where no aggregate
 * could tell.
 */
function prepareAsJson(database: Libsql.Database, sql: string, columns: readonly Libsql.ColumnDefinition[]): Run {
  const values = columns.map(({ name, type }) =>
    type === 'BLOB' ? `iif("${name}" is null, null, hex("${name}"))` : `"${name}"`,
  );
  const statement = database.prepare(`select json_group_array(json_array(${values})) as json from (${sql})`);
  return (parameters) => {
    const { json } = statement.get(parameters) as { json: string };
    const rows = (JSON.parse(json) as unknown[][]).map((values) => {
      const row: Record<string, unknown> = {};
      for (const [index, { name, type }] of columns.entries()) {
        const value = values[index];
        row[name] = type === 'BLOB' && typeof value === 'string' ? Buffer.from(value, 'hex') : value;
      }
      return row;
    });
    return { rows };
  };
}
