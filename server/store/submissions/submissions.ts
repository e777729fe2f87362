import { type Kysely, sql } from 'kysely';
import type { DatabaseAccess } from '../engine/database-access.ts';
import { partnersOfOwner } from '../engine/partners-of.ts';
import { runCompiled } from '../engine/run-compiled.ts';
import type { Database } from '../engine/schema.ts';
import { toSealed } from '../engine/sealed-columns.ts';
import { isStorableText } from '../engine/text.ts';
import { addSubmissions } from './add-submissions.ts';
import { cancelExpiredSubmissions, changeSubmission, eraseHeldSubmission } from './change-submission.ts';
import { isCurrentOf, lengthsOf, statementsOf } from './submission-key.ts';
import { HELD_COLUMNS, SUBMISSION_COLUMNS, toHeldSubmission, toSubmission } from './submission-rows.ts';
import type { HeldSubmission, Submission, SubmissionId, SubmissionStore } from './submission-store.ts';

export const submissionStore = (access: DatabaseAccess): SubmissionStore => ({
  addSubmissions: addSubmissions(access),
  changeSubmission: changeSubmission(access),
  cancelExpiredSubmissions: cancelExpiredSubmissions(access),
  eraseHeldSubmission: eraseHeldSubmission(access),

  findSubmissions: (keys) =>
    access.read(async (db, context) => {
      const storable = keys.filter((key) => isStorableText(key.clientId) && isStorableText(key.partnerRef));
      const found: Submission[] = [];
      for (const groups of statementsOf(storable, context)) {
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

  findLinkedSubmission: (id) => access.read((db) => findHeld(db, id)),

  findOwnSubmission: (userId, requestId) =>
    access.read(async (db, { distributed }) => {
      if (!isStorableText(requestId)) return null;
      if (!distributed) {
        const row = await db
          .selectFrom('submissions')
          .select(HELD_COLUMNS)
          .where('request_id', '=', requestId)
          .where('owner_id', '=', userId)
          .executeTakeFirst();
        return row ? toHeldSubmission(row) : null;
      }
      const place = await db
        .selectFrom('submission_owners')
        .select('client_id')
        .where('owner_id', '=', userId)
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return place ? findHeld(db, { clientId: place.client_id, requestId }) : null;
    }),

  readContent: ({ clientId, requestId }) =>
    access.read(async (db) => {
      const row = await db
        .selectFrom('submissions')
        .select(['key_id', 'content'])
        .where('client_id', '=', clientId)
        .where('request_id', '=', requestId)
        .executeTakeFirst();
      return row ? toSealed(row.key_id, row.content) : null;
    }),

  listHeldSubmissions: (userId) =>
    access.read(async (db, { distributed }) => {
      if (!isStorableText(userId)) return [];
      const held = db
        .selectFrom('submissions')
        .select(HELD_COLUMNS)
        .where('owner_id', '=', userId)
        // As in the partial index.
        .where('state', 'in', sql<'associated' | 'completed'>`('associated', 'completed')`);
      const rows = distributed ? [] : await held.execute();
      for (const clientId of distributed ? await partnersOfOwner(db, 'submission_owners', userId) : [])
        rows.push(...(await held.where('client_id', '=', clientId).execute()));
      return rows.map(toHeldSubmission).sort(newestFirst);
    }),
});

async function findHeld(db: Kysely<Database>, { clientId, requestId }: SubmissionId): Promise<HeldSubmission | null> {
  if (!isStorableText(clientId) || !isStorableText(requestId)) return null;
  const row = await db
    .selectFrom('submissions')
    .select(HELD_COLUMNS)
    .where('client_id', '=', clientId)
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  return row ? toHeldSubmission(row) : null;
}

const newestFirst = (a: HeldSubmission, b: HeldSubmission): number =>
  (b.finalizedAt ?? b.createdAt) - (a.finalizedAt ?? a.createdAt) || (a.requestId < b.requestId ? -1 : 1);
