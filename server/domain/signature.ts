import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { webhookDelivery } from '../../generated/operations.ts';

const { signature: own, standard_webhooks: standard, secret_characters: secretCharacters } = webhookDelivery;

export function generateWebhookSecret(): string {
  return randomBytes(secretCharacters / 2).toString('hex');
}

/** Encodes the text of the secret, because Standard Webhooks libraries decode every secret as base64. */
export const standardWebhooksSecret = (secret: string): string =>
  `${standard.secret_prefix}${Buffer.from(secret).toString('base64')}`;

/** Returns signature headers in the formats of this service and Standard Webhooks. `timestamp` is in Unix seconds. */
export function signatureHeaders(options: {
  eventId: string;
  body: Uint8Array;
  timestamp: number;
  secrets: readonly [current: string, previous?: string];
}): Record<string, string> {
  const { eventId, body, timestamp, secrets } = options;
  if (!Number.isSafeInteger(timestamp) || timestamp < 0)
    throw new RangeError('The time must be a whole number of seconds');
  const [current, previous] = secrets;
  const signOwn = (secret: string) => hmac(secret, `${timestamp}.`, body).toString(own.encoding);
  const signStandard = (secret: string) =>
    `${standard.version},${hmac(secret, `${eventId}.${timestamp}.`, body).toString(standard.encoding)}`;
  return {
    [own.headers.timestamp]: String(timestamp),
    [own.headers.signature]: signOwn(current),
    ...(previous !== undefined && { [own.headers.previous_signature]: signOwn(previous) }),
    [standard.headers.id]: eventId,
    [standard.headers.timestamp]: String(timestamp),
    [standard.headers.signature]: [current, ...(previous === undefined ? [] : [previous])].map(signStandard).join(' '),
  };
}

/** The key is the hexadecimal text, not its bytes, because partners paste the text into libraries. */
function hmac(secret: string, prefix: string, body: Uint8Array): Buffer {
  return createHmac('sha256', secret).update(prefix).update(body).digest();
}

/** Compares in constant time, because the texts can be signatures or secrets. */
export function isEqualText(one: string, other: string): boolean {
  const a = Buffer.from(one);
  const b = Buffer.from(other);
  // `timingSafeEqual` throws for buffers of different lengths.
  return a.length === b.length && timingSafeEqual(a, b);
}
