import { randomUUID } from 'node:crypto';
import { openWebhookSecret } from '../../crypto/sealed-json.ts';
import type { Micros } from '../../domain/clock.ts';
import type { Services } from '../../services.ts';
import { pathIn } from '../../user-app/page.tsx';
import { sandboxPartners } from '../partners.ts';
import { type ArrivedDelivery, checkDelivery, type DeliveryCheck } from './check-delivery.ts';

/** Name of the mailbox that the start page links to; any other name works too. */
export const FIRST_MAILBOX = 'demo';

/** Returns the URL of a mailbox: webhooks are posted to it, and people read it. */
export const mailboxUrl = ({ appUrl }: Pick<Services, 'appUrl'>, name: string): string => `${appUrl}/mailbox/${name}`;

/** A delivery to a mailbox, with the result of its check at that moment. */
export interface MailboxEntry {
  /** A UUID. */
  id: string;
  /** Name of the mailbox. */
  name: string;
  arrivedAt: Micros;
  /** URL of the delivery, with the query. */
  url: string;
  /** Headers as received, with lower-case names. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  /** Status of the response. */
  answered: number;
  /** The webhook whose secrets the delivery was checked with; null when no webhook has this URL. */
  webhook: CheckedWith | null;
  check: DeliveryCheck;
}

export interface CheckedWith {
  id: string;
  clientId: string;
  /** The first characters of each secret, in the order of the check: enough to tell them apart. */
  secretsBegin: readonly string[];
}

export interface Mailbox {
  add(entry: MailboxEntry): void;
  /** Returns the newest entries first. */
  list(name: string): MailboxEntry[];
  clear(name: string): void;
}

/** Whether a delivery has the text in its body, a header or its id, in any letter case. */
export function hasText(text: string, { id, body, headers }: MailboxEntry): boolean {
  const all = [id, Buffer.from(body).toString(), ...headers.flat()].join('\n');
  return all.toLowerCase().includes(text.toLowerCase());
}

/** In bytes. The result of the check takes about as much memory as the headers. */
const sizeOf = ({ headers, body }: MailboxEntry) =>
  body.byteLength + 2 * headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** Keeps the latest deliveries of all mailboxes in memory, with limits on their number and on their total size. */
export function createMailbox({ maxEntries = 50, maxBytes = 1_048_576 } = {}): Mailbox {
  let entries: MailboxEntry[] = [];
  return {
    add(entry) {
      let room = maxBytes;
      entries = [entry, ...entries.slice(0, maxEntries - 1)].filter((each) => {
        room -= sizeOf(each);
        return room >= 0;
      });
    },
    clear(name) {
      entries = entries.filter((entry) => entry.name !== name);
    },
    list: (name) => entries.filter((entry) => entry.name === name),
  };
}

/** The services that find the webhooks of an address. */
export type WebhookLookup = Pick<Services, 'store' | 'sealer' | 'clock' | 'appUrl'>;

interface WebhookAt {
  id: string;
  clientId: string;
  /** The current secret, then the previous one while it is valid. */
  secrets: readonly string[];
}

/**
 * Finds the ready partners' webhooks with this address, whatever its query, and their secrets. Everybody can act as
 * these partners and rotate their secrets, so using the secrets here reveals nothing.
 */
export async function webhooksAt({ store, sealer, clock, appUrl }: WebhookLookup, address: URL): Promise<WebhookAt[]> {
  const path = pathIn(appUrl, address.pathname);
  // Without the scheme, which a proxy in front of the sandbox may change.
  const hasAddress = (url: URL) => url.host === address.host && url.pathname === path;
  const lists = await Promise.all(sandboxPartners.map(({ clientId }) => store.listWebhooks(clientId)));
  return lists
    .flat()
    .filter(({ url }) => hasAddress(new URL(url)))
    .map(({ id, clientId, secret, previous }) => {
      const valid = previous !== null && clock.now() < previous.endsAt ? [previous.secret] : [];
      return { id, clientId, secrets: [secret, ...valid].map((each) => openWebhookSecret(sealer, id, each)) };
    });
}

/** Number of characters of a secret that the page shows. */
const SHOWN_CHARACTERS = 6;

/** Creates the entry for a delivery, and checks it with the current secrets, as a receiver does. */
export async function receive(
  services: WebhookLookup,
  arrived: { name: string; request: Request; body: Uint8Array; answered: number },
): Promise<MailboxEntry> {
  const { request, ...known } = arrived;
  const { url, headers } = request;
  const arrivedAt = services.clock.now();
  const webhooks = await webhooksAt(services, new URL(url));
  const { webhook, check } = await checkWithEach({ body: known.body, headers, now: arrivedAt / 1000 }, webhooks);
  const secretsBegin = webhook?.secrets.map((secret) => secret.slice(0, SHOWN_CHARACTERS)) ?? [];
  return {
    ...{ ...known, id: randomUUID(), arrivedAt, url, headers: [...headers], check },
    webhook: webhook && { id: webhook.id, clientId: webhook.clientId, secretsBegin },
  };
}

/** Checks with the webhook whose secret fits; if none fits, with the webhook created last. */
async function checkWithEach(
  delivery: Omit<ArrivedDelivery, 'secrets'>,
  webhooks: readonly WebhookAt[],
): Promise<{ webhook: WebhookAt | null; check: DeliveryCheck }> {
  const checks = await Promise.all(
    webhooks.map(async (webhook) => ({
      webhook,
      check: await checkDelivery({ ...delivery, secrets: webhook.secrets }),
    })),
  );
  const fitting = checks.find(({ check }) => check.families.some(({ signature }) => signature.verdict === 'passed'));
  return fitting ?? checks.at(-1) ?? { webhook: null, check: await checkDelivery({ ...delivery, secrets: [] }) };
}
