import { type SelectQueryBuilder, sql } from 'kysely';
import type { DeclaredAsset } from '../../../domain/documents.ts';
import type { AssetType } from '../../../domain/file-type.ts';
import type { Encrypted } from '../../encryption/encryptor.ts';
import type { Database, Db, Row, Trx } from '../engine/schema.ts';
import { byPartner, runCompiled } from '../engine/statements.ts';

/** The URL of the document is only in the encrypted content of the submission. */
export interface NewDocument {
  documentKey: string;
  /** The `id` of the submission or v1 batch item that contains the URL. */
  ref: string;
  assetType: AssetType;
}

export const LIFECYCLE_COLUMNS = ['state', 'ownerId', 'createdAt', 'finalizedAt'] as const;

export const SUBMISSION_COLUMNS = [
  'requestId',
  'clientId',
  'partnerRef',
  'kind',
  'documentType',
  'state',
  'createdAt',
  'finalizedAt',
] as const;

export const HELD_COLUMNS = [...SUBMISSION_COLUMNS, 'ownerId', 'endedBy', 'documentsDeletedAt'] as const;

export const ASSET_COLUMNS = ['assetKey', 'assetId', 'assetType'] as const;

export type Submission = Pick<Row<'submissions'>, (typeof SUBMISSION_COLUMNS)[number]>;

export type HeldSubmission = Pick<Row<'submissions'>, (typeof HELD_COLUMNS)[number]>;

export interface NewSubmission extends Omit<Submission, 'state' | 'createdAt' | 'finalizedAt'> {
  content: Encrypted;
  assets: readonly DeclaredAsset[];
  /** Documents, in the order of their URLs in the content. */
  documents?: readonly NewDocument[];
}

export type SubmissionId = Pick<Submission, 'clientId' | 'requestId'>;

export type SubmissionKey = Pick<Submission, 'clientId' | 'partnerRef'>;

export interface AddResult {
  /** `replayed`: the partner already has the submission. `conflict`: the ID belongs to another kind of submission. */
  outcome: 'created' | 'replayed' | 'conflict';
  submission: Submission;
  assets: readonly DeclaredAsset[];
  /** Null if the content was erased, or is so large that the caller must use `readContent`. */
  content: Encrypted | null;
}

/** Separates both parts with NUL, which neither part can contain. */
export const keyOf = ({ clientId, partnerRef }: SubmissionKey): string => `${clientId}\0${partnerRef}`;

/** Maximum size of the content that `readCurrent` returns, in bytes, to limit the memory for a batch of replays. */
const MAX_CONTENT = 16_384;

/** Uses a literal for `isCurrent`, because with a parameter, neither database uses the partial index. */
export async function readCurrent(db: Db, keys: readonly SubmissionKey[], withContent = false) {
  const found: (Submission & { content?: Encrypted | null })[] = [];
  const content = sql<Encrypted | null>`case when length(content) <= ${sql.lit(MAX_CONTENT)} then content end`;
  for (const [clientId, some] of byPartner(keys)) {
    const refs = some.map(({ partnerRef }) => partnerRef);
    const shape = `${refs.length} current submissions ${withContent ? 'with' : 'without'} content`;
    const { rows } = await runCompiled(db, shape, [clientId, ...refs], () =>
      db
        .selectFrom('submissions')
        .select(SUBMISSION_COLUMNS)
        .$if(withContent, (query) => query.select(content.as('content')))
        .where('isCurrent', '=', sql.lit(1 as const))
        .where('clientId', '=', clientId)
        .where('partnerRef', 'in', refs),
    );
    found.push(...rows);
  }
  return found;
}

export const lockSubmission = (
  trx: Trx,
  clientId: string,
  requestId: string | SelectQueryBuilder<Database, 'assets' | 'documents', { requestId: string }>,
) =>
  trx
    .selectFrom('submissions')
    .select(LIFECYCLE_COLUMNS)
    .where('clientId', '=', clientId)
    .where('requestId', '=', requestId)
    .forUpdate()
    .executeTakeFirst();
