import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeVerification, type UserAction } from '../../server/lifecycle/change-verification.ts';
import { addRequest, addWebhook, CLIENT, closeServices, openServices, type Place } from './open-services.ts';
import type { ReceiverProcess } from './start-receiver.ts';

export interface Latency {
  /** The first change after the start, which connects. */
  firstMs: number;
  /** From just before the change was asked for to the receiver. */
  fromCall: number[];
  /** From the moment at which its caller knew that it is committed. */
  fromCommit: number[];
}

/** One change after the other on a service that does nothing else. */
export async function measureLatency(place: Place, receiver: ReceiverProcess, changes: number): Promise<Latency> {
  const services = await openServices(place);
  const userId = 'user';
  const latency: Latency = { firstMs: 0, fromCall: [], fromCommit: [] };
  try {
    await addWebhook(services, receiver.url);
    await receiver.each();
    services.dispatcher.start();

    const measure = async (requestId: string, action: UserAction, status: string) => {
      // So that neither the last delivery nor a poll sets the rhythm.
      await sleep(5 + Math.random() * 30);
      const received = receiver.received(requestId, status);
      const calledAt = process.hrtime.bigint();
      await changeVerification(services, { clientId: CLIENT, requestId }, action);
      const committedAt = process.hrtime.bigint();
      const receivedAt = await received;
      const ms = (from: bigint) => Number(receivedAt - from) / 1e6;
      return { fromCall: ms(calledAt), fromCommit: ms(committedAt) };
    };

    const first = randomUUID();
    await addRequest(services, first);
    latency.firstMs = (await measure(first, { kind: 'open', userId }, 'incomplete')).fromCall;
    for (let n = 0; n < changes; n += 2) {
      const requestId = randomUUID();
      await addRequest(services, requestId);
      const end: [UserAction, string] =
        n % 4 === 0
          ? [{ kind: 'verify', userId, identity: { full_name: 'Ada Lovelace' } }, 'verified']
          : [{ kind: 'cancel', userId }, 'canceled'];
      const measured = [
        await measure(requestId, { kind: 'open', userId }, 'incomplete'),
        await measure(requestId, ...end),
      ];
      latency.fromCall.push(...measured.map(({ fromCall }) => fromCall));
      latency.fromCommit.push(...measured.map(({ fromCommit }) => fromCommit));
    }
  } finally {
    await closeServices(services);
  }
  return latency;
}
