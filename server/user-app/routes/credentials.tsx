import { type Context, Hono } from 'hono';
import { seconds } from '../../domain/clock.ts';
import { DOCUMENTS_KEPT } from '../../domain/submission.ts';
import { requestOrigin } from '../../http/origin.ts';
import { deleteLooseFiles } from '../../lifecycle/loose-files.ts';
import { subjectOf } from '../../security-log.ts';
import type { Services } from '../../services.ts';
import type { HeldSubmission } from '../../store/submissions/submission-store.ts';
import type { User } from '../../store/users/user-store.ts';
import { partnerName, submissionNamed, submissionShown } from '../content.ts';
import { endedLinkPage } from '../ended-link.tsx';
import { noStore } from '../no-store.ts';
import { linkAt } from '../opened-links.ts';
import { ownedSubmission } from '../owned-submission.ts';
import { createSealedCookie } from '../sealed-cookie.ts';
import { newSealedId, type SealedContent } from '../sealed-text.ts';
import { isUserSession, type UserSession } from '../session.ts';
import { isoDay, isoMinute } from '../shown/dates.ts';
import type { UserApp } from '../user-app.ts';
import { CredentialDeletedPage, DeleteCredentialPage } from '../views/account-pages.tsx';
import { ConsentPage } from '../views/consent-page.tsx';
import { CredentialPage } from '../views/credential-page.tsx';
import { DeclineConfirmPage, DeclinedPage } from '../views/decline-pages.tsx';
import { MyCredentialsPage } from '../views/my-credentials-page.tsx';
import { consentHref, consentPath, pathIn } from '../views/paths.ts';
import { LinkErrorPage } from '../views/trouble-pages.tsx';
import { waitingFor } from '../waiting.ts';
import { showPage } from '../words/words.tsx';

export type CredentialServices = Pick<
  Services,
  'store' | 'files' | 'sealer' | 'clock' | 'log' | 'submissionWindow' | 'verificationWindow' | 'security'
>;

/** `/credentials`: the credentials that a person has accepted, and those that wait for consent. */
export function credentialRoutes(app: UserApp & CredentialServices): Hono {
  const { appUrl, sessions, csrf, accountOf, hasProvider, store, clock, submissionWindow } = app;
  const routes = new Hono();

  /** Names the submission that was just accepted, so that its page says so once. */
  const accepted = createSealedCookie<SealedContent & { requestId: string }>({ ...app, name: 'accepted', format: 1 });

  routes.get('/credentials', noStore, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return c.redirect(`${appUrl}/sign-in`, 303);
    const [submissions, user] = await Promise.all([
      store.listHeldSubmissions(session.userId),
      store.findUser(session.userId),
    ]);
    const waiting = await waitingFor(app, session.userId, submissions);
    const entries = await Promise.all(
      submissions
        .filter(({ state }) => state === 'completed')
        .map(async (submission) => {
          const shown = await submissionNamed(app, submission);
          if (shown === null) return [];
          const acceptedAt = submission.finalizedAt ?? submission.createdAt;
          const entry = {
            href: pathIn(appUrl, `/credentials/${submission.requestId}`),
            submission: shown,
            partnerName: await partnerName(app, submission.clientId),
            accepted: isoDay(acceptedAt),
            documentsEnd: documentsEnd(user, acceptedAt),
          };
          return [entry];
        }),
    );
    const mobileSignedIn = user?.mobileSignedInAt != null;
    const sandbox = hasProvider || user === null ? null : { csrf: csrf.csrfToken(session), mobileSignedIn };
    return showPage(
      c,
      <MyCredentialsPage
        appUrl={appUrl}
        account={accountOf(session)}
        waiting={waiting}
        entries={entries.flat()}
        sandbox={sandbox}
      />,
    );
  });

  async function render(
    c: Context,
    session: UserSession,
    submission: HeldSubmission,
    { justAccepted = false, hasChanged = false } = {},
  ) {
    const shown = await submissionShown(app, submission);
    if (shown === null) return linkError(c);
    const page = {
      appUrl,
      account: accountOf(session),
      partnerName: await partnerName(app, submission.clientId),
      submission: shown.submission,
    };
    if (submission.state !== 'completed') {
      const action = consentHref(appUrl, submission);
      const asked = { csrf: csrf.csrfToken(session), action, digest: shown.digest, hasChanged };
      return showPage(c, <ConsentPage {...page} {...asked} />, hasChanged ? 409 : 200);
    }
    const acceptedAt = submission.finalizedAt ?? submission.createdAt;
    const { documentsDeletedAt } = submission;
    return showPage(
      c,
      <CredentialPage
        {...page}
        csrf={csrf.csrfToken(session)}
        action={pathIn(appUrl, `/credentials/${submission.requestId}`)}
        sent={isoDay(submission.createdAt)}
        accepted={isoDay(acceptedAt)}
        justAccepted={justAccepted}
        documentsDeleted={documentsDeletedAt === null ? null : isoDay(documentsDeletedAt)}
        receiptHref={pathIn(appUrl, `/credentials/${submission.requestId}/receipt`)}
        documentsEnd={documentsEnd(await store.findUser(session.userId), acceptedAt)}
      />,
    );
  }

  /** When the documents are deleted unless the person signs in on the mobile application; null when that is decided. */
  function documentsEnd(user: User | null, acceptedAt: number) {
    const end = acceptedAt + DOCUMENTS_KEPT;
    return user?.mobileSignedInAt != null || clock.now() >= end ? null : isoMinute(end);
  }

  /** `decision` is `delete` or `delete_confirmed`; what was decided before is not decided again. */
  async function decideOnCompleted(c: Context, session: UserSession, submission: HeldSubmission, decision?: string) {
    const { requestId, clientId: client_id } = submission;
    const action = pathIn(appUrl, `/credentials/${requestId}`);
    const page = { appUrl, account: accountOf(session), csrf: csrf.csrfToken(session), action, backHref: action };
    if (decision === 'delete') {
      const shown = await submissionNamed(app, submission);
      return shown === null ? linkError(c) : showPage(c, <DeleteCredentialPage {...page} submission={shown} />);
    }
    if (decision !== 'delete_confirmed') return c.redirect(`${appUrl}/credentials/${requestId}`, 303);
    if (session.isStale) return app.signInAgain(c);
    const { userId } = session;
    const files = await store.eraseHeldSubmission(submission, { userId, now: clock.now(), window: submissionWindow });
    if (files === null) return linkError(c);
    const subject = subjectOf(requestId);
    app.security({ event: 'credential_deleted', actor: `person:${userId}`, client_id, subject }, requestOrigin(c));
    await deleteLooseFiles(app, files);
    return showPage(c, <CredentialDeletedPage appUrl={appUrl} account={accountOf(session)} />);
  }

  const linkError = (c: Context) => showPage(c, <LinkErrorPage appUrl={appUrl} />, 404);

  /** What a person may not see: because it ended, where the address says whose it was. */
  async function gone(c: Context) {
    const of = { clientId: c.req.query('clientId') ?? '', requestId: c.req.param('requestId') ?? '' };
    return endedLinkPage(c, app, await store.findLinkedSubmission(of)) ?? linkError(c);
  }

  routes.get('/credentials/:requestId', noStore, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return c.redirect(app.signInHref(c, linkAt(c)), 303);
    const submission = await ownedSubmission(app, session, c.req.param('requestId'));
    if (submission === null) return gone(c);
    const justAccepted = accepted.read(c)?.requestId === submission.requestId;
    if (justAccepted) accepted.remove(c);
    return render(c, session, submission, { justAccepted });
  });

  routes.post('/credentials/:requestId', noStore, csrf.requireCsrf, async (c) => {
    const session = sessions.readSession(c);
    if (!isUserSession(session)) return app.sessionEnded(c);
    const requestId = c.req.param('requestId') ?? '';
    const submission = await ownedSubmission(app, session, requestId);
    if (submission === null) return gone(c);
    const decision = c.get('form').get('decision');
    if (submission.state === 'completed') return decideOnCompleted(c, session, submission, decision);
    const partner = await partnerName(app, submission.clientId);
    if (decision === 'decline') {
      const shown = await submissionNamed(app, submission);
      if (shown === null) return linkError(c);
      const action = consentHref(appUrl, submission);
      return showPage(
        c,
        <DeclineConfirmPage
          appUrl={appUrl}
          account={accountOf(session)}
          csrf={csrf.csrfToken(session)}
          action={action}
          backHref={action}
          partnerName={partner}
          submission={shown}
        />,
      );
    }
    if (decision !== 'accept' && decision !== 'decline_confirmed')
      return c.redirect(appUrl + consentPath(submission), 303);
    if (session.isStale) return app.signInAgain(c);
    const shown = decision === 'accept' ? await submissionShown(app, submission) : null;
    // What was shown is what is accepted, and nothing that came since.
    if (shown !== null && c.get('form').get('shown') !== shown.digest)
      return render(c, session, submission, { hasChanged: true });
    const change = await store.changeSubmission(submission, {
      action: { kind: decision === 'accept' ? 'consent' : 'decline', userId: session.userId },
      now: clock.now(),
      window: submissionWindow,
      ...(shown && { ifFiles: shown.fileKeys }),
    });
    if (change?.outcome === 'other_files') return render(c, session, submission, { hasChanged: true });
    if (change?.outcome === 'changed') {
      const event = decision === 'accept' ? 'consent_given' : 'consent_declined';
      const { clientId: client_id } = submission;
      const actor = `person:${session.userId}` as const;
      app.security({ event, actor, client_id, subject: subjectOf(requestId) }, requestOrigin(c));
      await deleteLooseFiles(app, change.looseFiles);
    }
    if (decision === 'accept') {
      accepted.write(c, { id: newSealedId(), expiresAt: clock.now() + seconds(60), requestId });
      return c.redirect(`${appUrl}/credentials/${requestId}`, 303);
    }
    return showPage(c, <DeclinedPage appUrl={appUrl} account={accountOf(session)} partnerName={partner} />);
  });
  return routes;
}
