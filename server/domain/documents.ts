import { service } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, seconds } from './clock.ts';
import type { SubmissionKind } from './credential-types.ts';
import { type AssetType, type DocumentType, fileTypes } from './file-type.ts';
import { DOCUMENTS_KEPT, type SubmissionTimes } from './submission-lifecycle.ts';

/** A single submission or an item of a v1 batch. */
export interface DocumentHolder {
  id: string;
  document_type: DocumentType;
  data: { document?: string | null };
}

export const declaresAssets = (kind: SubmissionKind): boolean => kind === 'credential_batch';

export function documentHolders(kind: SubmissionKind, content: object): DocumentHolder[] {
  if (declaresAssets(kind)) return [];
  if (kind === 'microcredential_batch') return (content as components['schemas']['MicrocredentialBatch']).credentials;
  return [content as DocumentHolder];
}

export function withoutDocuments(kind: SubmissionKind, content: object): object {
  const copy = structuredClone(content);
  for (const { data } of documentHolders(kind, copy)) {
    if (data.document !== undefined) data.document = null;
  }
  return copy;
}

interface ReferencedDocument {
  /** The `id` of the submission or v1 batch item that contains the document. */
  ref: string;
  assetType: Exclude<AssetType, 'open_cert'>;
  url: string;
}

export function referencedDocuments(kind: SubmissionKind, content: object): ReferencedDocument[] {
  return documentHolders(kind, content).flatMap(({ id, document_type, data }) => {
    const assetType = linkedType(document_type);
    return assetType === null || !data.document ? [] : [{ ref: id, assetType, url: data.document }];
  });
}

/** Returns null for an open certificate, because the request body contains the certificate instead of a link. */
function linkedType(documentType: DocumentType): ReferencedDocument['assetType'] | null {
  const type = fileTypes[documentType];
  return type === 'open_cert' ? null : type;
}

export function mayReferenceDocuments(kind: SubmissionKind, documentType: string | null): boolean {
  return (
    kind === 'microcredential_batch' || (documentType !== null && linkedType(documentType as DocumentType) !== null)
  );
}

export interface DeclaredAsset {
  /** Random key that identifies the asset in the upload link. */
  assetKey: string;
  assetId: string;
  assetType: AssetType;
}

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

/** `unavailable`: the download failed permanently. `deleted`: the service deleted the stored file. */
export type DocumentState = 'pending' | 'stored' | 'unavailable' | 'deleted';

const delays: readonly number[] = service.document_download.retry_delays_seconds;

/** `attemptsMade` includes the failed attempt. */
export const downloadDelay = (attemptsMade: number): Micros => seconds(delays[attemptsMade - 1] ?? delays.at(-1) ?? 0);

export function downloadDeadline({ state, createdAt, finalizedAt }: SubmissionTimes, window: Micros): Micros {
  if (finalizedAt === null) return createdAt + window;
  return state === 'completed' ? finalizedAt + DOCUMENTS_KEPT : finalizedAt;
}

export function documentStateAt(
  state: DocumentState,
  submission: SubmissionTimes,
  { now, window }: { now: Micros; window: Micros },
): DocumentState {
  return state === 'pending' && now >= downloadDeadline(submission, window) ? 'unavailable' : state;
}

type Problem = NonNullable<components['schemas']['SubmittedDocument']['problem']>;

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
