import type { ExpressionBuilder, Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Sealed } from '../../crypto/sealer.ts';
import { chunks } from '../engine/chunks.ts';
import type { Database } from '../engine/schema.ts';
import { isStorableText } from '../engine/text.ts';
import { SUBMISSION_COLUMNS, toBytes, toSubmission } from '../rows.ts';
import type { Submission, SubmissionKey } from '../store.ts';

export async function findSubmissions(
  db: Kysely<Database>,
  keys: readonly SubmissionKey[],
): Promise<Submission[]> {
  const storable = keys.filter((key) => isStorableText(key.clientId) && isStorableText(key.partnerRef));
  const found: Submission[] = [];
  for (const some of chunks(storable)) {
    const rows = await db
      .selectFrom('submissions')
      .select(SUBMISSION_COLUMNS)
      .where((eb) => isCurrentOf(eb, some))
      .execute();
    found.push(...rows.map(toSubmission));
  }
  return found;
}

export async function readContent(db: Kysely<Database>, requestId: string): Promise<Sealed | null> {
  const row = await db
    .selectFrom('submissions')
    .select(['key_id', 'content'])
    .where('request_id', '=', requestId)
    .executeTakeFirst();
  if (!row?.key_id || !row.content) return null;
  return { keyId: row.key_id, bytes: toBytes(row.content) };
}

/**
 * Holds for the current row of each key. The keys are grouped by partner, and the literal 1 is repeated beside each
 * group: only so do both planners use the partial unique index, whatever they think the table's size is.
 */
export function isCurrentOf(eb: ExpressionBuilder<Database, 'submissions'>, keys: readonly SubmissionKey[]) {
  const refsByClient = new Map<string, Set<string>>();
  for (const { clientId, partnerRef } of keys) {
    const refs = refsByClient.get(clientId);
    if (refs) refs.add(partnerRef);
    else refsByClient.set(clientId, new Set([partnerRef]));
  }
  return eb.or(
    [...refsByClient].map(([clientId, refs]) =>
      eb.and([
        eb('is_current', '=', sql.lit(1 as const)),
        eb('client_id', '=', clientId),
        eb('partner_ref', 'in', [...refs]),
      ]),
    ),
  );
}
