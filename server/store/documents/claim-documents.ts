import { type Kysely, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { DatabaseAccess, ReadContext, WriteContext } from '../engine/database-access.ts';
import type { Database } from '../engine/schema.ts';
import { JOINED_SUBMISSION_COLUMNS, toSubmission } from '../submissions/submission-rows.ts';
import type { ClaimedDocument, DocumentStore } from './document-store.ts';

type ClaimOptions = Parameters<DocumentStore['claimDocuments']>[0];

/**
 * Whose documents are due is found without a transaction: most of the time nobody's are, and a look must not write.
 * Remembers whose turn it was last, so that the next claim goes on with the partners after that.
 */
export function claimDocuments({ read, write }: DatabaseAccess): DocumentStore['claimDocuments'] {
  let last = '';
  return async (options) => {
    const due = await read((db, context) => findDuePartners(db, context, options.now));
    const waiting = due.filter((clientId) => !options.busy.includes(clientId));
    const later = waiting.filter((clientId) => clientId > last);
    const earlier = waiting.filter((clientId) => clientId <= last);
    const turn = [...later, ...earlier].slice(0, options.limit);
    if (turn.length === 0) return [];
    last = turn.at(-1) ?? last;
    return write((context) => claimOfEach(context, turn, options));
  };
}

/**
 * Goes from one partner to the next in the index of pending documents: the time it takes does not grow with how many
 * wait. Sorted here, by code units, as `last` is compared: the order of the database is a matter of its collation.
 */
async function findDuePartners(db: Kysely<Database>, { distributed }: ReadContext, now: Micros): Promise<string[]> {
  if (distributed) {
    // Citus runs no recursion over shards.
    const due = await db
      .selectFrom('documents')
      .select('client_id')
      .where('state', '=', sql.lit('pending' as const))
      .where('available_at', '<=', now)
      .groupBy('client_id')
      .execute();
    return due.map((row) => row.client_id).sort();
  }
  const { rows } = await sql<{ client_id: string; due_at: Micros }>`
    with recursive waiting(client_id) as (
      select min(client_id) from documents where state = 'pending'
      union all
      select (select min(client_id) from documents where state = 'pending' and client_id > waiting.client_id)
      from waiting where waiting.client_id is not null
    )
    select client_id, (
      select min(available_at) from documents where state = 'pending' and client_id = waiting.client_id
    ) as due_at
    from waiting where client_id is not null`.execute(db);
  return rows
    .filter(({ due_at }) => due_at <= now)
    .map((row) => row.client_id)
    .sort();
}

/** The document of each partner that has been due the longest. */
async function claimOfEach(
  { trx, lockRows }: WriteContext,
  clientIds: readonly string[],
  { now, leaseUntil, claim }: ClaimOptions,
): Promise<ClaimedDocument[]> {
  const claimed: ClaimedDocument[] = [];
  for (const clientId of clientIds) {
    const taken = await trx
      .updateTable('documents')
      .set({ available_at: leaseUntil, claim })
      .where('client_id', '=', clientId)
      .where('document_key', '=', (eb) =>
        eb
          .selectFrom('documents')
          .select('document_key')
          .where('state', '=', sql.lit('pending' as const))
          .where('client_id', '=', clientId)
          .where('available_at', '<=', now)
          .orderBy('available_at')
          .limit(1)
          .$if(lockRows, (query) => query.forUpdate().skipLocked()),
      )
      .returning('document_key')
      .executeTakeFirst();
    if (!taken) continue;
    const row = await trx
      .selectFrom('documents')
      .innerJoin('submissions', (join) =>
        join
          .onRef('submissions.client_id', '=', 'documents.client_id')
          .onRef('submissions.request_id', '=', 'documents.request_id'),
      )
      .select(JOINED_SUBMISSION_COLUMNS)
      .select(['documents.document_key', 'documents.ref', 'documents.asset_type', 'documents.position'])
      .select('documents.attempts_made')
      .where('documents.client_id', '=', clientId)
      .where('documents.document_key', '=', taken.document_key)
      .executeTakeFirstOrThrow();
    claimed.push({
      documentKey: row.document_key,
      ref: row.ref,
      assetType: row.asset_type,
      claim,
      position: row.position,
      attemptsMade: row.attempts_made,
      submission: toSubmission(row),
    });
  }
  return claimed;
}
