import { Hono } from 'hono';
import { noStore } from '../no-store.ts';
import { isUserSession } from '../session.ts';
import type { UserApp } from '../user-app.ts';
import { SignInNeededPage } from '../views/sign-in-needed-page.tsx';
import { LinkErrorPage } from '../views/trouble-pages.tsx';
import { verificationPath } from './verification-path.ts';

/** `/open`: goes on with the link that the person opened, once it is known who the person is. */
export function openRoutes({ services, sessions, hasProvider }: UserApp): Hono {
  const { appUrl, store, clock, submissionWindow } = services;
  const routes = new Hono();

  routes.get('/open', noStore, async (c) => {
    const session = sessions.readSession(c);
    if (session === null || session.link === null) return c.redirect(`${appUrl}/credentials`, 303);
    if (!isUserSession(session)) {
      // A form led here, and Chromium lets no form lead on to another site: a link does.
      if (hasProvider) return c.html(<SignInNeededPage appUrl={appUrl} />);
      return c.redirect(`${appUrl}/sign-in`, 303);
    }
    const { link, userId } = session;
    sessions.writeSession(c, { ...session, link: null });
    if (link.kind === 'verify') return c.redirect(`${appUrl}${verificationPath(link)}`, 303);
    const decision = await store.changeSubmission(link.requestId, {
      action: { kind: 'open', userId },
      now: clock.now(),
      window: submissionWindow,
    });
    if (decision === null || decision.outcome === 'refused')
      return c.html(<LinkErrorPage appUrl={appUrl} />, 404);
    return c.redirect(`${appUrl}/credentials/${link.requestId}`, 303);
  });
  return routes;
}
