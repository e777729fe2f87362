import { createHmac } from 'node:crypto';
import { webhookDelivery } from '../../../generated/operations.ts';
import { signatureHeaders } from '../../../server/domain/signature.ts';
import { contract, example } from '../../support/contract.ts';

/** What a receiver is given to judge. Text is undefined where the header is missing. */
export interface Vector {
  now: number;
  secrets: readonly string[];
  timestamp: string | undefined;
  signature: string | undefined;
  previousSignature: string | undefined;
  body: Uint8Array;
}

/** Whether the service signed it; `error`: the receiver's own secrets cannot be used. */
export type Verdict = 'true' | 'false' | 'error';

export const currentSecret: string = example('WebhookRotated').secret;
export const previousSecret: string = example('WebhookCreated').secret;
const otherSecret = 'c'.repeat(64);

/** The example headers of the contract fit its first example event. */
const headerExample = (name: string): string =>
  (contract.webhooks.verificationEvent.post.parameters as { name: string; example: string }[]).find(
    (parameter) => parameter.name === name,
  )?.example ?? '';
const now = Number(headerExample('X-Timestamp'));
const text = JSON.stringify(example('EventVerified'));
const tolerance = webhookDelivery.tolerance_seconds;

/** As the service signs a delivery. */
export function signed(
  body: Uint8Array,
  timestamp: number,
  secrets: readonly [string, string?] = [currentSecret],
): Pick<Vector, 'timestamp' | 'signature' | 'previousSignature' | 'body'> {
  const headers = signatureHeaders({ eventId: 'an-event', body, timestamp, secrets });
  return {
    timestamp: headers['X-Timestamp'],
    signature: headers['X-Signature'],
    previousSignature: headers['X-Signature-Previous'],
    body,
  };
}

const bytes = (content: string | readonly number[]) => Buffer.from(content as string);
const hmac = (key: string | Uint8Array, timestamp: string, body: string) =>
  createHmac('sha256', key).update(`${timestamp}.${body}`);

const good: Vector = { now, secrets: [currentSecret], ...signed(bytes(text), now) };
const digest = good.signature ?? '';

/** Signed by whoever has the secret, but with a timestamp that no delivery has. */
const signedAt = (timestamp: string): Vector => ({
  ...good,
  timestamp,
  signature: hmac(currentSecret, timestamp, text).digest('hex'),
});
const withBody = (body: Uint8Array): Vector => ({ ...good, ...signed(body, now) });
const withSignature = (signature: string | undefined): Vector => ({ ...good, signature });

const accepted: Record<string, Vector> = {
  'a delivery': good,
  'the example of the contract': {
    ...good,
    signature: headerExample('X-Signature'),
    previousSignature: headerExample('X-Signature-Previous'),
  },
  'the example of the contract, by the secret before': {
    ...good,
    secrets: [previousSecret],
    signature: headerExample('X-Signature'),
    previousSignature: headerExample('X-Signature-Previous'),
  },
  'two secrets, of which the second one fits': { ...good, secrets: [otherSecret, currentSecret] },
  'a receiver that has only the secret before': {
    ...good,
    secrets: [previousSecret],
    ...signed(bytes(text), now, [currentSecret, previousSecret]),
  },
  'a delivery that the secret before signed, when both are known': {
    ...good,
    secrets: [currentSecret, previousSecret],
    ...signed(bytes(text), now, [previousSecret]),
  },
  'a body with text beyond ASCII': withBody(bytes(text.replace('ACME', 'Ängström 🪪'))),
  'a body with white space': withBody(bytes(JSON.stringify(example('EventVerified'), null, 2))),
  'a body of bytes that are no text': withBody(bytes([0x7b, 0xff, 0x00, 0xc3, 0x28, 0x0a])),
  'an empty body': withBody(bytes('')),
  'the oldest timestamp within the tolerance': { ...good, ...signed(bytes(text), now - tolerance) },
  'the latest timestamp within the tolerance': { ...good, ...signed(bytes(text), now + tolerance) },
  'a timestamp of 12 digits': signedAt(String(now).padStart(12, '0')),
};

const refused: Record<string, Vector> = {
  'another body': { ...good, body: bytes(text.replace('verified', 'canceled')) },
  'a body with one byte more': { ...good, body: bytes(`${text}\n`) },
  'a body that was parsed and serialised again': {
    ...good,
    body: bytes(JSON.stringify(JSON.parse(text), null, 1)),
  },
  'another secret': { ...good, secrets: [otherSecret] },
  'no secret': { ...good, secrets: [] },
  'the bytes that the hex of the secret stands for as the key': withSignature(
    hmac(Buffer.from(currentSecret, 'hex'), String(now), text).digest('hex'),
  ),
  'a signature of the body alone': withSignature(createHmac('sha256', currentSecret).update(text).digest('hex')),
  'a signature in upper case': withSignature(digest.toUpperCase()),
  'a signature in base64': withSignature(hmac(currentSecret, String(now), text).digest('base64')),
  'a signature with one character less': withSignature(digest.slice(0, -1)),
  'a signature with one character more': withSignature(`${digest}0`),
  'a signature with a line break behind': withSignature(`${digest}\n`),
  'a signature with its last character changed': withSignature(
    digest.slice(0, -1) + (digest.endsWith('0') ? '1' : '0'),
  ),
  'a signature of 64 characters beyond ASCII': withSignature('é'.repeat(64)),
  'a signature of 64 bytes beyond ASCII': withSignature('é'.repeat(32)),
  'an empty signature': withSignature(''),
  'no signature': withSignature(undefined),
  'no timestamp': { ...good, timestamp: undefined },
  'the timestamp of another delivery': { ...good, timestamp: String(now + 1) },
  'one second too old': { ...good, ...signed(bytes(text), now - tolerance - 1) },
  'one second too far in the future': { ...good, ...signed(bytes(text), now + tolerance + 1) },
  'the year 33658': signedAt('999999999999'),
};

const timestampsThatAreNone = [
  '',
  'NaN',
  'Infinity',
  '-1',
  `+${now}`,
  ` ${now}`,
  `${now} `,
  `${now}\n`,
  `\n${now}`,
  `${now}.0`,
  '1.769852521e9',
  `0x${now.toString(16)}`,
  String(now).padStart(13, '0'),
  `${now}`.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
  'é'.repeat(5),
];

const unusable: Record<string, Vector> = {
  'an empty secret': { ...good, secrets: [''], signature: hmac('', String(now), text).digest('hex') },
  'a secret in upper case': { ...good, secrets: [currentSecret.toUpperCase()] },
  'a secret of 65 characters': { ...good, secrets: [`${currentSecret}0`] },
};

/** Every vector by what it is, with the verdict that each receiver must come to. */
export const vectors: Readonly<Record<string, { vector: Vector; verdict: Verdict }>> = Object.fromEntries([
  ...Object.entries(accepted).map(([title, vector]) => [title, { vector, verdict: 'true' }]),
  ...Object.entries(refused).map(([title, vector]) => [title, { vector, verdict: 'false' }]),
  ...timestampsThatAreNone.map((timestamp) => [
    `the timestamp ${JSON.stringify(timestamp)}`,
    { vector: signedAt(timestamp), verdict: 'false' },
  ]),
  ...Object.entries(unusable).map(([title, vector]) => [title, { vector, verdict: 'error' }]),
]);

/** One line of the form that the harnesses read: fields between blanks, texts and bytes in base64, `-` for what is missing. */
export function lineOf({ now, secrets, timestamp, signature, previousSignature, body }: Vector): string {
  const texts = [timestamp, signature, previousSignature].map((value) =>
    value === undefined ? '-' : Buffer.from(value).toString('base64'),
  );
  const list = secrets.length === 0 ? '-' : secrets.join(',');
  return [now, list, ...texts, Buffer.from(body).toString('base64')].join(' ');
}
