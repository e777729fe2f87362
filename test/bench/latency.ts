import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { changeVerification, type UserAction } from '../../server/lifecycle/change-verification.ts';
import { type Bench, type Figure, onEachEngine } from './bench.ts';
import { median, quantile } from './in-turns.ts';
import { addRequest, addWebhook, CLIENT, closeServices, openServices, type Place } from './open-services.ts';
import { type ReceiverProcess, withReceiver } from './start-receiver.ts';

/** How long it takes from a change to the receiver, one after the other, on a service that does nothing else. */
export const measureLatency = (bench: Bench): Promise<(Figure | string)[]> =>
  onEachEngine(bench, 1, async (place) => {
    const times = await withReceiver((receiver) => receiveChanges(place, receiver, bench.numbers.changes));
    const p99Ms = quantile(times, 0.99);
    return [{ value: p99Ms, measured: { p50Ms: median(times), p99Ms } }];
  });

/** Milliseconds from just before each change is asked for. The first is left out: it connects. */
async function receiveChanges(place: Place, receiver: ReceiverProcess, changes: number): Promise<number[]> {
  const services = await openServices(place);
  const userId = 'user';
  const times: number[] = [];
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
      times.push(Number((await received) - calledAt) / 1e6);
    };

    for (let n = 0; n < changes; n += 2) {
      const requestId = randomUUID();
      await addRequest(services, requestId);
      await measure(requestId, { kind: 'open', userId }, 'incomplete');
      if (n % 4 === 0) {
        const identity = { full_name: 'Ada Lovelace' };
        await measure(requestId, { kind: 'verify', userId, identity }, 'verified');
      } else await measure(requestId, { kind: 'cancel', userId }, 'canceled');
    }
  } finally {
    await closeServices(services);
  }
  return times.slice(1);
}
