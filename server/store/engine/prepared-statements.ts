import type { CompiledQuery, QueryResult } from 'kysely';
import type Libsql from 'libsql';

/** More than the store has; what is beyond are texts that grow with a list. */
const MAX_KEPT = 256;

interface Prepared {
  statement: Libsql.Statement<unknown[]>;
  returnsRows: boolean;
}

/** The statements of one connection. Each text is parsed and planned once; the least recently used are forgotten. */
export class PreparedStatements {
  readonly #database: Libsql.Database;
  readonly #kept = new Map<string, Prepared>();

  constructor(database: Libsql.Database) {
    this.#database = database;
  }

  /** Runs a statement to its end. */
  execute<R>({ sql, parameters }: Pick<CompiledQuery, 'sql' | 'parameters'>): QueryResult<R> {
    const prepared = this.#kept.get(sql) ?? this.#prepare(sql);
    // Put back only after it has run: libsql leaves one that failed half-run, and frees it when it is garbage.
    this.#kept.delete(sql);
    const result = run<R>(prepared, parameters);
    this.#keep(sql, prepared);
    return result;
  }

  #prepare(sql: string): Prepared {
    const statement = this.#database.prepare(sql);
    return { statement, returnsRows: statement.reader };
  }

  #keep(sql: string, prepared: Prepared): void {
    this.#kept.set(sql, prepared);
    if (this.#kept.size <= MAX_KEPT) return;
    const [leastRecent] = this.#kept.keys();
    if (leastRecent !== undefined) this.#kept.delete(leastRecent);
  }
}

function run<R>({ statement, returnsRows }: Prepared, parameters: readonly unknown[]): QueryResult<R> {
  if (returnsRows) return { rows: statement.all(parameters) as R[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
}
