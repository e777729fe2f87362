import { type AuditEntry, type AuditedCommand, auditHash, NO_ENTRY } from '../../domain/audit.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';

/** Creates the methods for the audit log, whose rows the database never changes or deletes. */
export const auditStore = ({ read, write, lock }: DatabaseAccess) => ({
  /** Appends a command to the audit log. Concurrent commands are appended one after the other. */
  appendAudit: (command: AuditedCommand): Promise<AuditEntry> =>
    write(async ({ trx, now }) => {
      await lock(trx, 'audit_log');
      const query = trx.selectFrom('audit_log').select(['sequence', 'hash']).orderBy('sequence', 'desc').limit(1);
      const { sequence, hash } = (await query.executeTakeFirst()) ?? NO_ENTRY;
      const entry = { ...command, sequence: sequence + 1, at: now };
      const appended = { ...entry, hash: auditHash(hash, entry) };
      await trx.insertInto('audit_log').values(appended).execute();
      return appended;
    }),

  /** Lists at most `limit` entries after an entry, oldest first. */
  listAudit: ({ after, limit }: { after: number; limit: number }): Promise<AuditEntry[]> =>
    read((db) =>
      db.selectFrom('audit_log').selectAll().where('sequence', '>', after).orderBy('sequence').limit(limit).execute(),
    ),

  /** Lists the newest entries, at most `limit`, newest first. */
  listNewestAudit: (limit: number): Promise<AuditEntry[]> =>
    read((db) => db.selectFrom('audit_log').selectAll().orderBy('sequence', 'desc').limit(limit).execute()),
});
