import { sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { Environment } from '../../domain/environment.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';

export interface EnvironmentStore {
  /** The kind of service that the database belongs to; null for a new database, also before `migrate`. */
  findEnvironment(): Promise<Environment | null>;
  /** Marks a database that is not marked yet. Resolves to the kind of service that it belongs to. */
  claimEnvironment(environment: Environment): Promise<Environment>;
  /** The name of the file store of this database; null where none is set yet. */
  findFilesName(): Promise<string | null>;
  /** Sets the name where none is set. Resolves to the name that is set. */
  claimFilesName(name: string): Promise<string>;
  setFilesName(name: string): Promise<void>;
  /** The name of the newest migration that was run on the database, which may be one of a later version. */
  findNewestMigration(): Promise<string>;
  /** The time that `noteTime` stored, for a database without a clock of its own; 0 before the first. */
  findNotedTime(): Promise<Micros>;
  noteTime(at: Micros): Promise<void>;
}

export const environmentStore = ({ read, write }: DatabaseAccess): EnvironmentStore => ({
  findEnvironment: () =>
    read(async (db) => {
      const tables = (await db.introspection.getTables()).map(({ name }) => name);
      if (!tables.includes('environment')) return null;
      const row = await db.selectFrom('environment').select('name').executeTakeFirst();
      return row?.name ?? null;
    }),

  claimEnvironment: (name) =>
    write(async ({ trx }) => {
      await trx
        .insertInto('environment')
        .values({ id: 1, name })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      const row = await trx.selectFrom('environment').select('name').executeTakeFirstOrThrow();
      return row.name;
    }),

  async findFilesName() {
    const row = await read((db) => db.selectFrom('environment').select('files_name').executeTakeFirst());
    return row?.files_name ?? null;
  },

  claimFilesName: (name) =>
    write(async ({ trx }) => {
      await trx.updateTable('environment').set({ files_name: name }).where('files_name', 'is', null).execute();
      const row = await trx.selectFrom('environment').select('files_name').executeTakeFirstOrThrow();
      return row.files_name ?? name;
    }),

  setFilesName: (name) =>
    write(async ({ trx }) => {
      await trx.updateTable('environment').set({ files_name: name }).execute();
    }),

  findNewestMigration: () =>
    read(async (db) => {
      const { rows } = await sql<{ name: string }>`select max(name) as name from kysely_migration`.execute(db);
      return rows[0]?.name ?? '';
    }),

  async findNotedTime() {
    const row = await read((db) => db.selectFrom('clock').select('newest').executeTakeFirst());
    return row?.newest ?? 0;
  },

  noteTime: (newest) =>
    write(async ({ trx }) => {
      await trx
        .insertInto('clock')
        .values({ id: 1, newest })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ newest }))
        .execute();
    }),
});
