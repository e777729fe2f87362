import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Environment, Row } from '../engine/schema.ts';

type AuditEntry = Row<'audit_log'>;

export const environmentStore = ({ read, write, lock }: DatabaseAccess) => ({
  /** Resolves to null for a new database. Can be called before `migrate`. */
  findEnvironment: (): Promise<Environment | null> =>
    read(async (db) => {
      const tables = (await db.introspection.getTables()).map(({ name }) => name);
      if (!tables.includes('environment')) return null;
      return (await db.selectFrom('environment').select('name').executeTakeFirst())?.name ?? null;
    }),

  assignEnvironment: (name: Environment): Promise<Environment> =>
    write(async ({ trx }) => {
      await trx
        .insertInto('environment')
        .values({ id: 1, name })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .execute();
      return (await trx.selectFrom('environment').select('name').executeTakeFirstOrThrow()).name;
    }),

  findFilesName: (): Promise<string | null> =>
    read(async (db) => (await db.selectFrom('environment').select('filesName').executeTakeFirst())?.filesName ?? null),

  assignFilesName: (name: string): Promise<string> =>
    write(async ({ trx }) => {
      await trx.updateTable('environment').set({ filesName: name }).where('filesName', 'is', null).execute();
      return (await trx.selectFrom('environment').select('filesName').executeTakeFirstOrThrow()).filesName ?? name;
    }),

  setFilesName: (filesName: string): Promise<unknown> =>
    write(({ trx }) => trx.updateTable('environment').set({ filesName }).execute()),

  /** The lock serializes concurrent calls, so that sequence numbers have no gaps. */
  appendAudit: (command: Omit<AuditEntry, 'sequence' | 'at'>): Promise<AuditEntry> =>
    write(async ({ trx, now: at }) => {
      await lock(trx, 'audit_log');
      const query = trx.selectFrom('audit_log').select('sequence').orderBy('sequence', 'desc').limit(1);
      const { sequence } = (await query.executeTakeFirst()) ?? { sequence: 0 };
      const entry = { ...command, sequence: sequence + 1, at };
      await trx.insertInto('audit_log').values(entry).execute();
      return entry;
    }),

  listNewestAudit: (limit: number): Promise<AuditEntry[]> =>
    read((db) => db.selectFrom('audit_log').selectAll().orderBy('sequence', 'desc').limit(limit).execute()),
});
