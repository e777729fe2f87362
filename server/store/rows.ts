import type { Sealed } from '../crypto/sealer.ts';
import type { VerificationEvent } from '../domain/event.ts';
import type { SubmissionHolding } from '../domain/submission.ts';
import type { VerificationProgress } from '../domain/verification.ts';
import type { NewDocument, StoredDocument } from './documents/document-store.ts';
import type {
  AssetRow,
  AttemptRow,
  DeliveryRow,
  DocumentRow,
  EventRow,
  NewSubmissionRow,
  PartnerRow,
  SigningKeyRow,
  SubmissionRow,
  UserRow,
  VerificationRequestRow,
  WebhookRow,
} from './engine/schema.ts';
import type { Asset, NewAsset, NewSubmission, Partner, SigningKey, Submission } from './store.ts';
import type { HeldSubmission } from './submissions/lifecycle-store.ts';
import type { User } from './users/user-store.ts';
import type { VerificationRequest } from './verifications/verification-store.ts';
import type { Attempt, Delivery } from './webhooks/delivery-store.ts';
import type { Webhook, WebhookSecrets } from './webhooks/webhook-store.ts';

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

/** What an action on a submission goes by. */
export const HOLDING_COLUMNS = ['state', 'owner_id', 'created_at', 'finalized_at'] as const;

/** The columns of a submission and whose it is, without its content. */
export const HELD_COLUMNS = [...SUBMISSION_COLUMNS, 'owner_id', 'documents_deleted_at'] as const;

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

export const toSubmissionHolding = (
  row: Pick<SubmissionRow, (typeof HOLDING_COLUMNS)[number]>,
): SubmissionHolding => ({
  state: row.state,
  ownerId: row.owner_id,
  createdAt: row.created_at,
  finalizedAt: row.finalized_at,
});

export const toHeldSubmission = (
  row: Pick<SubmissionRow, (typeof HELD_COLUMNS)[number]>,
): HeldSubmission => ({
  ...toSubmission(row),
  ownerId: row.owner_id,
  documentsDeletedAt: row.documents_deleted_at,
});

/** How a submission looks right after it was stored. */
export const toPendingSubmission = ({ content, assets, documents, ...rest }: NewSubmission): Submission => ({
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

export const toNewDocument = (
  row: Pick<DocumentRow, 'document_key' | 'ref' | 'asset_type'>,
): NewDocument => ({ documentKey: row.document_key, ref: row.ref, assetType: row.asset_type });

export function toStoredDocument(row: DocumentRow): StoredDocument {
  const { file_key: fileKey, file_size: size, stored_at: storedAt } = row;
  return {
    ...toNewDocument(row),
    requestId: row.request_id,
    state: row.state,
    attemptsMade: row.attempts_made,
    availableAt: row.available_at,
    error: row.error,
    file: fileKey === null || size === null || storedAt === null ? null : { fileKey, size, storedAt },
  };
}

export const toUser = (row: UserRow): User => ({
  id: row.id,
  accountHash: row.account_hash,
  createdAt: row.created_at,
  mobileSignedInAt: row.mobile_signed_in_at,
});

/** Null when either is: the tables see to it that then both are. */
const toSealed = (keyId: string | null, bytes: ArrayBuffer | Uint8Array | null): Sealed | null =>
  keyId === null || bytes === null ? null : { keyId, bytes: toBytes(bytes) };

/** What an action on a verification request goes by. */
export const PROGRESS_COLUMNS = [
  'client_id',
  'request_id',
  'status',
  'owner_id',
  'created_at',
  'finalized_at',
  'last_event_at',
] as const;

/** The columns of a verification request without what the partner sent, which only one method needs. */
export const VERIFICATION_COLUMNS = [...PROGRESS_COLUMNS, 'identity_key_id', 'identity'] as const;

export const toVerificationProgress = (
  row: Pick<VerificationRequestRow, (typeof PROGRESS_COLUMNS)[number]>,
): VerificationProgress => ({
  status: row.status,
  ownerId: row.owner_id,
  createdAt: row.created_at,
  finalizedAt: row.finalized_at,
  lastEventAt: row.last_event_at,
});

export const toVerificationRequest = (
  row: Pick<VerificationRequestRow, (typeof VERIFICATION_COLUMNS)[number]>,
): VerificationRequest => ({
  clientId: row.client_id,
  requestId: row.request_id,
  ...toVerificationProgress(row),
  identity: toSealed(row.identity_key_id, row.identity),
});

export const SECRET_COLUMNS = [
  'secret_key_id',
  'secret',
  'previous_key_id',
  'previous_secret',
  'previous_ends_at',
] as const;

export function toWebhookSecrets(row: Pick<WebhookRow, (typeof SECRET_COLUMNS)[number]>): WebhookSecrets {
  const previous = toSealed(row.previous_key_id, row.previous_secret);
  const endsAt = row.previous_ends_at;
  return {
    secret: { keyId: row.secret_key_id, bytes: toBytes(row.secret) },
    previous: previous === null || endsAt === null ? null : { secret: previous, endsAt },
  };
}

export const toWebhook = (row: WebhookRow): Webhook => ({
  id: row.id,
  clientId: row.client_id,
  name: row.name,
  description: row.description,
  url: row.url,
  createdAt: row.created_at,
  ...toWebhookSecrets(row),
});

const toEvent = (row: Omit<EventRow, 'body'>): VerificationEvent => ({
  eventId: row.event_id,
  clientId: row.client_id,
  requestId: row.request_id,
  status: row.status,
  createdAt: row.created_at,
});

export const toDelivery = (
  row: Pick<DeliveryRow, 'id' | 'webhook_id' | 'state' | 'created_at' | 'next_attempt_at' | 'redelivery_of'>,
  event: Omit<EventRow, 'body'>,
  attempts: readonly Attempt[],
): Delivery => ({
  id: row.id,
  webhookId: row.webhook_id,
  event: toEvent(event),
  state: row.state,
  createdAt: row.created_at,
  nextAttemptAt: row.next_attempt_at,
  redeliveryOf: row.redelivery_of,
  attempts,
});

export const toAttempt = (row: AttemptRow): Attempt => ({
  startedAt: row.started_at,
  durationMicros: row.duration,
  httpStatus: row.http_status,
  error: row.error,
});
