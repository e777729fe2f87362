import { sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import { type DeclaredAsset, declaresAssets } from '../../../domain/documents.ts';
import { acceptsFiles } from '../../../domain/submission-lifecycle.ts';
import type { WriteContext } from '../engine/database-access.ts';
import { byCodeUnits, insertRows, partnersOf, requestIdsOf } from '../engine/statements.ts';
import { eraseSubmissions } from './erase-submissions.ts';
import {
  type AddResult,
  ASSET_COLUMNS,
  keyOf,
  type NewSubmission,
  readCurrent,
  type Submission,
  type SubmissionId,
} from './submission.ts';

type Current = Omit<AddResult, 'outcome'>;

type Context = WriteContext & { window: Micros };

export async function addSubmissions(context: Context, submissions: readonly NewSubmission[]): Promise<AddResult[]> {
  const firsts = new Map(submissions.toReversed().map((submission) => [keyOf(submission), submission]));
  const currents = await insertOrFind(context, [...firsts.values()]);
  return submissions.map((entry): AddResult => {
    const current = currents.get(keyOf(entry));
    if (!current) throw new Error('No submission was found or inserted for an id');
    if (current.submission.requestId === entry.requestId) return { ...current, outcome: 'created' };
    if (current.submission.kind === entry.kind) return { ...current, outcome: 'replayed' };
    return { ...current, outcome: 'conflict' };
  });
}

/** Replaces expired submissions, and inserts again. Repeats the insert if another instance inserts first. */
async function insertOrFind(context: Context, entries: NewSubmission[]): Promise<Map<string, Current>> {
  const created: NewSubmission[] = [];
  const found: Awaited<ReturnType<typeof readCurrent>> = [];
  // Inserts the rows in a fixed order, so that concurrent instances cannot deadlock.
  let pending = entries.toSorted((a, b) => byCodeUnits(keyOf(a), keyOf(b)));
  for (let pass = 1; pending.length > 0; pass++) {
    if (pass > 5) throw new Error('Concurrent inserts of the same id conflicted too often');
    const inserted = await insert(context, pending);
    if (inserted === pending.length) {
      created.push(...pending);
      break;
    }
    const rows = await readCurrent(context.trx, pending, true);
    const current = new Map(rows.map((submission) => [keyOf(submission), submission]));
    const expired: Submission[] = [];
    const unsettled: NewSubmission[] = [];
    for (const entry of pending) {
      const submission = current.get(keyOf(entry));
      if (submission?.requestId === entry.requestId) created.push(entry);
      else if (submission && context.now < submission.createdAt + context.window) found.push(submission);
      else {
        unsettled.push(entry);
        if (submission) expired.push(submission);
      }
    }
    await supersede(context, expired);
    pending = unsettled;
  }

  await insertFiles(context, created);
  const currents = new Map<string, Current>();
  for (const entry of created) {
    const { content, assets, documents: _documents, ...submitted } = entry;
    const submission: Submission = { ...submitted, createdAt: context.now, state: 'pending', finalizedAt: null };
    currents.set(keyOf(entry), { submission, assets, content });
  }
  const assets = await readAssets(context, found);
  for (const { content = null, ...submission } of found)
    currents.set(keyOf(submission), { submission, assets: assets.get(submission.requestId) ?? [], content });
  return currents;
}

function insert({ trx, now }: Context, entries: readonly NewSubmission[]): Promise<number> {
  const rows = entries.map(({ assets: _assets, documents: _documents, ...entry }) => ({ ...entry, createdAt: now }));
  return insertRows(trx, 'submissions', rows, (query) =>
    query.onConflict((conflict) =>
      conflict
        .columns(['clientId', 'partnerRef'])
        .where('isCurrent', '=', sql.lit(1 as const))
        .doNothing(),
    ),
  );
}

/** Makes the ids of expired submissions available again. Cancels and erases the submissions that were not completed. */
async function supersede(context: Context, expired: readonly Submission[]): Promise<void> {
  const unfinished: (SubmissionId & { finalizedAt: Micros })[] = [];
  for (const { clientId, requestId } of expired) {
    // Locks the row and reads the state again, because another instance might have changed the state.
    const row = await context.trx
      .updateTable('submissions')
      .set({ isCurrent: 0 })
      .where(({ and }) => and({ clientId, requestId, isCurrent: 1 }))
      .returning(['state', 'createdAt'])
      .executeTakeFirst();
    if (row && acceptsFiles(row.state))
      unfinished.push({ clientId, requestId, finalizedAt: row.createdAt + context.window });
  }
  await eraseSubmissions(context, unfinished);
}

async function insertFiles({ trx, now }: Context, created: readonly NewSubmission[]): Promise<void> {
  const assets = created.flatMap(({ requestId, clientId, assets }) =>
    assets.map((asset, position) => ({ ...asset, requestId, clientId, position })),
  );
  const documents = created.flatMap(({ requestId, clientId, documents = [] }) =>
    documents.map((document, position) => ({ ...document, requestId, clientId, position, availableAt: now })),
  );
  await insertRows(trx, 'assets', assets);
  await insertRows(trx, 'documents', documents);
}

async function readAssets({ trx }: Context, submissions: readonly Submission[]): Promise<Map<string, DeclaredAsset[]>> {
  const assets = new Map<string, DeclaredAsset[]>();
  const batches = submissions.filter(({ kind }) => declaresAssets(kind));
  if (batches.length === 0) return assets;
  const rows = await trx
    .selectFrom('assets')
    .select(['requestId', ...ASSET_COLUMNS])
    .where('clientId', 'in', partnersOf(batches))
    .where('requestId', 'in', requestIdsOf(batches))
    .orderBy('position')
    .execute();
  for (const { requestId, ...asset } of rows) assets.set(requestId, [...(assets.get(requestId) ?? []), asset]);
  return assets;
}
