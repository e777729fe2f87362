import { openJson, submissionContent } from '../crypto/sealed-json.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { documentHolders } from '../domain/documents-of.ts';
import type { SubmissionKind } from '../domain/submission.ts';
import type { Services } from '../services.ts';
import type { Asset, Store } from '../store/store.ts';
import type { HeldSubmission } from '../store/submissions/lifecycle-store.ts';
import { type SubmissionShown, showSubmission } from './credential-shown.ts';
import { documentFileShown } from './document-shown.ts';
import { isoDay } from './shown/dates.ts';
import { documentNames } from './shown/files.ts';
import type { FileShown } from './shown/types.ts';
import { pathIn } from './views/paths.ts';

/** What the content of a submission is read with. */
interface ContentReader {
  store: Pick<Store, 'readContent'>;
  sealer: Pick<Sealer, 'open'>;
}

interface Parts extends ContentReader, Pick<Services, 'clock' | 'appUrl' | 'submissionWindow'> {
  store: Pick<Store, 'readContent' | 'listAssets' | 'listDocuments'>;
}

/** What the partner sent; null when it is erased. Throws as `Sealer.open` does. */
export async function readSubmission(
  { store, sealer }: ContentReader,
  requestId: string,
): Promise<object | null> {
  const sealed = await store.readContent(requestId);
  return sealed === null ? null : openJson(sealer, submissionContent(requestId), sealed);
}

/** What a submission is called; null when it is erased. */
export async function submissionTitle(
  parts: ContentReader & Pick<Services, 'clock'>,
  { requestId, kind }: HeldSubmission,
): Promise<Pick<SubmissionShown, 'title' | 'kindName'> | null> {
  const content = await readSubmission(parts, requestId);
  const today = isoDay(parts.clock.now());
  return content === null ? null : showSubmission(kind, content, { today, files: new Map() });
}

/** All that a person is shown of a submission, with its files; null when it is erased. */
export async function submissionShown(
  parts: Parts,
  submission: HeldSubmission,
): Promise<SubmissionShown | null> {
  const { requestId, kind, documentsDeletedAt } = submission;
  const content = await readSubmission(parts, requestId);
  if (content === null) return null;
  const assets = await parts.store.listAssets(requestId);
  const files = assets
    .filter(({ file }) => file !== null)
    .map((asset): [string, FileShown] => [asset.assetId, fileShown(parts, requestId, asset)]);
  const { appUrl, clock, submissionWindow: window } = parts;
  const stored = await parts.store.listDocuments(requestId);
  const documents = stored.map((document): [string, FileShown] => [
    document.ref,
    documentFileShown(submission, document, { appUrl, now: clock.now(), window }),
  ]);
  const inline = inlineDocuments(kind, content).map(({ ref, text }, index): [string, FileShown] => [
    ref,
    {
      name: documentNames.open_cert,
      kind: 'open_cert',
      state: 'ready',
      href: pathIn(parts.appUrl, `/credentials/${requestId}/documents/${index}`),
      size: Buffer.byteLength(text),
    },
  ]);
  // A document that was in the content left nothing behind that could be shown as deleted.
  const deleted =
    documentsDeletedAt === null
      ? []
      : openCertificates(kind, content).map(({ id }): [string, FileShown] => [id, DELETED]);
  return showSubmission(kind, content, {
    today: isoDay(parts.clock.now()),
    files: new Map([...files, ...documents, ...inline, ...deleted]),
    documentsDeleted: documentsDeletedAt !== null,
  });
}

/** The open certificates that were sent within a submission, in their order, each under the id that it came with. */
export function inlineDocuments(kind: SubmissionKind, content: object): { ref: string; text: string }[] {
  return openCertificates(kind, content).flatMap(({ id, data: { document } }) =>
    typeof document === 'string' ? [{ ref: id, text: document }] : [],
  );
}

const openCertificates = (kind: SubmissionKind, content: object) =>
  documentHolders(kind, content).filter(({ document_type }) => document_type === 'open_cert');

const DELETED: FileShown = {
  name: documentNames.open_cert,
  kind: 'open_cert',
  state: 'deleted',
  href: null,
  size: null,
};

function fileShown(
  { appUrl }: Pick<Services, 'appUrl'>,
  requestId: string,
  { assetKey, assetId, assetType, file }: Asset,
): FileShown {
  const href = pathIn(appUrl, `/credentials/${requestId}/files/${assetKey}`);
  return {
    name: assetId,
    kind: assetType as FileShown['kind'],
    state: 'ready',
    href,
    size: file?.size ?? null,
  };
}

/** What a person knows the partner by; also of one that is disabled now. */
export async function partnerName(
  { store }: { store: Pick<Store, 'findPartner'> },
  clientId: string,
): Promise<string> {
  return (await store.findPartner(clientId))?.name ?? clientId;
}
