import { Readable } from 'node:stream';
import { ByteLengthQueuingStrategy } from 'node:stream/web';
import { Hono } from 'hono';
import { operations } from '../../../generated/operations.ts';
import { decryptJson, verifiedIdentity } from '../../crypto/encrypted-json.ts';
import { deleteAccount } from '../../lifecycle/delete-account.ts';
import type { Services } from '../../services.ts';
import type { VerificationRequest } from '../../store/verifications/verification-store.ts';
import { isoDay, isoMinute, partnerName } from '../content.ts';
import { messagesFor, pathIn, paths, showPage } from '../page.tsx';
import { personalData, zipOf } from '../personal-data.ts';
import type { PersonContext, PersonEnv, UserApp } from '../user-app.tsx';
import { AccountPage, ReceiptPage, type SharedIdentity } from '../views/account-pages.tsx';
import { ConfirmPage, MessagePage } from '../views/message-pages.tsx';

/** Adds `/account`, where a person sees shared identities, downloads a copy of all data, and deletes the account. */
export function accountRoutes(app: UserApp & Services): Hono<PersonEnv> {
  const { appUrl, csrf, store } = app;
  const routes = new Hono<PersonEnv>();
  const action = pathIn(appUrl, paths.account);

  /** Sends all data about a person. Its buffer counts towards the limit on bodies in progress. */
  function download(c: PersonContext): Response | Promise<Response> {
    const session = c.get('session');
    const { userId } = session;
    const { bodyLimit: bufferBytes } = operations.uploadAsset;
    const buffer = app.bodies.open(`person:${userId}`, bufferBytes);
    let isBusy = false;
    buffer.add(bufferBytes, () => {
      isBusy = true;
    });
    buffer.complete();
    if (isBusy) {
      const links = [['receipt.back', action]] as const;
      return app.show(c, <MessagePage name="downloadBusy" links={links} />, 503);
    }
    const now = app.clock.now();
    const zip = zipOf(personalData(app, messagesFor(c), userId), now);
    zip.once('close', buffer.release);
    zip.once('error', (err: Error) => app.log.info({ err }, 'a download of personal data was interrupted'));
    app.note(c, session, 'data_downloaded');
    const body = Readable.toWeb(zip, { strategy: new ByteLengthQueuingStrategy({ highWaterMark: 65_536 }) });
    return c.body(body as ReadableStream, 200, {
      'Content-Type': 'application/zip',
      'Content-Disposition': `attachment; filename="partner-credentials-${isoDay(now)}.zip"`,
    });
  }

  /** Resolves to the identity that the person shared for a request; null if none was shared. */
  async function sharedIdentity(request: VerificationRequest): Promise<SharedIdentity | null> {
    const { clientId, requestId, identity, finalizedAt } = request;
    if (identity === null || finalizedAt === null) return null;
    return {
      partnerName: await partnerName(app, clientId),
      fullName: decryptJson(app.encryptor, verifiedIdentity(request), identity).full_name,
      at: isoMinute(finalizedAt),
      receiptHref: pathIn(appUrl, `${paths.account}/receipt?${new URLSearchParams({ clientId, requestId })}`),
    };
  }

  routes.get(paths.account, app.requirePerson, async (c) => {
    const session = c.get('session');
    const requests = await store.listOwnedVerifications(session.userId);
    const shared = (await Promise.all(requests.map(sharedIdentity))).filter((each) => each !== null);
    return app.show(c, <AccountPage action={action} shared={shared} />);
  });

  routes.get(`${paths.account}/receipt`, app.requirePerson, async (c) => {
    const session = c.get('session');
    const { clientId = '', requestId = '' } = c.req.query();
    const [request] = await store.findVerificationRequests(clientId, [requestId]);
    const shared = request?.ownerId === session.userId ? await sharedIdentity(request) : null;
    if (shared === null) return c.notFound();
    return app.show(c, <ReceiptPage {...shared} given={shared.fullName} backHref={action} number={requestId} />);
  });

  routes.post(paths.account, csrf.requireCsrf, app.requirePerson, async (c) => {
    const { session, form } = c.var;
    const decision = form.get('decision');
    if (decision === 'download') return session.isStale ? app.signInAgain(c) : download(c);
    if (decision === 'delete')
      return app.show(c, <ConfirmPage name="deleteAccount" action={action} decision="delete_confirmed" />);
    if (decision !== 'delete_confirmed') return c.redirect(`${appUrl}${paths.account}`, 303);
    if (session.isStale) return app.signInAgain(c);
    await deleteAccount(app, session.userId);
    app.note(c, session, 'account_deleted');
    await app.sessions.endSession(c);
    return showPage(c, <MessagePage name="accountDeleted" links={[]} />);
  });
  return routes;
}
