import { events, webhookDelivery } from '../../generated/operations.ts';
import type { WebhookEvent } from '../../generated/types.ts';

// Runs in Node, Deno, Bun, and edge runtimes, and therefore uses only globals such as WebCrypto.

export type { SubmissionEvent, VerificationEvent, WebhookEvent } from '../../generated/types.ts';

/** Headers of a `Request`, or the plain object that a server such as `node:http` provides. */
export type WebhookHeaders = Headers | Record<string, string | readonly string[] | undefined>;

export type WebhookVerificationCode =
  | 'missing_headers'
  | 'malformed_headers'
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  | 'malformed_body';

/** Error for a failed verification. The message says what to check, and contains no data from the request. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
  readonly code: WebhookVerificationCode;

  constructor(code: WebhookVerificationCode, message: string) {
    super(message);
    this.code = code;
  }
}

const { headers: names } = webhookDelivery.signature;

const SECRET = new RegExp(`^[0-9a-f]{${webhookDelivery.secret_characters}}$`);
const UNIX_SECONDS = /^\d{1,12}$/;
const HEX_DIGEST = /^[0-9a-f]{64}$/;

const EVENT_MEMBERS: readonly (keyof WebhookEvent)[] = ['event_id', 'type', 'status', 'created_at'];

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Verifies a delivery by its `X-Timestamp` and `X-Signature` headers, and resolves to its event. An event whose `type`
 * this version does not know is returned unchanged.
 *
 * - `rawBody`: the bytes or text as received, not parsed and serialized again.
 * - `secrets`: the secret of the webhook. During a rotation, pass both secrets; one match is enough.
 * - `toleranceSeconds`: the allowed difference between the signed time and `now` (milliseconds). Default:
 *   <!-- x-delivery/tolerance_seconds -->5 minutes<!-- / -->.
 *
 * Rejects with `WebhookVerificationError` if the verification fails, and with `TypeError` or `RangeError` for invalid
 * arguments.
 *
 * @example
 * const event = await verifyWebhook(await request.arrayBuffer(), request.headers, [secret]);
 * if (event.type === 'verification' && event.status === 'verified') await readResult(event.request_id);
 */
export async function verifyWebhook(
  rawBody: Uint8Array | ArrayBuffer | string,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
  options: { toleranceSeconds?: number; now?: () => number } = {},
): Promise<WebhookEvent> {
  const { toleranceSeconds = webhookDelivery.tolerance_seconds, now = Date.now } = options;
  const keyBytes = readSecrets(secrets);
  const body = copyOf(rawBody);
  const nowSeconds = Math.floor(now() / 1000);
  // Comparisons with NaN are always false, so the check below would accept any timestamp.
  if (!Number.isFinite(nowSeconds)) throw new RangeError('`now` must return milliseconds since the Unix epoch');
  if (!Number.isFinite(toleranceSeconds) || toleranceSeconds < 0) {
    throw new RangeError('`toleranceSeconds` must be a number of seconds, 0 or more');
  }

  const { timestamp, signatures } = readSignatures(headers);
  if (Math.abs(nowSeconds - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError(
      'timestamp_out_of_tolerance',
      'The delivery was signed too long ago or in the future: check the clock of this machine, and verify on arrival',
    );
  }

  const keys = await Promise.all(keyBytes.map(importKey));
  const signed = joined(`${timestamp}.`, body);
  // During a rotation, any pair of key and signature can match. `verify` compares the signatures in constant time.
  const matches = keys.flatMap((key) =>
    signatures.map((signature) => crypto.subtle.verify('HMAC', key, signature, signed)),
  );
  if (!(await Promise.all(matches)).includes(true)) {
    throw new WebhookVerificationError(
      'signature_mismatch',
      'No signature matches: check that the secret belongs to this webhook, and that you pass the body as it arrived, byte for byte',
    );
  }
  return parseEvent(body);
}

/**
 * Signs an event for tests of a receiver, with the `X-` headers of a delivery. Pass `secrets` as for `verifyWebhook`:
 * the current secret and, during a rotation, the previous secret. `now` is in milliseconds.
 *
 * Rejects with `TypeError` for invalid secrets and with `RangeError` for an invalid time.
 *
 * @example
 * const { body, headers } = await signWebhook(event, secret);
 * const response = await receiver.fetch(new Request(url, { method: 'POST', headers, body }));
 */
export async function signWebhook(
  event: WebhookEvent,
  secrets: string | readonly string[],
  { now = Date.now }: { now?: () => number } = {},
): Promise<{ body: string; headers: Record<string, string> }> {
  const timestamp = String(Math.floor(now() / 1000));
  if (!UNIX_SECONDS.test(timestamp)) throw new RangeError('`now` must return milliseconds since the Unix epoch');
  const keys = await Promise.all(readSecrets(secrets).map(importKey));
  const body = JSON.stringify(event);
  const signed = joined(`${timestamp}.`, copyOf(body));
  const digests = await Promise.all(keys.map((key) => crypto.subtle.sign('HMAC', key, signed)));
  const [current = '', previous] = digests.map((digest) =>
    Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join(''),
  );
  return {
    body,
    headers: {
      'Content-Type': webhookDelivery.content_type,
      [names.timestamp]: timestamp,
      [names.signature]: current,
      ...(previous !== undefined && { [names.previous_signature]: previous }),
    },
  };
}

function readSecrets(secrets: string | readonly string[]): Bytes[] {
  const list: readonly unknown[] = typeof secrets === 'string' ? [secrets] : secrets;
  if (!Array.isArray(list) || list.length === 0) {
    throw new TypeError('Pass the secret of the webhook, or a non-empty list of secrets');
  }
  return list.map((secret: unknown, index) => {
    if (typeof secret === 'string' && SECRET.test(secret)) return new TextEncoder().encode(secret);
    throw new TypeError(
      `Secret ${index + 1} of ${list.length} is not a webhook secret: ${webhookDelivery.secret_characters} characters of 0-9 and a-f`,
    );
  });
}

/** Copies the body, because the caller's buffer can change between verification and parsing. */
function copyOf(rawBody: Uint8Array | ArrayBuffer | string): Bytes {
  if (typeof rawBody === 'string') return new TextEncoder().encode(rawBody);
  if (ArrayBuffer.isView(rawBody)) {
    return new Uint8Array(new Uint8Array(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength));
  }
  // Does not use `instanceof`, because some test runners create buffers in a different realm.
  if (Object.prototype.toString.call(rawBody) === '[object ArrayBuffer]') return new Uint8Array(rawBody.slice(0));
  throw new TypeError('Pass the raw body of the request (bytes or text), before anything parses it');
}

function readHeader(headers: WebhookHeaders, name: string, form: RegExp): string | undefined {
  const entries: [string, unknown][] = Symbol.iterator in headers ? [...headers] : Object.entries(headers);
  const values = entries.flatMap(([given, value]) => (given.toLowerCase() === name.toLowerCase() ? (value ?? []) : []));
  const [value] = values;
  if (value === undefined) return undefined;
  if (values.length > 1 || typeof value !== 'string' || !form.test(value)) {
    throw new WebhookVerificationError(
      'malformed_headers',
      `The header ${name} is malformed or repeated: check whether a proxy changes headers`,
    );
  }
  return value;
}

function readSignatures(headers: WebhookHeaders): { timestamp: string; signatures: Bytes[] } {
  const timestamp = readHeader(headers, names.timestamp, UNIX_SECONDS);
  const signature = readHeader(headers, names.signature, HEX_DIGEST);
  const previous = readHeader(headers, names.previous_signature, HEX_DIGEST);
  if (timestamp === undefined || signature === undefined) {
    throw new WebhookVerificationError(
      'missing_headers',
      `The request lacks ${names.timestamp} or ${names.signature}: check that you pass all headers, and that no proxy removes them`,
    );
  }
  return { timestamp, signatures: [signature, previous ?? []].flat().map(bytesOfHex) };
}

const bytesOfHex = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));

const importKey = (bytes: Bytes) =>
  crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify']);

function joined(prefix: string, body: Bytes): Bytes {
  const start = copyOf(prefix);
  const all = new Uint8Array(start.length + body.length);
  all.set(start);
  all.set(body, start.length);
  return all;
}

function parseEvent(body: Bytes): WebhookEvent {
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
  } catch {
    // Does not set `cause`, because the message of a JSON error quotes the body, which can contain personal data.
    throw malformedBody('it is not JSON in UTF-8');
  }
  const event = Object(value) as WebhookEvent;
  const members = [...EVENT_MEMBERS, ...(Object.hasOwn(events, event.type) ? [events[event.type].identifier] : [])];
  if (members.every((member) => typeof Reflect.get(event, member) === 'string')) return event;
  throw malformedBody(`it lacks one of ${members.join(', ')}, or one is not a string`);
}

const malformedBody = (why: string) =>
  new WebhookVerificationError('malformed_body', `The body is signed, but it is not an event: ${why}`);
