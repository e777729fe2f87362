import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';

const TOLERANCE_SECONDS = 300;
const MAX_BODY_BYTES = 65_536;

export interface Delivery {
  timestamp: string | undefined;
  signature: string | undefined;
  previousSignature: string | undefined;
  /** The bytes as they arrived. */
  body: Buffer;
}

/** Returns whether the service signed the request. `secrets` are the current one and, during a rotation, the previous one. */
export function verifyWebhook(
  { timestamp = '', signature, previousSignature, body }: Delivery,
  secrets: readonly string[],
  nowSeconds = Math.floor(Date.now() / 1000),
): boolean {
  if (!/^[0-9]{1,12}$/.test(timestamp)) return false;
  if (Math.abs(nowSeconds - Number(timestamp)) > TOLERANCE_SECONDS) return false;
  return secrets.some((secret) => {
    // With an empty key, for example from a missing variable, anyone can sign.
    if (!/^[0-9a-f]{64}$/.test(secret)) throw new Error('Not the secret of a webhook');
    // The key is the text of the secret. Do not decode its hex.
    const expected = createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest('hex');
    return [signature, previousSignature].some((given) => isSame(expected, given));
  });
}

function isSame(expected: string, given = ''): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(given)];
  // timingSafeEqual throws if the numbers of bytes differ. 64 characters can have more than 64 bytes.
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Skip an event whose `type` you do not know. */
export interface WebhookEvent {
  event_id: string;
  /** The `request_id` of a verification request, or the `submission_id` of a submission. */
  request_id?: string;
  submission_id?: string;
  type: string;
  status: string;
  created_at: string;
}

/**
 * Creates a server. `onEvent` stores the newest event of a request or submission in your queue or table. Process the event
 * later.
 */
export function createReceiver(secrets: readonly string[], onEvent: (event: WebhookEvent) => Promise<void>): Server {
  // The time of the newest event of each request and submission. Replace this with a table that has a unique key on
  // the type and the identifier, which outlives a restart and serves several processes.
  const newest = new Map<string, string>();
  let lastKept: Promise<void> = Promise.resolve();

  async function keep(event: WebhookEvent): Promise<void> {
    const subject = `${event.type} ${event.request_id ?? event.submission_id ?? event.event_id}`;
    const known = newest.get(subject);
    // A retry has the same time. All times have the same length, so their order as strings is their order in time.
    if (known !== undefined && event.created_at <= known) return;
    await onEvent(event);
    newest.set(subject, event.created_at);
  }

  async function receive(request: IncomingMessage): Promise<number> {
    const body = await readBody(request);
    if (body === undefined) return 413;
    const delivery = {
      timestamp: header(request, 'x-timestamp'),
      signature: header(request, 'x-signature'),
      previousSignature: header(request, 'x-signature-previous'),
      body,
    };
    if (!verifyWebhook(delivery, secrets)) return 400;

    const event: WebhookEvent = JSON.parse(body.toString('utf8'));
    // If two events arrive at once, the second one waits until the first one is stored.
    const kept = lastKept.then(() => keep(event));
    lastKept = kept.catch(() => undefined);
    await kept;
    return 200;
  }

  return createServer((request, response) => {
    receive(request).then(
      (status) => response.writeHead(status).end(),
      (error) => {
        console.error('A webhook was not processed', error);
        // The service sends the event again.
        response.writeHead(500).end();
      },
    );
  });
}

function header(request: IncomingMessage, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? undefined : value;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks) : undefined;
}
