import { Hono } from 'hono';
import { verificationUri } from '../../domain/redirect-uri.ts';
import type { Services } from '../../services.ts';
import { noStore } from '../no-store.ts';
import { isUserSession } from '../session.ts';
import type { UserApp } from '../user-app.ts';
import { SignInNeededPage } from '../views/sign-in-needed-page.tsx';
import { LinkErrorPage } from '../views/trouble-pages.tsx';
import { showPage } from '../words/words.tsx';

/** `/open`: continues with the link that the person opened, once the person is signed in. */
export function openRoutes(app: UserApp & Pick<Services, 'store' | 'clock' | 'submissionWindow'>): Hono {
  const { appUrl, sessions, hasProvider, store, clock, submissionWindow } = app;
  const routes = new Hono();

  routes.get('/open', noStore, async (c) => {
    const session = sessions.readSession(c);
    if (session === null || session.link === null) return c.redirect(`${appUrl}/credentials`, 303);
    if (!isUserSession(session)) {
      // The browser comes from a form. Chromium lets no form redirect to another site, but a link may go there.
      if (hasProvider) return showPage(c, <SignInNeededPage appUrl={appUrl} />);
      return c.redirect(`${appUrl}/sign-in`, 303);
    }
    const { link, userId } = session;
    sessions.writeSession(c, { ...session, link: null });
    if (link.kind === 'verify') return c.redirect(verificationUri(appUrl, link), 303);
    // A session of the version before tells no partner: the link is to be opened again.
    const key = { clientId: link.clientId ?? '', requestId: link.requestId };
    const decision = await store.changeSubmission(key, {
      action: { kind: 'open', userId },
      now: clock.now(),
      window: submissionWindow,
    });
    if (decision === null || decision.outcome === 'refused') return showPage(c, <LinkErrorPage appUrl={appUrl} />, 404);
    return c.redirect(`${appUrl}/credentials/${link.requestId}`, 303);
  });
  return routes;
}
