import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { assetMediaTypes } from '../../../generated/operations.ts';
import { isShownInline } from '../../domain/file-type.ts';
import type { Services } from '../../services.ts';
import { submissionShown } from '../content.ts';
import { noStore } from '../no-store.ts';
import { linkAt } from '../opened-links.ts';
import { ownedSubmission } from '../owned-submission.ts';
import { isUserSession } from '../session.ts';
import { bytesOf, type ShownFile, savedName } from '../shown-file.ts';
import type { UserApp } from '../user-app.ts';
import { ImagePage } from '../views/image-page.tsx';
import { consentHref, pathIn } from '../views/paths.ts';
import { showPage, wordsFor } from '../words/words.tsx';

/**
 * Files are untrusted: nothing in them may run, load or link, even when a browser shows them. The styles are those with
 * which a browser itself fits an image into the window.
 */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** `/credentials/<id>/files` and `/documents`: the files of a submission, for its owner alone. */
export function fileRoutes(
  app: UserApp & Pick<Services, 'store' | 'files' | 'sealer' | 'clock' | 'submissionWindow'>,
): Hono {
  const { appUrl, sessions } = app;
  const routes = new Hono();

  /** Who opens a file when the session has ended comes back to its credential. */
  const signedIn: MiddlewareHandler = async (c, next) =>
    isUserSession(sessions.readSession(c)) ? next() : c.redirect(app.signInHref(c, linkAt(c)), 303);

  /** The file that is served at a path below that of the submission. */
  async function find(c: Context, requestId: string, path: string): Promise<ShownFile | null> {
    const submission = await ownedSubmission(app, sessions.readSession(c), requestId);
    const shown = submission && (await submissionShown(app, submission));
    const href = pathIn(appUrl, `/credentials/${requestId}/${path}`);
    if (submission === null || shown === null) return null;
    for (const credential of shown.submission.credentials)
      for (const file of credential.files)
        if (file.href === href) return { submission, content: shown.content, credential, file };
    return null;
  }

  function send(c: Context, bytes: Uint8Array, found: ShownFile): Response {
    const { kind } = found.file;
    const disposition = isShownInline(kind) ? 'inline' : 'attachment';
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': assetMediaTypes[kind],
      'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(savedName(wordsFor(c), found))}`,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
  }

  async function serve(c: Context, path: string) {
    const found = await find(c, c.req.param('requestId') ?? '', path);
    const bytes = found && (await bytesOf(app, found));
    return found === null || bytes === null ? c.notFound() : send(c, bytes, found);
  }

  routes.get('/credentials/:requestId/files/:fileKey', noStore, signedIn, (c) =>
    serve(c, `files/${c.req.param('fileKey')}`),
  );

  routes.get('/credentials/:requestId/files/:fileKey/view', noStore, signedIn, async (c) => {
    const { requestId, fileKey } = c.req.param();
    const session = sessions.readSession(c);
    const found = await find(c, requestId, `files/${fileKey}`);
    if (found === null || !isUserSession(session) || !isShownInline(found.file.kind)) return c.notFound();
    const backHref = consentHref(appUrl, found.submission);
    return showPage(c, <ImagePage appUrl={appUrl} account={app.accountOf(session)} backHref={backHref} {...found} />);
  });

  routes.get('/credentials/:requestId/documents/:index{[0-9]+}', noStore, signedIn, (c) =>
    serve(c, `documents/${c.req.param('index')}`),
  );
  return routes;
}

/** RFC 8187, section 3.2: also encodes what `encodeURIComponent` leaves but `attr-char` does not allow. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
