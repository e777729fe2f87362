import { Hono } from 'hono';
import { assetMediaTypes } from '../../../generated/operations.ts';
import { canShowInline } from '../../domain/file-type.ts';
import type { Services } from '../../services.ts';
import { type CredentialFile, ownedSubmission, savedName, submissionDetails } from '../content.ts';
import { messagesFor, pathIn } from '../page.tsx';
import type { PersonContext, PersonEnv, UserApp } from '../user-app.tsx';
import { MessagePage } from '../views/message-pages.tsx';

/**
 * Policy for files, which are untrusted: a file cannot run scripts, load resources, or be in a frame. Browsers use
 * inline styles to fit an image into the window.
 */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** Adds `/credentials/<id>/files` and `/documents`, which serve the files of a submission to its owner only. */
export function fileRoutes(app: UserApp & Services): Hono<PersonEnv> {
  const { appUrl } = app;
  const routes = new Hono<PersonEnv>();

  /** Finds the file at a path below the path of the submission. */
  async function find(c: PersonContext, path: string): Promise<CredentialFile | null> {
    const requestId = c.req.param('requestId') ?? '';
    const submission = await ownedSubmission(app, c.get('session'), requestId);
    const details = submission && (await submissionDetails(app, submission));
    const href = pathIn(appUrl, `/credentials/${requestId}/${path}`);
    for (const credential of details?.submission.credentials ?? [])
      for (const file of credential.files) if (file.href === href) return { credential, file };
    return null;
  }

  async function serve(c: PersonContext, path: string) {
    const found = await find(c, path);
    const bytes = await found?.file.read?.();
    if (found === null) return c.notFound();
    if (!bytes) return app.show(c, <MessagePage name="noFile" />, 404);
    const { kind } = found.file;
    const disposition = canShowInline(kind) ? 'inline' : 'attachment';
    return c.body(new Uint8Array(bytes), 200, {
      'Content-Type': assetMediaTypes[kind],
      'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(savedName(messagesFor(c), found))}`,
      'Content-Security-Policy': POLICY,
      'X-Content-Type-Options': 'nosniff',
    });
  }

  routes.get('/credentials/:requestId/files/:fileKey', app.requirePerson, (c) =>
    serve(c, `files/${c.req.param('fileKey')}`),
  );

  routes.get('/credentials/:requestId/documents/:index{[0-9]+}', app.requirePerson, (c) =>
    serve(c, `documents/${c.req.param('index')}`),
  );
  return routes;
}

/** Encodes a file name, including characters that `encodeURIComponent` keeps and RFC 8187 (section 3.2) excludes. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
