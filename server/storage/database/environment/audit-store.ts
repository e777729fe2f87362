import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Row } from '../engine/schema.ts';

/** A command that an operator ran. `details` contains no secrets. */
type AuditEntry = Row<'audit_log'>;

/** Creates the methods for the audit log, whose rows the database never changes or deletes. */
export const auditStore = ({ read, write, lock }: DatabaseAccess) => ({
  /** Appends a command to the audit log. Concurrent commands are appended one after the other. */
  appendAudit: (command: Omit<AuditEntry, 'sequence' | 'at'>): Promise<AuditEntry> =>
    write(async ({ trx, now: at }) => {
      await lock(trx, 'audit_log');
      const query = trx.selectFrom('audit_log').select('sequence').orderBy('sequence', 'desc').limit(1);
      const { sequence } = (await query.executeTakeFirst()) ?? { sequence: 0 };
      const entry = { ...command, sequence: sequence + 1, at };
      await trx.insertInto('audit_log').values(entry).execute();
      return entry;
    }),

  /** Lists the newest entries, at most `limit`, newest first. */
  listNewestAudit: (limit: number): Promise<AuditEntry[]> =>
    read((db) => db.selectFrom('audit_log').selectAll().orderBy('sequence', 'desc').limit(limit).execute()),
});
