import { sql } from 'kysely';
import type { Environment } from '../../domain/environment.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';

export const environmentStore = ({ read, write }: DatabaseAccess) => ({
  /** Finds the environment that the database belongs to; null for a new database, also before `migrate`. */
  findEnvironment: (): Promise<Environment | null> =>
    read(async (db) => {
      const tables = (await db.introspection.getTables()).map(({ name }) => name);
      if (!tables.includes('environment')) return null;
      return (await db.selectFrom('environment').select('name').executeTakeFirst())?.name ?? null;
    }),

  /** Marks an unmarked database. Resolves to the environment that the database belongs to. */
  claimEnvironment: (name: Environment): Promise<Environment> =>
    write(async ({ trx }) => {
      await trx
        .insertInto('environment')
        .values({ id: 1, name })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return (await trx.selectFrom('environment').select('name').executeTakeFirstOrThrow()).name;
    }),

  /** Finds the name of the file store of this database; null before it is set. */
  findFilesName: (): Promise<string | null> =>
    read(async (db) => (await db.selectFrom('environment').select('filesName').executeTakeFirst())?.filesName ?? null),

  /** Sets the name if it is not set. Resolves to the name that is set. */
  claimFilesName: (name: string): Promise<string> =>
    write(async ({ trx }) => {
      await trx.updateTable('environment').set({ filesName: name }).where('filesName', 'is', null).execute();
      return (await trx.selectFrom('environment').select('filesName').executeTakeFirstOrThrow()).filesName ?? name;
    }),

  setFilesName: (filesName: string): Promise<void> =>
    write(async ({ trx }) => {
      await trx.updateTable('environment').set({ filesName }).execute();
    }),

  /** Finds the name of the newest migration that has run, which can belong to a later version. */
  findNewestMigration: (): Promise<string> =>
    read(async (db) => {
      const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
      return rows[0]?.name ?? '';
    }),
});
