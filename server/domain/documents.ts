import { service } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, seconds } from './clock.ts';
import type { SubmissionKind } from './credential-types.ts';
import { type AssetType, type DocumentType, fileTypes } from './file-type.ts';
import { DOCUMENTS_KEPT, type SubmissionTimes } from './submission-lifecycle.ts';

/** A single submission or an item of a v1 batch, which may contain a document. */
export interface DocumentHolder {
  id: string;
  document_type: DocumentType;
  data: { document?: string | null };
}

/**
 * Returns the parts of a submission that can contain a document, in the order of `content`, which has passed the
 * contract's validator. A v2 batch has none: its documents are uploaded as assets.
 */
export function documentHolders(kind: SubmissionKind, content: object): DocumentHolder[] {
  if (kind === 'credential_batch') return [];
  if (kind === 'microcredential_batch') return (content as components['schemas']['MicrocredentialBatch']).credentials;
  return [content as DocumentHolder];
}

/**
 * Returns a copy of `content` (a body that has passed the contract's validator) without its documents: each `document`,
 * a URL or an open certificate, becomes null. The other data is unchanged.
 */
export function withoutDocuments(kind: SubmissionKind, content: object): object {
  const copy = structuredClone(content);
  for (const { data } of documentHolders(kind, copy)) {
    // Does not add a property that the partner omitted.
    if (data.document !== undefined) data.document = null;
  }
  return copy;
}

interface ReferencedDocument {
  /** The `id` of the submission, or of the item of a v1 batch, that the document belongs to. */
  ref: string;
  assetType: Exclude<AssetType, 'open_cert'>;
  url: string;
}

/** Returns the documents with a URL, in the order of `content`, which has passed the contract's validator. */
export function referencedDocuments(kind: SubmissionKind, content: object): ReferencedDocument[] {
  return documentHolders(kind, content).flatMap(({ id, document_type, data }) => {
    const assetType = linkedType(document_type);
    return assetType === null || !data.document ? [] : [{ ref: id, assetType, url: data.document }];
  });
}

/** Returns the type of the file that a document refers to by URL; null for documents without a URL. */
function linkedType(documentType: DocumentType): ReferencedDocument['assetType'] | null {
  const type = fileTypes[documentType];
  // The partner sends an open certificate in the body. All other documents are URLs.
  return type === 'open_cert' ? null : type;
}

/** Returns whether a submission of this kind and document type can refer to documents by URL. */
export function mayReferenceDocuments(kind: SubmissionKind, documentType: string | null): boolean {
  return (
    kind === 'microcredential_batch' || (documentType !== null && linkedType(documentType as DocumentType) !== null)
  );
}

/** An asset that is declared in a v2 batch. Its file is uploaded later. */
export interface DeclaredAsset {
  /** Random key that the service generates. It identifies the asset in the upload link. */
  assetKey: string;
  /** The partner's `asset_id`. */
  assetId: string;
  assetType: AssetType;
}

/** Returns the assets of a batch in order, each with a key from `keyOf`. */
export function declaredAssets(
  batch: components['schemas']['CredentialBatch'],
  keyOf: (asset: Omit<DeclaredAsset, 'assetKey'>) => string,
): DeclaredAsset[] {
  const items: { assets?: components['schemas']['MicrocredentialAsset'][] }[] = Object.values(batch)
    .filter(Array.isArray)
    .flat();
  return items
    .flatMap((item) => item.assets ?? [])
    .map(({ asset_id, asset_type }) => ({ assetId: asset_id, assetType: asset_type }))
    .map((asset) => ({ ...asset, assetKey: keyOf(asset) }));
}

/** `pending`: not downloaded yet. `unavailable`: the download failed permanently. `deleted`: stored, then deleted. */
export type DocumentState = 'pending' | 'stored' | 'unavailable' | 'deleted';

const delays: readonly number[] = service.document_download.retry_delays_seconds;

/** Returns the delay after a failed download. `attemptsMade` includes the failed attempt. */
export const downloadDelay = (attemptsMade: number): Micros => seconds(delays[attemptsMade - 1] ?? delays.at(-1) ?? 0);

/**
 * Returns the time from which the documents of a submission are no longer downloaded: the end of its window, the
 * deletion of its documents after completion, or its cancellation.
 */
export function downloadDeadline({ state, createdAt, finalizedAt }: SubmissionTimes, window: Micros): Micros {
  if (finalizedAt === null) return createdAt + window;
  return state === 'completed' ? finalizedAt + DOCUMENTS_KEPT : finalizedAt;
}

/** Returns the state of a document at `now`, even if the store has not recorded the deadline yet. */
export function documentStateAt(
  state: DocumentState,
  submission: SubmissionTimes,
  { now, window }: { now: Micros; window: Micros },
): DocumentState {
  return state === 'pending' && now >= downloadDeadline(submission, window) ? 'unavailable' : state;
}

type Problem = NonNullable<components['schemas']['SubmittedDocument']['problem']>;

/** Returns the `problem` that the partner sees for a failed download (schema SubmittedDocument). */
export function downloadProblem(error: string): Problem {
  return error.startsWith('status_') ? 'error_status' : (PROBLEMS[error] ?? 'other');
}

const PROBLEMS: Readonly<Record<string, Problem>> = {
  timeout: 'unreachable',
  dns_failure: 'unreachable',
  connection_failed: 'unreachable',
  refused_address: 'refused_address',
  unregistered_domain: 'refused_address',
  redirected_elsewhere: 'redirected',
  too_many_redirects: 'redirected',
  too_large: 'too_large',
  too_many_pixels: 'too_large',
  wrong_type: 'wrong_type',
};
