import { Hono } from 'hono';
import type { Services } from '../../services.ts';
import { partnerName, submissionShown } from '../content.ts';
import { noStore } from '../no-store.ts';
import { linkAt } from '../opened-links.ts';
import { ownedSubmission } from '../owned-submission.ts';
import { isUserSession } from '../session.ts';
import { sharedIdentity } from '../shared-identities.ts';
import { isoMinute } from '../shown/dates.ts';
import type { UserApp } from '../user-app.ts';
import { pathIn, paths } from '../views/paths.ts';
import { ConsentReceiptPage, SharingReceiptPage } from '../views/receipt-pages.tsx';
import { showPage } from '../words/words.tsx';

/** What a person accepted and shared, to be printed: as long as it is there. */
export function receiptRoutes(app: UserApp & Pick<Services, 'store' | 'sealer' | 'clock' | 'submissionWindow'>): Hono {
  const { appUrl, sessions, accountOf, store } = app;
  const routes = new Hono();

  routes.get('/credentials/:requestId/receipt', noStore, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return c.redirect(app.signInHref(c, linkAt(c)), 303);
    const submission = await ownedSubmission(app, session, c.req.param('requestId'));
    if (submission === null || submission.state !== 'completed') return c.notFound();
    const shown = await submissionShown(app, submission);
    if (shown === null) return c.notFound();
    const { requestId, clientId, finalizedAt, createdAt } = submission;
    return showPage(
      c,
      <ConsentReceiptPage
        appUrl={appUrl}
        account={accountOf(session)}
        partnerName={await partnerName(app, clientId)}
        number={requestId}
        at={isoMinute(finalizedAt ?? createdAt)}
        backHref={pathIn(appUrl, `/credentials/${requestId}`)}
        submission={shown.submission}
      />,
    );
  });

  routes.get(`${paths.account}/receipt`, noStore, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return c.redirect(app.signInHref(c, linkAt(c)), 303);
    const { clientId = '', requestId = '' } = c.req.query();
    const [request] = await store.findVerificationRequests(clientId, [requestId]);
    const shared = request?.ownerId === session.userId ? await sharedIdentity(app, request) : null;
    if (shared === null) return c.notFound();
    const page = { appUrl, account: accountOf(session), backHref: pathIn(appUrl, paths.account) };
    return showPage(c, <SharingReceiptPage {...page} {...shared} number={requestId} />);
  });
  return routes;
}
