import { type Context, Hono } from 'hono';
import type { questions } from '../../../generated/pages.ts';
import { hours, type Micros } from '../../domain/clock.ts';
import { verificationUri } from '../../domain/redirect-uri.ts';
import { DOCUMENTS_KEPT, submissionProgress } from '../../domain/submission.ts';
import { verificationStatus } from '../../domain/verification.ts';
import type { SecurityEvent } from '../../platform/security-log.ts';
import { changeSubmission } from '../../storage/changes/change-submission.ts';
import { eraseUnlessThere } from '../../storage/changes/delete-account.ts';
import { deleteOrphanedFiles } from '../../storage/changes/orphaned-files.ts';
import type { HeldSubmission } from '../../storage/database/submissions/submission.ts';
import type { User } from '../../storage/database/users/user-store.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import { askerOf, isoMinute, partnerName, submissionDetails, submissionSummary } from '../content.ts';
import { type SubmissionView, submissionTitle } from '../credential-views.ts';
import type { FormEnv } from '../csrf.ts';
import { type Flash, takeFlash } from '../flash.ts';
import { consentPath, messagesFor, pathIn, paths } from '../page.tsx';
import type { PageServices } from '../services.ts';
import type { UserApp, Visit } from '../user-app.tsx';
import { ReceiptPage } from '../views/account-pages.tsx';
import { ConfirmPage, DeclinedPage, MessagePage } from '../views/message-pages.tsx';
import { type Entry, MyCredentialsPage } from '../views/my-credentials-page.tsx';
import { Time } from '../views/parts.tsx';
import { ConsentPage, CredentialPage } from '../views/submission-pages.tsx';
import { forSubmission, type VisibleSubmission } from './links.tsx';

/** Adds `/credentials`: the credentials that a person has accepted, and the credentials that need a decision. */
export function credentialRoutes(app: UserApp & PageServices): Hono<FormEnv> {
  const { appUrl, store, clock, submissionWindow } = app;
  const routes = new Hono<FormEnv>();
  const links = forSubmission(app);

  const hrefOf = (submission: HeldSubmission) => pathIn(appUrl, consentPath(submission));
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

  /** Resolves to the summary of an entry in a list; null if the submission was erased or cannot be decrypted. */
  const summaryOf = (submission: HeldSubmission) =>
    orLogged(app.log, 'submissions', submission, () => submissionSummary(app, submission));

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
        const summary = await summaryOf(each);
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
    const given = await summaryOf(submission);
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

  async function consent(c: Context, _visit: Visit, submission: VisibleSubmission) {
    const details = await submissionDetails(app, submission);
    return (
      details && (
        <ConsentPage
          action={pathIn(appUrl, submission.path)}
          asker={await askerOf(app, submission.clientId)}
          decideBy={isoMinute(submission.createdAt + submissionWindow)}
          submission={details.submission}
          digest={details.digest}
          hasChanged={takeFlash(c)?.name === 'changed'}
          isOwned={submission.ownerId !== null}
        />
      )
    );
  }

  async function credential(c: Context, visit: Visit, submission: VisibleSubmission) {
    const details = await submissionDetails(app, submission);
    if (details === null) return null;
    const { clientId, documentsDeletedAt } = submission;
    const href = hrefOf(submission);
    return (
      <CredentialPage
        action={href}
        asker={await askerOf(app, clientId)}
        submission={details.submission}
        accepted={isoMinute(acceptedAt(submission))}
        justAccepted={takeFlash(c)?.name === 'accepted'}
        documentsDeleted={documentsDeletedAt === null ? null : isoMinute(documentsDeletedAt)}
        receiptHref={href.replace('?', '/receipt?')}
        documentsEnd={documentsEnd(await store.findUser(visit.session.userId), submission)}
      />
    );
  }

  async function declined(_c: Context, _visit: Visit, submission: VisibleSubmission) {
    const end = submission.createdAt + submissionWindow;
    return (
      <DeclinedPage
        partnerName={await partnerName(app, submission.clientId)}
        at={isoMinute(acceptedAt(submission))}
        until={clock.now() < end ? isoMinute(end) : null}
      />
    );
  }

  async function deleted(_c: Context, _visit: Visit, { clientId, documentsDeletedAt, createdAt }: VisibleSubmission) {
    const time = <Time date={isoMinute(documentsDeletedAt ?? createdAt)} />;
    return <MessagePage name="deleted" values={{ partner: await partnerName(app, clientId), time }} />;
  }

  async function ask(c: Context, _visit: Visit, submission: VisibleSubmission, question: keyof typeof questions) {
    const summary = await submissionSummary(app, submission);
    if (summary === null) return null;
    const values = { title: titleOf(c, summary), partner: await partnerName(app, submission.clientId) };
    const name = question === 'delete' ? 'deleteCredential' : 'decline';
    const action = pathIn(appUrl, submission.path);
    return <ConfirmPage name={name} values={values} action={action} decision={`${question}_confirmed`} />;
  }

  async function remove(c: Context, { session }: Visit, submission: VisibleSubmission) {
    const { userId } = session;
    const files = await store.eraseSubmission(submission, { userId, window: submissionWindow });
    if (files !== null) {
      app.note(c, session, 'credential_deleted', submission);
      await deleteOrphanedFiles(app, files);
    }
    return c.redirect(appUrl + consentPath(submission), 303);
  }

  /** Stores an answer, which gives the submission to the person, and redirects to `target`. */
  const answer =
    (kind: 'consent' | 'decline' | 'take', event: SecurityEvent['event'] | null, flash: Flash | null) =>
    async (c: Context, { session, form }: Visit, submission: VisibleSubmission): Promise<Response> => {
      const target = appUrl + (kind === 'take' ? paths.credentials : consentPath(submission));
      const hasChanged = () => app.flashes.redirectWith(c, submission.path, { name: 'changed' });
      const details = kind === 'consent' ? await submissionDetails(app, submission) : null;
      // The person must accept exactly the content that the page showed.
      if (details !== null && form.get('shown') !== details.digest) return hasChanged();
      const change = await changeSubmission(app, submission, { kind, userId: session.userId }, details?.fileKeys);
      if (change?.outcome === 'other_files') return hasChanged();
      // The page shows why the submission cannot be decided any more.
      if (change === null || change.outcome === 'refused') return c.redirect(appUrl + submission.path, 303);
      if (!(await eraseUnlessThere(app, session.userId))) return app.sessionEnded(c);
      if (event !== null) app.note(c, session, event, submission);
      return flash === null ? c.redirect(target, 303) : app.flashes.redirectWith(c, target.slice(appUrl.length), flash);
    };

  routes.get('/credentials/:requestId', ...links.page({ consent, credential, declined, deleted }));
  routes.get('/credentials/:requestId/:question{decline|delete}', ...links.question(ask));
  routes.post(
    '/credentials/:requestId',
    ...links.decisions({
      accept: answer('consent', 'consent_given', { name: 'accepted' }),
      decline: answer('decline', 'consent_declined', null),
      later: answer('take', null, { name: 'later' }),
      delete: remove,
    }),
  );

  async function showReceipt(c: Context, visit: Visit, submission: VisibleSubmission) {
    const details = await submissionDetails(app, submission);
    if (details === null) return c.notFound();
    const receipt = {
      ...{ asker: await askerOf(app, submission.clientId), number: submission.requestId },
      ...{ decidedAt: isoMinute(acceptedAt(submission)), backHref: hrefOf(submission) },
    };
    return app.show(c, visit, <ReceiptPage {...receipt} given={details.submission} />);
  }
  routes.get('/credentials/:requestId/receipt', ...links.part(['credential'], showReceipt));
  return routes;
}
