import { webcrypto } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { generateWebhookSecret, signatureHeaders } from '../../../server/domain/signature.ts';
import { signWebhook, verifyWebhook, WebhookVerificationError } from '../../../server/sdk/verify-webhook.ts';
import { accepted, refused, signed, type Vector } from './vectors.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
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

const sign = (timestamp = NOW) => signatureHeaders({ eventId: event.event_id, body, timestamp, secrets: [secret] });
const ownHeaders = (headers: Record<string, string>) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name.startsWith('X-')));

const receive = (vector: Vector, headers: Headers | Record<string, string> = vector.headers) =>
  verifyWebhook(vector.body, headers, vector.secrets, { now: () => vector.now * 1000 });

/** Resolves to `verified`, or to the code of the verification error. */
async function outcome(verification: Promise<unknown>): Promise<string> {
  try {
    await verification;
    return 'verified';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
}

describe('A valid delivery', () => {
  test.each(signed)('verifyWebhook accepts signatures for $name', async ({ secrets, timestamp, body, headers }) => {
    for (const secret of secrets) {
      const verified = verifyWebhook(body, headers, secret ?? [], { now: () => timestamp * 1000 });
      expect(await verified).toEqual(JSON.parse(body.toString()));
    }
  });

  test.each(accepted)('verifyWebhook accepts a delivery: $name', async (vector) => {
    expect(await receive(vector)).toEqual(JSON.parse(vector.body.toString()));
    expect(await receive(vector, new Headers(vector.headers))).toEqual(JSON.parse(vector.body.toString()));
  });

  test('verifyWebhook uses the current time by default', async () => {
    expect(await verifyWebhook(body, sign(Math.floor(Date.now() / 1000)), secret)).toEqual(event);
    expect(await outcome(verifyWebhook(body, sign(), secret))).toBe('timestamp_out_of_tolerance');
  });

  test('verifyWebhook accepts a delivery up to the last millisecond of the tolerance', async () => {
    const at = (milliseconds: number) =>
      outcome(verifyWebhook(body, sign(), secret, { now: () => now() + milliseconds }));
    expect(await at(300_999)).toBe('verified');
    expect(await at(301_000)).toBe('timestamp_out_of_tolerance');
    expect(await at(-300_000)).toBe('verified');
    expect(await at(-300_001)).toBe('timestamp_out_of_tolerance');
  });

  test('verifyWebhook uses the tolerance that the caller sets', async () => {
    const within = (toleranceSeconds: number, age: number) =>
      outcome(verifyWebhook(body, sign(NOW - age), secret, { now, toleranceSeconds }));
    expect(await within(0, 0)).toBe('verified');
    expect(await within(0, 1)).toBe('timestamp_out_of_tolerance');
    expect(await within(600, 600)).toBe('verified');
    expect(await within(600, -601)).toBe('timestamp_out_of_tolerance');
  });
});

describe('A test delivery that a partner signs', () => {
  test.each([
    ['one secret', [secret]],
    ['two secrets during a rotation', [secret, other]],
  ] as const)('signWebhook returns the same X- headers as the service with %s', async (_, [current, previous]) => {
    const signed = await signWebhook(event, previous === undefined ? current : [current, previous], { now });
    const secrets: [string, string?] = previous === undefined ? [current] : [current, previous];
    expect(signed.body).toBe(text);
    expect(signed.headers).toEqual({
      'Content-Type': 'application/json',
      ...ownHeaders(signatureHeaders({ eventId: event.event_id, body, timestamp: NOW, secrets })),
    });
  });

  test('verifyWebhook accepts a delivery that was signed at the current time', async () => {
    const { body, headers } = await signWebhook(event, secret);
    expect(await verifyWebhook(body, headers, secret)).toEqual(event);
  });

  test.each([
    ['no secret', [], now, TypeError],
    ['an invalid secret', ['secret'], now, TypeError],
    ['an invalid time', [secret], () => Number.NaN, RangeError],
  ] as const)('signWebhook throws an error for %s', async (_, secrets, clock, error) => {
    await expect(signWebhook(event, secrets, { now: clock })).rejects.toThrow(error);
  });
});

describe('An invalid delivery', () => {
  test.each(refused)('verifyWebhook rejects a delivery: $name', async ({ code, ...vector }) => {
    expect(await outcome(receive(vector))).toBe(code);
  });

  test('verifyWebhook rejects a delivery with any byte of the body changed', async () => {
    for (const index of body.keys()) {
      const changed = Buffer.from(body);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(await outcome(verifyWebhook(changed, sign(), secret, { now }))).toBe('signature_mismatch');
    }
  });

  test('verifyWebhook rejects a delivery with any bit of the signature changed', async () => {
    const signature = sign()['X-Signature'] ?? '';
    for (const index of Array(64).keys()) {
      const digit = (Number.parseInt(signature.charAt(index), 16) ^ 1).toString(16);
      const headers = {
        ...sign(),
        'X-Signature': signature.slice(0, index) + digit + signature.slice(index + 1),
      };
      expect(await outcome(verifyWebhook(body, headers, secret, { now }))).toBe('signature_mismatch');
    }
  });

  const single = Object.keys(ownHeaders(sign()));
  test.each(single)('verifyWebhook rejects a delivery with two %s headers', async (name) => {
    const value = sign()[name] ?? '';
    const twice = { ...sign(), [name]: [value, value] };
    expect(await outcome(verifyWebhook(body, twice, secret, { now }))).toBe('malformed_headers');

    const inTwoSpellings = { ...sign(), [name.toLowerCase()]: value, [name.toUpperCase()]: value };
    expect(await outcome(verifyWebhook(body, inTwoSpellings, secret, { now }))).toBe('malformed_headers');

    const appended = new Headers(sign());
    appended.append(name, value);
    expect(await outcome(verifyWebhook(body, appended, secret, { now }))).toBe('malformed_headers');
  });

  test('verifyWebhook rejects a header that is not a string', async () => {
    const headers = JSON.parse(JSON.stringify({ ...sign(), 'X-Timestamp': NOW }));
    expect(await outcome(verifyWebhook(body, headers, secret, { now }))).toBe('malformed_headers');
  });

  test('the error contains neither parts of the delivery nor a secret', async () => {
    for (const vector of refused) {
      const error = await receive(vector).catch((error: Error) => error);
      const output = `${error instanceof Error ? `${error.message} ${error.stack} ${JSON.stringify(error)}` : ''}`;
      expect(error).toBeInstanceOf(WebhookVerificationError);
      expect(error).not.toHaveProperty('cause');
      const values = Object.values(vector.headers).flatMap((value) => value.split(/[ ,]+/));
      for (const shown of [...vector.secrets, ...values, vector.body.toString()]) {
        if (shown.length > 8) expect(output).not.toContain(shown);
      }
    }
  });
});

describe('The headers that verifyWebhook accepts', () => {
  test('verifyWebhook accepts the headers of a Request', async () => {
    const request = new Request('https://partner.example/', { method: 'POST', headers: sign(), body });
    const verified = verifyWebhook(await request.arrayBuffer(), request.headers, secret, { now });
    expect(await verified).toEqual(event);
  });

  test('verifyWebhook accepts headers from node:http and ignores unrelated headers', async () => {
    const headers: IncomingHttpHeaders = {
      host: 'partner.example',
      'set-cookie': ['a', 'b'],
      accept: undefined,
      ...Object.fromEntries(Object.entries(sign()).map(([name, value]) => [name.toLowerCase(), value])),
    };
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event);
  });

  test('verifyWebhook accepts arrays with one header value', async () => {
    const headers = Object.fromEntries(Object.entries(sign()).map(([name, value]) => [name, [value]]));
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event);
  });

  test('verifyWebhook accepts undefined and empty arrays for absent headers', async () => {
    const { 'X-Timestamp': timestamp, 'X-Signature': signature } = sign();
    const headers = {
      'X-Timestamp': timestamp,
      'X-Signature': signature,
      'X-Signature-Previous': [],
      'webhook-id': undefined,
    };
    expect(await verifyWebhook(body, headers, secret, { now })).toEqual(event);
  });
});

describe('The body that verifyWebhook accepts', () => {
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

  test('verifyWebhook accepts a buffer that the caller overwrites during verification', async () => {
    const given = new Uint8Array(body);
    const verified = verifyWebhook(given, sign(), secret, { now });
    given.fill(0);
    expect(await verified).toEqual(event);
  });
});

describe('Invalid arguments of verifyWebhook', () => {
  test.each<[string, unknown]>([
    ['an empty array', []],
    ['an empty string', ''],
    ['an empty string in an array', [secret, '']],
    ['undefined', undefined],
    ['a number', [42]],
    ['63 characters', secret.slice(1)],
    ['65 characters', `${secret}0`],
    ['upper case', 'A'.repeat(64)],
    ['letters that are not hex', 'g'.repeat(64)],
    ['64 multi-byte characters', 'é'.repeat(64)],
    ['a trailing line break', `${secret}\n`],
    ['a secret in Standard Webhooks format', `whsec_${btoa(secret)}`],
  ])('verifyWebhook throws a TypeError for an invalid secret: %s', async (_, secrets) => {
    const error = await verifyWebhook(body, sign(), secrets as string, { now }).catch((error) => error);
    expect(error).toBeInstanceOf(TypeError);
    const output = `${error.message} ${error.stack}`;
    for (const shown of [secret.slice(1, 20), 'gggg', 'AAAA', 'éé']) expect(output).not.toContain(shown);
  });

  test.each([
    Number.NaN,
    -1,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ])('verifyWebhook throws a RangeError for a tolerance of %s', async (toleranceSeconds) => {
    await expect(verifyWebhook(body, sign(), secret, { now, toleranceSeconds })).rejects.toThrow(RangeError);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('the clock value %s causes a RangeError', async (at) => {
    await expect(verifyWebhook(body, sign(), secret, { now: () => at })).rejects.toThrow(RangeError);
  });

  test.each([
    ['parsed', event],
    ['null', null],
    ['absent', undefined],
  ])('verifyWebhook throws a TypeError for a body that is %s', async (_, given) => {
    const misuse = verifyWebhook(given as unknown as string, sign(), secret, { now });
    await expect(misuse).rejects.toThrow(TypeError);
  });

  test('verifyWebhook throws for invalid arguments even if the request has no headers', async () => {
    await expect(verifyWebhook(body, {}, [])).rejects.toThrow(TypeError);
    await expect(verifyWebhook(body, {}, secret, { toleranceSeconds: Number.NaN })).rejects.toThrow(RangeError);
  });
});

test('a delivery is valid when any of the secrets matches', async () => {
  const many = [other, generateWebhookSecret(), secret];
  expect(await verifyWebhook(body, sign(), many, { now })).toEqual(event);
  expect(await outcome(verifyWebhook(body, sign(), many.slice(0, 2), { now }))).toBe('signature_mismatch');
});

test('verifyWebhook needs WebCrypto, but no Node API', async () => {
  const bundle = await build({
    entryPoints: [path.join(ROOT, 'server/sdk/verify-webhook.ts')],
    absWorkingDir: ROOT,
    bundle: true,
    platform: 'browser',
    format: 'iife',
    globalName: 'kit',
    write: false,
    metafile: true,
  });
  expect(Object.keys(bundle.metafile.inputs).sort()).toEqual([
    'generated/operations.ts',
    'server/sdk/verify-webhook.ts',
  ]);
  const kit: { verifyWebhook: typeof verifyWebhook } = runInNewContext(`${bundle.outputFiles[0]?.text};kit`, {
    crypto: { subtle: webcrypto.subtle },
    TextEncoder,
    TextDecoder,
  });
  const secrets = [other, secret];
  expect(await kit.verifyWebhook(body, new Headers(sign()), secrets, { now })).toMatchObject(event);
  const changed = kit.verifyWebhook(`${text} `, sign(), secrets, { now });
  await expect(changed).rejects.toMatchObject({ code: 'signature_mismatch' });
});
