import { sql } from 'kysely';
import type { Environment } from '../../domain/environment.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';

export interface EnvironmentStore {
  /**
   * Which kind of service the database belongs to; `unmarked` where nobody has said so yet, `empty` where there are not
   * even tables. Changes nothing, and may be asked before `migrate`.
   */
  findEnvironment(): Promise<Environment | 'unmarked' | 'empty'>;
  /** Says which kind of service the database belongs to, unless it was said before. Resolves to what it is. */
  claimEnvironment(environment: Environment): Promise<Environment>;
  /** The name of the place where the files are; null where nobody has said it yet. */
  findFilesName(): Promise<string | null>;
  /** Says what it is, unless it was said before. Resolves to what it is. */
  claimFilesName(name: string): Promise<string>;
  /** Says what it is from now on. */
  setFilesName(name: string): Promise<void>;
  /** The name of the newest migration that was run on the database, which need not be one of this version. */
  findNewestMigration(): Promise<string>;
}

export const environmentStore = ({ read, write }: DatabaseAccess): EnvironmentStore => ({
  findEnvironment: () =>
    read(async (db) => {
      const tables = (await db.introspection.getTables()).map(({ name }) => name);
      if (!tables.includes('partners')) return 'empty';
      if (!tables.includes('environment')) return 'unmarked';
      const row = await db.selectFrom('environment').select('name').executeTakeFirst();
      return row?.name ?? 'unmarked';
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
});
