import { toTimestamp } from '../domain/clock.ts';
import { subjectOf } from '../platform/security-log.ts';
import type { Services } from '../start/create-services.ts';
import { findUserOf, SANDBOX_ISSUER } from '../storage/accounts.ts';
import { deleteAccount, eraseUnlessThere } from '../storage/changes/delete-account.ts';
import { deleteOrphanedFiles } from '../storage/changes/orphaned-files.ts';
import { pagesOf } from '../work/lifecycle/sweep.ts';
import { CommandFailed, type Commands, type Operands, UsageError } from './cli-command.ts';

export const erasureCommands: Commands = {
  'sessions end': {
    summary: 'Sign out all users at once',
    effect: 'interruption',
    async run({ store }) {
      await store.endSessions();
      return 'the sessions have ended; users can sign in again';
    },
  },
  'users find': {
    summary:
      'Find the ID of a user by the subject (sub) of the account at the OpenID provider; by email in the sandbox',
    operands: '<subject>',
    options: ['json'],
    run: findUser,
  },
  'users erase': {
    summary: 'Erase a user with all data, as if the user had deleted the account',
    operands: '<user-id>',
    effect: 'interruption',
    async run(services, [id]) {
      if (!(await eraseUnlessThere(services, id)))
        throw new UsageError(`There is no user ${id}, or the account was deleted`);
      await deleteAccount(services, id, 'operator');
      return `erased ${id}`;
    },
  },
  'submissions erase': {
    summary: 'Erase submissions of a partner by their id, or by their subject in the security log',
    operands: '<id> <submission...>',
    effect: 'interruption',
    run: eraseSubmissions,
  },
};

async function findUser(services: Services, [subject]: Operands) {
  const metadata = await services.identityProvider?.metadata().catch(() => {
    throw new CommandFailed('The OpenID provider is not available. Check OIDC_ISSUER, and retry');
  });
  const user = await findUserOf(services, { issuer: metadata?.issuer ?? SANDBOX_ISSUER, subject });
  if (user === null) throw new UsageError('No user has signed in with this subject');
  return { user_id: user.id, created_at: toTimestamp(user.createdAt) };
}

const PAGE_SIZE = 10_000;

/**
 * Erases a partner's submissions by the `id` that the partner chose, which several submissions can share, or by the
 * `subject` of one submission. Searches all submissions of the partner, because subjects and replaced submissions have
 * no index. If an ID is unknown, rejects with `UsageError` after the other submissions are erased.
 */
async function eraseSubmissions(services: Services, [clientId, ...ids]: Operands): Promise<string> {
  const { store, security, submissionWindow: window } = services;
  if ((await store.findPartner(clientId)) === null) throw new UsageError(`There is no partner ${clientId}`);
  const [given, unknown] = [new Set(ids), new Set(ids)];
  const lines: string[] = [];
  for await (const page of pagesOf(store.listSubmissionIds, { clientId, limit: PAGE_SIZE }))
    for (const { requestId, partnerRef } of page) {
      const subject = subjectOf(requestId);
      if (!given.has(partnerRef) && !given.has(subject)) continue;
      await deleteOrphanedFiles(services, (await store.eraseSubmission({ clientId, requestId }, { window })) ?? []);
      security({ event: 'submission_erased', actor: 'operator', client_id: clientId, subject });
      lines.push(`erased ${partnerRef} (subject ${subject})`);
      for (const id of [partnerRef, subject]) unknown.delete(id);
    }
  lines.push(...[...unknown].map((id) => `There is no submission ${id}`));
  if (unknown.size > 0) throw new UsageError(lines.join('\n'));
  return lines.join('\n');
}
