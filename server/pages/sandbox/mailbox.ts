import { randomUUID } from 'node:crypto';
import { sandboxPartners } from '../../api/oauth/sandbox-partners.ts';
import type { AddressServices, StorageServices } from '../../api/services.ts';
import type { Micros } from '../../domain/clock.ts';
import { generateWebhookSecret } from '../../domain/signature.ts';
import { verifyWebhook, type WebhookVerificationCode, WebhookVerificationError } from '../../sdk/verify-webhook.ts';
import { decryptWebhookSecret } from '../../storage/encryption/encrypted-json.ts';
import { pathIn } from '../page.tsx';

/** Name of the mailbox that the start page links to. Any other name works too. */
export const FIRST_MAILBOX = 'demo';

/** Returns the URL of a mailbox, which receives POST requests and shows them in a browser. */
export const mailboxUrl = ({ appUrl }: Pick<AddressServices, 'appUrl'>, name: string): string =>
  `${appUrl}/mailbox/${name}`;

/** A delivery to a mailbox, with the result of its signature check at that time. */
export interface MailboxEntry {
  id: string;
  name: string;
  arrivedAt: Micros;
  /** Headers of the request, with lower-case names. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  status: number;
  /** Webhooks whose secrets the delivery was checked with. */
  webhooks: readonly Pick<WebhookAt, 'id' | 'clientId'>[];
  /** Reason why `verifyWebhook` rejected the delivery; null for a verified delivery. */
  refusal: { code: WebhookVerificationCode | 'unknown_secret'; message: string } | null;
}

const MAX_ENTRIES = 50;
const MAX_BYTES = 1_048_576;

const sizeOf = ({ headers, body }: MailboxEntry) =>
  body.byteLength + headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** Creates a store that keeps the latest deliveries of all mailboxes in memory, up to a maximum number and size. */
export function createMailbox() {
  let entries: MailboxEntry[] = [];
  return {
    add(entry: MailboxEntry) {
      let room = MAX_BYTES;
      entries = [entry, ...entries.slice(0, MAX_ENTRIES - 1)].filter((each) => {
        room -= sizeOf(each);
        return room >= 0;
      });
    },
    clear(name: string) {
      entries = entries.filter((entry) => entry.name !== name);
    },
    /** Returns the entries of a mailbox, newest first. */
    list: (name: string) => entries.filter((entry) => entry.name === name),
  };
}

interface WebhookAt {
  id: string;
  clientId: string;
  /** Current secret, and the previous one while it is valid. */
  secrets: readonly string[];
}

/**
 * Finds the webhooks of the sandbox partners with this URL, whatever its query is, and their secrets. Anyone can act as
 * these partners and rotate their secrets, so using the secrets here reveals nothing.
 */
export async function webhooksAt(
  { store, encryptor, clock, appUrl }: AddressServices & StorageServices,
  address: URL,
): Promise<WebhookAt[]> {
  const path = pathIn(appUrl, address.pathname);
  // Ignores the scheme, which a proxy in front of the sandbox can change.
  const hasAddress = (url: URL) => url.host === address.host && url.pathname === path;
  const lists = await Promise.all(sandboxPartners.map(({ clientId }) => store.listWebhooks(clientId)));
  return lists
    .flat()
    .filter(({ url }) => hasAddress(new URL(url)))
    .map(({ id, clientId, secret, previous }) => {
      const valid = previous !== null && clock.now() < previous.endsAt ? [previous.secret] : [];
      const key = { clientId, id };
      return { ...key, secrets: [secret, ...valid].map((each) => decryptWebhookSecret(encryptor, key, each)) };
    });
}

/** Creates the entry for a delivery, and checks it with the current secrets, as a receiver does. */
export async function receive(
  services: AddressServices & StorageServices,
  { request, ...arrived }: { name: string; request: Request; body: Uint8Array; status: number },
): Promise<MailboxEntry> {
  const arrivedAt = services.clock.now();
  const webhooks = await webhooksAt(services, new URL(request.url));
  const secrets = webhooks.flatMap((webhook) => webhook.secrets);
  // If no secret is known, a random secret lets `verifyWebhook` check everything except the signature.
  const known = secrets.length > 0 ? secrets : [generateWebhookSecret()];
  const refusal = await verifyWebhook(arrived.body, request.headers, known, { now: () => arrivedAt / 1000 }).then(
    () => null,
    (error: unknown) => refusalOf(error, secrets.length > 0),
  );
  const checkedWith = webhooks.map(({ id, clientId }) => ({ id, clientId }));
  return { ...arrived, id: randomUUID(), arrivedAt, headers: [...request.headers], webhooks: checkedWith, refusal };
}

function refusalOf(error: unknown, hasSecret: boolean): MailboxEntry['refusal'] {
  if (!(error instanceof WebhookVerificationError)) throw error;
  const { code, message } = error;
  if (hasSecret || code !== 'signature_mismatch') return { code, message };
  return {
    code: 'unknown_secret',
    message: 'No webhook of the sandbox partners has this URL. The host, port, and path must be the same',
  };
}
