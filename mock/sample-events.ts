import { randomUUID } from 'node:crypto';
import { webhookDelivery } from '../generated/operations.ts';
import { createSendAttempt, isDelivered } from '../server/delivery/send-attempt.ts';
import { type Clock, toUnixSeconds } from '../server/domain/clock.ts';
import { eventBody, testEvent, type VerificationEvent } from '../server/domain/event.ts';
import { signatureHeaders } from '../server/domain/signature.ts';
import type { Logger } from '../server/log.ts';
import { createGuardedAgent } from '../server/outbound/guarded-agent.ts';

/** A limit, so that a client which creates webhooks in a loop does not make the mock flood a receiver. */
const MAX_CONCURRENT = 16;

type SampledEvent = Partial<Pick<VerificationEvent, 'requestId' | 'status'>>;

export interface SampleEvents {
  /**
   * Sends one event, once, in the background: of a verification request, or else a test event. Never fails; a failure
   * is logged in one line.
   */
  send(webhook: { clientId: string; webhookId: string; url: string; secret: string }, event?: SampledEvent): void;
  /** Sends an event that belongs to no webhook known to the mock to `EVENTS_URL`; does nothing without that URL. */
  tell(clientId: string, event?: SampledEvent): void;
  /** Aborts events in flight. */
  stop(): Promise<void>;
}

/**
 * Sends events of made-up verifications, signed and sent as the server does it, with the sandbox's address rules. Those
 * for `eventsUrl` are signed with the secret of `webhook`.
 */
export function createSampleEvents({
  clock,
  log,
  eventsUrl,
  webhook,
}: {
  clock: Clock;
  log: Logger;
  eventsUrl: string | undefined;
  webhook: { id: string; secret: string };
}): SampleEvents {
  const agent = createGuardedAgent({ allowLoopback: true, maxResponseBytes: webhookDelivery.max_response_bytes });
  const attempt = createSendAttempt({ agent, clock });
  const inFlight = new Set<Promise<unknown>>();
  let isStopping = false;

  async function sendNow(...[{ clientId, webhookId, url, secret }, given]: Parameters<SampleEvents['send']>) {
    const event = { ...testEvent({ eventId: randomUUID(), clientId, createdAt: clock.now() }), ...given };
    const body = Buffer.from(eventBody(event));
    const timestamp = toUnixSeconds(clock.now());
    const headers = signatureHeaders({ eventId: event.eventId, body, timestamp, secrets: [secret] });
    const outcome = await attempt({ url, headers, body });
    if (isDelivered(outcome) || isStopping) return;
    const { httpStatus, error } = outcome;
    log.warn(
      { client_id: clientId, webhook_id: webhookId, http_status: httpStatus, error },
      'the receiver did not accept a sample event',
    );
  }

  const send: SampleEvents['send'] = (to, event) => {
    if (inFlight.size >= MAX_CONCURRENT) {
      log.warn({ client_id: to.clientId }, 'no sample event was sent: too many are in flight');
      return;
    }
    const sending = sendNow(to, event)
      // Aborted events fail too.
      .catch((err: unknown) => isStopping || log.error({ err }, 'a sample event was not sent'))
      .finally(() => inFlight.delete(sending));
    inFlight.add(sending);
  };

  return {
    send,
    tell(clientId, event) {
      if (eventsUrl !== undefined)
        send({ clientId, webhookId: webhook.id, url: eventsUrl, secret: webhook.secret }, event);
    },
    async stop() {
      isStopping = true;
      await agent.destroy();
      await Promise.all(inFlight);
    },
  };
}
