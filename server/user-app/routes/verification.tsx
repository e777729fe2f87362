import { type Context, Hono } from 'hono';
import type { components } from '../../../generated/types.ts';
import { openJson, verificationContent } from '../../crypto/sealed-json.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import type { VerificationDecision, VerificationStatus } from '../../domain/verification.ts';
import { verificationStatus } from '../../domain/verification.ts';
import { changeVerification } from '../../lifecycle/change-verification.ts';
import type { Services } from '../../services.ts';
import type { VerificationKey, VerificationRequest } from '../../store/verifications/verification-store.ts';
import { partnerName, readSubmission } from '../content.ts';
import { noStore } from '../no-store.ts';
import { allow } from '../security-headers.ts';
import { isUserSession, type UserSession } from '../session.ts';
import { dayShown } from '../shown/dates.ts';
import type { UserApp } from '../user-app.ts';
import { ClosingPage, type ClosingProps } from '../views/closing-page.tsx';
import { pathIn } from '../views/paths.ts';
import { LinkErrorPage, SessionEndedPage } from '../views/trouble-pages.tsx';
import { type IdentityChoice, VerifyPage } from '../views/verify-page.tsx';

type Request = components['schemas']['VerificationRequest'];

const PATH = '/partner/verify/digitalIdentity';

/**
 * `/partner/verify/digitalIdentity`: the link of a verification request. Whose it is not, it leads nowhere; where it is decided, it
 * says so.
 */
export function verificationRoutes(
  app: UserApp & Pick<Services, 'store' | 'sealer' | 'clock' | 'dispatcher' | 'verificationWindow'>,
): Hono {
  const { appUrl, sessions, csrf, store, sealer, clock, verificationWindow } = app;
  const routes = new Hono();

  const keyOf = (c: Context): VerificationKey => ({
    clientId: c.req.query('clientId') ?? '',
    requestId: c.req.query('requestId') ?? '',
  });
  const find = async (key: VerificationKey): Promise<VerificationRequest | undefined> =>
    (await store.findVerificationRequests(key.clientId, [key.requestId]))[0];
  const broken = (c: Context) => c.html(<LinkErrorPage appUrl={appUrl} />, 404);
  const accountOf = (session: UserSession) => ({ csrf: csrf.csrfToken(session), name: null });

  async function contentOf(key: VerificationKey): Promise<Request> {
    const sealed = await store.readVerificationContent(key);
    if (sealed === null) throw new TypeError('A verification request has no content');
    return openJson(sealer, verificationContent(key), sealed);
  }

  /** The digital identities that the person holds: each came in a v2 batch. */
  async function identitiesOf({ userId }: UserSession): Promise<IdentityChoice[]> {
    const batches = (await store.listCompletedSubmissions(userId)).filter(
      ({ kind }) => kind === 'credential_batch',
    );
    const choices = await Promise.all(
      batches.map(async ({ requestId, clientId, createdAt, finalizedAt }) => {
        const content = (await readSubmission(app, requestId)) as
          | components['schemas']['CredentialBatch']
          | null;
        if (content === null) return [];
        const fullName = content.digital_identity.fields.full_name;
        const accepted = dayShown(finalizedAt ?? createdAt);
        return [{ id: requestId, fullName, partnerName: await partnerName(app, clientId), accepted }];
      }),
    );
    return choices.flat();
  }

  async function ask(c: Context, session: UserSession, key: VerificationKey, error?: string) {
    const { display_options: display, callback_url } = await contentOf(key);
    allow(c, { image: originOf(display.partner_logo_url), formTarget: originOf(callback_url) });
    return c.html(
      <VerifyPage
        appUrl={appUrl}
        account={accountOf(session)}
        csrf={csrf.csrfToken(session)}
        action={pathIn(appUrl, verificationUri('', key))}
        partnerName={display.partner_name}
        partnerLogoUrl={display.partner_logo_url ?? null}
        identities={await identitiesOf(session)}
        error={error}
      />,
      error === undefined ? 200 : 422,
    );
  }

  /** Back to the partner, or to a page that says how it ended. */
  async function close(
    c: Context,
    session: UserSession,
    key: VerificationKey,
    outcome: ClosingProps['outcome'],
  ) {
    const { callback_url, display_options: display } = await contentOf(key);
    if (callback_url !== undefined)
      return c.redirect(backTo(callback_url, key.requestId, statuses[outcome]), 303);
    const account = accountOf(session);
    const name = display.partner_name;
    return c.html(<ClosingPage appUrl={appUrl} account={account} outcome={outcome} partnerName={name} />);
  }

  /** What the request has come to, for its owner; nothing for anybody else. */
  async function ended(c: Context, session: UserSession, key: VerificationKey) {
    const request = await find(key);
    if (request === undefined || request.ownerId !== session.userId) return broken(c);
    const status = verificationStatus(request, clock.now(), verificationWindow);
    if (status === 'incomplete') return broken(c);
    const { display_options: display } = await contentOf(key);
    const account = accountOf(session);
    const name = display.partner_name;
    return c.html(<ClosingPage appUrl={appUrl} account={account} outcome={status} partnerName={name} />);
  }

  const isRefused = (decision: VerificationDecision | null) =>
    decision === null || decision.outcome === 'refused';

  routes.get(PATH, noStore, async (c) => {
    const key = keyOf(c);
    const request = await find(key);
    if (request === undefined) return broken(c);
    const session = sessions.openSession(c);
    if (!isUserSession(session)) {
      sessions.writeSession(c, { ...session, link: { kind: 'verify', ...key } });
      return c.redirect(`${appUrl}/sign-in`, 303);
    }
    const decision = await changeVerification(app, key, { kind: 'open', userId: session.userId });
    return isRefused(decision) ? ended(c, session, key) : ask(c, session, key);
  });

  routes.post(PATH, noStore, csrf.requireCsrf, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return c.html(<SessionEndedPage appUrl={appUrl} />, 401);
    const key = keyOf(c);
    const request = await find(key);
    if (request === undefined || request.ownerId !== session.userId) return broken(c);
    const { userId } = session;
    const decision = c.get('form').get('decision');
    if (decision === 'later') return close(c, session, key, 'later');
    if (decision === 'cancel') {
      const change = await changeVerification(app, key, { kind: 'cancel', userId });
      return isRefused(change) ? ended(c, session, key) : close(c, session, key, 'canceled');
    }
    const identity = (await identitiesOf(session)).find(({ id }) => id === c.get('form').get('identity'));
    if (identity === undefined) return ask(c, session, key, 'Choose the identity that you want to share.');
    const action = { kind: 'verify', userId, identity: { full_name: identity.fullName } } as const;
    const change = await changeVerification(app, key, action);
    return isRefused(change) ? ended(c, session, key) : close(c, session, key, 'verified');
  });
  return routes;
}

const statuses: Record<ClosingProps['outcome'], VerificationStatus> = {
  verified: 'verified',
  canceled: 'canceled',
  later: 'incomplete',
};

const originOf = (url: string | undefined) =>
  url !== undefined && URL.canParse(url) ? new URL(url).origin : undefined;

/** The partner's own query stays as it is; ours comes after it. */
function backTo(callbackUrl: string, requestId: string, status: VerificationStatus): string {
  const url = new URL(callbackUrl);
  url.searchParams.append('request_id', requestId);
  url.searchParams.append('status', status);
  return url.href;
}
