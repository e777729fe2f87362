import type { AssetRow, NewSubmissionRow, PartnerRow, SigningKeyRow, SubmissionRow } from './schema.ts';
import type { Asset, NewAsset, NewSubmission, Partner, SigningKey, Submission } from './store.ts';

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

type SubmissionColumns = Pick<SubmissionRow, (typeof SUBMISSION_COLUMNS)[number]>;

/** A plain Uint8Array that owns its memory: a Buffer from pg is a window on what else the socket delivered. */
export const toBytes = (stored: ArrayBuffer | Uint8Array): Uint8Array => new Uint8Array(stored);

export const toPartner = (row: PartnerRow): Partner => ({
  clientId: row.client_id,
  name: row.name,
  secretHash: row.secret_hash,
  scopes: JSON.parse(row.scopes),
  domains: JSON.parse(row.domains),
  createdAt: row.created_at,
  disabledAt: row.disabled_at,
});

export const toPartnerRow = (partner: Partner): PartnerRow => ({
  client_id: partner.clientId,
  name: partner.name,
  secret_hash: partner.secretHash,
  scopes: JSON.stringify(partner.scopes),
  domains: JSON.stringify(partner.domains),
  created_at: partner.createdAt,
  disabled_at: partner.disabledAt,
});

export const toSigningKey = (row: SigningKeyRow): SigningKey => ({
  kid: row.kid,
  publicJwk: JSON.parse(row.public_jwk),
  privateJwk: { keyId: row.private_key_id, bytes: toBytes(row.private_jwk) },
  createdAt: row.created_at,
});

export const toSubmission = (row: SubmissionColumns): Submission => ({
  requestId: row.request_id,
  clientId: row.client_id,
  partnerRef: row.partner_ref,
  kind: row.kind,
  documentType: row.document_type,
  state: row.state,
  createdAt: row.created_at,
  finalizedAt: row.finalized_at,
});

/** How a submission looks right after it was stored. */
export const toPendingSubmission = ({ content, assets, ...rest }: NewSubmission): Submission => ({
  ...rest,
  state: 'pending',
  finalizedAt: null,
});

export const toSubmissionRow = (submission: NewSubmission): NewSubmissionRow => ({
  request_id: submission.requestId,
  client_id: submission.clientId,
  partner_ref: submission.partnerRef,
  kind: submission.kind,
  document_type: submission.documentType,
  created_at: submission.createdAt,
  key_id: submission.content.keyId,
  content: submission.content.bytes,
});

export const toNewAsset = (row: Pick<AssetRow, 'asset_key' | 'asset_id' | 'asset_type'>): NewAsset => ({
  assetKey: row.asset_key,
  assetId: row.asset_id,
  assetType: row.asset_type,
});

export function toAsset(row: AssetRow & SubmissionColumns): Asset {
  const { file_key: fileKey, file_size: size, uploaded_at: uploadedAt } = row;
  return {
    ...toNewAsset(row),
    submission: toSubmission(row),
    file: fileKey === null || size === null || uploadedAt === null ? null : { fileKey, size, uploadedAt },
  };
}
