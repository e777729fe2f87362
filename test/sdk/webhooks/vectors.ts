import { createHmac } from 'node:crypto';
import { webhookDelivery } from '../../../generated/operations.ts';
import { contract, example } from '../../support/contract.ts';

// These deliveries are signed with the reference algorithm in the guide, which uses none of the service's code. The
// tests of the service, the SDK, and the receivers in other languages use the same deliveries.

/** A delivery, the secrets of its receiver, and the current time `now` in Unix seconds. */
export interface Vector {
  name: string;
  secrets: readonly string[];
  now: number;
  body: Buffer;
  headers: Record<string, string>;
}

export interface RefusedVector extends Vector {
  code: string;
}

export interface SignedVector {
  name: string;
  secrets: [current: string, previous?: string];
  eventId: string;
  timestamp: number;
  body: Buffer;
  headers: Record<string, string>;
}

export const currentSecret: string = example('WebhookRotated').secret;
export const previousSecret: string = example('WebhookCreated').secret;
const otherSecret = 'c'.repeat(64);
const { tolerance_seconds: tolerance } = webhookDelivery;

const exampleHeaders: Record<string, string> = Object.fromEntries(
  (contract.webhooks.verificationEvent.post.parameters as { name: string; example: string }[])
    .filter(({ name }) => name.startsWith('X-'))
    .map((parameter) => [parameter.name, parameter.example]),
);
const now = Number(exampleHeaders['X-Timestamp']);
const event: Record<string, unknown> = example('EventVerified');
const submissionEvent: Record<string, unknown> = example('SubmissionEventVerified');
const id = String(event['event_id']);
const text = JSON.stringify(event);

type Secrets = readonly [current: string | Uint8Array, previous?: string];
type Content = string | Uint8Array;

const hmac = (secret: string | Uint8Array, prefix: string, body: Content) =>
  createHmac('sha256', secret).update(prefix).update(body);

export function ownHeaders(body: Content, timestamp: number | string = now, secrets: Secrets = [currentSecret]) {
  const [current, previous] = secrets.map((secret) => hmac(secret ?? '', `${timestamp}.`, body).digest('hex'));
  return {
    'X-Timestamp': String(timestamp),
    'X-Signature': current ?? '',
    ...(previous !== undefined && { 'X-Signature-Previous': previous }),
  };
}

function standardHeaders(
  body: Content,
  timestamp: number | string = now,
  secrets: Secrets = [currentSecret],
  eventId = id,
) {
  const signatures = secrets.map((secret) => {
    const signature = hmac(secret ?? '', `${eventId}.${timestamp}.`, body).digest('base64');
    return `v1,${signature}`;
  });
  return { 'webhook-id': eventId, 'webhook-timestamp': String(timestamp), 'webhook-signature': signatures.join(' ') };
}

const allHeaders = (body: Content, timestamp?: number, secrets?: Secrets) => ({
  ...ownHeaders(body, timestamp, secrets),
  ...standardHeaders(body, timestamp, secrets),
});

const rotation = [currentSecret, previousSecret] as const;
const beyondAscii = text.replace('ACME', 'Ängström 🪪');

function signedVector(name: string, text: string, secrets: SignedVector['secrets'], timestamp = now): SignedVector {
  const body = Buffer.from(text);
  return { name, secrets, eventId: id, timestamp, body, headers: allHeaders(text, timestamp, secrets) };
}

export const signed: SignedVector[] = [
  signedVector('a plain event', text, [currentSecret]),
  signedVector('an event with non-ASCII names', beyondAscii, [currentSecret]),
  signedVector('an event with unusual spacing and numbers', ` ${text.slice(0, -1)}, "a" :1.0,"b":1e400 }`, [
    currentSecret,
  ]),
  signedVector('an event within a day of a rotation', text, [...rotation]),
  signedVector('an event at the epoch', text, [currentSecret], 0),
];

type Parts = Partial<{
  body: Content;
  headers: Record<string, string | undefined>;
  now: number;
  secrets: readonly string[];
}>;

/** Creates a vector. `headers` defaults to valid X- headers for `body`; undefined headers are omitted. */
function vectorOf(name: string, { body = text, headers, secrets = [currentSecret], ...parts }: Parts): Vector {
  const all = Object.entries({ ...(headers ?? ownHeaders(body)) });
  const present = all.filter((header): header is [string, string] => header[1] !== undefined);
  return { name, now, ...parts, secrets, body: Buffer.from(body as string), headers: Object.fromEntries(present) };
}

const ofEvent = (changes: Record<string, unknown>): Parts => ({ body: JSON.stringify({ ...event, ...changes }) });
const own = ownHeaders(text);
const digest = own['X-Signature'];
const withSignature = (signature: string | undefined): Parts => ({ headers: { ...own, 'X-Signature': signature } });
const withBody = (body: Content): Parts => ({ body, headers: ownHeaders(body) });

const mapValues = <T, U>(record: Record<string, T>, change: (value: T) => U): Record<string, U> =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

const malformedSignatures: Record<string, string> = {
  'a signature in upper case': digest.toUpperCase(),
  'a signature in base64': hmac(currentSecret, `${now}.`, text).digest('base64'),
  'a signature with one missing character': digest.slice(0, -1),
  'a signature with a line break': `${digest}\n`,
  'a signature with a letter that is not hex': `g${digest.slice(1)}`,
  'a signature after 0x': `0x${digest.slice(2)}`,
  'a signature after sha256=': `sha256=${digest}`,
  'a repeated signature': `${digest}, ${digest}`,
  'a signature of 64 non-ASCII characters': 'é'.repeat(64),
  'a signature of ten thousand digits': '0'.repeat(10_000),
  'an empty signature': '',
};

/** Malformed timestamps that a lenient parser accepts. */
const malformedTimestamps = [
  ...['', 'NaN', 'Infinity', '-1', '1.769852521e9', `${now}.0`],
  ...[`+${now}`, ` ${now}`, `${now} `, `${now}\n`, `\n${now}`],
  ...[`0x${now.toString(16)}`, String(now).padStart(13, '0'), '9'.repeat(40), `${now}, ${now}`, 'é'.repeat(5)],
  String(now).replace(/\B(?=(\d{3})+$)/g, '_'),
  String(now).replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
];

/** Deliveries with X- headers only, keyed by the expected error code; the key '' means no error. */
const ownCases: Record<string, Record<string, Parts>> = {
  '': {
    'a delivery with X- headers': { headers: own },
    'the example in the contract': { headers: exampleHeaders },
    'the example in the contract, with the previous secret': { headers: exampleHeaders, secrets: [previousSecret] },
    'two secrets, the second of which matches': { headers: own, secrets: [otherSecret, currentSecret] },
    'a receiver that has only the previous secret': {
      headers: ownHeaders(text, now, rotation),
      secrets: [previousSecret],
    },
    'a delivery signed with the previous secret, when both are known': {
      headers: ownHeaders(text, now, [previousSecret]),
      secrets: rotation,
    },
    'a body with non-ASCII text': withBody(beyondAscii),
    'a body with white space': withBody(JSON.stringify(event, null, 2)),
    'a body with a property of a later version': withBody(JSON.stringify({ ...event, later: 1 })),
    'the oldest timestamp within the tolerance': { headers: ownHeaders(text, now - tolerance) },
    'the latest timestamp within the tolerance': { headers: ownHeaders(text, now + tolerance) },
    'a timestamp of 12 digits': { headers: ownHeaders(text, String(now).padStart(12, '0')) },
  },
  malformed_body: {
    'a body of bytes that are not text': withBody(Buffer.from([0x7b, 0xff, 0x00, 0xc3, 0x28, 0x0a])),
    'an empty body': withBody(''),
  },
  signature_mismatch: {
    'another body': { body: text.replace('verified', 'canceled'), headers: own },
    'a body with one missing byte': { body: text.slice(0, -1), headers: own },
    'a body that was parsed and serialized again': { body: JSON.stringify(event, null, 1), headers: own },
    'another secret': { headers: own, secrets: [otherSecret] },
    'the decoded secret as the key': { headers: ownHeaders(text, now, [Buffer.from(currentSecret, 'hex')]) },
    'a signature of only the body': withSignature(createHmac('sha256', currentSecret).update(text).digest('hex')),
    'a signature of zeros': withSignature('0'.repeat(64)),
    'a signature with a wrong last character': withSignature(digest.slice(0, -1) + (digest.endsWith('0') ? '1' : '0')),
    'the timestamp of a different delivery': { headers: { ...own, 'X-Timestamp': String(now + 1) } },
  },
  malformed_headers: {
    ...mapValues(malformedSignatures, withSignature),
    ...Object.fromEntries(
      malformedTimestamps.map((each) => [`the timestamp ${JSON.stringify(each)}`, { headers: ownHeaders(text, each) }]),
    ),
  },
  missing_headers: {
    'no signature': withSignature(undefined),
    'no timestamp': { headers: { ...own, 'X-Timestamp': undefined } },
  },
  timestamp_out_of_tolerance: {
    'a timestamp that is one second too old': { headers: ownHeaders(text, now - tolerance - 1) },
    'a timestamp that is one second too far in the future': { headers: ownHeaders(text, now + tolerance + 1) },
    'a timestamp in the year 33658': { headers: ownHeaders(text, '999999999999') },
  },
};

const ownVectors = Object.entries(ownCases).flatMap(([code, cases]) =>
  Object.entries(cases).map(([name, parts]) => ({ ...vectorOf(name, parts), code })),
);

const rotated = ownHeaders(text, now, rotation);
const renamed = (change: (name: string) => string): Parts => ({
  headers: Object.fromEntries(Object.entries(own).map(([name, value]) => [change(name), value])),
});

export const accepted: Vector[] = [
  ...ownVectors.filter(({ code }) => code === ''),
  ...Object.entries<Parts>({
    'both X- and Standard Webhooks headers': { headers: allHeaders(text) },
    'a rotation, verified with the new secret': { headers: rotated },
    'a rotation, verified with both secrets': { headers: rotated, secrets: [previousSecret, currentSecret] },
    'a submission event': withBody(JSON.stringify(submissionEvent)),
    'an event of a type of a later version': ofEvent({ type: 'constructor', request_id: undefined }),
    'header names in lower case': renamed((name) => name.toLowerCase()),
    'header names in upper case': renamed((name) => name.toUpperCase()),
  }).map(([name, parts]) => vectorOf(name, parts)),
];

const withPrevious = (value: string): Parts => ({ headers: { ...own, 'X-Signature-Previous': value } });

/** Invalid deliveries by error code, which only the tests of `verifyWebhook` use. */
const otherCases: Record<string, Record<string, Parts>> = {
  missing_headers: {
    'no header': { headers: {} },
    'only unrelated headers': { headers: { 'content-type': 'application/json', authorization: 'Bearer x' } },
    'only X-Signature-Previous': { headers: { 'X-Signature-Previous': digest } },
  },
  malformed_headers: Object.fromEntries(
    Object.entries(malformedSignatures).map(([name, value]) => [
      `${name}, in X-Signature-Previous`,
      withPrevious(value),
    ]),
  ),
  signature_mismatch: {
    'non-ASCII names that were escaped': {
      body: beyondAscii.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
      headers: ownHeaders(beyondAscii),
    },
    'the old secret, a day after a rotation': { secrets: [previousSecret] },
    'an X-Timestamp with a leading zero': { headers: { ...own, 'X-Timestamp': `0${now}` } },
  },
  malformed_body: {
    'a body that is not JSON': { body: 'event_id=1' },
    'a body that is not UTF-8': { body: Buffer.from(text.replace('ACME', 'ACM\xe9'), 'latin1') },
    'the body null': { body: 'null' },
    'a body that is a JSON string': { body: '"verified"' },
    'a body that is an array with an event': { body: `[${text}]` },
    ...Object.fromEntries(
      Object.keys(event).map((name) => [`an event without ${name}`, ofEvent({ [name]: undefined })]),
    ),
    'a submission event without submission_id': ofEvent({ type: 'submission' }),
    'an event with the status null': ofEvent({ status: null }),
    'an event with a number as created_at': ofEvent({ created_at: now }),
  },
};

export const refused: RefusedVector[] = [
  ...ownVectors.filter(({ code }) => code !== ''),
  ...Object.entries(otherCases).flatMap(([code, cases]) =>
    Object.entries(cases).map(([name, parts]) => ({ ...vectorOf(name, parts), code })),
  ),
];

/** Result of verifying a delivery: `true` for a valid signature, `error` for invalid secrets of the receiver. */
export type Verdict = 'true' | 'false' | 'error';

/** Vectors for the receivers in other languages, which read only the X- headers and do not parse the body. */
export const receiverVectors: (Vector & { verdict: Verdict })[] = [
  ...ownVectors.map(({ code, ...vector }) => ({
    ...vector,
    verdict: ['', 'malformed_body'].includes(code) ? ('true' as const) : ('false' as const),
  })),
  { ...vectorOf('no secret', { headers: own, secrets: [] }), verdict: 'false' },
  { ...vectorOf('an empty secret', { headers: ownHeaders(text, now, ['']), secrets: [''] }), verdict: 'error' },
  { ...vectorOf('a secret in upper case', { headers: own, secrets: [currentSecret.toUpperCase()] }), verdict: 'error' },
  { ...vectorOf('a secret of 65 characters', { headers: own, secrets: [`${currentSecret}0`] }), verdict: 'error' },
];

/** Space-separated input for receivers in other languages, with Base64 fields; `-` stands for a missing value. */
export function lineOf({ now, secrets, headers, body }: Vector): string {
  const texts = ['X-Timestamp', 'X-Signature', 'X-Signature-Previous'].map((name) =>
    headers[name] === undefined ? '-' : Buffer.from(headers[name]).toString('base64'),
  );
  return [now, secrets.length === 0 ? '-' : secrets.join(','), ...texts, body.toString('base64')].join(' ');
}
