import { type Compilable, CompiledQuery, type DialectAdapter, type Kysely, type QueryResult } from 'kysely';
import type { Database } from './schema.ts';

/** More than the store has; what is beyond are lists of keys of several partners. */
const MAX_KEPT = 1000;

/** The texts of each database, by their shapes. */
const textsOf = new WeakMap<DialectAdapter, Map<string, string>>();

/**
 * Runs a statement that is run often. Kysely builds and compiles it the first time only; then its text is run again
 * with other `parameters`. So `shape` must name the statement and the length of each list in it, and nothing else may
 * change its text. `parameters` are those of the text in its order: where they are not, the first run throws.
 */
export function runCompiled<R>(
  db: Kysely<Database>,
  shape: string,
  parameters: readonly unknown[],
  build: () => Compilable<R>,
): Promise<QueryResult<R>> {
  const { adapter } = db.getExecutor();
  const texts = textsOf.get(adapter) ?? new Map<string, string>();
  textsOf.set(adapter, texts);
  let text = texts.get(shape);
  if (text === undefined) {
    if (texts.size === MAX_KEPT) texts.clear();
    text = compile(shape, parameters, build());
    texts.set(shape, text);
  }
  return db.executeQuery<R>(CompiledQuery.raw(text, [...parameters]));
}

function compile(shape: string, given: readonly unknown[], query: Compilable): string {
  const { sql, parameters } = query.compile();
  if (parameters.length !== given.length || parameters.some((parameter, index) => parameter !== given[index])) {
    throw new TypeError(`The parameters given for ${shape} are not those of its text`);
  }
  return sql;
}

/** A list of keys for `in`, made as long as the next power of two with its last key, so that there are few shapes. */
export function padded<T>(keys: readonly T[]): T[] {
  const last = keys.at(-1);
  if (last === undefined) return [];
  const length = 2 ** Math.ceil(Math.log2(keys.length));
  return [...keys, ...Array<T>(length - keys.length).fill(last)];
}
