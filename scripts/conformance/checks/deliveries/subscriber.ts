import type { DeliveryPolicy } from '../../contract/delivery-policy.ts';
import { itemsOf, type Json, memberOf, withValue } from '../../json.ts';
import type { Delivery, Received, Webhook } from '../../judge/delivery-log.ts';
import { answerDepartures } from '../../judge/judge.ts';
import type { Receiver } from '../../target/receiver.ts';
import type { Session } from '../../target/session.ts';
import { soundJson } from '../../target/sound-bodies.ts';
import { TargetUnusable } from '../../target/target-unusable.ts';
import type { Answering, Arrival, CaseRequest } from '../../types.ts';

/** Answers an event, given those that came for the webhook before. */
export type Answers = (arrival: Arrival, earlier: readonly Received[]) => Answering;

/** Has events delivered to the receiver, by the operations that the contract names. */
export interface Subscriber {
  /** Those that are there, and those that were deleted. */
  webhooks: readonly Webhook[];
  create(answers: Answers): Promise<Webhook>;
  /** Gives the webhook another URL. */
  replace(webhook: Webhook, answers: Answers): Promise<void>;
  /** Gives what was answered. */
  rotate(webhook: Webhook): Promise<Json>;
  delete(webhook: Webhook): Promise<void>;
  test(webhook: Webhook, query?: CaseRequest['query']): Promise<Delivery>;
  redeliver(webhook: Webhook, delivery: Delivery): Promise<Delivery>;
  /** The newest page. */
  log(webhook: Webhook): Promise<Delivery[]>;
  /** Deletes those that are there, as far as that is possible. */
  end(): Promise<void>;
}

export function createSubscriber(
  session: Session,
  receiver: Receiver,
  { operations }: Pick<DeliveryPolicy, 'operations'>,
): Subscriber {
  const webhooks = new Set<Webhook>();
  const there = new Set<Webhook>();

  /** An answer of another form than the contract's says nothing that could be relied on. */
  async function ask(role: keyof typeof operations, ids: readonly string[], more: Omit<CaseRequest, 'path'> = {}) {
    const operation = operations[role];
    const places = session.contract.parametersOf(operation).filter((each) => each.in === 'path');
    const path = Object.fromEntries(ids.map((id, index) => [places[index]?.name ?? '', id]));
    const { answer } = await session.succeed(operation, { path, ...more });
    const departures = answerDepartures(session.contract, operation, answer);
    if (departures.length > 0) throw new TargetUnusable(`${operation}: ${departures.join(' ')}`);
    return answer.json;
  }

  function listen(webhook: Webhook, answers: Answers): void {
    const url = receiver.open((arrival) => {
      const answered = answers(arrival, [...webhook.arrivals]);
      webhook.arrivals.push(Object.assign(arrival, { answered, url, secrets: [...webhook.secrets] }));
      return answered;
    });
    webhook.url = url;
  }

  const bodyFor = ({ url }: Webhook) => ({
    body: { json: withValue(soundJson(session, operations.create), '/url', url) },
  });

  async function queue(webhook: Webhook, answer: Promise<Json>): Promise<Delivery> {
    const delivery = (await answer) as Delivery;
    webhook.queued.push(delivery);
    return delivery;
  }

  const subscriber: Subscriber = {
    get webhooks() {
      return [...webhooks];
    },
    async create(answers) {
      const webhook: Webhook = { id: '', url: '', secrets: [], queued: [], arrivals: [] };
      listen(webhook, answers);
      const made = await ask('create', [], bodyFor(webhook));
      Object.assign(webhook, { id: memberOf(made, 'id'), secrets: [String(memberOf(made, 'secret'))] });
      webhooks.add(webhook);
      there.add(webhook);
      return webhook;
    },
    async replace(webhook, answers) {
      listen(webhook, answers);
      await ask('replace', [webhook.id], bodyFor(webhook));
    },
    async rotate(webhook) {
      const rotated = await ask('rotate', [webhook.id]);
      webhook.secrets = [String(memberOf(rotated, 'secret')), ...webhook.secrets];
      return rotated;
    },
    async delete(webhook) {
      await ask('delete', [webhook.id]);
      there.delete(webhook);
    },
    test: (webhook, query = []) => queue(webhook, ask('test', [webhook.id], { query })),
    redeliver: (webhook, { id }) => queue(webhook, ask('redeliver', [webhook.id, id])),
    async log({ id }) {
      return itemsOf(memberOf(await ask('log', [id]), 'deliveries')) as Delivery[];
    },
    async end() {
      await Promise.allSettled([...there].map(subscriber.delete));
    },
  };
  return subscriber;
}
