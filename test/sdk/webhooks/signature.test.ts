import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { generateWebhookSecret, signatureHeaders, standardWebhooksSecret } from '../../../server/domain/signature.ts';
import { signed } from './vectors.ts';

const current = generateWebhookSecret();
const previous = generateWebhookSecret();
const eventId = '5f7c1f0e-6d8b-4c53-9a4e-2f1f6f3f7b11';
const text = `{"event_id":"${eventId}","name":"Zoë 🎓","weight":1.0}`;
const body = Buffer.from(text);
// The Standard Webhooks library reads the real clock.
const timestamp = Math.floor(Date.now() / 1000);

const standardWebhook = (secret: string) => new Webhook(standardWebhooksSecret(secret));

test('a secret is 256 random bits, written as 64 lowercase hexadecimal characters', () => {
  const secrets = new Set(Array.from({ length: 100 }, generateWebhookSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
});

test.each(signed)('the service sends the same signature headers as the reference algorithm for $name', ({
  secrets,
  eventId,
  timestamp,
  body,
  headers,
}) => {
  expect(signatureHeaders({ eventId, body, timestamp, secrets })).toEqual(headers);
});

test('the signatures match those of OpenSSL', () => {
  const headers = signatureHeaders({
    eventId,
    body: Buffer.from('{"event_id":"e"}'),
    timestamp: 1_769_852_520,
    secrets: ['3b1f0c9a5d7e42688f90a1b2c3d4e5f60718293a4b5c6d7e8f9fa0b1c2d3e4f5'],
  });
  // Output of: printf '%s.%s' 1769852520 '{"event_id":"e"}' | openssl dgst -sha256 -hmac "$secret"
  expect(headers['X-Signature']).toBe('824e3a1805b9a813c984ced700138dac1b9fb9c03d82f4a3552938d27f4e2b07');
  // Output of: printf "$event_id"'.1769852520.{"event_id":"e"}' | openssl dgst -sha256 -hmac "$secret" -binary | base64
  expect(headers['webhook-signature']).toBe('v1,YZbgPgV26oAt7KEkioLRAuq1W7WOHG/3tJ5IQD+5foY=');
});

describe('The Standard Webhooks library', () => {
  const ordinary = signatureHeaders({ eventId, body, timestamp, secrets: [current] });
  const rotated = signatureHeaders({ eventId, body, timestamp, secrets: [current, previous] });

  test('the library verifies a delivery', () => {
    expect(standardWebhook(current).verify(text, ordinary)).toEqual(JSON.parse(text));
    expect(() => standardWebhook(previous).verify(text, ordinary)).toThrow('No matching signature');
    expect(() => standardWebhook(current).verify(`${text} `, ordinary)).toThrow('No matching signature');
  });

  test('the library verifies a delivery with either secret after a rotation', () => {
    for (const secret of [current, previous]) {
      expect(standardWebhook(secret).verify(text, rotated)).toEqual(JSON.parse(text));
    }
    expect(() => standardWebhook(generateWebhookSecret()).verify(text, rotated)).toThrow('No matching signature');
  });
});

test('the service signs every attempt with a new timestamp', () => {
  const first = signatureHeaders({ eventId, body, timestamp, secrets: [current, previous] });
  const second = signatureHeaders({ eventId, body, timestamp: timestamp + 1, secrets: [current, previous] });
  for (const [name, value] of Object.entries(first)) {
    if (name === 'webhook-id') expect(second[name]).toBe(value);
    else expect(second[name]).not.toBe(value);
  }
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, -1, 1e300])('signing at the time %s throws an error', (at) => {
  expect(() => signatureHeaders({ eventId, body, timestamp: at, secrets: [current] })).toThrow(RangeError);
});
