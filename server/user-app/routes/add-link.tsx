import { type Context, Hono } from 'hono';
import { kindsOfSegment } from '../../domain/redirect-uri.ts';
import type { Services } from '../../services.ts';
import type { HeldSubmission } from '../../store/submissions/submission-store.ts';
import { endedLinkPage } from '../ended-link.tsx';
import type { FormFields } from '../form.ts';
import { noStore } from '../no-store.ts';
import type { UserApp } from '../user-app.ts';
import { OpenLinkPage } from '../views/open-link-page.tsx';
import { pathIn } from '../views/paths.ts';
import { LinkErrorPage } from '../views/trouble-pages.tsx';
import { showPage } from '../words/words.tsx';

/**
 * `/partner/add/<type>`: the link that a partner got for a submission. Its parameters are in the fragment, which the
 * page sends back in a form. A link of which any part is wrong gets the error page, which does not say which part; one
 * that has ended, a page that says how.
 * Whose the submission is, is decided after the sign-in (`open.tsx`).
 */
export function addLinkRoutes(app: UserApp & Pick<Services, 'store' | 'clock' | 'submissionWindow'>): Hono {
  const { appUrl, sessions, csrf, links, store } = app;
  const routes = new Hono();

  async function submissionOf(type: string, fields: FormFields): Promise<HeldSubmission | null> {
    const link = linkIn(fields);
    const [clientId, requestId] = [link.get('clientId') ?? '', link.get('content') ?? ''];
    const submission = await store.findLinkedSubmission({ clientId, requestId });
    if (submission === null) return null;
    const { kind, documentType } = submission;
    const fits = kindsOfSegment(type).includes(kind) && (documentType ?? '') === (link.get('documentType') ?? '');
    return fits ? submission : null;
  }

  const linkError = (c: Context) => showPage(c, <LinkErrorPage appUrl={appUrl} />, 404);

  routes.get('/partner/add/:type', noStore, (c) => {
    if (kindsOfSegment(c.req.param('type')).length === 0) return linkError(c);
    const token = csrf.csrfToken(sessions.openSession(c));
    const action = pathIn(appUrl, `/partner/add/${c.req.param('type')}`);
    return showPage(c, <OpenLinkPage appUrl={appUrl} csrf={token} action={action} />);
  });

  routes.post('/partner/add/:type', noStore, csrf.readOwnForm, async (c) => {
    const submission = await submissionOf(c.req.param('type') ?? '', c.get('form'));
    if (submission === null) return linkError(c);
    const ended = endedLinkPage(c, app, submission);
    if (ended !== null) return ended;
    const { clientId, requestId } = submission;
    const link = links.write({ kind: 'add', clientId, requestId }, sessions.openSession(c));
    return c.redirect(`${appUrl}/open?link=${link}`, 303);
  });
  return routes;
}

/** The parameters of the link, from the fields that the script filled in or the fragment that a person pasted. */
function linkIn(fields: FormFields): URLSearchParams {
  const fragment = fields.get('fragment')?.trim();
  if (fragment) return new URLSearchParams(fragment.slice(fragment.indexOf('#') + 1));
  return new URLSearchParams([...fields]);
}
