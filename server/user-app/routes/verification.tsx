import { type Context, Hono } from 'hono';
import type { components } from '../../../generated/types.ts';
import type { StoredRequest, VerifiedIdentity } from '../../crypto/encrypted-json.ts';
import { toTimestamp } from '../../domain/clock.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { isEqualText } from '../../domain/signature.ts';
import { type VerificationStatus, verificationOutcome } from '../../domain/verification.ts';
import { changeVerification, readRequest, type UserAction } from '../../lifecycle/change-verification.ts';
import { eraseUnlessThere } from '../../lifecycle/delete-account.ts';
import type { SecurityEvent } from '../../security-log.ts';
import type { Services } from '../../services.ts';
import type { VerificationKey, VerificationRequest } from '../../store/verifications/verification-store.ts';
import { askerOf, isoMinute, partnerName, readSubmission } from '../content.ts';
import type { FormEnv } from '../csrf.ts';
import type { OpenedLink } from '../opened-links.ts';
import { pathIn, paths } from '../page.tsx';
import { allow } from '../security-headers.ts';
import type { UserSession } from '../session.ts';
import type { Checked, UserApp, Visit } from '../user-app.tsx';
import { Initials } from '../views/decision-card.tsx';
import { type ClosingOutcome, ClosingPage, ConfirmPage, MessagePage } from '../views/message-pages.tsx';
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

type State = 'undecided' | 'paused' | Exclude<ReturnType<typeof verificationOutcome>, 'incomplete'>;

/** Creates the wrapper for pages and forms of the verification request in the query (`clientId`, `requestId`). */
export function verificationWrapper(app: UserApp & Services) {
  const { store, clock, verificationWindow } = app;

  async function find(c: Context, { session }: Visit): Promise<{ state: State; resource: FoundRequest } | null> {
    const { clientId = '', requestId = '', key: sent = '' } = c.req.query();
    const [request] = await store.findVerificationRequests(clientId, [requestId]);
    const content = request && (await readRequest(app, request));
    if (!request || !content) return null;
    const { link_key: key } = content;
    const isOwn = request.ownerId === session.userId;
    if (!isOwn && key !== undefined && !isEqualText(key, sent)) return null;
    const outcome = verificationOutcome(request, clock.now(), verificationWindow);
    const isEnded = outcome === 'canceled' || outcome === 'expired';
    // Everyone with the link can see that a request has ended, because nobody owns it then.
    if (!isOwn && !isEnded && request.ownerId !== null) return null;
    const link = { kind: 'verify', clientId, requestId, ...(key !== undefined && { key }) } as const;
    const resource = { ...request, content, link };
    if (outcome !== 'incomplete') return { state: outcome, resource };
    return { state: (await app.partners.findActive(clientId)) === null ? 'paused' : 'undecided', resource };
  }
  return app.forResource(find);
}

/** Adds `/partner/verify/digitalIdentity`, the link of a request. After its end, the page shows the outcome. */
export function verificationRoutes(app: UserApp & Services): Hono<FormEnv> {
  const { appUrl, store } = app;
  const routes = new Hono<FormEnv>();
  const forRequest = verificationWrapper(app);

  /** Resolves to the digital identities that the person can share, each of which was sent in a v2 batch. */
  async function identitiesFor({ content }: VisibleRequest, { userId }: UserSession): Promise<SharableIdentity[]> {
    const batches = (await store.listHeldSubmissions(userId)).filter(
      ({ kind, state }) => kind === 'credential_batch' && state === 'completed',
    );
    const choices = batches.map(async (batch) => {
      const { requestId, createdAt, finalizedAt } = batch;
      const name = await partnerName(app, batch.clientId);
      if (content.accepted_sources?.includes(name) === false) return [];
      const sent = (await readSubmission(app, batch)) as components['schemas']['CredentialBatch'] | null;
      if (sent === null) return [];
      const { full_name } = sent.digital_identity.fields;
      const acceptedAt = finalizedAt ?? createdAt;
      const identity = { full_name, source: { name, accepted_at: toTimestamp(acceptedAt) } };
      return [{ id: requestId, fullName: full_name, source: name, accepted: isoMinute(acceptedAt), identity }];
    });
    return (await Promise.all(choices)).flat();
  }

  /** Asks the person to choose an identity, or to confirm a refusal. `isRefused`: the form contained no identity. */
  async function ask(
    c: Context,
    visit: Visit,
    request: VisibleRequest,
    { refuses = false, isRefused = false } = {},
  ): Promise<Response> {
    const { display_options: display, callback_url } = request.content;
    const back = callback_url === undefined ? null : new URL(callback_url);
    if (back !== null) allow(c, { formTarget: back.origin });
    const action = pathIn(appUrl, verificationUri('', request.link));
    const asker = await askerOf(app, request.clientId);
    const { partner_logo_url: logo, partner_name: usedName } = display;
    const page = refuses ? (
      <ConfirmPage name="refuse" values={{ partner: asker.name }} action={action} decision="refuse_confirmed" />
    ) : (
      <VerifyPage
        action={action}
        asker={{ ...asker, usedName, logoHref: logo === undefined ? null : action.replace('?', '/logo?') }}
        decideBy={isoMinute(request.createdAt + app.verificationWindow)}
        backTo={back?.host ?? null}
        identities={await identitiesFor(request, visit.session)}
        sources={request.content.accepted_sources}
        isOwned={request.ownerId !== null}
        isRefused={isRefused}
      />
    );
    return app.show(c, visit, page, { status: isRefused ? 422 : 200, link: request.link });
  }

  async function showClosing(c: Context, visit: Visit, { clientId }: VerificationKey, outcome: ClosingOutcome) {
    const page = <ClosingPage outcome={outcome} partnerName={await partnerName(app, clientId)} />;
    return app.show(c, visit, page, { status: outcome === 'expired' ? 410 : 200 });
  }

  /** Shows the outcome of the request. Only the owner sees that it was verified; other visitors get the error page. */
  const showOutcome: Parameters<typeof forRequest>[1] = (c, visit, found) => {
    if (found === null || found.state === 'undecided') return app.linkError(c, visit);
    if (found.state === 'paused') return app.show(c, visit, <MessagePage name="linkPaused" />, { status: 403 });
    return showClosing(c, visit, found.resource, found.state);
  };

  /** Responds to the form. The first decision, or `later`, gives the request to the person. */
  async function decide(c: Context, visit: Visit, request: VisibleRequest): Promise<Response> {
    const { session, form } = visit;
    const { userId } = session;
    const decision = form.get('decision');
    if (decision !== 'later' && session.isStale) return app.signInAgain(c);
    if (decision === 'refuse') return ask(c, visit, request, { refuses: true });
    const choice = (await identitiesFor(request, session)).find(({ id }) => id === form.get('identity'));
    let action: UserAction;
    if (decision === 'later') action = { kind: 'claim', userId };
    else if (decision === 'refuse_confirmed') action = { kind: 'cancel', userId };
    else if (choice === undefined) return ask(c, visit, request, { isRefused: true });
    else action = { kind: 'verify', userId, identity: choice.identity };
    const change = await changeVerification(app, request, action);
    // The page shows why the request cannot be decided any more.
    if (change === null || change.outcome === 'refused') return c.redirect(verificationUri(appUrl, request.link), 303);
    if (!(await eraseUnlessThere(app, userId))) return app.sessionEnded(c);
    const { event, status, outcome } = effects[action.kind];
    if (event !== null) app.note(c, session, event, request);
    const { callback_url } = request.content;
    if (callback_url !== undefined) return c.redirect(backTo(callback_url, request.requestId, status), 303);
    return showClosing(c, visit, request, outcome);
  }

  routes.get(paths.verify, ...forRequest({ undecided: ask }, showOutcome));
  routes.post(paths.verify, ...forRequest({ undecided: decide }, showOutcome));

  // This service serves the logo, because the partner's host would otherwise learn about the visit.
  async function showLogo(c: Context, _visit: Visit, request: VisibleRequest) {
    const { partner_logo_url: url } = request.content.display_options;
    const logo = url === undefined ? null : await app.logos.get(url);
    const [bytes, mediaType] =
      logo === null
        ? [String(<Initials name={await partnerName(app, request.clientId)} />), 'image/svg+xml']
        : [new Uint8Array(logo.bytes), logo.mediaType];
    return c.body(bytes, 200, {
      'Content-Type': mediaType,
      'Cache-Control': logo === null ? 'no-store' : 'private, max-age=3600',
      'Content-Security-Policy': LOGO_POLICY,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  }
  routes.get(`${paths.verify}/logo`, ...forRequest({ undecided: showLogo }, (c) => c.notFound()));
  return routes;
}

/** Effects of the user's actions: the event in the security log, the status for the partner, and the closing page. */
const effects = {
  verify: { event: 'identity_shared', status: 'verified', outcome: 'verified' },
  cancel: { event: 'identity_declined', status: 'canceled', outcome: 'canceled' },
  claim: { event: null, status: 'incomplete', outcome: 'later' },
} as const satisfies Record<
  string,
  { event: SecurityEvent['event'] | null; status: VerificationStatus; outcome: ClosingOutcome }
>;

/** Adds the service's parameters to the callback URL. They replace the partner's parameters of the same names. */
function backTo(callbackUrl: string, requestId: string, status: VerificationStatus): string {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries({ request_id: requestId, status })) {
    url.searchParams.delete(name);
    url.searchParams.append(name, value);
  }
  return url.href;
}
