import { Readable } from 'node:stream';
import { ByteLengthQueuingStrategy } from 'node:stream/web';
import { type Context, Hono } from 'hono';
import { operations } from '../../../generated/operations.ts';
import { notices } from '../../../generated/pages.ts';
import { requestOrigin } from '../../api/call.ts';
import type { AddressServices, StorageServices } from '../../api/services.ts';
import { deleteAccount } from '../../storage/changes/delete-account.ts';
import type { VerificationRequest } from '../../storage/database/verifications/verification-store.ts';
import { decryptJson, verifiedIdentity } from '../../storage/encryption/encrypted-json.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { askerOf, isoDay, isoMinute } from '../content.ts';
import type { FormEnv } from '../csrf.tsx';
import { forSharedRequest } from '../decisions/verifications.tsx';
import { redirectToNotice } from '../opened-links.ts';
import { messagesFor, pathIn, paths, receiptPath } from '../page.tsx';
import { forPerson, logAction, show, type Visit } from '../person.tsx';
import { personalData, zipOf } from '../personal-data.ts';
import { servicesOf } from '../services.ts';
import { endSession } from '../session.ts';
import { AccountPage, type Entry } from '../views/account-pages.tsx';
import { ReceiptPage } from '../views/decision-pages.tsx';
import { ConfirmPage, MessagePage } from '../views/message-pages.tsx';

const accountHref = (c: Context) => pathIn(servicesOf(c).appUrl, paths.account);

/** Sends all data about a person. Its buffer counts towards the limit on bodies in progress. */
function download(c: Context, visit: Visit): Response | Promise<Response> {
  const services = servicesOf(c);
  const { userId } = visit.session;
  const { bodyLimit: bufferBytes } = operations.uploadAsset;
  const buffer = services.bodies.open(`person:${userId}`);
  let isBusy = false;
  buffer.add(bufferBytes, () => {
    isBusy = true;
  });
  buffer.complete();
  if (isBusy) {
    const page = <MessagePage name="downloadBusy" links={[['receipt.back', accountHref(c)]]} />;
    return show(c, visit, page, { status: 503 });
  }
  const now = services.clock.now();
  const zip = zipOf(personalData(services, messagesFor(c), userId), now);
  zip.once('close', buffer.release);
  zip.once('error', (err: Error) => services.log.info({ err }, 'a download of personal data was interrupted'));
  logAction(c, userId, 'data_downloaded');
  const body = Readable.toWeb(zip, { strategy: new ByteLengthQueuingStrategy({ highWaterMark: 65_536 }) });
  return c.body(body as ReadableStream, 200, {
    'Content-Type': 'application/zip',
    'Content-Disposition': `attachment; filename="partner-credentials-${isoDay(now)}.zip"`,
  });
}

/** Resolves to the identity that the person shared for a request, and its receipt; null if none was shared. */
async function sharedDecision(
  services: AddressServices & StorageServices,
  request: VerificationRequest,
): Promise<Entry | null> {
  const { clientId, identity, finalizedAt } = request;
  if (identity === null || finalizedAt === null) return null;
  const { full_name: fullName, source } = decryptJson(services.encryptor, verifiedIdentity(request), identity);
  return {
    asker: await askerOf(services, clientId),
    decidedAt: isoMinute(finalizedAt),
    given: { fullName, source: source.name, accepted: source.accepted_at },
    href: pathIn(services.appUrl, receiptPath(request)),
  };
}

const showAccount = forPerson(async (c, visit) => {
  const services = servicesOf(c);
  const requests = await services.store.listOwnedVerifications(visit.session.userId);
  const decisions = requests.map((each) =>
    orLogged(services.log, 'identities', each, () => sharedDecision(services, each)),
  );
  const shared = (await Promise.all(decisions)).filter((each) => each !== null);
  return show(c, visit, <AccountPage action={accountHref(c)} shared={shared} />);
});

const showReceipt = forSharedRequest(async (c, visit, request) => {
  const shared = await sharedDecision(servicesOf(c), request);
  if (shared === null) return c.notFound();
  const { href: _, ...decision } = shared;
  return show(c, visit, <ReceiptPage {...decision} number={request.requestId} backHref={accountHref(c)} />);
});

const askToDelete = forPerson((c, visit) =>
  show(c, visit, <ConfirmPage name="deleteAccount" action={accountHref(c)} decision="delete_confirmed" />),
);

const change = forPerson(async (c, visit) => {
  const { session, form } = visit;
  const services = servicesOf(c);
  const url = services.appUrl + paths.account;
  const decision = form.get('decision');
  if (decision === 'download') return session.isStale ? redirectToNotice(c, 'signInAgain') : download(c, visit);
  if (decision === 'delete') return c.redirect(`${url}/delete`, 303);
  if (decision !== 'delete_confirmed') return c.redirect(url, 303);
  if (session.isStale) return redirectToNotice(c, 'signInAgain');
  await deleteAccount(services, session.userId, `person:${session.userId}`, requestOrigin(c));
  await endSession(c, { accountDeleted: true });
  return c.redirect(services.appUrl + notices.accountDeleted.path, 303);
});

/** Adds `/account`, where a person sees shared identities, downloads a copy of all data, and deletes the account. */
export const accountRoutes = () =>
  new Hono<FormEnv>()
    .get(paths.account, ...showAccount)
    .get(`${paths.account}/receipt`, ...showReceipt)
    .get(`${paths.account}/delete`, ...askToDelete)
    .post(paths.account, ...change);
