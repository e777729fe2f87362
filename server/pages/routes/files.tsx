import { type Context, Hono } from 'hono';
import { assetMediaTypes } from '../../../generated/operations.ts';
import { canShowInline } from '../../domain/file-type.ts';
import { type CredentialFile, savedName, submissionDetails } from '../content.ts';
import type { FormEnv } from '../csrf.ts';
import { messagesFor, pathIn } from '../page.tsx';
import type { PageServices } from '../services.ts';
import type { UserApp, Visit } from '../user-app.tsx';
import { MessagePage } from '../views/message-pages.tsx';
import { forSubmission, type VisibleSubmission } from './links.tsx';

/**
 * Policy for files, which are untrusted: a file cannot run scripts, load resources, or be in a frame. Browsers use
 * inline styles to fit an image into the window.
 */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Adds `/credentials/<id>/files` and `/documents`, which serve the files of a submission to people who can see it. */
export function fileRoutes(app: UserApp & PageServices): Hono<FormEnv> {
  const { appUrl } = app;
  const routes = new Hono<FormEnv>();
  const links = forSubmission(app);

  /** Finds the file at a path below the path of the submission. */
  async function find(submission: VisibleSubmission, path: string): Promise<CredentialFile | null> {
    const details = await submissionDetails(app, submission);
    const href = pathIn(appUrl, `/credentials/${submission.requestId}/${path}${submission.query}`);
    for (const credential of details?.submission.credentials ?? [])
      for (const file of credential.files) if (file.href === href) return { credential, file };
    return null;
  }

  async function serve(c: Context, visit: Visit, submission: VisibleSubmission, path: string) {
    const found = await find(submission, path);
    const bytes = await found?.file.read?.();
    if (found === null) return c.notFound();
    if (!bytes) return app.show(c, visit, <MessagePage name="noFile" />, { status: 404 });
    const { kind } = found.file;
    const disposition = canShowInline(kind) ? 'inline' : 'attachment';
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': assetMediaTypes[kind],
      'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(savedName(messagesFor(c), found))}`,
      'Content-Security-Policy': POLICY,
    });
  }

  /** Serves the file in the folder that the last parameter of the path names. */
  const serving = (folder: string) => {
    const serveNamed = (c: Context, visit: Visit, submission: VisibleSubmission) =>
      serve(c, visit, submission, `${folder}/${c.req.param('name')}`);
    return links.part(['consent', 'credential'], serveNamed);
  };
  routes.get('/credentials/:requestId/files/:name', ...serving('files'));
  routes.get('/credentials/:requestId/documents/:name{[0-9]+}', ...serving('documents'));
  return routes;
}

/** Encodes a file name, including characters that `encodeURIComponent` keeps and RFC 8187 (section 3.2) excludes. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
