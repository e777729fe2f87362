import { seconds, toTimestamp } from '../domain/clock.ts';
import type { Services } from '../services.ts';
import type { WaitingWebhook } from '../store/webhooks/delivery-store.ts';
import { type Commands, countIn, type Listing, listing, type Operands, type Options } from './command.ts';

/** The operator's commands for how the service is. */
export const statusCommands: Commands = {
  status: listing(showStatus),
  queue: listing(showQueue, { options: ['limit'] }),
};

const MAX_LISTED = 10_000;

/** What it runs on, and how much there is of what does not last. Counts nothing that grows for ever. */
async function showStatus({
  store,
  erasures,
  sealer,
  signingKeys,
  sandbox,
}: Pick<Services, 'store' | 'erasures' | 'sealer' | 'signingKeys' | 'sandbox'>): Promise<Listing> {
  const { now, ahead, wrong } = await erasures.readClock();
  const partners = await store.listPartners();
  const { due, dueSince, pending } = totalOf(await store.listWaitingWebhooks(now));
  const status = {
    environment: sandbox ? 'sandbox' : 'production',
    schema: await store.findNewestMigration(),
    clock: wrong ?? 'right',
    clock_ahead_seconds: Math.round(ahead / seconds(1)),
    data_keys: sealer.keyIds,
    signing_key: (await signingKeys.current()).kid,
    partners: partners.length,
    partners_disabled: partners.filter(({ disabledAt }) => disabledAt !== null).length,
    ...(await countOpen(store)),
    deliveries_pending: pending,
    deliveries_due: due,
    deliveries_due_since: toTime(dueSince),
  };
  const lines = Object.entries(status).map(([name, value]) => `${name.replaceAll('_', ' ')}\t${value ?? '-'}`);
  return { lines, objects: [status] };
}

async function countOpen(store: Services['store']) {
  const { webhooks, documents } = await store.countWaiting();
  return {
    webhooks,
    submissions_open: await store.countEnding('submissions'),
    verification_requests_open: await store.countEnding('verifications'),
    documents_pending: documents,
  };
}

/**
 * A line for each webhook with anything to be sent, those with the most due first, after one for all of them: the
 * partner, the webhook, how many deliveries are due, those under way among them, how many wait in all, and since when
 * the oldest has been due.
 */
async function showQueue(
  { store, erasures }: Pick<Services, 'store' | 'erasures'>,
  _operands: Operands,
  { limit: most = '10' }: Options,
): Promise<Listing> {
  const limit = countIn('limit', most, MAX_LISTED);
  const webhooks = await store.listWaitingWebhooks((await erasures.readClock()).now);
  const shown = webhooks.toSorted((a, b) => b.due - a.due || b.pending - a.pending).slice(0, limit);
  const head = ['partner', 'webhook', 'due', 'pending', 'due since'].join('\t');
  return { lines: [head, ...[totalOf(webhooks), ...shown].map(lineOf)], objects: shown.map(objectOf) };
}

function totalOf(webhooks: readonly WaitingWebhook[]): WaitingWebhook {
  const total: WaitingWebhook = { clientId: 'all', webhookId: 'all', due: 0, pending: 0, dueSince: null };
  for (const { due, pending, dueSince } of webhooks) {
    total.due += due;
    total.pending += pending;
    if (dueSince !== null) total.dueSince = Math.min(dueSince, total.dueSince ?? dueSince);
  }
  return total;
}

const lineOf = ({ clientId, webhookId, due, pending, dueSince }: WaitingWebhook): string =>
  [clientId, webhookId, due, pending, toTime(dueSince) ?? '-'].join('\t');

const objectOf = ({ clientId, webhookId, due, pending, dueSince }: WaitingWebhook) => ({
  client_id: clientId,
  webhook_id: webhookId,
  due,
  pending,
  due_since: toTime(dueSince),
});

const toTime = (at: WaitingWebhook['dueSince']) => (at === null ? null : toTimestamp(at));
