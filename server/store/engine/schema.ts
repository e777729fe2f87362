import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import type { DocumentState } from '../../domain/document-downloads.ts';
import type { Environment } from '../../domain/environment.ts';
import type { AttemptError, DeliveryState } from '../../domain/event.ts';
import type { AssetType } from '../../domain/file-type.ts';
import type { SubmissionKind, SubmissionState } from '../../domain/submission.ts';
import type { VerificationStatus } from '../../domain/verification.ts';

/** libsql reads a blob as an ArrayBuffer, pg as a Buffer; `toSealed` makes them one. */
export type StoredBytes = ArrayBuffer | Uint8Array;
type Bytes = ColumnType<StoredBytes, Uint8Array, Uint8Array>;
type NullableBytes = ColumnType<StoredBytes | null, Uint8Array | null, Uint8Array | null>;

/**
 * The tables, as Kysely sees them. Only strings, integers and bytes, so that both engines answer the same: lists and
 * objects are JSON text, times are microseconds, truth is 0 or 1.
 */
export interface Database {
  environment: {
    id: number;
    name: Environment;
    files_name: Generated<string | null>;
  };
  partners: {
    client_id: string;
    name: string;
    secret_hash: string;
    scopes: string;
    domains: string;
    created_at: Micros;
    disabled_at: Micros | null;
    tokens_since: Micros;
    previous_secret_hash: string | null;
    previous_ends_at: Micros | null;
  };
  signing_keys: {
    kid: string;
    public_jwk: string;
    private_key_id: string;
    private_jwk: Bytes;
    created_at: Micros;
  };
  submissions: {
    request_id: string;
    client_id: string;
    partner_ref: string;
    kind: SubmissionKind;
    document_type: string | null;
    state: Generated<SubmissionState>;
    /** 1 for the newest submission of its id (per partner), 0 for those it took the place of. */
    is_current: Generated<0 | 1>;
    created_at: Micros;
    finalized_at: Generated<Micros | null>;
    key_id: string | null;
    content: NullableBytes;
    owner_id: Generated<string | null>;
    documents_deleted_at: Generated<Micros | null>;
    /** When it was noted that they stay; null while they are not due, too. */
    documents_kept_at: Generated<Micros | null>;
  };
  assets: {
    asset_key: string;
    request_id: string;
    /** That of the submission. */
    client_id: string;
    /** The place of the asset in its submission, from 0. */
    position: number;
    asset_id: string;
    asset_type: AssetType;
    file_key: Generated<string | null>;
    file_size: Generated<number | null>;
    uploaded_at: Generated<Micros | null>;
  };
  documents: {
    document_key: string;
    request_id: string;
    /** That of the submission. */
    client_id: string;
    /** The place of the document in its submission, from 0. */
    position: number;
    ref: string;
    asset_type: AssetType;
    state: Generated<DocumentState>;
    attempts_made: Generated<number>;
    /** When it may be claimed: the next attempt, or the end of the lease while it is claimed. Null unless `pending`. */
    available_at: Micros | null;
    claim: Generated<string | null>;
    error: Generated<string | null>;
    file_key: Generated<string | null>;
    file_size: Generated<number | null>;
    stored_at: Generated<Micros | null>;
  };
  /** Files that no row refers to: not yet, or no more. */
  loose_files: {
    file_key: string;
    since: Micros;
  };
  users: {
    id: string;
    account_hash: string;
    created_at: Micros;
    mobile_signed_in_at: Generated<Micros | null>;
    signed_in_at: Generated<Micros | null>;
  };
  verification_requests: {
    client_id: string;
    request_id: string;
    status: Generated<VerificationStatus>;
    owner_id: Generated<string | null>;
    created_at: Micros;
    finalized_at: Generated<Micros | null>;
    last_event_at: Generated<Micros | null>;
    key_id: string;
    content: Bytes;
    identity_key_id: Generated<string | null>;
    identity: NullableBytes;
  };
  webhooks: {
    id: string;
    client_id: string;
    name: string | null;
    description: string | null;
    url: string;
    created_at: Micros;
    secret_key_id: string;
    secret: Bytes;
    previous_key_id: Generated<string | null>;
    previous_secret: NullableBytes;
    previous_ends_at: Generated<Micros | null>;
  };
  events: {
    event_id: string;
    client_id: string;
    request_id: string;
    status: VerificationStatus;
    created_at: Micros;
    /** What is sent and signed. */
    body: string;
  };
  deliveries: {
    id: string;
    /** That of the webhook. */
    client_id: string;
    webhook_id: string;
    event_id: string;
    state: Generated<DeliveryState>;
    created_at: Micros;
    /** Null unless `pending`. */
    next_attempt_at: Micros | null;
    /** When it may be claimed: `next_attempt_at`, or the end of the lease while it is claimed. Null unless pending. */
    available_at: Micros | null;
    /** The claim that holds it, or that held it when nobody has claimed it since. */
    claim: Generated<string | null>;
    attempts_made: Generated<number>;
    redelivery_of: string | null;
  };
  attempts: {
    delivery_id: string;
    /** That of the delivery. */
    client_id: string;
    /** From 1. */
    number: number;
    started_at: Micros;
    duration: Micros;
    http_status: number | null;
    error: AttemptError | null;
  };
  /** What was derived from other data keys, sealed under the newest. */
  kept_keys: {
    purpose: string;
    data_key_id: string;
    key_id: string;
    secret: Bytes;
    ends_at: Micros | null;
  };
  /** What the files of each partner's open submissions hold together. */
  waiting_files: {
    client_id: string;
    bytes: number;
  };
  clock: {
    id: number;
    newest: Micros;
  };
  /** Sessions that nobody may use any more, until no cookie can have them. */
  ended_sessions: {
    id: string;
    until: Micros;
  };
}

/** A row as it is read. */
export type Row<T extends keyof Database> = Selectable<Database[T]>;
