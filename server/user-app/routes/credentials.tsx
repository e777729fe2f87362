import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { hours, type Micros } from '../../domain/clock.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { DOCUMENTS_KEPT, submissionProgress } from '../../domain/submission.ts';
import { verificationStatus } from '../../domain/verification.ts';
import { changeSubmission } from '../../lifecycle/change-submission.ts';
import { deleteOrphanedFiles } from '../../lifecycle/orphaned-files.ts';
import type { Services } from '../../services.ts';
import type { HeldSubmission } from '../../store/submissions/submission.ts';
import type { User } from '../../store/users/user-store.ts';
import { isoDay, isoMinute, ownedSubmission, partnerName, submissionDetails, submissionSummary } from '../content.ts';
import { type SubmissionView, submissionTitle } from '../credential-views.ts';
import { consentPath, messagesFor, pathIn, paths } from '../page.tsx';
import type { PersonContext, PersonEnv, UserApp } from '../user-app.tsx';
import { ReceiptPage } from '../views/account-pages.tsx';
import { ConfirmPage, MessagePage } from '../views/message-pages.tsx';
import { type CredentialEntry, MyCredentialsPage, type WaitingEntry } from '../views/my-credentials-page.tsx';
import { ConsentPage, CredentialPage } from '../views/submission-pages.tsx';
import { closedLinkPage, unknownLinkPage } from './links.tsx';

/** Adds `/credentials`: the credentials that a person has accepted, and the credentials that need a decision. */
export function credentialRoutes(app: UserApp & Services): Hono<PersonEnv> {
  const { appUrl, csrf, store, clock, submissionWindow } = app;
  const routes = new Hono<PersonEnv>();

  const hrefOf = ({ requestId }: { requestId: string }) => pathIn(appUrl, `/credentials/${requestId}`);
  const acceptedCookie = (submission: HeldSubmission) => {
    const secure = appUrl.startsWith('https:');
    return { path: hrefOf(submission), maxAge: 60, httpOnly: true, sameSite: 'Lax', secure } as const;
  };
  const acceptedAt = ({ finalizedAt, createdAt }: HeldSubmission) => finalizedAt ?? createdAt;

  const titleOf = (c: Context, submission: SubmissionView) => {
    const messages = messagesFor(c);
    return messages.text(...submissionTitle(messages, submission));
  };

  /** Returns the deadline for a mobile sign-in that keeps the documents; null after such a sign-in or the deadline. */
  function documentsEnd(user: User | null, submission: HeldSubmission) {
    const end = acceptedAt(submission) + DOCUMENTS_KEPT;
    return user?.mobileSignedInAt != null || clock.now() >= end ? null : isoMinute(end);
  }

  /** Lists the submissions and requests that are waiting for the person's decision, sorted by expiry time. */
  async function waitingEntries(userId: string, submissions: readonly HeldSubmission[]): Promise<WaitingEntry[]> {
    const now = clock.now();
    const entry = async (clientId: string, end: Micros, href: string, submission: SubmissionView | null) => {
      const hoursLeft = Math.floor((end - now) / hours(1));
      return { end, href, submission, partnerName: await partnerName(app, clientId), until: isoMinute(end), hoursLeft };
    };
    const offered = submissions
      .filter((each) => submissionProgress(each, now, submissionWindow).status === 'incomplete')
      .map(async (each) => {
        const summary = await submissionSummary(app, each);
        const href = pathIn(appUrl, consentPath(each));
        return summary === null ? [] : [await entry(each.clientId, each.createdAt + submissionWindow, href, summary)];
      });
    const requested = (await store.listOwnedVerifications(userId))
      .filter((each) => verificationStatus(each, now, app.verificationWindow) === 'incomplete')
      .map(async (each) => {
        const href = pathIn(appUrl, verificationUri('', each));
        return [await entry(each.clientId, each.createdAt + app.verificationWindow, href, null)];
      });
    const all = (await Promise.all([...offered, ...requested])).flat();
    return all.sort((a, b) => a.end - b.end);
  }

  async function acceptedEntry(user: User | null, submission: HeldSubmission): Promise<CredentialEntry[]> {
    const summary = await submissionSummary(app, submission);
    if (summary === null) return [];
    return [
      {
        href: hrefOf(submission),
        submission: summary,
        partnerName: await partnerName(app, submission.clientId),
        accepted: isoDay(acceptedAt(submission)),
        documentsEnd: documentsEnd(user, submission),
      },
    ];
  }

  routes.get('/credentials', app.requirePerson, async (c) => {
    const session = c.get('session');
    const [submissions, user] = await Promise.all([
      store.listHeldSubmissions(session.userId),
      store.findUser(session.userId),
    ]);
    const waiting = await waitingEntries(session.userId, submissions);
    const completed = submissions.filter(({ state }) => state === 'completed');
    const entries = (await Promise.all(completed.map((each) => acceptedEntry(user, each)))).flat();
    const mobileSignedIn = user?.mobileSignedInAt != null;
    const sandbox = app.identityProvider !== null || user === null ? null : { mobileSignedIn };
    return app.show(c, <MyCredentialsPage waiting={waiting} entries={entries} sandbox={sandbox} />);
  });

  async function render(
    c: PersonContext,
    submission: HeldSubmission,
    { justAccepted = false, hasChanged = false } = {},
  ) {
    const details = await submissionDetails(app, submission);
    if (details === null) return unknownLinkPage(c);
    const { clientId, state, createdAt, documentsDeletedAt } = submission;
    const page = { partnerName: await partnerName(app, clientId), submission: details.submission };
    if (state !== 'completed') {
      const form = { action: pathIn(appUrl, consentPath(submission)), digest: details.digest, hasChanged };
      return app.show(c, <ConsentPage {...page} {...form} />, hasChanged ? 409 : 200);
    }
    const href = hrefOf(submission);
    return app.show(
      c,
      <CredentialPage
        {...page}
        action={href}
        sent={isoDay(createdAt)}
        accepted={isoDay(acceptedAt(submission))}
        justAccepted={justAccepted}
        documentsDeleted={documentsDeletedAt === null ? null : isoDay(documentsDeletedAt)}
        receiptHref={`${href}/receipt`}
        documentsEnd={documentsEnd(await store.findUser(c.get('session').userId), submission)}
      />,
    );
  }

  /** Responds to a decision about an accepted submission: `delete` or `delete_confirmed`. */
  async function decideOnCompleted(c: PersonContext, submission: HeldSubmission, decision?: string) {
    const session = c.get('session');
    if (decision === 'delete') {
      const summary = await submissionSummary(app, submission);
      if (summary === null) return unknownLinkPage(c);
      const form = { action: hrefOf(submission), values: { title: titleOf(c, summary) } };
      return app.show(c, <ConfirmPage name="deleteCredential" {...form} decision="delete_confirmed" />);
    }
    if (decision !== 'delete_confirmed') return c.redirect(`${appUrl}/credentials/${submission.requestId}`, 303);
    if (session.isStale) return app.signInAgain(c);
    const { userId } = session;
    const files = await store.eraseHeldSubmission(submission, { userId, window: submissionWindow });
    if (files === null) return unknownLinkPage(c);
    app.note(c, session, 'credential_deleted', submission);
    await deleteOrphanedFiles(app, files);
    return app.show(
      c,
      <MessagePage name="credentialDeleted" links={[['credential.all', pathIn(appUrl, paths.credentials)]]} />,
    );
  }

  /** Renders a page that says why the submission ended or is paused, or the link error page for other persons. */
  async function gone(c: Context) {
    const key = { clientId: c.req.query('clientId') ?? '', requestId: c.req.param('requestId') ?? '' };
    return (await closedLinkPage(c, app, await store.findLinkedSubmission(key))) ?? unknownLinkPage(c);
  }

  const owned = (c: PersonContext) => ownedSubmission(app, c.get('session'), c.req.param('requestId') ?? '');

  routes.get('/credentials/:requestId', app.requirePerson, async (c) => {
    const submission = await owned(c);
    if (submission === null) return gone(c);
    const justAccepted = getCookie(c, 'accepted') !== undefined;
    if (justAccepted) deleteCookie(c, 'accepted', acceptedCookie(submission));
    return render(c, submission, { justAccepted });
  });

  routes.get('/credentials/:requestId/receipt', app.requirePerson, async (c) => {
    const submission = await owned(c);
    const details = submission?.state === 'completed' ? await submissionDetails(app, submission) : null;
    if (submission === null || details === null) return c.notFound();
    const receipt = {
      partnerName: await partnerName(app, submission.clientId),
      number: submission.requestId,
      at: isoMinute(acceptedAt(submission)),
      backHref: hrefOf(submission),
    };
    return app.show(c, <ReceiptPage {...receipt} given={details.submission} />);
  });

  routes.post('/credentials/:requestId', csrf.requireCsrf, app.requirePerson, async (c) => {
    const { session, form } = c.var;
    const submission = await owned(c);
    if (submission === null) return gone(c);
    const decision = form.get('decision');
    if (submission.state === 'completed') return decideOnCompleted(c, submission, decision);
    const partner = await partnerName(app, submission.clientId);
    if (decision === 'decline') {
      const summary = await submissionSummary(app, submission);
      if (summary === null) return unknownLinkPage(c);
      const action = pathIn(appUrl, consentPath(submission));
      const page = { action, values: { title: titleOf(c, summary), partner } };
      return app.show(c, <ConfirmPage name="decline" {...page} decision="decline_confirmed" />);
    }
    if (decision !== 'accept' && decision !== 'decline_confirmed')
      return c.redirect(appUrl + consentPath(submission), 303);
    if (session.isStale) return app.signInAgain(c);
    const details = decision === 'accept' ? await submissionDetails(app, submission) : null;
    // The person must accept exactly the content that the page showed.
    if (details !== null && form.get('shown') !== details.digest) return render(c, submission, { hasChanged: true });
    const action = { kind: decision === 'accept' ? 'consent' : 'decline', userId: session.userId } as const;
    const change = await changeSubmission(app, submission, action, details?.fileKeys);
    if (change?.outcome === 'other_files') return render(c, submission, { hasChanged: true });
    if (change?.outcome === 'changed')
      app.note(c, session, decision === 'accept' ? 'consent_given' : 'consent_declined', submission);
    if (decision !== 'accept') return app.show(c, <MessagePage name="declined" values={{ partner }} links={[]} />);
    // The cookie makes the next page confirm once that the person accepted.
    setCookie(c, 'accepted', 'yes', acceptedCookie(submission));
    return c.redirect(`${appUrl}/credentials/${submission.requestId}`, 303);
  });
  return routes;
}
