import type { DeliveryPolicy } from '../contract/delivery-policy.ts';
import { itemsOf, type Json, memberOf, withValue } from '../json.ts';
import type { Delivery, Received, Webhook } from '../judge/delivery-log.ts';
import { answerDepartures } from '../judge/judge.ts';
import type { Receiver } from '../target/receiver.ts';
import type { Session } from '../target/session.ts';
import { soundJson } from '../target/sound-bodies.ts';
import { TargetUnusable } from '../target/wire.ts';
import type { Answering, Arrival, CaseRequest } from '../types.ts';

/** Responds to an event. `earlier` are the events that the webhook received before. */
export type Respond = (arrival: Arrival, earlier: readonly Received[]) => Answering;

/** Manages webhooks of the kit's receiver with the operations that `x-delivery` names. */
export function createSubscriber(session: Session, receiver: Receiver, { operations }: DeliveryPolicy) {
  const webhooks: Webhook[] = [];
  const existing = new Set<Webhook>();

  async function call(role: keyof typeof operations, ids: readonly string[], more: Omit<CaseRequest, 'path'> = {}) {
    const operation = operations[role];
    const places = session.contract.parametersOf(operation).filter((each) => each.in === 'path');
    const path = Object.fromEntries(ids.map((id, index) => [places[index]?.name ?? '', id]));
    const { answer } = await session.succeed(operation, { path, ...more });
    const mismatches = answerDepartures(session.contract, operation, answer);
    if (mismatches.length > 0) throw new TargetUnusable(`${operation}: ${mismatches.join(' ')}`);
    return answer.json;
  }

  /** Opens a new URL for the webhook, and returns the request body with it. */
  function listen(webhook: Webhook, respond: Respond): Pick<CaseRequest, 'body'> {
    const url = receiver.open((arrival) => {
      const answered = respond(arrival, [...webhook.arrivals]);
      webhook.arrivals.push(Object.assign(arrival, { answered, url, secrets: [...webhook.secrets] }));
      return answered;
    });
    webhook.url = url;
    return { body: { json: withValue(soundJson(session, operations.create), '/url', url) } };
  }

  async function queue(webhook: Webhook, response: Promise<Json>): Promise<Delivery> {
    const delivery = (await response) as Delivery;
    webhook.queued.push(delivery);
    return delivery;
  }

  async function end(webhook: Webhook): Promise<void> {
    await call('delete', [webhook.id]);
    existing.delete(webhook);
  }

  return {
    /** Every webhook, including the deleted ones. */
    webhooks: webhooks as readonly Webhook[],
    async create(respond: Respond): Promise<Webhook> {
      const webhook: Webhook = { id: '', url: '', secrets: [], queued: [], arrivals: [] };
      const created = await call('create', [], listen(webhook, respond));
      Object.assign(webhook, { id: memberOf(created, 'id'), secrets: [String(memberOf(created, 'secret'))] });
      webhooks.push(webhook);
      existing.add(webhook);
      return webhook;
    },
    /** Replaces the URL. */
    replace: (webhook: Webhook, respond: Respond) => call('replace', [webhook.id], listen(webhook, respond)),
    async rotate(webhook: Webhook): Promise<Json> {
      const rotated = await call('rotate', [webhook.id]);
      webhook.secrets = [String(memberOf(rotated, 'secret')), ...webhook.secrets];
      return rotated;
    },
    delete: end,
    /** Queues a test event. */
    test: (webhook: Webhook, query: CaseRequest['query'] = []) => queue(webhook, call('test', [webhook.id], { query })),
    redeliver: (webhook: Webhook, { id }: Delivery) => queue(webhook, call('redeliver', [webhook.id, id])),
    /** Reads the newest page of the delivery log. */
    async log({ id }: Webhook): Promise<Delivery[]> {
      return itemsOf(memberOf(await call('log', [id]), 'deliveries')) as Delivery[];
    },
    async deleteAll(): Promise<void> {
      await Promise.allSettled([...existing].map(end));
    },
  };
}
