import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { generateWebhookSecret, signatureHeaders, standardWebhooksSecret } from '../../../server/domain/signature.ts';
import { signed } from './vectors.ts';

const [current, previous] = [generateWebhookSecret(), generateWebhookSecret()];
const eventId = '5f7c1f0e-6d8b-4c53-9a4e-2f1f6f3f7b11';
const text = `{"event_id":"${eventId}","name":"Zoë 🎓","weight":1.0}`;
const body = Buffer.from(text);

test('a generated webhook secret is random and consists of 64 lowercase hexadecimal characters', () => {
  const secrets = new Set(Array.from({ length: 100 }, generateWebhookSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(secret).toMatch(/^[0-9a-f]{64}$/);
});

test.each(signed)('the service sends the same signature headers as the reference algorithm for $name', (vector) => {
  expect(signatureHeaders(vector)).toEqual(vector.headers);
});

test('the Standard Webhooks library verifies a delivery with the current secret, and with the previous secret only after a rotation', () => {
  // Signs at the current time, because the library uses the real clock.
  const timestamp = Math.floor(Date.now() / 1000);
  const webhookOf = (secret: string) => new Webhook(standardWebhooksSecret(secret));
  const ordinary = signatureHeaders({ eventId, body, timestamp, secrets: [current] });
  const rotated = signatureHeaders({ eventId, body, timestamp, secrets: [current, previous] });
  expect(webhookOf(current).verify(text, ordinary)).toEqual(JSON.parse(text));
  for (const secret of [current, previous]) expect(webhookOf(secret).verify(text, rotated)).toEqual(JSON.parse(text));
  expect(() => webhookOf(previous).verify(text, ordinary)).toThrow('No matching signature');
  expect(() => webhookOf(current).verify(`${text} `, ordinary)).toThrow('No matching signature');
});

test.each([
  Number.NaN,
  Number.POSITIVE_INFINITY,
  1.5,
  -1,
  1e300,
])('signing a delivery with the invalid timestamp %s throws an error', (at) => {
  expect(() => signatureHeaders({ eventId, body, timestamp: at, secrets: [current] })).toThrow(RangeError);
});
