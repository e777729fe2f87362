import { type Context, Hono } from 'hono';
import { assetMediaTypes } from '../../../generated/operations.ts';
import { type AssetType, isShownInline } from '../../domain/file-type.ts';
import type { Services } from '../../services.ts';
import type { HeldSubmission, SubmissionId } from '../../store/submissions/submission-store.ts';
import { inlineDocuments, submissionShown } from '../content.ts';
import { noStore } from '../no-store.ts';
import { ownedSubmission } from '../owned-submission.ts';
import { isUserSession } from '../session.ts';
import type { CredentialShown, FileShown } from '../shown/types.ts';
import type { UserApp } from '../user-app.ts';
import { ImagePage } from '../views/image-page.tsx';
import { pathIn } from '../views/paths.ts';
import { credentialTitle, documentTitle } from '../views/title.ts';
import { showPage, type Words, wordsFor } from '../words/words.tsx';

/** A file with the credential that it belongs to, as a person is shown them. */
interface Found {
  submission: HeldSubmission;
  /** What the partner sent. */
  content: object;
  credential: CredentialShown;
  file: FileShown;
}

/**
 * Files are untrusted: nothing in them may run, load or link, even when a browser shows them. The styles are those with
 * which a browser itself fits an image into the window.
 */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** `/credentials/<id>/files` and `/documents`: the files of a submission, for its owner alone. */
export function fileRoutes(
  app: UserApp & Pick<Services, 'store' | 'files' | 'sealer' | 'clock' | 'submissionWindow'>,
): Hono {
  const { appUrl, sessions, csrf, store, files } = app;
  const routes = new Hono();

  /** The file that is served at a path below that of the submission. */
  async function find(c: Context, requestId: string, path: string): Promise<Found | null> {
    const submission = await ownedSubmission(app, sessions.readSession(c), requestId);
    const shown = submission && (await submissionShown(app, submission));
    const href = pathIn(appUrl, `/credentials/${requestId}/${path}`);
    if (submission === null || shown === null) return null;
    for (const credential of shown.submission.credentials)
      for (const file of credential.files)
        if (file.href === href) return { submission, content: shown.content, credential, file };
    return null;
  }

  function send(c: Context, bytes: Uint8Array, found: Found): Response {
    const { kind } = found.file;
    const disposition = isShownInline(kind) ? 'inline' : 'attachment';
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': assetMediaTypes[kind],
      'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(savedName(wordsFor(c), found))}`,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
  }

  /** The name in the file store of what the partner uploaded, or of what was downloaded from it. */
  async function fileKeyOf(of: SubmissionId, key: string): Promise<string | null> {
    const asset = await store.findAsset({ clientId: of.clientId, assetKey: key });
    if (asset !== null && asset.submission.requestId === of.requestId) return asset.file?.fileKey ?? null;
    const documents = await store.listDocuments([of]);
    return documents.find(({ documentKey }) => documentKey === key)?.file?.fileKey ?? null;
  }

  routes.get('/credentials/:requestId/files/:fileKey', noStore, async (c) => {
    const { requestId, fileKey } = c.req.param();
    const found = await find(c, requestId, `files/${fileKey}`);
    const key = found && (await fileKeyOf(found.submission, fileKey));
    const bytes = key === null ? null : await files.get(key);
    return found === null || bytes === null ? c.notFound() : send(c, bytes, found);
  });

  routes.get('/credentials/:requestId/files/:fileKey/view', noStore, async (c) => {
    const { requestId, fileKey } = c.req.param();
    const session = sessions.readSession(c);
    const found = await find(c, requestId, `files/${fileKey}`);
    if (found === null || !isUserSession(session) || !isShownInline(found.file.kind)) return c.notFound();
    const backHref = pathIn(appUrl, `/credentials/${requestId}`);
    const account = { csrf: csrf.csrfToken(session), name: session.account };
    return showPage(c, <ImagePage appUrl={appUrl} account={account} backHref={backHref} {...found} />);
  });

  routes.get('/credentials/:requestId/documents/:index{[0-9]+}', noStore, async (c) => {
    const { requestId, index } = c.req.param();
    const found = await find(c, requestId, `documents/${index}`);
    const document = found && inlineDocuments(found.submission.kind, found.content)[Number(index)];
    return !document ? c.notFound() : send(c, Buffer.from(document.text), found);
  });
  return routes;
}

const extensions: Record<AssetType, string> = { pdf: 'pdf', jpg: 'jpg', png: 'png', open_cert: 'json' };

/** Characters, of three bytes at most in most languages: file systems take 255 bytes. */
const MAX_NAME = 80;

/** `Degree certificate - Bachelor of Commerce.pdf`, without signs that mean something to a file system or to bidi. */
function savedName(words: Words, { credential, file }: Found): string {
  const document = words.text(...documentTitle(credential, file));
  const title = words.text(...credentialTitle(words, credential));
  const name = words
    .text('files.saved', { document, title })
    .replace(/[\p{Cf}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}/\\:*?"<>|]/gu, ' ');
  return `${[...name].slice(0, MAX_NAME).join('').trim()}.${extensions[file.kind]}`;
}

/** RFC 8187, section 3.2: also encodes what `encodeURIComponent` leaves but `attr-char` does not allow. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
