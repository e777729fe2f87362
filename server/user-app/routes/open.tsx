import { Hono } from 'hono';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { eraseUnlessThere } from '../../lifecycle/delete-account.ts';
import type { Services } from '../../services.ts';
import { endedLinkPage } from '../ended-link.tsx';
import { noStore } from '../no-store.ts';
import { isUserSession } from '../session.ts';
import type { UserApp } from '../user-app.ts';
import { consentPath, paths } from '../views/paths.ts';
import { SignInNeededPage } from '../views/sign-in-needed-page.tsx';
import { LinkErrorPage } from '../views/trouble-pages.tsx';
import { showPage } from '../words/words.tsx';

/** `/open`: continues with the link that the person opened, once the person is signed in. */
export function openRoutes(app: UserApp & Pick<Services, 'store'> & Parameters<typeof eraseUnlessThere>[0]): Hono {
  const { appUrl, sessions, links, hasProvider, store, clock, submissionWindow } = app;
  const routes = new Hono();

  routes.get('/open', noStore, async (c) => {
    const session = sessions.openSession(c);
    const link = links.read(c.req.query('link'), session);
    if (link === null) return showPage(c, <LinkErrorPage appUrl={appUrl} />, 404);
    if (!isUserSession(session)) {
      const href = app.signInHref(c, link);
      // The browser comes from a form. Chromium lets no form redirect to another site, but a link may go there.
      if (!hasProvider) return c.redirect(href, 303);
      const otherHref = app.signInHref(c, link, 'other');
      return showPage(c, <SignInNeededPage appUrl={appUrl} signInHref={href} otherHref={otherHref} />);
    }
    if (link.kind === 'account') return c.redirect(`${appUrl}${paths.account}`, 303);
    if (link.kind === 'verify') return c.redirect(verificationUri(appUrl, link), 303);
    if (link.kind === 'credential') {
      const { clientId, requestId } = link;
      return c.redirect(appUrl + (clientId ? consentPath({ clientId, requestId }) : `/credentials/${requestId}`), 303);
    }
    const decision = await store.changeSubmission(link, {
      action: { kind: 'open', userId: session.userId },
      now: clock.now(),
      window: submissionWindow,
    });
    if (decision === null || decision.outcome === 'refused') {
      const ended = decision && endedLinkPage(c, app, await store.findLinkedSubmission(link));
      return ended ?? showPage(c, <LinkErrorPage {...app.notYours(session, link)} />, 404);
    }
    if (!(await eraseUnlessThere(app, session.userId))) return app.sessionEnded(c);
    return c.redirect(appUrl + consentPath(link), 303);
  });
  return routes;
}
