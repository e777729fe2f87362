import { Readable } from 'node:stream';
import { ByteLengthQueuingStrategy } from 'node:stream/web';
import { type Context, Hono } from 'hono';
import { operations, problems } from '../../../generated/operations.ts';
import { notices, outcomes } from '../../../generated/pages.ts';
import { requestOrigin } from '../../api/call.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { deleteAccount } from '../../storage/changes/delete-account.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { isoDay, partnerName } from '../content.ts';
import type { FormEnv } from '../csrf.tsx';
import { shareDetails } from '../decisions/verifications.tsx';
import { carriedLink, redirectToNotice } from '../opened-links.ts';
import { messagesFor, pathIn, paths } from '../page.tsx';
import { forPerson, logAction, show, type Visit } from '../person.tsx';
import { personalData, zipOf } from '../personal-data.ts';
import { servicesOf } from '../services.ts';
import { endSession } from '../session.ts';
import { AccountPage, type Share } from '../views/account-pages.tsx';
import { ConfirmPage, MessagePage } from '../views/message-pages.tsx';

const accountHref = (c: Context) => pathIn(servicesOf(c).appUrl, paths.account);

/** Reserves memory for the archive within the memory limit for request bodies in flight. */
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
  if (isBusy) return show(c, visit, <MessagePage name="unavailable" />, { status: problems.unavailable.status });
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

const showAccount = forPerson(async (c, visit) => {
  const { store, log, appUrl } = servicesOf(c);
  const shared: Share[] = [];
  for (const request of await store.listOwnedVerifications(visit.session.userId)) {
    const decision = await orLogged(log, 'identities', request, () => shareDetails(c, request));
    if (decision === null) continue;
    const detailsHref = pathIn(appUrl, verificationUri('', request));
    shared.push({ ...decision, detailsHref, stopHref: detailsHref.replace('?', '/stop?') });
  }
  return show(c, visit, <AccountPage action={accountHref(c)} shared={shared} />);
});

const showStopped = forPerson(async (c, visit) => {
  const link = carriedLink(c);
  if (link?.kind !== 'stopped' || link.userId !== visit.session.userId) return c.redirect(accountHref(c), 303);
  const values = { partner: await partnerName(servicesOf(c), link.clientId) };
  return show(c, visit, <MessagePage name="stopped" values={values} links={[['next.account', accountHref(c)]]} />);
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

export const accountRoutes = () =>
  new Hono<FormEnv>()
    .get(paths.account, ...showAccount)
    .get(`${paths.account}/delete`, ...askToDelete)
    .get(outcomes.stop.path, ...showStopped)
    .post(paths.account, ...change);
