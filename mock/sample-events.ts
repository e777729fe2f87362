import { randomUUID } from 'node:crypto';
import { request } from 'undici';
import { service, webhookDelivery } from '../generated/operations.ts';
import { type Clock, toUnixSeconds } from '../server/domain/clock.ts';
import { signatureHeaders } from '../server/domain/signature.ts';
import { eventBody, testEvent, type WebhookEvent } from '../server/domain/webhook-event.ts';
import type { Logger } from '../server/platform/log.ts';
import { createGuardedAgent } from '../server/platform/outbound/guarded-agent.ts';
import { reasonOf } from '../server/platform/startup-error.ts';

/** Concurrency limit, which prevents a client that creates webhooks in a loop from flooding a receiver. */
const MAX_CONCURRENT = 16;

interface Receiver {
  url: string;
  secret: string;
}

export type SampleEvents = ReturnType<typeof createSampleEvents>;

/** Creates a sender of sample events. It signs events like the server, and restricts addresses like the sandbox. */
export function createSampleEvents(clock: Clock, log: Logger, eventsReceiver: Receiver | null) {
  const agent = createGuardedAgent({ allowLoopback: true, maxResponseBytes: webhookDelivery.max_response_bytes });
  const inFlight = new Set<Promise<unknown>>();
  let isStopping = false;

  /** Sends an event once. Logs a failure. */
  async function deliver(event: WebhookEvent, { url, secret }: Receiver): Promise<void> {
    const body = Buffer.from(eventBody(event));
    const timestamp = toUnixSeconds(clock.now());
    try {
      const response = await request(url, {
        dispatcher: agent,
        method: 'POST',
        headers: {
          'Content-Type': webhookDelivery.content_type,
          'User-Agent': service.user_agent,
          ...signatureHeaders({ eventId: event.eventId, body, timestamp, secrets: [secret] }),
        },
        body,
        signal: AbortSignal.timeout(webhookDelivery.timeout_seconds * 1000),
      });
      await response.body.dump();
      if (response.statusCode === webhookDelivery.success_status) return;
      log.warn({ client_id: event.clientId, http_status: response.statusCode }, 'the receiver rejected a sample event');
    } catch (error) {
      // Stopping the mock aborts the events in flight, which then fail.
      if (isStopping) return;
      log.warn({ client_id: event.clientId, reason: reasonOf(error) }, 'a sample event could not be sent');
    }
  }

  return {
    /** Sends a test event with the given properties in the background. */
    send(
      clientId: string,
      properties: Partial<Pick<WebhookEvent, 'type' | 'resourceId' | 'status'>> = {},
      receiver = eventsReceiver,
    ): void {
      if (receiver === null) return;
      if (inFlight.size >= MAX_CONCURRENT) {
        log.warn({ client_id: clientId }, 'a sample event was dropped: too many are in flight');
        return;
      }
      const event = { ...testEvent({ eventId: randomUUID(), clientId, createdAt: clock.now() }), ...properties };
      const sending = deliver(event, receiver).finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    },
    async stop(): Promise<void> {
      isStopping = true;
      await agent.destroy();
      await Promise.all(inFlight);
    },
  };
}
