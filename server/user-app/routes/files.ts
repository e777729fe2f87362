import { type Context, Hono } from 'hono';
import { assetMediaTypes } from '../../../generated/operations.ts';
import { type AssetType, isShownInline } from '../../domain/file-type.ts';
import type { Services } from '../../services.ts';
import type { UploadedFile } from '../../store/documents/asset-store.ts';
import type { SubmissionId } from '../../store/submissions/submission-store.ts';
import { inlineDocuments, readSubmission } from '../content.ts';
import { noStore } from '../no-store.ts';
import { ownedSubmission } from '../owned-submission.ts';
import type { UserApp } from '../user-app.ts';
import { wordsFor } from '../words/words.tsx';

/** A file, and its name when it is saved. */
interface NamedFile extends Pick<UploadedFile, 'fileKey'> {
  type: AssetType;
  /** Null for a document, which has no name of its own. */
  name: string | null;
}

/**
 * Files are untrusted: nothing in them may run, load or link, even when a browser shows them. The styles are those with
 * which a browser itself fits an image into the window.
 */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** `/credentials/<id>/files` and `/documents`: the files of a submission, for its owner alone. */
export function fileRoutes(
  app: Pick<UserApp, 'sessions'> & Pick<Services, 'store' | 'files' | 'sealer' | 'clock' | 'submissionWindow'>,
): Hono {
  const { sessions, store, files } = app;
  const routes = new Hono();

  function send(c: Context, bytes: Uint8Array, type: AssetType, name: string | null): Response {
    const base = name ?? wordsFor(c).text(`files.name.${type}`);
    const disposition = isShownInline(type) ? 'inline' : 'attachment';
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': assetMediaTypes[type],
      'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(`${base}.${extensions[type]}`)}`,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
  }

  /** A file that the partner uploaded, or that was downloaded from it. */
  async function findFile(of: SubmissionId, key: string): Promise<NamedFile | null> {
    const asset = await store.findAsset({ clientId: of.clientId, assetKey: key });
    if (asset !== null && asset.submission.requestId === of.requestId && asset.file !== null)
      return { ...asset.file, type: asset.assetType as AssetType, name: asset.assetId };
    const documents = await store.listDocuments([of]);
    const document = documents.find(({ documentKey }) => documentKey === key);
    if (document === undefined || document.file === null) return null;
    return { ...document.file, type: document.assetType as AssetType, name: null };
  }

  routes.get('/credentials/:requestId/files/:fileKey', noStore, async (c) => {
    const { requestId, fileKey } = c.req.param();
    const submission = await ownedSubmission(app, sessions.readSession(c), requestId);
    const file = submission && (await findFile(submission, fileKey));
    const bytes = file === null ? null : await files.get(file.fileKey);
    return file === null || bytes === null ? c.notFound() : send(c, bytes, file.type, file.name);
  });

  routes.get('/credentials/:requestId/documents/:index{[0-9]+}', noStore, async (c) => {
    const { requestId, index } = c.req.param();
    const submission = await ownedSubmission(app, sessions.readSession(c), requestId);
    const content = submission && (await readSubmission(app, submission));
    const document = content && inlineDocuments(submission.kind, content)[Number(index)];
    return !document ? c.notFound() : send(c, Buffer.from(document.text), 'open_cert', null);
  });
  return routes;
}

const extensions: Record<AssetType, string> = { pdf: 'pdf', jpg: 'jpg', png: 'png', open_cert: 'json' };

/** RFC 8187, section 3.2: also encodes what `encodeURIComponent` leaves but `attr-char` does not allow. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
