import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { type ColumnTypes, initialSchema } from './schema.ts';

export interface SchemaMigration {
  up: Migration['up'];
  /**
   * Name of the oldest migration that code must know to use the schema from this migration on. Absent for a migration
   * that only expands the schema.
   */
  needs?: string;
}

export type Migrations = Readonly<Record<string, SchemaMigration>>;

/** Migrations by name. They run in the order of their names, and are never changed after a release. */
export const allMigrations = (types: ColumnTypes): Migrations => ({
  '0001_initial_schema': { up: (db) => initialSchema(db, types) },
});

/**
 * Compatibility of this version with a schema. `too old`: the schema lacks migrations that this version knows. `too
 * new`: the schema needs code that knows later migrations. A newer schema without such a mark is `usable`.
 */
export type SchemaState = 'usable' | 'too old' | 'too new';

/** Runs every migration that has not run yet. Throws the error of a failed one. Instances run in sequence. */
export async function migrateToLatest<T>(db: Kysely<T>, migrations: Migrations): Promise<void> {
  // Kysely's migrator rejects unknown migrations, although this version may be able to use their schema.
  if ((await readSchemaState(db, migrations)) !== 'too old') return;
  const marking = Object.entries(migrations).map(([name, { up, needs }]): [string, Migration] => [
    name,
    { up: needs === undefined ? up : async (trx) => up(trx).then(() => demand(trx, needs)) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(marking) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

async function demand(db: Kysely<unknown>, needs: string): Promise<void> {
  await sql`insert into compatibility (id, needs) values (1, ${needs})
    on conflict (id) do update set needs = excluded.needs`.execute(db);
}

/** Reads the state of the schema. Changes nothing. */
export async function readSchemaState<T>(db: Kysely<T>, migrations: Migrations): Promise<SchemaState> {
  const tables = (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name);
  const select = async (column: string, table: string): Promise<string[]> => {
    if (!tables.includes(table)) return [];
    const { rows } = await sql<{ value: string }>`
      select ${sql.ref(column)} as value from ${sql.table(table)}`.execute(db);
    return rows.map(({ value }) => value);
  };
  if ((await select('needs', 'compatibility')).some((name) => !(name in migrations))) return 'too new';
  const done = await select('name', 'kysely_migration');
  return Object.keys(migrations).every((name) => done.includes(name)) ? 'usable' : 'too old';
}
