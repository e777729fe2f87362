import type { Row } from '../engine/schema.ts';
import type { HeldSubmission, NewAsset, Submission } from './submission-store.ts';

/** The columns of a submission without its content, which only one method needs. */
export const SUBMISSION_COLUMNS = [
  'request_id',
  'client_id',
  'partner_ref',
  'kind',
  'document_type',
  'state',
  'created_at',
  'finalized_at',
] as const;

/** The same, where other tables are joined. */
export const JOINED_SUBMISSION_COLUMNS = SUBMISSION_COLUMNS.map((column) => `submissions.${column}` as const);

/** The columns of a submission and whose it is, without its content. */
export const HELD_COLUMNS = [...SUBMISSION_COLUMNS, 'owner_id', 'documents_deleted_at'] as const;

export type SubmissionRow = Pick<Row<'submissions'>, (typeof SUBMISSION_COLUMNS)[number]>;

export const toSubmission = (row: SubmissionRow): Submission => ({
  requestId: row.request_id,
  clientId: row.client_id,
  partnerRef: row.partner_ref,
  kind: row.kind,
  documentType: row.document_type,
  state: row.state,
  createdAt: row.created_at,
  finalizedAt: row.finalized_at,
});

export const toHeldSubmission = (row: Pick<Row<'submissions'>, (typeof HELD_COLUMNS)[number]>): HeldSubmission => ({
  ...toSubmission(row),
  ownerId: row.owner_id,
  documentsDeletedAt: row.documents_deleted_at,
});

export const toNewAsset = (row: Pick<Row<'assets'>, 'asset_key' | 'asset_id' | 'asset_type'>): NewAsset => ({
  assetKey: row.asset_key,
  assetId: row.asset_id,
  assetType: row.asset_type,
});
