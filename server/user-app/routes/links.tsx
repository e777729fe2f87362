import { type Context, Hono } from 'hono';
import { kindsOfSegment, verificationUri } from '../../domain/redirect-uri.ts';
import { wasDeclined } from '../../domain/submission.ts';
import { changeSubmission } from '../../lifecycle/change-submission.ts';
import { eraseUnlessThere } from '../../lifecycle/delete-account.ts';
import type { Services } from '../../services.ts';
import type { HeldSubmission, Submission } from '../../store/submissions/submission.ts';
import type { FormFields } from '../csrf.ts';
import { consentPath, pathIn, paths, showPage } from '../page.tsx';
import { isUserSession } from '../session.ts';
import type { PersonEnv, UserApp } from '../user-app.tsx';
import { OpenLinkPage } from '../views/entry-pages.tsx';
import { LinkErrorPage, MessagePage, SignInLinksPage } from '../views/message-pages.tsx';

/**
 * Responds with the reason if nobody can accept a submission now, because it has ended or its partner may not act. The
 * visitor already knows that the submission exists. Resolves to null if the submission can be accepted, was accepted,
 * or does not exist.
 */
export async function closedLinkPage(
  c: Context,
  { clock, submissionWindow, pausedPage }: Pick<UserApp & Services, 'clock' | 'submissionWindow' | 'pausedPage'>,
  submission: Submission | null,
): Promise<Response | null> {
  if (submission === null || submission.state === 'completed') return null;
  const isOver = clock.now() >= submission.createdAt + submissionWindow;
  if (isOver) return showPage(c, <MessagePage name="linkExpired" />, { status: 410 });
  if (wasDeclined(submission, submissionWindow))
    return showPage(c, <MessagePage name="linkDeclined" />, { status: 410 });
  return pausedPage(c, submission);
}

export const unknownLinkPage = (c: Context) => showPage(c, <LinkErrorPage />, { status: 404 });

/**
 * Adds `/partner/add/<type>`, the link that a partner receives for a submission. Its parameters are in the fragment,
 * which the page sends in a form. If a part of the link is wrong, the error page does not show which part.
 *
 * `/open` continues with the link after the person has signed in, and decides who owns the submission.
 */
export function linkRoutes(app: UserApp & Services): Hono<PersonEnv> {
  const { appUrl, sessions, csrf, links, store } = app;
  const routes = new Hono<PersonEnv>();

  async function submissionOf(type: string, fields: FormFields): Promise<HeldSubmission | null> {
    const link = linkIn(fields);
    const [clientId, requestId] = [link.get('clientId') ?? '', link.get('content') ?? ''];
    const submission = await store.findLinkedSubmission({ clientId, requestId });
    if (submission === null) return null;
    const { kind, documentType } = submission;
    const fits = kindsOfSegment(type).includes(kind) && (documentType ?? '') === (link.get('documentType') ?? '');
    return fits ? submission : null;
  }

  routes.get('/partner/add/:type', (c) => {
    const type = c.req.param('type');
    if (kindsOfSegment(type).length === 0) return unknownLinkPage(c);
    const token = csrf.csrfToken(sessions.openSession(c));
    return showPage(c, <OpenLinkPage csrf={token} action={pathIn(appUrl, `/partner/add/${type}`)} />);
  });

  routes.post('/partner/add/:type', csrf.readOwnForm, async (c) => {
    const submission = await submissionOf(c.req.param('type') ?? '', c.get('form'));
    if (submission === null) return unknownLinkPage(c);
    const closed = await closedLinkPage(c, app, submission);
    if (closed !== null) return closed;
    const { clientId, requestId } = submission;
    const link = links.write({ kind: 'add', clientId, requestId }, sessions.openSession(c));
    return c.redirect(`${appUrl}/open?link=${link}`, 303);
  });

  routes.get('/open', async (c) => {
    const session = sessions.openSession(c);
    const link = links.read(c.req.query('link'), session);
    if (link === null) return unknownLinkPage(c);
    if (!isUserSession(session)) {
      const hrefs = app.signInHrefs(c, link);
      // Chromium does not let the form redirect to another site, but a link on the page can point to it.
      if (hrefs.otherHref === null) return c.redirect(hrefs.signInHref, 303);
      return showPage(c, <SignInLinksPage name="signInNeeded" {...hrefs} />);
    }
    if (link.kind === 'account') return c.redirect(`${appUrl}${paths.account}`, 303);
    if (link.kind === 'verify') return c.redirect(verificationUri(appUrl, link), 303);
    if (link.kind === 'credential') {
      const { clientId, requestId } = link;
      return c.redirect(appUrl + (clientId ? consentPath({ clientId, requestId }) : `/credentials/${requestId}`), 303);
    }
    const closed = await closedLinkPage(c, app, await store.findLinkedSubmission(link));
    if (closed !== null) return closed;
    const decision = await changeSubmission(app, link, { kind: 'open', userId: session.userId });
    if (decision === null || decision.outcome === 'refused') return app.linkError(c, link);
    if (!(await eraseUnlessThere(app, session.userId))) return app.sessionEnded(c);
    return c.redirect(appUrl + consentPath(link), 303);
  });
  return routes;
}

/** Returns the parameters of the link: from the fields that the script filled, or from the pasted fragment. */
function linkIn(fields: FormFields): URLSearchParams {
  const fragment = fields.get('fragment')?.trim();
  if (fragment) return new URLSearchParams(fragment.slice(fragment.indexOf('#') + 1));
  return new URLSearchParams([...fields]);
}
