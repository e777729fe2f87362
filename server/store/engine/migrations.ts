import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { clientsOfAssets } from './migrations/clients-of-assets.ts';
import { clientsOfDeliveries } from './migrations/clients-of-deliveries.ts';
import { clock } from './migrations/clock.ts';
import { compatibility } from './migrations/compatibility.ts';
import type { ColumnTypes } from './migrations/create-table.ts';
import { deliveriesStorage } from './migrations/deliveries-storage.ts';
import { environment } from './migrations/environment.ts';
import { filesName } from './migrations/files-name.ts';
import { keptKeys } from './migrations/kept-keys.ts';
import { origins } from './migrations/origins.ts';
import { partnersAndSubmissions } from './migrations/partners-and-submissions.ts';
import { people } from './migrations/people.ts';
import { previousSecret } from './migrations/previous-secret.ts';
import { rateLimits } from './migrations/rate-limits.ts';
import { tokensSince } from './migrations/tokens-since.ts';
import { userApplication } from './migrations/user-application.ts';
import { verificationAndWebhooks } from './migrations/verification-and-webhooks.ts';
import { verificationOwners } from './migrations/verification-owners.ts';
import { waitingFiles } from './migrations/waiting-files.ts';

export type { ColumnTypes };

export interface SchemaMigration {
  up: Migration['up'];
  /** The name of the migration that code must know to use the schema from this one on; absent for an expansion. */
  needs?: string;
}

export type Migrations = Readonly<Record<string, SchemaMigration>>;

/**
 * What a version can do with a schema: `too old` lacks migrations that the version knows, and `too new` was made for
 * code that knows more than it. A newer one that is not marked so is `usable`.
 */
export type SchemaState = 'usable' | 'too old' | 'too new';

/**
 * Runs every migration that has not run yet. Throws what stopped it. The caller sees to it that only one instance at a
 * time gets past its first statement.
 */
export async function migrateToLatest<T>(db: Kysely<T>, migrations: Migrations): Promise<void> {
  // The migrator refuses migrations that it does not know, with which a version may well live.
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

/** Changes nothing. */
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

/** Migrations by name; they run in the order of their names and are never changed once released. */
export function allMigrations(types: ColumnTypes): Migrations {
  return {
    '0001_partners_and_submissions': { up: (db) => partnersAndSubmissions(db, types) },
    '0002_verification_and_webhooks': { up: (db) => verificationAndWebhooks(db, types) },
    '0003_user_application': { up: (db) => userApplication(db, types) },
    '0004_origins': { up: (db) => origins(db, types) },
    '0005_environment': { up: (db) => environment(db, types) },
    '0006_tokens_since': { up: (db) => tokensSince(db, types) },
    '0007_kept_keys': { up: (db) => keptKeys(db, types) },
    '0008_waiting_files': { up: (db) => waitingFiles(db, types) },
    '0009_clock': { up: (db) => clock(db, types) },
    '0010_compatibility': { up: (db) => compatibility(db, types) },
    '0011_previous_secret': { up: (db) => previousSecret(db, types) },
    '0012_files_name': { up: (db) => filesName(db, types) },
    '0013_clients_of_deliveries': { up: (db) => clientsOfDeliveries(db, types) },
    '0014_clients_of_assets': { up: (db) => clientsOfAssets(db, types) },
    '0015_people': { up: (db) => people(db, types) },
    '0016_rate_limits': { up: (db) => rateLimits(db, types) },
    '0017_deliveries_storage': { up: (db) => deliveriesStorage(db, types) },
    '0018_verification_owners': { up: (db) => verificationOwners(db, types) },
  };
}
