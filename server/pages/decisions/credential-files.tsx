import type { Context } from 'hono';
import { assetMediaTypes } from '../../../generated/operations.ts';
import { canShowInline } from '../../domain/file-type.ts';
import type { HeldSubmission } from '../../storage/database/submissions/submission.ts';
import { type CredentialFile, savedName, submissionDetails } from '../content.ts';
import { messagesFor, pathIn } from '../page.tsx';
import { show, type Visit } from '../person.tsx';
import { servicesOf } from '../services.ts';
import { MessagePage } from '../views/message-pages.tsx';

/**
 * Policy for files, which are untrusted: a file cannot run scripts, load resources, or be in a frame. Browsers use
 * inline styles to fit an image into the window.
 */
const POLICY = "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/** A submission, and the query of its files' URLs. */
type WithFiles = HeldSubmission & { query: string };

/** Finds the file of the submission that the path names. */
async function findFile(c: Context, submission: WithFiles): Promise<CredentialFile | null> {
  const services = servicesOf(c);
  const details = await submissionDetails(services, submission);
  const { requestId, query } = submission;
  const path = `/credentials/${requestId}/${c.req.param('folder')}/${c.req.param('name')}${query}`;
  const href = pathIn(services.appUrl, path);
  for (const credential of details?.submission.credentials ?? [])
    for (const file of credential.files) if (file.href === href) return { credential, file };
  return null;
}

/** Serves a file of a submission to a person who can see the submission. */
export async function serveFile(c: Context, visit: Visit, submission: WithFiles): Promise<Response> {
  const found = await findFile(c, submission);
  const bytes = await found?.file.read?.();
  if (found === null) return c.notFound();
  if (!bytes) return show(c, visit, <MessagePage name="noFile" />, { status: 404 });
  const { kind } = found.file;
  const disposition = canShowInline(kind) ? 'inline' : 'attachment';
  return c.body(new Uint8Array(bytes), 200, {
    'Content-Type': assetMediaTypes[kind],
    'Content-Disposition': `${disposition}; filename*=UTF-8''${encodeName(savedName(messagesFor(c), found))}`,
    'Content-Security-Policy': POLICY,
  });
}

/** Encodes a file name, including characters that `encodeURIComponent` keeps and RFC 8187 (section 3.2) excludes. */
function encodeName(name: string): string {
  return encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
