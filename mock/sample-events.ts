import { randomUUID } from 'node:crypto';
import { createSendAttempt, isDelivered } from '../server/delivery/send-attempt.ts';
import { type Clock, toUnixSeconds } from '../server/domain/clock.ts';
import { eventBody, testEvent, type VerificationEvent } from '../server/domain/event.ts';
import { signatureHeaders } from '../server/domain/signature.ts';
import type { Logger } from '../server/log.ts';
import { createGuardedAgent } from '../server/outbound/guarded-agent.ts';

/** A limit, so that a client which creates webhooks in a loop does not make the mock flood a receiver. */
const MAX_CONCURRENT = 16;

export interface SampleEvents {
  /**
   * Sends one event, once, in the background: of a verification request, or else a test event. Never fails; a failure
   * is logged in one line.
   */
  send(
    webhook: { clientId: string; webhookId: string; url: string; secret: string },
    of?: Partial<Pick<VerificationEvent, 'requestId' | 'status'>>,
  ): void;
  /** Aborts events in flight. */
  stop(): Promise<void>;
}

/** Sends events of made-up verifications, signed and sent as the server does it, with the sandbox's address rules. */
export function createSampleEvents({ clock, log }: { clock: Clock; log: Logger }): SampleEvents {
  const agent = createGuardedAgent({ allowLoopback: true });
  const attempt = createSendAttempt({ agent, clock });
  const inFlight = new Set<Promise<unknown>>();
  let isStopping = false;

  async function sendNow(...[{ clientId, webhookId, url, secret }, of]: Parameters<SampleEvents['send']>) {
    const event = { ...testEvent({ eventId: randomUUID(), clientId, createdAt: clock.now() }), ...of };
    const body = Buffer.from(eventBody(event));
    const timestamp = toUnixSeconds(clock.now());
    const headers = signatureHeaders({ eventId: event.eventId, body, timestamp, secrets: [secret] });
    const outcome = await attempt({ url, headers, body });
    if (isDelivered(outcome) || isStopping) return;
    const { httpStatus, error } = outcome;
    log.warn(
      { client_id: clientId, webhook_id: webhookId, http_status: httpStatus, error },
      'a sample event was not taken by its receiver',
    );
  }

  return {
    send(webhook, of) {
      if (inFlight.size >= MAX_CONCURRENT) {
        log.warn({ client_id: webhook.clientId }, 'no sample event was sent: too many are under way');
        return;
      }
      const sending = sendNow(webhook, of)
        // Aborted events fail too.
        .catch((err: unknown) => isStopping || log.error({ err }, 'a sample event was not sent'))
        .finally(() => inFlight.delete(sending));
      inFlight.add(sending);
    },
    async stop() {
      isStopping = true;
      await agent.destroy();
      await Promise.all(inFlight);
    },
  };
}

/** Sends the events that belong to no URL which the mock was told, as those of a test or of a decision, to one URL. */
export type TellEvents = (clientId: string, of?: Parameters<SampleEvents['send']>[1]) => void;

/** To `url`, signed with the secret of the contract's example of a webhook; nowhere without a URL. */
export const tellEvents =
  (events: Pick<SampleEvents, 'send'>, url: string | undefined, webhook: { id: string; secret: string }): TellEvents =>
  (clientId, of) => {
    if (url !== undefined) events.send({ clientId, webhookId: webhook.id, url, secret: webhook.secret }, of);
  };
