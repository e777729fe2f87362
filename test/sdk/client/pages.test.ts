import { expect, test } from 'vitest';
import { PartnerApiError } from '../../../server/sdk/client/client.ts';
import { example } from '../../support/contract.ts';
import { clientOf, DOWN, json, problem, startStub } from './stub.ts';

const page = (ids: string[], next: string | null) =>
  json({ deliveries: ids.map((id) => ({ ...example('DeliveryLog').deliveries[0], id })), next_cursor: next });

test('allWebhookDeliveries requests each page only when the caller needs it', async () => {
  const stub = await startStub([page(['a', 'b'], 'next one'), DOWN, page([], 'last'), page(['c'], null)]);
  const { client } = clientOf(stub);
  const seen: string[] = [];
  const queries = () => stub.received.slice(1).map(({ path }) => path.replace(/^.*deliveries/, ''));
  for await (const { id } of client.allWebhookDeliveries('W')) {
    if (id === 'b') expect(queries()).toEqual(['']);
    seen.push(id);
  }
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(queries()).toEqual(['', '?cursor=next%20one', '?cursor=next%20one', '?cursor=last']);
});

test('allWebhookDeliveries throws the problem when the server rejects a page', async () => {
  const { client } = clientOf(await startStub([page(['a'], 'next'), problem(404, 'not_found')]));
  const deliveries = client.allWebhookDeliveries('W');
  expect((await deliveries.next()).value).toMatchObject({ id: 'a' });
  await expect(deliveries.next()).rejects.toThrow(PartnerApiError);
});

test('allWebhookDeliveries requests no more pages after the caller leaves the loop', async () => {
  const stub = await startStub([page(['a'], 'next')]);
  for await (const _ of clientOf(stub).client.allWebhookDeliveries('W')) break;
  expect(stub.received).toHaveLength(2);
});
