import type { Sealed } from '../crypto/sealer.ts';
import type { Micros } from '../domain/clock.ts';
import type { SubmissionKind, SubmissionState } from '../domain/submission.ts';
import type { DocumentStore, NewDocument } from './documents/document-store.ts';
import type { LifecycleStore } from './submissions/lifecycle-store.ts';
import type { UserStore } from './users/user-store.ts';
import type { VerificationStore } from './verifications/verification-store.ts';
import type { DeliveryStore } from './webhooks/delivery-store.ts';
import type { WebhookStore } from './webhooks/webhook-store.ts';

/** A server-side OAuth client (service description 1.1). */
export interface Partner {
  clientId: string;
  name: string;
  /** Hash of the client secret, as made by `server/oauth/client-secret.ts`. The secret itself is never stored. */
  secretHash: string;
  /** Every scope the partner was granted. */
  scopes: readonly string[];
  /** Host names that document URLs may point at; `*` stands for any (sandbox only). */
  domains: readonly string[];
  createdAt: Micros;
  /** Set when the operator disabled the partner; its tokens then stop working. */
  disabledAt: Micros | null;
}

/** A key that signs access tokens. The private part is sealed; the public part is a JWK. */
export interface SigningKey {
  kid: string;
  publicJwk: Record<string, unknown>;
  privateJwk: Sealed;
  createdAt: Micros;
}

/** An asset announced in a v2 batch: its file is uploaded later. */
export interface NewAsset {
  /** Ours, random, unguessable; names the asset in its upload link. */
  assetKey: string;
  /** The partner's `asset_id`. */
  assetId: string;
  assetType: string;
}

export interface NewSubmission {
  /** Ours, a UUID: the `content` of the link. */
  requestId: string;
  clientId: string;
  /** The partner's own `id` (for a v2 batch its `credential_id`). */
  partnerRef: string;
  kind: SubmissionKind;
  documentType: string | null;
  content: Sealed;
  assets: readonly NewAsset[];
  /** In the order in which they stand in the content, where their addresses are. None by default. */
  documents?: readonly NewDocument[];
  createdAt: Micros;
}

/** What is known of a stored submission without opening its content. */
export interface Submission {
  requestId: string;
  clientId: string;
  partnerRef: string;
  kind: SubmissionKind;
  documentType: string | null;
  state: SubmissionState;
  createdAt: Micros;
  /** When `completed` or `canceled` was reached; null before. */
  finalizedAt: Micros | null;
}

export interface AddResult {
  /**
   * `created`: a new row. `replayed`: this partner used the id within the window, under the same kind; the stored
   * row answers and nothing was written. `conflict`: the id is in use within the window under another kind.
   */
  outcome: 'created' | 'replayed' | 'conflict';
  submission: Submission;
  /** The assets of the stored submission, in the order in which they were submitted. Empty on conflict. */
  assets: readonly NewAsset[];
}

/** A file that was uploaded for an asset. */
export interface UploadedFile {
  /** Name of the encrypted file in the file store. */
  fileKey: string;
  /** Bytes before encryption. */
  size: number;
  uploadedAt: Micros;
}

/** A file that no row refers to. */
export interface LooseFile {
  fileKey: string;
  since: Micros;
}

export interface Asset extends NewAsset {
  submission: Submission;
  file: UploadedFile | null;
}

/**
 * Everything the service keeps. Two engines implement it, and one suite (`test/store/`) runs against both.
 * Methods reject with `StoreUnavailable` when the database cannot answer; nothing is acknowledged before it is on disk.
 */
export interface Store
  extends VerificationStore,
    WebhookStore,
    DeliveryStore,
    DocumentStore,
    LifecycleStore,
    UserStore {
  /** Brings the schema up to date. Safe when several instances start at once. */
  migrate(): Promise<void>;
  /** Resolves when the database answers and takes writes. Calls at the same time share one answer. */
  ping(): Promise<void>;
  close(): Promise<void>;

  /** False when the client id is taken; the stored partner is left as it is. */
  addPartner(partner: Partner): Promise<boolean>;
  findPartner(clientId: string): Promise<Partner | null>;
  listPartners(): Promise<Partner[]>;
  /** Changes what is given and leaves the rest. False when there is no such partner. */
  updatePartner(
    clientId: string,
    change: Partial<Pick<Partner, 'name' | 'secretHash' | 'scopes' | 'domains' | 'disabledAt'>>,
  ): Promise<boolean>;

  addSigningKey(key: SigningKey): Promise<void>;
  /** Newest first; by kid where two were made in the same microsecond. */
  listSigningKeys(): Promise<SigningKey[]>;
  /** Removes keys that were superseded before `before`: those that are older than a key created before it. */
  deleteSigningKeysSupersededBefore(before: Micros): Promise<number>;

  /**
   * Stores submissions in one transaction; the answers come in the order of the input. Within `windowMicros` of its first
   * POST an id (per partner) is one submission; after that a POST makes a new one, and the earlier one, if it never
   * completed, is canceled: its content and assets are erased, and its files are loose. Two entries of one call may carry the same id.
   */
  addSubmissions(submissions: readonly NewSubmission[], windowMicros: Micros): Promise<AddResult[]>;
  /** The newest submission of each id this partner has; ids it does not have are left out. */
  findSubmissions(keys: readonly SubmissionKey[]): Promise<Submission[]>;
  /** The sealed content of a submission; null when there is none (unknown, canceled). */
  readContent(requestId: string): Promise<Sealed | null>;

  findAsset(assetKey: string): Promise<Asset | null>;
  /**
   * Notes a file before it is written. Until `recordUpload` takes it on it is loose: whatever happens in between, the process
   * ending included, somebody knows that it is to be deleted.
   */
  announceFile(fileKey: string, at: Micros): Promise<void>;
  /**
   * Files that no row has referred to since `before` or longer; at most `limit`, the oldest first. `after` is the last one of
   * the page before, which may be forgotten by now.
   */
  listLooseFiles(before: Micros, limit: number, after?: LooseFile): Promise<LooseFile[]>;
  /** Forgets files that were loose and are deleted. */
  forgetLooseFiles(fileKeys: readonly string[]): Promise<void>;
  /**
   * Records an upload while the submission is `pending` or `associated` and younger than the window; otherwise `closed`.
   * `replaced` is the file that this one takes the place of; it is loose from then on.
   */
  recordUpload(
    assetKey: string,
    file: UploadedFile,
    windowMicros: Micros,
  ): Promise<{ outcome: 'stored'; replaced: string | null } | { outcome: 'closed' }>;
}

export interface SubmissionKey {
  clientId: string;
  partnerRef: string;
}
