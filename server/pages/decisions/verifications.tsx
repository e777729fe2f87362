import type { Context } from 'hono';
import { problems } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import { noteRead } from '../../api/request-log.ts';
import { seconds, toTimestamp } from '../../domain/clock.ts';
import { linkStateFor } from '../../domain/link-state.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { isEqualText } from '../../domain/signature.ts';
import { isOnDomain } from '../../domain/url-host.ts';
import { RESULTS_KEPT, verificationStatus } from '../../domain/verification-lifecycle.ts';
import { changeVerification, readRequest } from '../../storage/changes/change-verification.ts';
import { isStorableText } from '../../storage/database/engine/storable-text.ts';
import type { VerificationRequest } from '../../storage/database/verifications/verification-store.ts';
import { decryptJson, type StoredRequest, verifiedIdentity } from '../../storage/encryption/encrypted-json.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { askerOf, isoMinute, partnerName, partnerNameCache, readSubmission } from '../content.ts';
import { messagesFor, pathIn, paths } from '../page.tsx';
import { type Checked, show, type Visit } from '../person.tsx';
import { servicesOf } from '../services.ts';
import { Initials } from '../views/decision-card.tsx';
import { AcceptedPage, VerifyPage } from '../views/decision-pages.tsx';
import { Time } from '../views/layout.tsx';
import { MessagePage } from '../views/message-pages.tsx';
import { type ActionName, type DecisionFlow, decisionRoutes, type Found, type Subject } from './decisions.tsx';

const UNTRUSTED_LOGO_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

interface LinkedRequest extends VerificationRequest, Subject {
  content: StoredRequest;
}

async function find(c: Context, { session }: Visit): Promise<Found<LinkedRequest> | null> {
  const services = servicesOf(c);
  const { store, clock, verificationWindow: window } = services;
  const { clientId = '', requestId = '', key: sent = '' } = c.req.query();
  if (!isStorableText(clientId, requestId)) return null;
  const [request] = await store.findVerificationRequests(clientId, [requestId]);
  const content = request && (await readRequest(services, request));
  if (!request || !content) return null;
  const { link_key: key } = content;
  const isOwn = request.ownerId === session.userId;
  if (!isOwn && key !== undefined && !isEqualText(key, sent)) return null;
  noteRead(c.get('record'), { clientId, resources: [requestId] });
  const status = verificationStatus(request, clock.now(), window);
  const link = { kind: 'verify', clientId, requestId, ...(key !== undefined && { key }) } as const;
  const path = verificationUri('', link);
  const found = linkStateFor({ ...request, status }, session.userId, window);
  return { ...found, subject: { ...request, content, link, path, decidedPath: path } };
}

async function shareableIdentities(c: Context, { session }: Visit, { content }: LinkedRequest) {
  const services = servicesOf(c);
  const batches = (await services.store.listHeldSubmissions(session.userId)).filter(
    ({ kind, state, clientId }) =>
      kind === 'credential_batch' && state === 'completed' && content.accepted_sources?.includes(clientId) !== false,
  );
  const nameOf = partnerNameCache(services);
  const choices = batches.map(async (batch) => {
    const { requestId, clientId: client_id, createdAt, finalizedAt } = batch;
    const body = await orLogged(services.log, 'submissions', batch, () => readSubmission(services, batch));
    const sent = body as components['schemas']['CredentialBatch'] | null;
    if (sent === null) return [];
    const name = await nameOf(client_id);
    const { full_name } = sent.digital_identity.fields;
    const acceptedAt = finalizedAt ?? createdAt;
    const identity = { full_name, source: { client_id, name, accepted_at: toTimestamp(acceptedAt) } };
    return [{ id: requestId, fullName: full_name, source: name, accepted: isoMinute(acceptedAt), identity }];
  });
  return (await Promise.all(choices)).flat();
}

async function ifHostRegistered(c: Context, clientId: string, url: string | undefined): Promise<string | undefined> {
  const partner = await servicesOf(c).partners.findActive(clientId);
  return url !== undefined && isOnDomain(url, partner?.domains ?? []) ? url : undefined;
}

const callbackUrl = (c: Context, { clientId, content }: LinkedRequest) =>
  ifHostRegistered(c, clientId, content.callback_url);

async function asker(c: Context, { clientId, path, content }: LinkedRequest) {
  const services = servicesOf(c);
  const { partner_logo_url: logo, partner_name: usedName } = content.display_options;
  const logoHref = logo === undefined ? null : pathIn(services.appUrl, path).replace('?', '/logo?');
  return { ...(await askerOf(services, clientId)), usedName, logoHref };
}

async function verify(c: Context, visit: Visit, request: LinkedRequest) {
  const services = servicesOf(c);
  const { accepted_sources } = request.content;
  const sources = accepted_sources && (await Promise.all(accepted_sources.map((id) => partnerName(services, id))));
  const backUrl = await callbackUrl(c, request);
  return (
    <VerifyPage
      action={pathIn(services.appUrl, request.path)}
      asker={await asker(c, request)}
      decideBy={isoMinute(request.createdAt + services.verificationWindow)}
      callbackHost={backUrl === undefined ? null : new URL(backUrl).host}
      identities={await shareableIdentities(c, visit, request)}
      sources={sources}
      isRefused={c.req.query('problem') === 'notChosen'}
    />
  );
}

async function shared(c: Context, _visit: Visit, request: LinkedRequest) {
  const decision = await shareDetails(c, request);
  if (decision === null) return null;
  const { say, text } = messagesFor(c);
  return (
    <AcceptedPage
      {...decision}
      asker={await asker(c, request)}
      receiptNumber={request.requestId}
      title={text('shared.title')}
      action={pathIn(servicesOf(c).appUrl, request.path)}
      undo={{ value: 'stop', label: say('stop.button') }}
    />
  );
}

async function messageValues(c: Context, { finalizedAt, createdAt }: LinkedRequest) {
  const endedAt = finalizedAt ?? createdAt + servicesOf(c).verificationWindow;
  return { time: <Time date={isoMinute(endedAt)} />, end: <Time date={isoMinute(endedAt + RESULTS_KEPT)} /> };
}

function showTooManyTaken(c: Context, visit: Visit, retryAfter: number) {
  c.header('Retry-After', String(retryAfter));
  // Rounds up, because the page shows whole minutes.
  const time = <Time date={isoMinute(servicesOf(c).clock.now() + seconds(retryAfter + 60))} />;
  const page = <MessagePage name="tooManyTaken" values={{ time }} />;
  return show(c, visit, page, { status: problems.rate_limited.status });
}

async function changeFor(c: Context, visit: Visit, request: LinkedRequest, action: ActionName) {
  const { userId } = visit.session;
  if (action !== 'verify') return { kind: action === 'later' ? 'take' : 'refuse', userId } as const;
  const identities = await shareableIdentities(c, visit, request);
  const choice = identities.find(({ id }) => id === visit.form.get('identity'));
  return choice === undefined ? null : ({ kind: 'verify', userId, identity: choice.identity } as const);
}

async function store(c: Context, visit: Visit, request: Checked<LinkedRequest>, action: ActionName) {
  const services = servicesOf(c);
  const { userId } = visit.session;
  if (action === 'stop') {
    await services.store.disownVerification(request, userId);
    return null;
  }
  const change = await changeFor(c, visit, request, action);
  if (change === null) return c.redirect(`${services.appUrl}${request.path}&problem=notChosen`, 303);
  const isUnowned = request.ownerId === null;
  // Counts the verification request before the decision, so that concurrent forms cannot exceed the limit.
  const { retryAfter } = isUnowned ? services.takenRequestsRateLimit(userId) : { retryAfter: null };
  if (retryAfter !== null) return showTooManyTaken(c, visit, retryAfter);
  const result = await changeVerification(services, request, change);
  if (isUnowned && result?.outcome !== 'changed') services.takenRequestsRateLimit(userId, -1);
  // Redirects to the page of the verification request, which explains why a decision is no longer possible.
  return result === null || result.outcome === 'refused' ? c.redirect(services.appUrl + request.path, 303) : null;
}

const flow: DecisionFlow<LinkedRequest> = {
  kind: 'verification',
  path: paths.verify,
  actions: ['verify', 'refuse', 'later', 'stop'],
  find,
  pages: { verify, shared },
  messageValues,
  store,
  callbackUrl,
  acceptedPage: 'shared',
  success: 'shared',
  asker,
  files: { path: `${paths.verify}/logo`, serve: showLogo },
};

export async function shareDetails(c: Context, request: VerificationRequest) {
  const services = servicesOf(c);
  const { clientId, identity, finalizedAt } = request;
  if (identity === null || finalizedAt === null) return null;
  const { full_name: fullName, source } = decryptJson(services.encryptor, verifiedIdentity(request), identity);
  return {
    asker: await askerOf(services, clientId),
    decidedAt: isoMinute(finalizedAt),
    readUntil: isoMinute(finalizedAt + RESULTS_KEPT),
    given: { fullName, source: source.name, accepted: source.accepted_at },
  };
}

/** Serves the partner's logo, because a request from the browser would tell the partner's host about the visit. */
async function showLogo(c: Context, _visit: Visit, { clientId, content }: Checked<LinkedRequest>) {
  const services = servicesOf(c);
  const url = await ifHostRegistered(c, clientId, content.display_options.partner_logo_url);
  const logo = url === undefined ? null : await services.logos.get(url);
  const [bytes, mediaType] =
    logo === null
      ? [String(<Initials name={await partnerName(services, clientId)} />), 'image/svg+xml']
      : [new Uint8Array(logo.bytes), logo.mediaType];
  return c.body(bytes, 200, {
    'Content-Type': mediaType,
    'Cache-Control': logo === null ? 'no-store' : 'private, max-age=3600',
    'Content-Security-Policy': UNTRUSTED_LOGO_POLICY,
  });
}

export const verificationRoutes = () => decisionRoutes(flow);
