import { type Context, Hono } from 'hono';
import type { Child } from 'hono/jsx';
import { problems } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import { noteRead } from '../../api/request-log.ts';
import { seconds, toTimestamp } from '../../domain/clock.ts';
import { linkStateFor, unknownLink } from '../../domain/link-state.ts';
import { returnUri, verificationUri } from '../../domain/redirect-uri.ts';
import { isEqualText } from '../../domain/signature.ts';
import { isOnDomain } from '../../domain/url-host.ts';
import { type VerificationStatus, verificationStatus } from '../../domain/verification.ts';
import type { SecurityEvent } from '../../platform/security-log.ts';
import { changeVerification, readRequest, type UserAction } from '../../storage/changes/change-verification.ts';
import { eraseUnlessThere } from '../../storage/changes/delete-account.ts';
import type { VerificationRequest } from '../../storage/database/verifications/verification-store.ts';
import type { StoredRequest, VerifiedIdentity } from '../../storage/encryption/encrypted-json.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { askerOf, isoMinute, partnerName, readSubmission } from '../content.ts';
import type { FormEnv } from '../csrf.ts';
import { takeFlash } from '../flash.ts';
import type { OpenedLink } from '../opened-links.ts';
import { pathIn, paths, receiptPath } from '../page.tsx';
import { allow } from '../security-headers.ts';
import type { PageServices } from '../services.ts';
import type { UserSession } from '../session.ts';
import type { Checked, Found, UserApp, Visit } from '../user-app.tsx';
import { Initials } from '../views/decision-card.tsx';
import { ConfirmPage, MessagePage } from '../views/message-pages.tsx';
import { Time } from '../views/parts.tsx';
import { type IdentityChoice, VerifyPage } from '../views/verify-page.tsx';

/** Content-Security-Policy for partner logos: a logo cannot run scripts, load resources, or be in a frame. */
const LOGO_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/** A verification request that the person can see, or whose outcome the person can see. */
type VisibleRequest = Checked<FoundRequest>;

interface FoundRequest extends VerificationRequest {
  content: StoredRequest;
  /** Link with which another account can continue. */
  link: Extract<OpenedLink, { kind: 'verify' }>;
}

interface SharableIdentity extends IdentityChoice {
  /** Identity that the partner receives. */
  identity: VerifiedIdentity;
}

/** Creates the functions for the pages, forms, and parts of the request in the query (`clientId`, `requestId`). */
export function forVerification(app: UserApp & PageServices) {
  const { store, clock, verificationWindow: window } = app;

  async function find(c: Context, { session }: Visit): Promise<Found<FoundRequest>> {
    const unknown = { ...unknownLink, resource: null };
    const { clientId = '', requestId = '', key: sent = '' } = c.req.query();
    const [request] = await store.findVerificationRequests(clientId, [requestId]);
    const content = request && (await readRequest(app, request));
    if (!request || !content) return unknown;
    const { link_key: key } = content;
    const isOwn = request.ownerId === session.userId;
    if (!isOwn && key !== undefined && !isEqualText(key, sent)) return unknown;
    noteRead(c.get('record'), { clientId, resources: [requestId] });
    const status = verificationStatus(request, clock.now(), window);
    const link = { kind: 'verify', clientId, requestId, ...(key !== undefined && { key }) } as const;
    const found = linkStateFor({ ...request, status }, session.userId, window);
    return app.whilePartnerIsActive({ ...found, resource: { ...request, content, link } });
  }
  return app.forLink('verification', find);
}

/** Adds `/partner/verify/digitalIdentity`, the link of a request. After its end, the page shows the outcome. */
export function verificationRoutes(app: UserApp & PageServices): Hono<FormEnv> {
  const { appUrl, store, clock } = app;
  const routes = new Hono<FormEnv>();
  const links = forVerification(app);

  /** Resolves to the digital identities that the person can share, each of which was sent in a v2 batch. */
  async function identitiesFor({ content }: VisibleRequest, { userId }: UserSession): Promise<SharableIdentity[]> {
    const batches = (await store.listHeldSubmissions(userId)).filter(
      ({ kind, state }) => kind === 'credential_batch' && state === 'completed',
    );
    const choices = batches.map(async (batch) => {
      const { requestId, clientId: client_id, createdAt, finalizedAt } = batch;
      if (content.accepted_sources?.includes(client_id) === false) return [];
      const name = await partnerName(app, client_id);
      const body = await orLogged(app.log, 'submissions', batch, () => readSubmission(app, batch));
      const sent = body as components['schemas']['CredentialBatch'] | null;
      if (sent === null) return [];
      const { full_name } = sent.digital_identity.fields;
      const acceptedAt = finalizedAt ?? createdAt;
      const identity = { full_name, source: { client_id, name, accepted_at: toTimestamp(acceptedAt) } };
      return [{ id: requestId, fullName: full_name, source: name, accepted: isoMinute(acceptedAt), identity }];
    });
    return (await Promise.all(choices)).flat();
  }

  /** Resolves to the URL; undefined if its host is not a registered domain of the partner, or no longer is one. */
  async function ifRegistered(clientId: string, url: string | undefined): Promise<string | undefined> {
    const partner = await app.partners.findActive(clientId);
    return url !== undefined && isOnDomain(url, partner?.domains ?? []) ? url : undefined;
  }

  const callbackOf = ({ clientId, content }: VisibleRequest) => ifRegistered(clientId, content.callback_url);

  /** Lets the form redirect to the callback URL, and resolves to its host; null without a callback URL. */
  async function allowCallback(c: Context, request: VisibleRequest): Promise<string | null> {
    const callbackUrl = await callbackOf(request);
    if (callbackUrl === undefined) return null;
    const { origin, host } = new URL(callbackUrl);
    allow(c, { formTarget: origin });
    return host;
  }

  const actionOf = ({ link }: VisibleRequest) => pathIn(appUrl, verificationUri('', link));

  async function verify(c: Context, { session }: Visit, request: VisibleRequest) {
    const { display_options: display, accepted_sources } = request.content;
    const sources = accepted_sources && (await Promise.all(accepted_sources.map((id) => partnerName(app, id))));
    const { partner_logo_url: logo, partner_name: usedName } = display;
    const action = actionOf(request);
    const logoHref = logo === undefined ? null : action.replace('?', '/logo?');
    return (
      <VerifyPage
        action={action}
        asker={{ ...(await askerOf(app, request.clientId)), usedName, logoHref }}
        decideBy={isoMinute(request.createdAt + app.verificationWindow)}
        backTo={await allowCallback(c, request)}
        identities={await identitiesFor(request, session)}
        sources={sources}
        isOwned={request.ownerId !== null}
        isRefused={takeFlash(c)?.name === 'identity'}
      />
    );
  }

  async function ask(c: Context, _visit: Visit, request: VisibleRequest) {
    await allowCallback(c, request);
    const values = { partner: await partnerName(app, request.clientId) };
    return <ConfirmPage name="refuse" values={values} action={actionOf(request)} decision="refuse_confirmed" />;
  }

  /** Creates a page about a request that has ended. */
  const ended =
    (name: 'shared' | 'refused' | 'requestExpired') =>
    async (_c: Context, _visit: Visit, request: VisibleRequest): Promise<Child> => {
      const { clientId, requestId, finalizedAt, createdAt } = request;
      const values = {
        partner: await partnerName(app, clientId),
        time: <Time date={isoMinute(finalizedAt ?? createdAt + app.verificationWindow)} />,
      };
      const receipt = pathIn(appUrl, receiptPath({ clientId, requestId }));
      return (
        <MessagePage name={name} values={values} {...(name === 'shared' && { links: [['receipt.link', receipt]] })} />
      );
    };

  /** Responds with the page for an account that took too many requests, which says when it can take more. */
  function tooManyTaken(c: Context, visit: Visit, retryAfter: number) {
    c.header('Retry-After', String(retryAfter));
    // The page shows whole minutes, so the time is in the next minute.
    const values = { time: <Time date={isoMinute(clock.now() + seconds(retryAfter + 60))} /> };
    const page = <MessagePage name="tooManyTaken" values={values} />;
    return app.show(c, visit, page, { status: problems.rate_limited.status });
  }

  /** Stores an answer, which gives the request to the person. Then the person returns to the partner, if possible. */
  const answer =
    (kind: UserAction['kind'], event: SecurityEvent['event'] | null, status: VerificationStatus) =>
    async (c: Context, visit: Visit, request: VisibleRequest): Promise<Response> => {
      const { session, form } = visit;
      const { userId } = session;
      const path = verificationUri('', request.link);
      let action: UserAction;
      if (kind === 'verify') {
        const choice = (await identitiesFor(request, session)).find(({ id }) => id === form.get('identity'));
        if (choice === undefined) return app.flashes.redirectWith(c, path, { name: 'identity' });
        action = { kind, userId, identity: choice.identity };
      } else action = { kind, userId };
      const isUnowned = request.ownerId === null;
      // Counts the request before the change, so that concurrent forms cannot exceed the limit.
      const { retryAfter } = isUnowned ? app.takenRequestsRateLimit(userId) : { retryAfter: null };
      if (retryAfter !== null) return tooManyTaken(c, visit, retryAfter);
      const change = await changeVerification(app, request, action);
      if (isUnowned && change?.outcome !== 'changed') app.takenRequestsRateLimit(userId, -1);
      // The page shows why the request cannot be decided any more.
      if (change === null || change.outcome === 'refused') return c.redirect(appUrl + path, 303);
      if (!(await eraseUnlessThere(app, userId))) return app.sessionEnded(c);
      if (event !== null) app.note(c, session, event, request);
      const callbackUrl = await callbackOf(request);
      if (callbackUrl !== undefined) return c.redirect(returnUri(callbackUrl, request.requestId, status), 303);
      if (kind === 'take') return app.flashes.redirectWith(c, paths.credentials, { name: 'later' });
      return c.redirect(appUrl + path, 303);
    };

  const [shared, refused, requestExpired] = [ended('shared'), ended('refused'), ended('requestExpired')];
  routes.get(paths.verify, ...links.page({ verify, shared, refused, requestExpired }));
  routes.get(`${paths.verify}/:question{refuse}`, ...links.question(ask));
  routes.post(
    paths.verify,
    ...links.decisions({
      verify: answer('verify', 'identity_shared', 'verified'),
      refuse: answer('cancel', 'identity_declined', 'canceled'),
      later: answer('take', null, 'incomplete'),
    }),
  );

  // This service serves the logo, because the partner's host would otherwise learn about the visit.
  async function showLogo(c: Context, _visit: Visit, request: VisibleRequest) {
    const url = await ifRegistered(request.clientId, request.content.display_options.partner_logo_url);
    const logo = url === undefined ? null : await app.logos.get(url);
    const [bytes, mediaType] =
      logo === null
        ? [String(<Initials name={await partnerName(app, request.clientId)} />), 'image/svg+xml']
        : [new Uint8Array(logo.bytes), logo.mediaType];
    return c.body(bytes, 200, {
      'Content-Type': mediaType,
      'Cache-Control': logo === null ? 'no-store' : 'private, max-age=3600',
      'Content-Security-Policy': LOGO_POLICY,
    });
  }
  routes.get(`${paths.verify}/logo`, ...links.part(['verify'], showLogo));
  return routes;
}
