import { type Kysely, sql, type Transaction } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { chunks } from '../engine/chunks.ts';
import type { Engine } from '../engine/engine.ts';
import type { Database } from '../engine/schema.ts';
import { inTransaction } from '../engine/transaction.ts';
import { SUBMISSION_COLUMNS, toNewDocument, toSubmission } from '../rows.ts';
import type { ClaimedDocument, DocumentStore } from './document-store.ts';

type ClaimOptions = Parameters<DocumentStore['claimDocuments']>[0];

/**
 * `DocumentStore.claimDocuments`. Whose documents are due is found without a transaction: most of the time nobody's are, and a
 * look must not write. Remembers whose turn it was last, so that the next claim goes on with the partners after that.
 */
export function createDocumentClaims(engine: Engine): DocumentStore['claimDocuments'] {
  let last = '';
  return async (options) => {
    const due = await findDuePartners(engine.db, options.now);
    const waiting = due.filter((clientId) => !options.busy.includes(clientId));
    const later = waiting.filter((clientId) => clientId > last);
    const earlier = waiting.filter((clientId) => clientId <= last);
    const turn = [...later, ...earlier].slice(0, options.limit);
    if (turn.length === 0) return [];
    last = turn.at(-1) ?? last;
    return inTransaction(engine, (trx) => take(engine, trx, turn, options));
  };
}

/**
 * Goes from one partner to the next in the index of pending documents: the time it takes does not grow with how many wait.
 * Sorted here, by code units, as `last` is compared: the order of the database is a matter of its collation.
 */
async function findDuePartners(db: Kysely<Database>, now: Micros): Promise<string[]> {
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

async function take(
  { locksRows }: Engine,
  trx: Transaction<Database>,
  turn: readonly string[],
  { now, leaseUntil, claim }: ClaimOptions,
): Promise<ClaimedDocument[]> {
  const lock = locksRows ? sql`for update skip locked` : sql``;
  const claimed: ClaimedDocument[] = [];
  for (const some of chunks(turn)) {
    const picks = some.map(
      (clientId) => sql`
        select document_key from (
          select document_key from documents
          where state = 'pending' and client_id = ${clientId} and available_at <= ${now}
          order by available_at limit 1 ${lock}
        ) as pick`,
    );
    const taken = await trx
      .with('picked', () => sql<{ document_key: string }>`(${sql.join(picks, sql` union all `)})`)
      .updateTable('documents')
      .set({ available_at: leaseUntil, claim })
      .where('document_key', 'in', (eb) => eb.selectFrom('picked').select('picked.document_key'))
      .returning('document_key')
      .execute();
    if (taken.length === 0) continue;
    const rows = await trx
      .selectFrom('documents')
      .innerJoin('submissions', 'submissions.request_id', 'documents.request_id')
      .select(SUBMISSION_COLUMNS.map((column) => `submissions.${column}` as const))
      .select(['document_key', 'ref', 'asset_type', 'position', 'attempts_made'])
      .where(
        'document_key',
        'in',
        taken.map((row) => row.document_key),
      )
      .execute();
    for (const row of rows) {
      const { position, attempts_made: attemptsMade } = row;
      claimed.push({ ...toNewDocument(row), claim, position, attemptsMade, submission: toSubmission(row) });
    }
  }
  return claimed;
}
