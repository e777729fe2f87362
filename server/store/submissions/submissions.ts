import { sql } from 'kysely';
import { chunks } from '../engine/chunks.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import { runCompiled } from '../engine/run-compiled.ts';
import { toSealed } from '../engine/sealed-columns.ts';
import { isStorableText } from '../engine/text.ts';
import { addSubmissions } from './add-submissions.ts';
import { cancelExpiredSubmissions, changeSubmission } from './change-submission.ts';
import { groupKeys, isCurrentOf, lengthsOf } from './submission-key.ts';
import { HELD_COLUMNS, SUBMISSION_COLUMNS, toHeldSubmission, toSubmission } from './submission-rows.ts';
import type { Submission, SubmissionStore } from './submission-store.ts';

export const submissionStore = (access: DatabaseAccess): SubmissionStore => ({
  addSubmissions: addSubmissions(access),
  changeSubmission: changeSubmission(access),
  cancelExpiredSubmissions: cancelExpiredSubmissions(access),

  findSubmissions: (keys) =>
    access.read(async (db) => {
      const storable = keys.filter((key) => isStorableText(key.clientId) && isStorableText(key.partnerRef));
      const found: Submission[] = [];
      for (const some of chunks(storable)) {
        const groups = groupKeys(some);
        const { rows } = await runCompiled(db, `current ${lengthsOf(groups)}`, groups.flat(2), () =>
          db
            .selectFrom('submissions')
            .select(SUBMISSION_COLUMNS)
            .where((eb) => isCurrentOf(eb, groups)),
        );
        found.push(...rows.map(toSubmission));
      }
      return found;
    }),

  findSubmissionByRequestId: (requestId) =>
    access.read(async (db) => {
      if (!isStorableText(requestId)) return null;
      const row = await db
        .selectFrom('submissions')
        .select(HELD_COLUMNS)
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return row ? toHeldSubmission(row) : null;
    }),

  async readContent(requestId) {
    const row = await access.read((db) =>
      db.selectFrom('submissions').select(['key_id', 'content']).where('request_id', '=', requestId).executeTakeFirst(),
    );
    return row ? toSealed(row.key_id, row.content) : null;
  },

  listCompletedSubmissions: (userId) =>
    access.read(async (db) => {
      if (!isStorableText(userId)) return [];
      const rows = await db
        .selectFrom('submissions')
        .select(HELD_COLUMNS)
        .where('owner_id', '=', userId)
        // As in the partial index, which then finds them in order.
        .where('state', '=', sql.lit('completed' as const))
        .orderBy('finalized_at', 'desc')
        .orderBy('request_id')
        .execute();
      return rows.map(toHeldSubmission);
    }),
});
