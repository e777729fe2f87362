import { createHmac } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Micros } from '../../../server/domain/clock.ts';

/** A secret of a webhook, and when it may sign. */
export interface KnownSecret {
  secret: string;
  /** Before it was stored: nothing is signed with it earlier. */
  from: Micros;
  /** When the next secret was sure to be in its place. */
  replacedAt: Micros | null;
  /** When its overlap with the next one ends, as it was stored. */
  endsAt: Micros | null;
}

/** The secrets that a webhook has had, in their order. */
export interface SecretBook {
  first(secret: string, from: Micros): void;
  replaced(rotation: { secret: string; from: Micros; at: Micros; previousEndsAt: Micros }): void;
  readonly secrets: readonly KnownSecret[];
}

export function createSecretBook(): SecretBook {
  const secrets: KnownSecret[] = [];
  const add = (secret: string, from: Micros) => secrets.push({ secret, from, replacedAt: null, endsAt: null });
  return {
    secrets,
    first: add,
    replaced({ secret, from, at, previousEndsAt }) {
      const last = secrets.at(-1);
      if (last !== undefined) Object.assign(last, { replacedAt: at, endsAt: previousEndsAt });
      add(secret, from);
    },
  };
}

/** What was signed, and the places in the book of the secrets that fit; -1 for none. */
export interface Signatures {
  timestamp: number;
  current: number;
  /** Null when there is no signature with a previous secret. */
  previous: number | null;
  /** The same of the headers of Standard Webhooks. */
  standard: number[];
}

/** Written anew rather than taken from the partner kit, which shares its rules with what is tested here. */
export function readSignatures(headers: IncomingHttpHeaders, body: Buffer, { secrets }: SecretBook): Signatures {
  const header = (name: string) => String(headers[name] ?? '');
  const timestamp = header('x-timestamp');
  const fits = (prefix: string, encoding: 'hex' | 'base64', signature: string) =>
    secrets.findLastIndex(
      ({ secret }) => createHmac('sha256', secret).update(prefix).update(body).digest(encoding) === signature,
    );
  const own = (name: string) => fits(`${timestamp}.`, 'hex', header(name));
  const standardPrefix = `${header('webhook-id')}.${header('webhook-timestamp')}.`;
  return {
    timestamp: Number(timestamp),
    current: own('x-signature'),
    previous: 'x-signature-previous' in headers ? own('x-signature-previous') : null,
    standard: header('webhook-signature')
      .split(' ')
      .map((entry) => fits(standardPrefix, 'base64', entry.replace('v1,', ''))),
  };
}

/** What is wrong with what signed a request; empty when nothing is. `slack`: how old the known secrets may be. */
export function judgeSignatures(signatures: Signatures, { secrets }: SecretBook, slack: Micros): string[] {
  const { timestamp, current, previous, standard } = signatures;
  // The attempt began within this second.
  const from = timestamp * 1_000_000;
  const to = from + 999_999;
  const main = secrets[current];
  if (main === undefined) return ['no secret of the webhook fits X-Signature'];
  const wrong: string[] = [];
  if (to < main.from) wrong.push('signed with a secret before there was one');
  if (main.replacedAt !== null && from > main.replacedAt + slack) {
    wrong.push('X-Signature made with a secret that had been replaced');
  }
  const before = secrets[current - 1];
  if (previous !== null) {
    if (before === undefined || previous !== current - 1) wrong.push('X-Signature-Previous fits no previous secret');
    else if (before.endsAt === null || from >= before.endsAt) wrong.push('signed with an expired secret');
  } else if (before !== undefined && before.endsAt !== null && to < before.endsAt) {
    wrong.push('no X-Signature-Previous while the previous secret holds');
  }
  const own = [current, ...(previous === null ? [] : [previous])];
  if (standard.join() !== own.join()) wrong.push('webhook-signature and X-Signature are made with different secrets');
  return wrong;
}
