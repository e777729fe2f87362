import { type Kysely, type Migration, Migrator } from 'kysely';
import { clock } from './migrations/clock.ts';
import type { ColumnTypes } from './migrations/create-table.ts';
import { environment } from './migrations/environment.ts';
import { keptKeys } from './migrations/kept-keys.ts';
import { origins } from './migrations/origins.ts';
import { partnersAndSubmissions } from './migrations/partners-and-submissions.ts';
import { tokensSince } from './migrations/tokens-since.ts';
import { userApplication } from './migrations/user-application.ts';
import { verificationAndWebhooks } from './migrations/verification-and-webhooks.ts';
import { waitingFiles } from './migrations/waiting-files.ts';

export type { ColumnTypes };

/**
 * Runs every migration that has not run yet. Throws what stopped it. The caller sees to it that only one instance at a
 * time gets past its first statement.
 */
export async function migrateToLatest<T>(db: Kysely<T>, types: ColumnTypes): Promise<void> {
  const migrations = allMigrations(types);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

/** Migrations by name; they run in the order of their names and are never changed once released. */
function allMigrations(types: ColumnTypes): Record<string, Migration> {
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
  };
}
