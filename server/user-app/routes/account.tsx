import { Hono } from 'hono';
import { openJson, verifiedIdentity } from '../../crypto/sealed-json.ts';
import { requestOrigin } from '../../http/origin.ts';
import { deleteAccount } from '../../lifecycle/delete-account.ts';
import type { Services } from '../../services.ts';
import { partnerName } from '../content.ts';
import { noStore } from '../no-store.ts';
import { isUserSession, type UserSession } from '../session.ts';
import { isoMinute } from '../shown/dates.ts';
import type { UserApp } from '../user-app.ts';
import { AccountDeletedPage, AccountPage, DeleteAccountPage, type SharedIdentity } from '../views/account-pages.tsx';
import { pathIn, paths } from '../views/paths.ts';
import { showPage } from '../words/words.tsx';

/** What `deleteAccount` uses, and the log of who did it. */
export type AccountServices = Parameters<typeof deleteAccount>[0] & Pick<Services, 'security' | 'store'>;

/** `/account`: with whom a person shared an identity, and the end of the account. */
export function accountRoutes(app: UserApp & AccountServices): Hono {
  const { appUrl, sessions, csrf, store, sealer } = app;
  const routes = new Hono();

  const action = pathIn(appUrl, paths.account);
  const pageOf = (session: UserSession) => {
    const token = csrf.csrfToken(session);
    return { appUrl, account: { csrf: token, name: session.account }, csrf: token, action };
  };

  async function sharedBy({ userId }: UserSession): Promise<SharedIdentity[]> {
    const requests = await store.listOwnedVerifications(userId);
    const shared = await Promise.all(
      requests.map(async (request) => {
        const { clientId, identity, finalizedAt } = request;
        if (identity === null || finalizedAt === null) return [];
        const { full_name: fullName } = openJson(sealer, verifiedIdentity(request), identity);
        return [{ partnerName: await partnerName(app, clientId), fullName, at: isoMinute(finalizedAt) }];
      }),
    );
    return shared.flat();
  }

  routes.get(paths.account, noStore, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return c.redirect(app.signInHref(c, null), 303);
    return showPage(c, <AccountPage {...pageOf(session)} shared={await sharedBy(session)} />);
  });

  routes.post(paths.account, noStore, csrf.requireCsrf, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return app.sessionEnded(c);
    const decision = c.get('form').get('decision');
    if (decision === 'delete') return showPage(c, <DeleteAccountPage {...pageOf(session)} backHref={action} />);
    if (decision !== 'delete_confirmed') return c.redirect(`${appUrl}${paths.account}`, 303);
    if (session.isStale) return app.signInAgain(c);
    await deleteAccount(app, session.userId);
    app.security({ event: 'account_deleted', actor: `person:${session.userId}` }, requestOrigin(c));
    await sessions.endSession(c);
    return showPage(c, <AccountDeletedPage appUrl={appUrl} />);
  });
  return routes;
}
