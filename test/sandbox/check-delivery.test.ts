import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { generateWebhookSecret, signatureHeaders } from '../../server/domain/signature.ts';
import { verifyWebhook, WebhookVerificationError } from '../../server/partner-kit/verify-webhook.ts';
import {
  type ArrivedDelivery,
  checkDelivery,
  type DeliveryCheck,
  type Step,
} from '../../server/sandbox/mailbox/check-delivery.ts';
import { accepted, refused } from '../webhooks/vectors.ts';

const NOW = 1_769_852_520;
const current = generateWebhookSecret();
const previous = generateWebhookSecret();
const event = {
  event_id: '5f7c1f0e-6d8b-4c53-9a4e-2f1f6f3f7b11',
  request_id: 'ACME-V-1',
  type: 'verification',
  status: 'verified',
  created_at: '2026-01-31T09:42:00.250000Z',
};
const body = Buffer.from(JSON.stringify(event));

const sign = (over: Partial<Parameters<typeof signatureHeaders>[0]> = {}) =>
  new Headers(signatureHeaders({ eventId: event.event_id, body, timestamp: NOW, secrets: [current], ...over }));

const arrived = (over: Partial<ArrivedDelivery> = {}): ArrivedDelivery => ({
  body,
  headers: sign(),
  secrets: [current],
  now: NOW * 1000,
  ...over,
});

/** What `verifyWebhook` makes of the same delivery. */
async function outcome({ body, headers, secrets, now }: ArrivedDelivery): Promise<string> {
  try {
    await verifyWebhook(body, headers, secrets, { now: () => now });
    return 'verified';
  } catch (error) {
    if (error instanceof WebhookVerificationError) return error.code;
    throw error;
  }
}

/** The verdicts in the order in which they are shown, e.g. `own: headers`. */
function steps({ families, body }: DeliveryCheck): Record<string, Step['verdict']> {
  const ofFamilies = families.flatMap(({ family, headers, time, signature }) => [
    [`${family}: headers`, headers.verdict],
    [`${family}: time`, time.verdict],
    [`${family}: signature`, signature.verdict],
  ]);
  return Object.fromEntries([...ofFamilies, ['body', body.verdict]]);
}

const failedSteps = (check: DeliveryCheck) =>
  Object.entries(steps(check))
    .filter(([, verdict]) => verdict === 'failed')
    .map(([name]) => name);

/** The step that a code of `verifyWebhook` is about. */
const stepOf: Record<string, RegExp> = {
  missing_headers: /: headers$/,
  malformed_headers: /: headers$/,
  timestamp_out_of_tolerance: /: time$/,
  signature_mismatch: /: signature$/,
  malformed_body: /^body$/,
};

/** Fails where the steps do not say what `verifyWebhook` says of the whole delivery. */
async function expectAgreement(delivery: ArrivedDelivery): Promise<void> {
  const check = await checkDelivery(delivery);
  const expected = await outcome(delivery);
  expect(check.verdict).toBe(expected);
  const failures = failedSteps(check);
  if (expected === 'verified') {
    expect(new Set(Object.values(steps(check)))).toEqual(new Set(['passed']));
  } else {
    expect(failures.filter((name) => stepOf[expected]?.test(name))).not.toEqual([]);
  }
  for (const { signature } of check.families) {
    if (signature.verdict === 'not_reached') continue;
    const hasFitting = signature.received.some(({ fits }) => fits !== null);
    expect(hasFitting).toBe(signature.verdict === 'passed');
  }
}

/** The vectors whose headers can arrive: no server hands on what is beyond Latin-1. */
const arriving = [...accepted, ...refused].filter(({ headers }) =>
  Object.values(headers).every((value) => !/[^\0-\xff]/.test(value)),
);

/** A receiver may hold the secret as `whsec_` and base64; the store does not. */
const asStored = (secret: string) => (secret.startsWith('whsec_') ? atob(secret.slice(6)) : secret);

describe('the steps agree with verifyWebhook', () => {
  test.each(arriving)('on the vector "$name"', async (vector) => {
    const headers = new Headers(vector.headers);
    const secrets = vector.secrets.map(asStored);
    await expectAgreement({ body: vector.body, headers, secrets, now: vector.now * 1000 });
  });

  test('on any delivery that was tampered with', async () => {
    const names = [...sign({ secrets: [current, previous] }).keys()];
    const name = fc.constantFrom(...names);
    const index = fc.nat(100);
    const edit = fc.oneof(
      fc.record({ kind: fc.constant('drop' as const), name }),
      fc.record({ kind: fc.constant('repeat' as const), name }),
      fc.record({
        kind: fc.constant('replace' as const),
        name,
        index,
        by: fc.constantFrom('0', 'f', 'x', ' ', ','),
      }),
      fc.record({ kind: fc.constant('body' as const), index, by: fc.nat(255) }),
    );
    const delivery = fc.record({
      edits: fc.array(edit, { maxLength: 3 }),
      isRotated: fc.boolean(),
      known: fc.constantFrom([current], [previous], [current, previous], [generateWebhookSecret()]),
      age: fc.constantFrom(0, 299, 300, 301, -300, -301, 100_000),
    });
    await fc.assert(
      fc.asyncProperty(delivery, async ({ edits, isRotated, known, age }) => {
        const headers = sign({ secrets: isRotated ? [current, previous] : [current] });
        const bytes = Uint8Array.from(body);
        for (const each of edits) {
          if (each.kind === 'body') {
            bytes[each.index % bytes.length] = each.by;
            continue;
          }
          const value = headers.get(each.name);
          if (value === null) continue;
          if (each.kind === 'drop') headers.delete(each.name);
          else if (each.kind === 'repeat') headers.append(each.name, value);
          else {
            const at = each.index % value.length;
            headers.set(each.name, value.slice(0, at) + each.by + value.slice(at + 1));
          }
        }
        await expectAgreement({ body: bytes, headers, secrets: known, now: (NOW + age) * 1000 });
      }),
      { numRuns: 500, seed: 6 },
    );
  });
});

describe('the step that fails is', () => {
  const without = (name: string) => {
    const headers = sign();
    headers.delete(name);
    return headers;
  };
  const otherBody = Buffer.from(JSON.stringify({ ...event, status: 'canceled' }));
  const noEvent = Buffer.from('{"status":"verified"}');

  test.each<[string, Partial<ArrivedDelivery>, string[]]>([
    ['none, of a delivery as it was sent', {}, []],
    ['the headers, where one is missing', { headers: without('x-signature') }, ['own: headers']],
    ['the headers, where there are none', { headers: new Headers() }, ['own: headers']],
    [
      'the time, of what is sent again later, though its signature is right',
      { now: (NOW + 301) * 1000 },
      ['own: time', 'standard: time'],
    ],
    ['the time, of what was signed in the future', { now: (NOW - 301) * 1000 }, ['own: time', 'standard: time']],
    ['the signature, of another body', { body: otherBody }, ['own: signature', 'standard: signature']],
    ['the signature, of another webhook', { secrets: [previous] }, ['own: signature', 'standard: signature']],
    ['the body, of what is signed and no event', { body: noEvent, headers: sign({ body: noEvent }) }, ['body']],
    ['the body, of an event with another id', { headers: sign({ eventId: 'another' }) }, ['body']],
  ])('%s', async (_, over, failed) => {
    expect(failedSteps(await checkDelivery(arrived(over)))).toEqual(failed);
  });
});

test('the body is not judged before its signature is right', async () => {
  const check = await checkDelivery(arrived({ body: Buffer.from('{}') }));
  expect(check.body.verdict).toBe('not_reached');
});

test('in a rotation each signature is shown to be that of its secret', async () => {
  const headers = sign({ secrets: [current, previous] });
  const { families } = await checkDelivery(arrived({ headers, secrets: [current, previous] }));
  expect(families.map(({ signature }) => signature.received.map(({ header, fits }) => [header, fits]))).toEqual([
    [
      ['X-Signature', 0],
      ['X-Signature-Previous', 1],
    ],
    [
      ['webhook-signature', 0],
      ['webhook-signature', 1],
    ],
  ]);
});

test('without a secret everything but the signature is judged', async () => {
  const check = await checkDelivery(arrived({ secrets: [], now: (NOW + 10) * 1000 }));
  expect(check.verdict).toBe('unknown_secret');
  expect(steps(check)).toEqual({
    'own: headers': 'passed',
    'own: time': 'passed',
    'own: signature': 'not_reached',
    'standard: headers': 'passed',
    'standard: time': 'passed',
    'standard: signature': 'not_reached',
    body: 'not_reached',
  });
  const late = await checkDelivery(arrived({ secrets: [], now: (NOW + 1000) * 1000 }));
  expect(late.verdict).toBe('timestamp_out_of_tolerance');
});

test('no secret is in the outcome', async () => {
  const check = await checkDelivery(arrived({ secrets: [current, previous] }));
  expect(JSON.stringify(check)).not.toContain(current);
  expect(JSON.stringify(check)).not.toContain(previous);
});
