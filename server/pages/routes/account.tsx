import { Readable } from 'node:stream';
import { ByteLengthQueuingStrategy } from 'node:stream/web';
import { type Context, Hono } from 'hono';
import { operations } from '../../../generated/operations.ts';
import { notices } from '../../../generated/pages.ts';
import { requestOrigin } from '../../api/call.ts';
import { zipOf } from '../../api/zip.ts';
import { deleteAccount } from '../../storage/changes/delete-account.ts';
import type { VerificationRequest } from '../../storage/database/verifications/verification-store.ts';
import { decryptJson, verifiedIdentity } from '../../storage/encryption/encrypted-json.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { askerOf, isoDay, isoMinute } from '../content.ts';
import type { FormEnv } from '../csrf.ts';
import { messagesFor, pathIn, paths, receiptPath } from '../page.tsx';
import { personalData } from '../personal-data.ts';
import type { PageServices } from '../services.ts';
import type { UserApp, Visit } from '../user-app.tsx';
import { AccountPage, ReceiptPage } from '../views/account-pages.tsx';
import { ConfirmPage, MessagePage } from '../views/message-pages.tsx';
import type { Entry } from '../views/my-credentials-page.tsx';
import { forVerification } from './verification.tsx';

/** Adds `/account`, where a person sees shared identities, downloads a copy of all data, and deletes the account. */
export function accountRoutes(app: UserApp & PageServices): Hono<FormEnv> {
  const { appUrl, store, forPerson } = app;
  const routes = new Hono<FormEnv>();
  const action = pathIn(appUrl, paths.account);

  /** Sends all data about a person. Its buffer counts towards the limit on bodies in progress. */
  function download(c: Context, visit: Visit): Response | Promise<Response> {
    const { session } = visit;
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
      return app.show(c, visit, <MessagePage name="downloadBusy" links={links} />, { status: 503 });
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

  /** Resolves to the identity that the person shared for a request, and its receipt; null if none was shared. */
  async function sharedDecision(request: VerificationRequest): Promise<Entry | null> {
    const { clientId, requestId, identity, finalizedAt } = request;
    if (identity === null || finalizedAt === null) return null;
    const { full_name: fullName, source } = decryptJson(app.encryptor, verifiedIdentity(request), identity);
    return {
      ...{ asker: await askerOf(app, clientId), decidedAt: isoMinute(finalizedAt) },
      given: { fullName, source: source.name, accepted: source.accepted_at },
      href: pathIn(appUrl, receiptPath({ clientId, requestId })),
    };
  }

  const showAccount = forPerson(async (c, visit) => {
    const requests = await store.listOwnedVerifications(visit.session.userId);
    const decisions = requests.map((each) => orLogged(app.log, 'identities', each, () => sharedDecision(each)));
    const shared = (await Promise.all(decisions)).filter((each) => each !== null);
    return app.show(c, visit, <AccountPage action={action} shared={shared} />);
  });
  routes.get(paths.account, ...showAccount);

  const showReceipt = forVerification(app).part(['shared'], async (c, visit, request) => {
    const shared = await sharedDecision(request);
    if (shared === null) return c.notFound();
    const { href: _, ...decision } = shared;
    return app.show(c, visit, <ReceiptPage {...decision} number={request.requestId} backHref={action} />);
  });
  routes.get(`${paths.account}/receipt`, ...showReceipt);

  const ask = forPerson((c, visit) =>
    app.show(c, visit, <ConfirmPage name="deleteAccount" action={action} decision="delete_confirmed" />),
  );
  routes.get(`${paths.account}/delete`, ...ask);

  const change = forPerson(async (c, visit) => {
    const { session, form } = visit;
    const decision = form.get('decision');
    if (decision === 'download') return session.isStale ? app.notify(c, 'signInAgain') : download(c, visit);
    if (decision === 'delete') return c.redirect(`${appUrl}${paths.account}/delete`, 303);
    if (decision !== 'delete_confirmed') return c.redirect(`${appUrl}${paths.account}`, 303);
    if (session.isStale) return app.notify(c, 'signInAgain');
    await deleteAccount(app, session.userId, `person:${session.userId}`, requestOrigin(c));
    await app.sessions.endSession(c, { accountDeleted: true });
    return c.redirect(appUrl + notices.accountDeleted.path, 303);
  });
  routes.post(paths.account, ...change);
  return routes;
}
