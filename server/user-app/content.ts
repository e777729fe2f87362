import { createHash } from 'node:crypto';
import { openJson, submissionContent } from '../crypto/sealed-json.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { documentHolders } from '../domain/documents-of.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import type { Services } from '../services.ts';
import type { Store } from '../store/store.ts';
import type { HeldSubmission, SubmissionId } from '../store/submissions/submission-store.ts';
import { type SubmissionShown, showSubmission } from './credential-shown.ts';
import { documentFileShown } from './document-shown.ts';
import { isoDay } from './shown/dates.ts';
import type { FileShown } from './shown/types.ts';
import { pathIn } from './views/paths.ts';

/** What is needed to read the content of a submission. */
interface ContentReader {
  store: Pick<Store, 'readContent'>;
  sealer: Pick<Sealer, 'open'>;
}

interface Parts extends ContentReader, Pick<Services, 'clock' | 'appUrl' | 'submissionWindow'> {
  store: Pick<Store, 'readContent' | 'listAssets' | 'listDocuments'>;
}

/** What the partner sent; null when it is erased. Throws as `Sealer.open` does. */
export async function readSubmission({ store, sealer }: ContentReader, id: SubmissionId): Promise<object | null> {
  const sealed = await store.readContent(id);
  return sealed === null ? null : openJson(sealer, submissionContent(id.requestId), sealed);
}

/** What a submission is, without its files; null when it is erased. */
export async function submissionNamed(
  parts: ContentReader & Pick<Services, 'clock'>,
  submission: HeldSubmission,
): Promise<SubmissionShown | null> {
  const content = await readSubmission(parts, submission);
  const today = isoDay(parts.clock.now());
  return content === null ? null : showSubmission(submission.kind, content, { today, files: new Map() });
}

/** What a person is shown, and what it is known by. */
export interface ShownOnPage {
  submission: SubmissionShown;
  /** What the partner sent. */
  content: object;
  /** The keys of its files, in order. */
  fileKeys: readonly string[];
  /** Of the content and the files: it is another one when something was added or replaced. */
  digest: string;
}

/** Everything that a person is shown of a submission, with its files; null when it is erased. */
export async function submissionShown(parts: Parts, submission: HeldSubmission): Promise<ShownOnPage | null> {
  const { requestId, kind, documentsDeletedAt } = submission;
  const content = await readSubmission(parts, submission);
  if (content === null) return null;
  const { store, appUrl, clock, submissionWindow: window } = parts;
  const now = clock.now();
  const ready = (kind: string, path: string, size: number | null): FileShown => {
    const href = pathIn(appUrl, `/credentials/${requestId}/${path}`);
    return { kind: kind as FileShown['kind'], state: 'ready', href, size };
  };
  const [assets, documents] = [await store.listAssets(submission), await store.listDocuments([submission])];
  const fileKeys = [...assets, ...documents].flatMap(({ file }) => file?.fileKey ?? []).sort();
  const digest = createHash('sha256')
    .update(JSON.stringify([requestId, content, fileKeys]))
    .digest('base64url');
  const files = new Map<string, FileShown>();
  for (const { assetKey, assetId, assetType, file } of assets)
    if (file !== null) files.set(assetId, ready(assetType, `files/${assetKey}`, file.size));
  for (const document of documents)
    files.set(document.ref, documentFileShown(submission, document, { appUrl, now, window }));
  for (const [index, { ref, text }] of inlineDocuments(kind, content).entries()) {
    const size = Buffer.byteLength(text);
    files.set(ref, ready('open_cert', `documents/${index}`, size));
  }
  const documentsDeleted = documentsDeletedAt !== null;
  return {
    submission: showSubmission(kind, content, { today: isoDay(now), files, documentsDeleted }),
    content,
    fileKeys,
    digest,
  };
}

/** The open certificates inside a submission, in their order; `ref` is the `id` of the submission or item. */
export function inlineDocuments(kind: SubmissionKind, content: object): { ref: string; text: string }[] {
  return documentHolders(kind, content).flatMap(({ id, document_type, data: { document } }) =>
    document_type === 'open_cert' && typeof document === 'string' ? [{ ref: id, text: document }] : [],
  );
}

/** The partner's registered name, also of a disabled partner. */
export async function partnerName({ store }: { store: Pick<Store, 'findPartner'> }, clientId: string): Promise<string> {
  return (await store.findPartner(clientId))?.name ?? clientId;
}
