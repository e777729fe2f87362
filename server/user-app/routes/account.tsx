import { Readable } from 'node:stream';
import { ByteLengthQueuingStrategy } from 'node:stream/web';
import { type Context, Hono } from 'hono';
import { operations } from '../../../generated/operations.ts';
import { requestOrigin } from '../../http/origin.ts';
import { deleteAccount } from '../../lifecycle/delete-account.ts';
import type { Services } from '../../services.ts';
import { noStore } from '../no-store.ts';
import { linkAt } from '../opened-links.ts';
import { personalData } from '../personal-data.ts';
import { isUserSession, type UserSession } from '../session.ts';
import { type SharedIdentity, sharedIdentity } from '../shared-identities.ts';
import { isoDay } from '../shown/dates.ts';
import type { UserApp } from '../user-app.ts';
import { AccountDeletedPage, AccountPage, DeleteAccountPage, DownloadBusyPage } from '../views/account-pages.tsx';
import { pathIn, paths } from '../views/paths.ts';
import { showPage, wordsFor } from '../words/words.tsx';
import { zipOf } from '../zip.ts';

/** What `deleteAccount` and a download use, and the log of who did it. */
export type AccountServices = Parameters<typeof deleteAccount>[0] & Pick<Services, 'security' | 'store' | 'bodies'>;

/** `/account`: with whom a person shared an identity, a copy of all data, and the end of the account. */
export function accountRoutes(app: UserApp & AccountServices): Hono {
  const { appUrl, sessions, csrf, store } = app;
  const routes = new Hono();

  const action = pathIn(appUrl, paths.account);
  const pageOf = (session: UserSession) => {
    const account = app.accountOf(session);
    return { appUrl, account, csrf: account.csrf, action };
  };

  /** All of a person's data. What it holds of it at a time is counted among the bodies under way. */
  function download(c: Context, session: UserSession): Response | Promise<Response> {
    const { userId } = session;
    const room = [`person:${userId}`, operations.uploadAsset.bodyLimit] as const;
    if (!app.bodies.enter(...room)) return showPage(c, <DownloadBusyPage {...pageOf(session)} />, 503);
    const now = app.clock.now();
    const zip = zipOf(personalData(app, wordsFor(c), userId), now);
    zip.once('close', () => app.bodies.leave(...room));
    zip.once('error', (err: Error) => app.log.info({ err }, 'a download of personal data broke off'));
    app.security({ event: 'data_downloaded', actor: `person:${userId}` }, requestOrigin(c));
    const body = Readable.toWeb(zip, { strategy: new ByteLengthQueuingStrategy({ highWaterMark: 65_536 }) });
    return c.body(body as ReadableStream, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="partner-credentials-${isoDay(now)}.zip"`,
    });
  }

  async function sharedBy({ userId }: UserSession): Promise<SharedIdentity[]> {
    const requests = await store.listOwnedVerifications(userId);
    const shared = await Promise.all(requests.map((request) => sharedIdentity(app, request)));
    return shared.filter((one) => one !== null);
  }

  routes.get(paths.account, noStore, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return c.redirect(app.signInHref(c, linkAt(c)), 303);
    return showPage(c, <AccountPage {...pageOf(session)} shared={await sharedBy(session)} />);
  });

  routes.post(paths.account, noStore, csrf.requireCsrf, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return app.sessionEnded(c);
    const decision = c.get('form').get('decision');
    if (decision === 'download') return session.isStale ? app.signInAgain(c) : download(c, session);
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
