import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { generateWebhookSecret, signatureHeaders } from '../../../server/domain/signature.ts';
import {
  signWebhook,
  verifyWebhook,
  type WebhookHeaders,
  WebhookVerificationError,
} from '../../../server/sdk/verify-webhook.ts';
import { accepted, refused, signed, type Vector } from './vectors.ts';

const NOW = 1_769_852_520;
const now = () => NOW * 1000;
const secret = generateWebhookSecret();
const other = generateWebhookSecret();
const event = {
  event_id: '5f7c1f0e-6d8b-4c53-9a4e-2f1f6f3f7b11',
  request_id: 'ACME-V-🎓',
  type: 'verification',
  status: 'verified',
  created_at: '2026-01-31T09:42:00.250000Z',
} as const;
const text = JSON.stringify(event);
const body = Buffer.from(text);

const sign = (timestamp = NOW, secrets: [string, string?] = [secret]) =>
  signatureHeaders({ eventId: event.event_id, body, timestamp, secrets });
const ownHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('X-')));

const receive = (vector: Vector, headers: Headers | Record<string, string> = vector.headers) =>
  verifyWebhook(vector.body, headers, vector.secrets, { now: () => vector.now * 1000 });

async function verificationResult(verification: Promise<unknown>): Promise<string> {
  try {
    await verification;
    return 'verified';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
}

test.each(signed)('verifyWebhook accepts the signatures that the service sends for $name', async ({
  secrets,
  timestamp,
  body,
  headers,
}) => {
  for (const secret of secrets) {
    const verified = verifyWebhook(body, headers, secret ?? [], { now: () => timestamp * 1000 });
    expect(await verified).toEqual(JSON.parse(body.toString()));
  }
});

test.each(accepted)('verifyWebhook accepts a delivery: $name', async (vector) => {
  expect(await receive(vector)).toEqual(JSON.parse(vector.body.toString()));
  expect(await receive(vector, new Headers(vector.headers))).toEqual(JSON.parse(vector.body.toString()));
});

test.each(
  refused,
)('verifyWebhook throws an error that contains no data of the rejected delivery: $name', async (vector) => {
  const error = await receive(vector).catch((error: Error) => error);
  expect(error).toBeInstanceOf(WebhookVerificationError);
  expect(error).toMatchObject({ code: vector.code });
  expect(error).not.toHaveProperty('cause');
  const { message, stack } = error as Error;
  const values = Object.values(vector.headers).flatMap((value) => value.split(/[ ,]+/));
  for (const shown of [...vector.secrets, ...values, vector.body.toString()])
    if (shown.length > 8) expect(`${message} ${stack} ${JSON.stringify(error)}`).not.toContain(shown);
});

test('verifyWebhook accepts a delivery up to the last millisecond of the tolerance', async () => {
  const at = (milliseconds: number, toleranceSeconds?: number) => {
    const tolerance = toleranceSeconds === undefined ? {} : { toleranceSeconds };
    return verificationResult(verifyWebhook(body, sign(), secret, { now: () => now() + milliseconds, ...tolerance }));
  };
  for (const [milliseconds, tolerance] of [[300_999], [-300_000], [999, 0], [600_999, 600], [-600_000, 600]] as const)
    expect(await at(milliseconds, tolerance)).toBe('verified');
  for (const [milliseconds, tolerance] of [[301_000], [-300_001], [1000, 0], [601_000, 600], [-600_001, 600]] as const)
    expect(await at(milliseconds, tolerance)).toBe('timestamp_out_of_tolerance');
});

test('by default, signWebhook and verifyWebhook use the current time', async () => {
  const signed = await signWebhook(event, secret);
  expect(await verifyWebhook(signed.body, signed.headers, secret)).toEqual(event);
  expect(await verificationResult(verifyWebhook(body, sign(), secret))).toBe('timestamp_out_of_tolerance');
});

test.each([
  ['one secret', [secret]],
  ['two secrets during a rotation', [secret, other]],
] as [
  string,
  [string, string?],
][])('signWebhook returns the same X- headers as the service with %s', async (_, secrets) => {
  const headers = { 'Content-Type': 'application/json', ...ownHeaders(sign(NOW, secrets)) };
  expect(await signWebhook(event, secrets as string[], { now })).toEqual({ body: text, headers });
});

test.each(
  Object.keys(ownHeaders(sign())),
)('verifyWebhook rejects the header %s if the header occurs twice or is not a string', async (name) => {
  const value = sign()[name] ?? '';
  const appended = new Headers(sign());
  appended.append(name, value);
  const inTwoSpellings = { ...sign(), [name.toLowerCase()]: value, [name.toUpperCase()]: value };
  const asNumber = JSON.parse(JSON.stringify({ ...sign(), [name]: NOW }));
  for (const headers of [{ ...sign(), [name]: [value, value] }, inTwoSpellings, appended, asNumber])
    expect(await verificationResult(verifyWebhook(body, headers, secret, { now }))).toBe('malformed_headers');
});

const changedHeaders = (change: (header: [string, string]) => [string, string | string[]]) =>
  Object.fromEntries(Object.entries(sign()).map(change));
test.each<[string, WebhookHeaders]>([
  ['the headers of a Request', new Request('https://a.test/', { method: 'POST', headers: sign(), body }).headers],
  [
    'headers from node:http, and unrelated headers',
    { 'set-cookie': ['a', 'b'], ...changedHeaders(([name, value]) => [name.toLowerCase(), value]) },
  ],
  ['arrays with one header value', changedHeaders(([name, value]) => [name, [value]])],
  [
    'undefined and empty arrays for absent headers',
    { ...ownHeaders(sign()), 'X-Signature-Previous': [], 'webhook-id': undefined },
  ],
])('verifyWebhook accepts %s', async (_, headers) => {
  expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event);
});

const padded = Buffer.concat([Buffer.from('xx'), body, Buffer.from('x')]);
test.each<[string, Uint8Array | ArrayBuffer | string]>([
  ['as text', text],
  ['as a Buffer', body],
  ['as a Uint8Array', new Uint8Array(body)],
  ['as a part of a larger buffer', padded.subarray(2, -1)],
  ['as an ArrayBuffer', new Uint8Array(body).buffer],
  ['as an ArrayBuffer from a different realm', runInNewContext('new Uint8Array(bytes).buffer', { bytes: body })],
])('verifyWebhook accepts a body %s', async (_, given) => {
  expect(await verifyWebhook(given, sign(), secret, { now })).toEqual(event);
});

test('verifyWebhook verifies the original body even if the caller overwrites the buffer during verification', async () => {
  const given = new Uint8Array(body);
  const verified = verifyWebhook(given, sign(), secret, { now });
  given.fill(0);
  expect(await verified).toEqual(event);
});

test.each<[string, unknown]>([
  ['an empty array', []],
  ['an empty string', ''],
  ['an empty string in an array', [secret, '']],
  ['undefined', undefined],
  ['a number', [42]],
  ['63 characters', secret.slice(1)],
  ['65 characters', `${secret}0`],
  ['upper case', 'A'.repeat(64)],
  ['64 multi-byte characters', 'é'.repeat(64)],
  ['a trailing line break', `${secret}\n`],
])('signWebhook and verifyWebhook throw a TypeError for an invalid secret, and the error does not contain the secret: %s', async (_, secrets) => {
  const calls = [verifyWebhook(body, {}, secrets as string, { now }), signWebhook(event, secrets as string, { now })];
  for (const call of calls) {
    const error = await call.catch((error) => error);
    expect(error).toBeInstanceOf(TypeError);
    const output = `${error.message} ${error.stack}`;
    for (const shown of [secret.slice(1, 20), 'AAAA', 'éé']) expect(output).not.toContain(shown);
  }
});

test.each<[string, { toleranceSeconds?: number; now?: () => number }]>([
  ['a tolerance that is not a number', { toleranceSeconds: Number.NaN }],
  ['a negative tolerance', { toleranceSeconds: -1 }],
  ['an infinite tolerance', { toleranceSeconds: Number.POSITIVE_INFINITY }],
  ['a time that is not a number', { now: () => Number.NaN }],
  ['an infinite time', { now: () => Number.POSITIVE_INFINITY }],
])('verifyWebhook throws a RangeError for %s, even without headers', async (_, options) => {
  for (const headers of [sign(), {}])
    await expect(verifyWebhook(body, headers, secret, { now, ...options })).rejects.toThrow(RangeError);
  const at = options.now;
  if (at !== undefined) await expect(signWebhook(event, secret, { now: at })).rejects.toThrow(RangeError);
});

test.each([event, null, undefined])('verifyWebhook throws a TypeError for the body %s', async (given) => {
  const misuse = verifyWebhook(given as unknown as string, sign(), secret, { now });
  await expect(misuse).rejects.toThrow(TypeError);
});
