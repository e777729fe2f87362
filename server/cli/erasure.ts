import { type Micros, toTimestamp } from '../domain/clock.ts';
import { findUserOf, SANDBOX_ISSUER } from '../identity/accounts.ts';
import { deleteAccount, eraseUnlessThere } from '../lifecycle/delete-account.ts';
import { deleteOrphanedFiles } from '../lifecycle/orphaned-files.ts';
import { subjectOf } from '../security-log.ts';
import type { Services } from '../services.ts';
import { CommandFailed, type Commands, type Operands, type Options, UsageError, WITHIN } from './command.ts';

export const erasureCommands: Commands = {
  'tokens end': {
    summary: `Invalidate the access tokens of all partners that were issued before a time, ${WITHIN}`,
    options: ['before'],
    effect: 'interruption',
    async run({ store, clock }, _operands, options) {
      await store.endTokens(timeBefore(options, clock.now()));
      return 'the tokens have ended; partners can request new ones';
    },
  },
  'sessions end': {
    summary: 'Sign out all users who signed in before a time, at once',
    options: ['before'],
    effect: 'interruption',
    async run({ store, clock }, _operands, options) {
      await store.endSessions(timeBefore(options, clock.now()));
      return 'the sessions have ended; users can sign in again';
    },
  },
  'users find': {
    summary:
      'Find the ID of a user by the subject (sub) of the account at the OpenID provider; by email in the sandbox',
    operands: 'SUBJECT',
    options: ['json'],
    run: findUser,
  },
  'users erase': {
    summary: 'Erase users with all their data, as a user who deletes the account does',
    operands: 'USER_ID...',
    effect: 'interruption',
    run: eraseUsers,
  },
  'submissions erase': {
    summary: 'Erase submissions of a partner by their id, or by their subject in the security log',
    operands: 'ID SUBMISSION...',
    effect: 'interruption',
    run: eraseSubmissions,
  },
};

/** Returns the time in `--before`, or undefined without the option. Throws `UsageError` unless the time has passed. */
function timeBefore({ before }: Options, now: Micros): Micros | undefined {
  if (before === undefined) return undefined;
  const isUtc = /^\d{4}(-\d\d){2}T\d\d(:\d\d){2}(\.\d{1,6})?Z$/.test(before);
  const millis = isUtc ? Date.parse(before) : Number.NaN;
  // `Date.parse` accepts some dates that do not exist, such as 30 February.
  if (Number.isNaN(millis) || new Date(millis).toISOString().slice(0, 19) !== before.slice(0, 19))
    throw new UsageError('--before must be a time in UTC, such as 2026-01-31T09:30:00Z');
  if (millis * 1000 > now)
    throw new UsageError(`--before must not be in the future: the time of the database is ${toTimestamp(now)}`);
  return millis * 1000;
}

async function findUser(services: Services, [subject]: Operands) {
  const { identityProvider } = services;
  const unavailable = () => new CommandFailed('The OpenID provider is not available. Check OIDC_ISSUER, and retry');
  const metadata = await identityProvider?.metadata().catch(() => Promise.reject(unavailable()));
  const user = await findUserOf(services, { issuer: metadata?.issuer ?? SANDBOX_ISSUER, subject });
  if (user === null) throw new UsageError('No user has signed in with this subject');
  return { user_id: user.id, created_at: toTimestamp(user.createdAt) };
}

/** Erases the users that exist. Rejects with `UsageError` if an ID is unknown, after the other users are erased. */
async function eraseUsers(services: Services, operands: Operands): Promise<string> {
  const given = operands.filter((id) => id !== '');
  const unknown: string[] = [];
  for (const id of given)
    if (await eraseUnlessThere(services, id)) await deleteAccount(services, id, 'operator');
    else unknown.push(id);
  return reportErased('users', given.length - unknown.length, unknown);
}

/** Number of submissions that are read at once. */
const PAGE = 10_000;

/**
 * Erases the submissions of a partner with these IDs. An ID is the `id` that the partner chose, which several
 * submissions can have, or the `subject` of one submission. Searches all submissions of the partner, because the
 * database has no index of subjects and replaced submissions. Rejects with `UsageError` if an ID is unknown, after the
 * other submissions are erased.
 */
async function eraseSubmissions(services: Services, [clientId, ...ids]: Operands): Promise<string> {
  const { store, security, submissionWindow: window } = services;
  if ((await store.findPartner(clientId)) === null) throw new UsageError(`There is no partner ${clientId}`);
  const [given, unknown] = [new Set(ids), new Set(ids)];
  let erased = 0;
  for (let after: string | undefined = ''; after !== undefined; ) {
    const page = await store.listSubmissionIds({ clientId, after, limit: PAGE });
    for (const submission of page) {
      const subject = subjectOf(submission.requestId);
      const names = [submission.partnerRef, subject].filter((name) => given.has(name));
      if (names.length === 0) continue;
      for (const name of names) unknown.delete(name);
      await deleteOrphanedFiles(services, (await store.eraseSubmission(submission, { window })) ?? []);
      security({ event: 'submission_erased', actor: 'operator', client_id: clientId, subject });
      erased++;
    }
    after = page.at(-1)?.requestId;
  }
  return reportErased('submissions', erased, [...unknown]);
}

function reportErased(what: string, count: number, unknown: readonly string[]): string {
  const erased = `${what} erased: ${count}`;
  if (unknown.length === 0) return erased;
  const missing = unknown.map((id) => `There are no ${what} with the ID ${id}, or they were deleted`);
  throw new UsageError([erased, ...missing].join('\n'));
}
