import { userInfo } from 'node:os';
import { seconds, toTimestamp } from '../domain/clock.ts';
import { type SecurityLog, subjectOf } from '../platform/security-log.ts';
import type { Services } from '../start/create-services.ts';
import { adoptFilesOf } from '../start/files.ts';
import { migrateDatabase } from '../start/prepare-database.ts';
import { loadConfig } from '../start/settings.ts';
import { findUserOf, SANDBOX_ISSUER } from '../storage/accounts.ts';
import { deleteAccount, eraseUnlessThere } from '../storage/changes/delete-account.ts';
import { deleteOrphanedFiles } from '../storage/changes/orphaned-files.ts';
import { reencrypt } from '../work/lifecycle/reencrypt.ts';
import { pagesOf } from '../work/lifecycle/sweep.ts';
import {
  type AllCommands,
  CommandFailed,
  type Commands,
  type Operands,
  type Options,
  type Output,
  UsageError,
} from './cli-command.ts';
import { partnerCommands } from './partner-commands.ts';

const MAX_ENTRIES = 10_000;

export const serviceCommands: Commands = {
  status: {
    summary: 'Show the environment, the keys, and the problems of the database, the clock, and the files',
    options: ['json'],
    run: showStatus,
  },
  queue: {
    summary: 'List the webhooks with pending deliveries; those with the most deliveries due are first',
    options: ['json'],
    run: listQueue,
  },
  'keys rotate': {
    summary: 'Create a signing key; tokens signed with the old key stay valid',
    effect: 'interruption',
    async run({ signingKeys, security }) {
      const kid = await signingKeys.rotate();
      security({ event: 'keys_rotated', actor: 'operator' });
      return `new key ${kid}`;
    },
  },
  'keys reencrypt': {
    summary: 'Re-encrypt all data under the first of DATA_KEYS while the service runs; can be repeated',
    effect: 'interruption',
    async run(services) {
      const { done, undecryptable } = await reencrypt(services);
      services.security({ event: 'keys_reencrypted', actor: 'operator' });
      if (undecryptable > 0)
        throw new CommandFailed(
          `re-encrypted: ${done}\n${undecryptable} values or files cannot be decrypted. The log names them by kind and key`,
        );
      if (done > 0) return `re-encrypted: ${done}\nRun the command again, until it re-encrypts nothing.`;
      const [newest] = services.encryptor.keyIds;
      return `re-encrypted: 0\nAll data is encrypted under ${newest}. You can remove the other keys from DATA_KEYS.`;
    },
  },
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
  'database distribute': {
    summary: 'Distribute the rows over the nodes of a Citus cluster while the service is stopped; can be repeated',
    effect: 'interruption',
    async run({ store, log }) {
      const refusal = await store.distribute((table) => log.info({ table }, 'distributed'));
      if (refusal !== null) throw new UsageError(refusal);
      return 'the rows are distributed by partner';
    },
  },
  'audit list': {
    summary: `List the newest commands of operators that changed something, and their outcomes (at most ${MAX_ENTRIES})`,
    options: ['json'],
    async run({ store }) {
      const entries = await store.listNewestAudit(MAX_ENTRIES);
      return entries.map(({ at, ...entry }) => ({ ...entry, at: toTimestamp(at) }));
    },
  },
};

export const COMMANDS: AllCommands = {
  ...partnerCommands,
  ...serviceCommands,
  'files adopt': {
    summary: 'Assign the files in DATA_DIR or FILES_URL to the database, after files were moved or lost',
    async runOffline(env) {
      await adoptFilesOf(loadConfig(env));
      return 'the files belong to the database now';
    },
  },
  migrate: {
    summary: 'Migrate the schema; required for PostgreSQL before a new version starts',
    async runOffline(env) {
      await migrateDatabase(loadConfig(env));
      return 'the schema is up to date';
    },
  },
};

export function asOperator(services: Services, operator: string): Services & { operator: string } {
  const security: SecurityLog = (event, origin) => services.security({ ...event, operator }, origin);
  return { ...services, operator, security };
}

/** Records a command in the audit log before it starts, and its outcome afterwards. */
export async function recorded(
  { store, security, operator }: Pick<Services, 'store' | 'security'> & { operator: string },
  { name: command, operands, options }: { name: string; operands: Operands; options: Options },
  run: () => Promise<Output>,
): Promise<Output> {
  const { yes: _yes, json: _json, ...given } = options;
  const details = { operands: operands.filter((operand) => operand !== ''), options: given };
  const { sequence } = await store.appendAudit({ operator, command, details: JSON.stringify(details) });
  security({ event: 'operator_command', actor: 'operator', command, ...details, sequence });
  let outcome = 'failed';
  try {
    const output = await run();
    outcome = 'succeeded';
    return output;
  } finally {
    await store.appendAudit({ operator, command, details: JSON.stringify({ outcome, of: sequence }) });
  }
}

export function operatorName(setting: string | null): string {
  if (setting !== null) return setting;
  try {
    return userInfo().username;
  } catch {
    throw new UsageError('The system has no name for this user. Set OPERATOR to the name for the audit log');
  }
}

async function showStatus({ store, encryptor, signingKeys, sandbox, checkFiles }: Services) {
  const { ahead, wrong } = await store.ping();
  // Skips the query while the clock is wrong, because the store would reject the query.
  const unreachable = wrong === null ? await store.findUnreachableNodes() : [];
  return {
    environment: sandbox ? 'sandbox' : 'production',
    clock: wrong ?? 'right',
    clock_ahead_seconds: Math.round(ahead / seconds(1)),
    files: (await checkFiles()) ?? 'available',
    citus_workers_unreachable: unreachable,
    data_keys: encryptor.keyIds,
    signing_key: wrong === null ? (await signingKeys.current()).kid : null,
  };
}

async function listQueue({ store, clock }: Services) {
  const webhooks = await store.listWaitingWebhooks(clock.now());
  const sorted = webhooks.toSorted((a, b) => b.due - a.due || b.pending - a.pending);
  return sorted.map(({ clientId, webhookId, due, pending, dueSince }) => ({
    client_id: clientId,
    webhook_id: webhookId,
    due,
    pending,
    due_since: dueSince === null ? null : toTimestamp(dueSince),
  }));
}

async function findUser(services: Services, [subject]: Operands) {
  const metadata = await services.identityProvider?.metadata().catch(() => {
    throw new CommandFailed('The OpenID provider is not available. Check OIDC_ISSUER, and retry');
  });
  const user = await findUserOf(services, { issuer: metadata?.issuer ?? SANDBOX_ISSUER, subject });
  if (user === null) throw new UsageError('No user has signed in with this subject');
  return { user_id: user.id, created_at: toTimestamp(user.createdAt) };
}

const PAGE_SIZE = 10_000;

/** Scans all submissions of the partner, because no index contains ID digests or replaced submissions. */
async function eraseSubmissions(services: Services, [clientId, ...ids]: Operands): Promise<string> {
  const { store, security, submissionWindow: window } = services;
  if ((await store.findPartner(clientId)) === null) throw new UsageError(`There is no partner ${clientId}`);
  const given = new Set(ids);
  const unknown = new Set(ids);
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
