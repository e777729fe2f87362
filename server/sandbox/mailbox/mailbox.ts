import type { Micros } from '../../domain/clock.ts';
import type { DeliveryCheck } from './check-delivery.ts';

/** A delivery to a mailbox, with the result of its check at that moment. */
export interface MailboxEntry {
  /** A UUID. */
  id: string;
  /** The name of the mailbox. */
  name: string;
  arrivedAt: Micros;
  /** The URL that it was sent to, with the query. */
  url: string;
  /** As received; names are lower case. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  /** The status of the response. */
  answered: number;
  /** The webhook whose secrets it was checked with; null when no webhook has this URL. */
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
  /** The newest first. */
  list(name: string): MailboxEntry[];
  clear(name: string): void;
}

/** Whether the text stands in a delivery: in its body, a header or its id, in whatever letter case. */
export function isFoundBy(text: string, { id, body, headers }: MailboxEntry): boolean {
  const all = [id, Buffer.from(body).toString(), ...headers.flat()].join('\n');
  return all.toLowerCase().includes(text.toLowerCase());
}

/** In bytes; the result of the check takes about as much as the headers. */
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
