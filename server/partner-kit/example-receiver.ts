import { createServer, type IncomingMessage, type Server } from 'node:http';
import { webhookDelivery } from '../../generated/operations.ts';
import { type VerificationEvent, verifyWebhook, WebhookVerificationError } from './verify-webhook.ts';

const MAX_BODY_BYTES = 65_536;

export interface Receiver {
  /** Not listening yet. */
  server: Server;
  /** The newest status that is known of a verification request. */
  statusOf(requestId: string): VerificationEvent['status'] | undefined;
}

/**
 * A receiver of webhooks to copy. `onEvent` is called once for every new event, and never twice at a time for one
 * request. It should put the event into your queue or database and return: the service waits `timeout_seconds` of
 * `webhookDelivery` for the answer. When it throws, the answer is 500 and the event comes again.
 *
 * The last `remember` events and requests are kept in memory. A service of several processes uses its database: a
 * unique key on `event_id`, and an update of the status only where the stored `created_at` is older.
 */
export function createReceiver(options: {
  secrets: string | readonly string[];
  onEvent: (event: VerificationEvent) => void | Promise<void>;
  /** Milliseconds since the Unix epoch. */
  now?: () => number;
  remember?: number;
}): Receiver {
  const { secrets, onEvent, now = Date.now, remember = 10_000 } = options;
  const processed = lastOf<true>(remember);
  const newest = lastOf<VerificationEvent>(remember);
  const inTurn = turns();

  async function take(event: VerificationEvent): Promise<void> {
    if (processed.get(event.event_id)) return;
    const known = newest.get(event.request_id);
    // The timestamps all have the same form, so their order as text is their order in time.
    if (known === undefined || event.created_at >= known.created_at) {
      await onEvent(event);
      newest.set(event.request_id, event);
    }
    processed.set(event.event_id, true);
  }

  async function statusFor(request: IncomingMessage): Promise<number> {
    if (request.method !== 'POST') return 405;
    const body = await readBody(request);
    if (body === undefined) return 413;
    try {
      const event = await verifyWebhook(body, request.headers, secrets, { now });
      await inTurn(event.request_id, () => take(event));
      return webhookDelivery.success_status;
    } catch (error) {
      if (error instanceof WebhookVerificationError) return 400;
      console.error('A webhook was not processed', error);
      return 500;
    }
  }

  const server = createServer((request, response) => {
    statusFor(request).then(
      (status) => {
        if (status === 405) response.setHeader('Allow', 'POST');
        // The rest of a body that is too large is not worth waiting for.
        if (status === 413) response.setHeader('Connection', 'close');
        response.writeHead(status).end();
      },
      // The sender went away in the middle of the body.
      () => response.destroy(),
    );
  });
  return { server, statusOf: (requestId) => newest.get(requestId)?.status };
}

/** The bytes as they arrived, or undefined when they are too many. Rejects when the sender goes away. */
function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let length = 0;
    request.on('data', (chunk: Buffer) => {
      length += chunk.length;
      if (length > MAX_BODY_BYTES) resolve(undefined);
      else chunks.push(chunk);
    });
    request.on('end', () => resolve(Buffer.concat(chunks)));
    request.on('error', reject);
  });
}

/**
 * Runs calls with the same key one after the other. A repeated event waits and then is a known one; an older event
 * cannot overtake a newer one.
 */
function turns(): (key: string, work: () => Promise<void>) => Promise<void> {
  const last = new Map<string, Promise<void>>();
  return async (key, work) => {
    const turn = (last.get(key) ?? Promise.resolve()).then(work);
    const over = turn.catch(() => {});
    last.set(key, over);
    try {
      await turn;
    } finally {
      if (last.get(key) === over) last.delete(key);
    }
  };
}

/** A map that forgets what was set longest ago. */
function lastOf<Value>(limit: number) {
  const values = new Map<string, Value>();
  return {
    get: (key: string) => values.get(key),
    set(key: string, value: Value) {
      values.delete(key);
      values.set(key, value);
      const [oldest] = values.keys();
      if (values.size > limit && oldest !== undefined) values.delete(oldest);
    },
  };
}
