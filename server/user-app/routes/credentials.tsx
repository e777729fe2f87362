import { type Context, Hono } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { hours, type Micros } from '../../domain/clock.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { DOCUMENTS_KEPT, type SubmissionAction, submissionProgress } from '../../domain/submission.ts';
import { verificationStatus } from '../../domain/verification.ts';
import { changeSubmission } from '../../lifecycle/change-submission.ts';
import { eraseUnlessThere } from '../../lifecycle/delete-account.ts';
import { deleteOrphanedFiles } from '../../lifecycle/orphaned-files.ts';
import type { SecurityEvent } from '../../security-log.ts';
import type { Services } from '../../services.ts';
import type { HeldSubmission } from '../../store/submissions/submission.ts';
import type { User } from '../../store/users/user-store.ts';
import { askerOf, isoMinute, partnerName, submissionDetails, submissionSummary } from '../content.ts';
import { type SubmissionView, submissionTitle } from '../credential-views.ts';
import type { FormEnv } from '../csrf.ts';
import { consentPath, messagesFor, pathIn, paths } from '../page.tsx';
import type { UserApp, Visit } from '../user-app.tsx';
import { ReceiptPage } from '../views/account-pages.tsx';
import { ConfirmPage, MessagePage } from '../views/message-pages.tsx';
import { type Entry, MyCredentialsPage } from '../views/my-credentials-page.tsx';
import { ConsentPage, CredentialPage } from '../views/submission-pages.tsx';
import { submissionWrapper, type VisibleSubmission } from './links.tsx';

/** Adds `/credentials`: the credentials that a person has accepted, and the credentials that need a decision. */
export function credentialRoutes(app: UserApp & Services): Hono<FormEnv> {
  const { appUrl, store, clock, submissionWindow } = app;
  const routes = new Hono<FormEnv>();
  const forSubmission = submissionWrapper(app);

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
  async function waitingEntries(userId: string, submissions: readonly HeldSubmission[]): Promise<Entry[]> {
    const now = clock.now();
    const entry = async (clientId: string, end: Micros, href: string, given: SubmissionView | null) => ({
      ...{ end, href, given, asker: await askerOf(app, clientId) },
      ...{ decideBy: isoMinute(end), hoursLeft: Math.floor((end - now) / hours(1)) },
    });
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

  async function acceptedEntry(user: User | null, submission: HeldSubmission): Promise<Entry[]> {
    const given = await submissionSummary(app, submission);
    if (given === null) return [];
    return [
      {
        ...{ href: hrefOf(submission), given, asker: await askerOf(app, submission.clientId) },
        ...{ decidedAt: isoMinute(acceptedAt(submission)), documentsEnd: documentsEnd(user, submission) },
      },
    ];
  }

  const showAll = app.forPerson(async (c, visit) => {
    const { userId } = visit.session;
    const [submissions, user] = await Promise.all([store.listHeldSubmissions(userId), store.findUser(userId)]);
    const waiting = await waitingEntries(userId, submissions);
    const completed = submissions.filter(({ state }) => state === 'completed');
    const entries = (await Promise.all(completed.map((each) => acceptedEntry(user, each)))).flat();
    const mobileSignedIn = user?.mobileSignedInAt != null;
    const sandbox = app.identityProvider !== null || user === null ? null : { mobileSignedIn };
    return app.show(c, visit, <MyCredentialsPage waiting={waiting} entries={entries} sandbox={sandbox} />);
  });
  routes.get('/credentials', ...showAll);

  /** Asks the person to decide. `hasChanged`: a document was added or replaced since the person saw the page. */
  async function showConsent(c: Context, visit: Visit, submission: VisibleSubmission, hasChanged = false) {
    const details = await submissionDetails(app, submission);
    if (details === null) return app.linkError(c, visit);
    const page = (
      <ConsentPage
        action={pathIn(appUrl, submission.path)}
        asker={await askerOf(app, submission.clientId)}
        decideBy={isoMinute(submission.createdAt + submissionWindow)}
        submission={details.submission}
        digest={details.digest}
        hasChanged={hasChanged}
        isOwned={submission.ownerId !== null}
      />
    );
    return app.show(c, visit, page, { status: hasChanged ? 409 : 200, link: submission.link });
  }

  async function showCompleted(c: Context, visit: Visit, submission: VisibleSubmission) {
    const details = await submissionDetails(app, submission);
    if (details === null) return app.linkError(c, visit);
    const justAccepted = getCookie(c, 'accepted') !== undefined;
    if (justAccepted) deleteCookie(c, 'accepted', acceptedCookie(submission));
    const { clientId, documentsDeletedAt } = submission;
    const href = hrefOf(submission);
    const page = (
      <CredentialPage
        action={href}
        asker={await askerOf(app, clientId)}
        submission={details.submission}
        accepted={isoMinute(acceptedAt(submission))}
        justAccepted={justAccepted}
        documentsDeleted={documentsDeletedAt === null ? null : isoMinute(documentsDeletedAt)}
        receiptHref={`${href}/receipt`}
        documentsEnd={documentsEnd(await store.findUser(visit.session.userId), submission)}
      />
    );
    return app.show(c, visit, page);
  }

  /** Responds to a form about an accepted submission: `delete` or `delete_confirmed`. */
  async function changeCompleted(c: Context, visit: Visit, submission: VisibleSubmission) {
    const { session, form } = visit;
    const decision = form.get('decision');
    if (decision === 'delete') {
      const summary = await submissionSummary(app, submission);
      if (summary === null) return app.linkError(c, visit);
      const page = { action: hrefOf(submission), values: { title: titleOf(c, summary) } };
      return app.show(c, visit, <ConfirmPage name="deleteCredential" {...page} decision="delete_confirmed" />);
    }
    if (decision !== 'delete_confirmed') return c.redirect(`${appUrl}/credentials/${submission.requestId}`, 303);
    if (session.isStale) return app.signInAgain(c);
    const { userId } = session;
    const files = await store.eraseHeldSubmission(submission, { userId, window: submissionWindow });
    if (files === null) return app.linkError(c, visit);
    app.note(c, session, 'credential_deleted', submission);
    await deleteOrphanedFiles(app, files);
    const links = [['credential.all', pathIn(appUrl, paths.credentials)]] as const;
    return app.show(c, visit, <MessagePage name="credentialDeleted" links={links} />);
  }

  /** Responds to a form about an undecided submission. The first decision, or `later`, gives it to the person. */
  async function decide(c: Context, visit: Visit, submission: VisibleSubmission) {
    const { session, form } = visit;
    const decision = form.get('decision') ?? '';
    const partner = await partnerName(app, submission.clientId);
    if (decision === 'decline') {
      const summary = await submissionSummary(app, submission);
      if (summary === null) return app.linkError(c, visit);
      const page = { action: pathIn(appUrl, submission.path), values: { title: titleOf(c, summary), partner } };
      const { link } = submission;
      return app.show(c, visit, <ConfirmPage name="decline" {...page} decision="decline_confirmed" />, { link });
    }
    const [kind, event] = decisions.get(decision) ?? [];
    if (kind === undefined) return c.redirect(appUrl + submission.path, 303);
    if (event !== undefined && session.isStale) return app.signInAgain(c);
    const details = kind === 'consent' ? await submissionDetails(app, submission) : null;
    // The person must accept exactly the content that the page showed.
    if (details !== null && form.get('shown') !== details.digest) return showConsent(c, visit, submission, true);
    const { userId } = session;
    const change = await changeSubmission(app, submission, { kind, userId }, details?.fileKeys);
    if (change?.outcome === 'other_files') return showConsent(c, visit, submission, true);
    // The page shows why the submission cannot be decided any more.
    if (change === null || change.outcome === 'refused') return c.redirect(appUrl + submission.path, 303);
    if (!(await eraseUnlessThere(app, userId))) return app.sessionEnded(c);
    if (event !== undefined) app.note(c, session, event, submission);
    if (kind === 'claim') return c.redirect(`${appUrl}${paths.credentials}`, 303);
    if (kind === 'decline') return app.show(c, visit, <MessagePage name="declined" values={{ partner }} links={[]} />);
    // The cookie makes the next page confirm once that the person accepted.
    setCookie(c, 'accepted', 'yes', acceptedCookie(submission));
    return c.redirect(`${appUrl}/credentials/${submission.requestId}`, 303);
  }

  routes.get('/credentials/:requestId', ...forSubmission({ undecided: showConsent, completed: showCompleted }));
  routes.post('/credentials/:requestId', ...forSubmission({ undecided: decide, completed: changeCompleted }));

  async function showReceipt(c: Context, visit: Visit, submission: VisibleSubmission) {
    const details = await submissionDetails(app, submission);
    if (details === null) return c.notFound();
    const receipt = {
      ...{ asker: await askerOf(app, submission.clientId), number: submission.requestId },
      ...{ decidedAt: isoMinute(acceptedAt(submission)), backHref: hrefOf(submission) },
    };
    return app.show(c, visit, <ReceiptPage {...receipt} given={details.submission} />);
  }
  const receiptOf = forSubmission({ completed: showReceipt }, (c) => c.notFound());
  routes.get('/credentials/:requestId/receipt', ...receiptOf);
  return routes;
}

type Decision = readonly [
  kind: Exclude<SubmissionAction['kind'], 'expire' | 'release'>,
  event?: SecurityEvent['event'],
];

/** Actions for the decisions in the consent form, and their events in the security log. */
const decisions: ReadonlyMap<string, Decision> = new Map<string, Decision>([
  ['accept', ['consent', 'consent_given']],
  ['decline_confirmed', ['decline', 'consent_declined']],
  ['later', ['claim']],
]);
