import { expect, onTestFinished, test } from 'vitest';
import { denyDestinations } from '../../../server/domain/address-ranges.ts';
import { Dispatcher, type DispatcherOptions } from '../../../server/work/delivery/dispatcher.ts';
import { neverAnswer, openLog, startBench, startReceiver } from './support.ts';

async function startDelivery(options: Partial<DispatcherOptions>) {
  const bench = await startBench();
  const { log, lines, attempts } = openLog();
  const delivery = new Dispatcher({ ...bench.dispatcherOptions, log, ...options });
  onTestFinished(() => delivery.stop(0).then(() => {}));
  return { bench, delivery, lines, attempts };
}

test('the sandbox delivers events to a receiver on a loopback address', async () => {
  const { bench, delivery, lines, attempts } = await startDelivery({});
  const receiver = await startReceiver();
  const webhookId = await bench.addWebhook({ url: receiver.url });
  await bench.addDeliveries(webhookId);
  await delivery.drain();
  const [delivered] = await bench.deliveries(webhookId);
  expect(delivered).toMatchObject({ state: 'delivered' });
  expect(lines).toEqual([]);
  const about = { delivery_id: delivered?.id, webhook_id: webhookId, event_id: delivered?.event.eventId };
  expect(attempts).toMatchObject([{ ...about, attempt: 1, outcome: 'delivered', status: 200, gave_up: false }]);
});

test.each([
  ['a loopback address, in production', { allowLoopback: false }],
  ['a denied destination', { allowLoopback: true, denied: denyDestinations(['127.0.0.0/8']) }],
])('the service sends no event to a receiver on %s, and does not retry', async (_name, destinations) => {
  const { bench, delivery, attempts } = await startDelivery({ destinations });
  const { received, url } = await startReceiver();
  await bench.addDeliveries(await bench.addWebhook({ url }));
  await delivery.drain();
  expect(received).toEqual([]);
  expect(attempts).toMatchObject([{ outcome: 'refused_address', gave_up: true }]);
});

test('if this machine has none of the announced source addresses, the service uses any source address and logs a warning', async () => {
  const { bench, delivery, lines } = await startDelivery({
    sourceAddresses: ['203.0.113.0/24', '203.0.113.7'],
  });
  const receiver = await startReceiver();
  await bench.addDeliveries(await bench.addWebhook({ url: receiver.url }));
  await delivery.drain();
  expect(receiver.received).toHaveLength(1);
  expect(lines).toMatchObject([{ level: 'warn', sourceAddresses: ['203.0.113.0/24', '203.0.113.7'] }]);
});

test('at the shutdown timeout, the dispatcher aborts the attempts in flight, and does not record these attempts', async () => {
  const { bench, delivery } = await startDelivery({});
  const receiver = await startReceiver(neverAnswer);
  const webhookId = await bench.addWebhook({ url: receiver.url });
  await bench.addDeliveries(webhookId);
  delivery.start();
  await expect.poll(() => receiver.received.length, { interval: 5, timeout: 15_000 }).toBe(1);
  const startedAt = performance.now();
  expect(await Promise.all([delivery.stop(30), delivery.stop(30)])).toEqual([false, false]);
  // Without the abort, the attempt would time out after 5 s.
  expect(performance.now() - startedAt).toBeLessThan(4500);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(await bench.deliveries(webhookId)).toMatchObject([{ state: 'pending', attempts: [] }]);
});
