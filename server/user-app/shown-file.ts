import type { AssetType } from '../domain/file-type.ts';
import type { Services } from '../services.ts';
import type { HeldSubmission } from '../store/submissions/submission-store.ts';
import { inlineDocuments } from './content.ts';
import type { CredentialShown, FileShown } from './shown/types.ts';
import { credentialTitle, documentTitle } from './views/title.ts';
import type { Words } from './words/words.tsx';

/** A file with the credential that it belongs to, as a person is shown them. */
export interface ShownFile {
  submission: HeldSubmission;
  /** What the partner sent. */
  content: object;
  credential: CredentialShown;
  file: FileShown;
}

/** What is in it: uploaded by the partner, downloaded from it, or in what it sent. Null when it is not there. */
export async function bytesOf(
  { store, files }: Pick<Services, 'store' | 'files'>,
  { submission, content, file }: ShownFile,
): Promise<Uint8Array | null> {
  // Its address ends with where it is, and what it is called there.
  const [place, key = ''] = file.href?.split('/').slice(-2) ?? [];
  if (place === 'documents') {
    const document = inlineDocuments(submission.kind, content)[Number(key)];
    return document === undefined ? null : Buffer.from(document.text);
  }
  const asset = await store.findAsset({ clientId: submission.clientId, assetKey: key });
  const isIts = asset !== null && asset.submission.requestId === submission.requestId;
  const documents = isIts ? [] : await store.listDocuments([submission]);
  const stored = isIts ? asset.file : documents.find(({ documentKey }) => documentKey === key)?.file;
  return stored ? files.get(stored.fileKey) : null;
}

const extensions: Record<AssetType, string> = { pdf: 'pdf', jpg: 'jpg', png: 'png', open_cert: 'json' };

/** Characters, of three bytes at most in most languages: file systems take 255 bytes. */
const MAX_NAME = 80;

/** `Degree certificate - Bachelor of Commerce.pdf`, without signs that mean something to a file system or to bidi. */
export function savedName(words: Words, { credential, file }: Pick<ShownFile, 'credential' | 'file'>): string {
  const document = words.text(...documentTitle(credential, file));
  const title = words.text(...credentialTitle(words, credential));
  const name = words
    .text('files.saved', { document, title })
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ');
  return `${[...name].slice(0, MAX_NAME).join('').trim()}.${extensions[file.kind]}`;
}
