import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { type ColumnTypes, initialSchema } from './schema.ts';

interface SchemaMigration {
  up: Migration['up'];
  /** Migration that a version must contain to use the new schema. Absent if older versions can use the schema. */
  needs?: string;
}

export type Migrations = Readonly<Record<string, SchemaMigration>>;

/** Migrations run in alphabetical order, and never change after a release. */
export const allMigrations = (types: ColumnTypes): Migrations => ({
  '0001_initial_schema': { up: (db) => initialSchema(db, types) },
});

/** `too old`: a migration of this version has not run. `too new`: a later version made the schema incompatible. */
export type SchemaState = 'usable' | 'too old' | 'too new';

export async function migrateToLatest<T>(db: Kysely<T>, migrations: Migrations): Promise<void> {
  // Kysely's migrator throws if the database has unknown migrations, even when this version can use their schema.
  if ((await readSchemaState(db, migrations)) !== 'too old') return;
  const recorded = Object.entries(migrations).map(([name, { up, needs }]): [string, Migration] => [
    name,
    {
      async up(trx) {
        await up(trx);
        if (needs === undefined) return;
        await sql`insert into compatibility (id, needs) values (1, ${needs})
          on conflict (id) do update set needs = excluded.needs`.execute(trx);
      },
    },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(recorded) } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

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
