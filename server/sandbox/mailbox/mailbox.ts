import type { Micros } from '../../domain/clock.ts';
import type { DeliveryCheck } from './check-delivery.ts';

/** What arrived at a mailbox, and what came of its check at that moment. */
export interface MailboxEntry {
  /** A UUID. */
  id: string;
  /** Of the mailbox. */
  name: string;
  arrivedAt: Micros;
  /** Where it was sent, with the query. */
  url: string;
  /** As they arrived, by lower-case name. */
  headers: readonly (readonly [name: string, value: string])[];
  body: Uint8Array;
  /** The status that it was answered with. */
  answered: number;
  /** The webhook whose secrets it was checked with; null: no webhook leads there. */
  webhook: CheckedWith | null;
  check: DeliveryCheck;
}

export interface CheckedWith {
  id: string;
  clientId: string;
  /** How each secret begins, in the order of the check: enough to tell them apart, and too little to sign with. */
  secretsBegin: readonly string[];
}

export interface Mailbox {
  add(entry: MailboxEntry): void;
  /** The newest first. */
  list(name: string): MailboxEntry[];
}

/** What is said about a delivery takes about as much room as its headers. */
const sizeOf = ({ headers, body }: MailboxEntry) =>
  body.byteLength + 2 * headers.reduce((sum, [name, value]) => sum + name.length + value.length, 0);

/** Keeps what arrived last at all mailboxes together, in memory: at most so many entries, and bytes of headers and bodies. */
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
    list: (name) => entries.filter((entry) => entry.name === name),
  };
}
