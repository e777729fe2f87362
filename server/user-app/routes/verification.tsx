import { type Context, Hono } from 'hono';
import type { components } from '../../../generated/types.ts';
import { decryptJson, verificationContent } from '../../crypto/encrypted-json.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import {
  type VerificationDecision,
  type VerificationStatus,
  verificationOutcome,
  verificationStatus,
} from '../../domain/verification.ts';
import { changeVerification } from '../../lifecycle/change-verification.ts';
import { eraseUnlessThere } from '../../lifecycle/delete-account.ts';
import type { Services } from '../../services.ts';
import type { VerificationKey, VerificationRequest } from '../../store/verifications/verification-store.ts';
import { isoDay, partnerName, readSubmission } from '../content.ts';
import { pathIn, paths } from '../page.tsx';
import { allow } from '../security-headers.ts';
import { isUserSession, type UserSession } from '../session.ts';
import type { PersonContext, PersonEnv, UserApp } from '../user-app.tsx';
import { type ClosingOutcome, ClosingPage, ConfirmPage } from '../views/message-pages.tsx';
import { Initials } from '../views/parts.tsx';
import { type IdentityChoice, VerifyPage } from '../views/verify-page.tsx';

type Request = components['schemas']['VerificationRequest'];

/** Content-Security-Policy for partner logos: a logo cannot run scripts, load resources, or be in a frame. */
const LOGO_POLICY = "sandbox; default-src 'none'; frame-ancestors 'none'";

/**
 * Adds `/partner/verify/digitalIdentity`, the link of a verification request. Visitors other than its owner get the
 * error page. After the end of the request, the page shows the outcome.
 */
export function verificationRoutes(app: UserApp & Services): Hono<PersonEnv> {
  const { appUrl, sessions, csrf, store, encryptor, clock, verificationWindow } = app;
  const routes = new Hono<PersonEnv>();

  const keyOf = (c: Context): VerificationKey => ({
    clientId: c.req.query('clientId') ?? '',
    requestId: c.req.query('requestId') ?? '',
  });
  const find = async (key: VerificationKey): Promise<VerificationRequest | undefined> =>
    (await store.findVerificationRequests(key.clientId, [key.requestId]))[0];
  const linkError = (c: Context) => app.linkError(c, { kind: 'verify', ...keyOf(c) });

  async function contentOf(key: VerificationKey): Promise<Request> {
    const encrypted = await store.readVerificationContent(key);
    if (encrypted === null) throw new TypeError('A verification request has no content');
    return decryptJson(encryptor, verificationContent(key), encrypted);
  }

  /** Resolves to the person's digital identities, each of which was sent in a v2 batch. */
  async function identitiesOf({ userId }: UserSession): Promise<IdentityChoice[]> {
    const batches = (await store.listHeldSubmissions(userId)).filter(
      ({ kind, state }) => kind === 'credential_batch' && state === 'completed',
    );
    const choices = await Promise.all(
      batches.map(async (batch) => {
        const { requestId, clientId, createdAt, finalizedAt } = batch;
        const content = (await readSubmission(app, batch)) as components['schemas']['CredentialBatch'] | null;
        if (content === null) return [];
        const fullName = content.digital_identity.fields.full_name;
        const accepted = isoDay(finalizedAt ?? createdAt);
        return [{ id: requestId, fullName, partnerName: await partnerName(app, clientId), accepted }];
      }),
    );
    return choices.flat();
  }

  /** Asks the person to choose an identity, or to confirm a refusal. `isRefused`: the form contained no identity. */
  async function ask(c: PersonContext, key: VerificationKey, { refuses = false, isRefused = false } = {}) {
    const { display_options: display, callback_url } = await contentOf(key);
    const back = callback_url === undefined ? null : new URL(callback_url);
    if (back !== null) allow(c, { formTarget: back.origin });
    const action = pathIn(appUrl, verificationUri('', key));
    const partner = await partnerName(app, key.clientId);
    const page = refuses ? (
      <ConfirmPage name="refuse" values={{ partner }} action={action} decision="refuse_confirmed" />
    ) : (
      <VerifyPage
        action={action}
        partnerName={partner}
        usedName={display.partner_name}
        logoHref={display.partner_logo_url === undefined ? null : action.replace('?', '/logo?')}
        backTo={back?.host ?? null}
        identities={await identitiesOf(c.get('session'))}
        isRefused={isRefused}
      />
    );
    return app.show(c, page, isRefused ? 422 : 200);
  }

  /** Redirects to the partner's callback URL, or renders a page with the outcome. */
  async function finish(c: Context, key: VerificationKey, outcome: keyof typeof statuses) {
    const { callback_url } = await contentOf(key);
    if (callback_url !== undefined) return c.redirect(backTo(callback_url, key.requestId, statuses[outcome]), 303);
    return showClosing(c, key, outcome);
  }

  async function showClosing(c: Context, key: VerificationKey, outcome: ClosingOutcome) {
    const name = await partnerName(app, key.clientId);
    const page = <ClosingPage outcome={outcome} partnerName={name} />;
    return app.show(c, page, outcome === 'expired' ? 410 : 200);
  }

  /** Shows the outcome of the request. Only the owner sees that it was verified; other visitors get the error page. */
  async function renderOutcome(c: PersonContext, key: VerificationKey) {
    const request = await find(key);
    const outcome = request && verificationOutcome(request, clock.now(), verificationWindow);
    if (outcome === 'canceled' || outcome === 'expired') return showClosing(c, key, outcome);
    if (outcome !== 'verified' || request?.ownerId !== c.get('session').userId) return linkError(c);
    return showClosing(c, key, outcome);
  }

  /** Responds with a page if the request waits for this person's decision and its partner may not act. */
  async function pausedPage(c: Context, request: VerificationRequest, { userId }: UserSession) {
    const isOpen = verificationStatus(request, clock.now(), verificationWindow) === 'incomplete';
    return isOpen && [null, userId].includes(request.ownerId) ? app.pausedPage(c, request) : null;
  }

  const isRefused = (decision: VerificationDecision | null) => decision === null || decision.outcome === 'refused';

  // The session is checked first, so that only a signed-in person learns whether the request exists.
  routes.get(paths.verify, app.requirePerson, async (c) => {
    const key = keyOf(c);
    const session = c.get('session');
    const request = await find(key);
    if (request === undefined) return linkError(c);
    const paused = await pausedPage(c, request, session);
    if (paused !== null) return paused;
    const decision = await changeVerification(app, key, { kind: 'open', userId: session.userId });
    if (isRefused(decision)) return renderOutcome(c, key);
    if (!(await eraseUnlessThere(app, session.userId))) return app.sessionEnded(c);
    return ask(c, key);
  });

  // This service serves the logo, because the partner's host would otherwise learn about the visit.
  routes.get(`${paths.verify}/logo`, async (c) => {
    const session = sessions.readSession(c);
    const key = keyOf(c);
    const request = isUserSession(session) ? await find(key) : undefined;
    if (!isUserSession(session) || request === undefined || request.ownerId !== session.userId) return c.notFound();
    if ((await pausedPage(c, request, session)) !== null) return c.notFound();
    const { partner_logo_url: url } = (await contentOf(key)).display_options;
    const logo = url === undefined ? null : await app.logos.get(url);
    const [bytes, mediaType] =
      logo === null
        ? [String(<Initials name={await partnerName(app, key.clientId)} />), 'image/svg+xml']
        : [new Uint8Array(logo.bytes), logo.mediaType];
    return c.body(bytes, 200, {
      'Content-Type': mediaType,
      'Cache-Control': logo === null ? 'no-store' : 'private, max-age=3600',
      'Content-Security-Policy': LOGO_POLICY,
      'Cross-Origin-Resource-Policy': 'same-origin',
      'X-Content-Type-Options': 'nosniff',
    });
  });

  routes.post(paths.verify, csrf.requireCsrf, app.requirePerson, async (c) => {
    const { session, form } = c.var;
    const key = keyOf(c);
    const request = await find(key);
    const { userId } = session;
    const isOpen = request && verificationStatus(request, clock.now(), verificationWindow) === 'incomplete';
    if (!isOpen || request.ownerId !== userId) return renderOutcome(c, key);
    const paused = await app.pausedPage(c, key);
    if (paused !== null) return paused;
    const decision = form.get('decision');
    if (decision === 'later') return finish(c, key, 'later');
    if (session.isStale) return app.signInAgain(c);
    if (decision === 'refuse') return ask(c, key, { refuses: true });
    if (decision === 'refuse_confirmed') {
      const change = await changeVerification(app, key, { kind: 'cancel', userId });
      if (isRefused(change)) return renderOutcome(c, key);
      app.note(c, session, 'identity_declined', key);
      return finish(c, key, 'canceled');
    }
    const identity = (await identitiesOf(session)).find(({ id }) => id === form.get('identity'));
    if (identity === undefined) return ask(c, key, { isRefused: true });
    const action = { kind: 'verify', userId, identity: { full_name: identity.fullName } } as const;
    const change = await changeVerification(app, key, action);
    if (isRefused(change)) return renderOutcome(c, key);
    app.note(c, session, 'identity_shared', key);
    return finish(c, key, 'verified');
  });
  return routes;
}

const statuses = {
  verified: 'verified',
  canceled: 'canceled',
  later: 'incomplete',
} as const satisfies Partial<Record<ClosingOutcome, VerificationStatus>>;

/** Adds the service's parameters to the callback URL. They replace the partner's parameters of the same names. */
function backTo(callbackUrl: string, requestId: string, status: VerificationStatus): string {
  const url = new URL(callbackUrl);
  for (const [name, value] of Object.entries({ request_id: requestId, status })) {
    url.searchParams.delete(name);
    url.searchParams.append(name, value);
  }
  return url.href;
}
