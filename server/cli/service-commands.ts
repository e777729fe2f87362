import { seconds, toTimestamp } from '../domain/clock.ts';
import type { Services } from '../start/create-services.ts';
import { encryptedUnderOtherKeys, reencrypt } from '../work/lifecycle/reencrypt.ts';
import { expireVerifications, forget, sweep } from '../work/lifecycle/sweep.ts';
import { CommandFailed, type Commands, type Operands, type Options, type Output, UsageError } from './cli-command.ts';
import { toTime } from './delivery-commands.ts';

export const serviceCommands: Commands = {
  status: { summary: 'Show settings, clock, and numbers of open resources', options: ['json'], run: showStatus },
  sweep: {
    summary: 'Run the retention rules now, as the server does every minute',
    options: ['dry-run', 'json'],
    effect: 'interruption',
    run: runSweep,
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
      return `re-encrypted: ${done}\n${await keysNeeded(services)}`;
    },
  },
  'keys check': { summary: 'Report whether the other DATA_KEYS can be removed', run: keysNeeded },
  'database distribute': {
    summary: 'Distribute the rows over the nodes of a Citus cluster while the service runs; can be repeated',
    effect: 'interruption',
    async run({ store, log }) {
      const refusal = await store.distribute((table) => log.info({ table }, 'distributed'));
      if (refusal !== null) throw new UsageError(refusal);
      return 'the rows are distributed by partner';
    },
  },
};

/** Shows the settings of the service, and counts open resources. Skips tables that grow without limit. */
async function showStatus({ store, clock, encryptor, signingKeys, sandbox }: Services) {
  const { ahead, wrong } = await store.ping();
  const known = {
    environment: sandbox ? 'sandbox' : 'production',
    clock: wrong ?? 'right',
    clock_ahead_seconds: Math.round(ahead / seconds(1)),
    data_keys: encryptor.keyIds,
  };
  // The store reads no rows while the clock is wrong.
  if (wrong !== null) return known;
  const partners = await store.listPartners();
  const waiting = await store.listWaitingWebhooks(clock.now());
  const open = await store.countOpen();
  const since = waiting.flatMap(({ dueSince }) => dueSince ?? []);
  return {
    ...known,
    schema: await store.findNewestMigration(),
    signing_key: (await signingKeys.current()).kid,
    partners: partners.length,
    partners_disabled: partners.filter(({ disabledAt }) => disabledAt !== null).length,
    webhooks: open?.webhooks,
    submissions_open: open?.submissions,
    verification_requests_open: open?.requests,
    documents_pending: open?.documents,
    deliveries_pending: waiting.reduce((sum, { pending }) => sum + pending, 0),
    deliveries_due: waiting.reduce((sum, { due }) => sum + due, 0),
    deliveries_due_since: toTime(since.length === 0 ? null : Math.min(...since)),
  };
}

async function runSweep(services: Services, _operands: Operands, options: Options): Promise<Output> {
  if (options['dry-run']) {
    const due = await services.store.countDue(services);
    return due.map(({ clientId, what, count, oldest }) => ({
      client_id: clientId,
      what,
      count,
      oldest: toTimestamp(oldest),
    }));
  }
  const { canceled, stripped } = await sweep(services);
  const expired = await expireVerifications(services);
  const { results, people } = await forget(services);
  return [
    `submissions canceled and erased: ${canceled}`,
    `submissions whose documents were deleted: ${stripped}`,
    `verification requests canceled: ${expired}`,
    `verification requests deleted: ${results}`,
    `users deleted: ${people}`,
  ].join('\n');
}

/** Reports whether the data keys after the first can be removed. Rejects with `UsageError` if they cannot. */
async function keysNeeded(services: Services): Promise<string> {
  const lines = await encryptedUnderOtherKeys(services);
  const [newest] = services.encryptor.keyIds;
  if (lines.length === 0) return `All data is encrypted under ${newest}. You can remove the other keys from DATA_KEYS.`;
  throw new UsageError(
    `You cannot remove these keys yet, because they still encrypt data. Run "keys reencrypt". Values by key:\n${lines.join('\n')}`,
  );
}
