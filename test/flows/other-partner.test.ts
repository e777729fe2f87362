import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { engines } from '../support/engines.ts';
import type { TestService } from '../support/service.ts';

/** Operations on a single submission, verification request, webhook, or delivery. */
const operationIds = (Object.keys(operations) as OperationId[]).filter((id) =>
  /\/(?:submissions|webhooks|verify|sandbox)\/.*\{/.test(operations[id].path),
);
const bodies: Partial<Record<OperationId, object>> = {
  decideVerificationRequest: { status: 'canceled' },
  decideSubmission: { status: 'canceled' },
  replaceWebhook: { url: 'https://attacker.test/' },
};

/** Valid id that belongs to no resource. */
const UNKNOWN = '00000000-0000-4000-8000-000000000000';
const SECOND = { clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2' };

interface Options {
  id?: string;
  delivery?: string;
  query?: string;
  body?: unknown;
  token?: string;
}

describe.each(engines)('Requests for a resource of another partner, on $engine', ({ open }) => {
  let service: TestService;
  let drop: () => Promise<void>;
  const own = { token: '', webhook: '', delivery: '' };
  const others = { token: '', webhook: '', delivery: '' };

  const targetOf = (operation: OperationId, { id = '', delivery = '', query = '' }: Options) =>
    operations[operation].path.replace('{id}', id).replace('{delivery_id}', delivery) + query;

  const call = (operation: OperationId, options: Options = {}) =>
    service.call(operations[operation].method, targetOf(operation, options), {
      token: options.token ?? own.token,
      body: options.body,
    });

  beforeAll(async () => {
    ({ service, drop } = await open());
    own.token = await service.token();
    others.token = await service.token(SECOND);
    for (const each of [own, others]) {
      for (const request_id of each === own ? ['A', 'both'] : ['both', "the other's"]) {
        const body = { ...example('VerificationMinimal'), request_id };
        expect((await call('createVerificationRequest', { body, token: each.token })).status).toBe(201);
      }
      if (each === own) {
        const body = { ...example('RightToWorkAustralia'), id: 'A' };
        expect((await call('addRightToWork', { body, token: each.token })).status).toBe(201);
      }
      const { body } = await call('createWebhook', { body: example('WebhookOfAcme'), token: each.token });
      each.webhook = body.id;
      each.delivery = (await call('sendTestEvent', { id: body.id, token: each.token })).body.id;
    }
  });

  afterAll(async () => {
    await service.stop();
    await drop();
  });

  /** Returns the raw response to the other partner, without the request id. */
  async function responseToOther(operation: OperationId, options: Options) {
    const response = await fetch(`${service.url}${targetOf(operation, options)}`, {
      method: operations[operation].method,
      headers: { Authorization: `Bearer ${others.token}`, 'Content-Type': 'application/json' },
      ...(options.body !== undefined && { body: JSON.stringify(options.body) }),
    });
    const requestId = response.headers.get('x-request-id') ?? '';
    const headers = [...response.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
    return { status: response.status, headers, text: (await response.text()).replaceAll(requestId, '(request id)') };
  }

  /** Returns everything that either partner can see, and the stored webhooks with their secrets. */
  async function everything() {
    const seen: unknown[] = [];
    for (const { token, webhook } of [own, others]) {
      seen.push((await call('listWebhooks', { token })).body);
      seen.push((await call('listWebhookDeliveries', { id: webhook, token })).body);
      seen.push((await call('listVerificationRequests', { query: '?request_id[]=A&request_id[]=both', token })).body);
    }
    const { store } = service.services;
    const webhooks = [
      await store.findWebhook({ clientId: 'sandbox-partner', id: own.webhook }),
      await store.findWebhook({ clientId: SECOND.clientId, id: others.webhook }),
    ];
    expect(webhooks).not.toContain(null);
    return [...seen, ...webhooks];
  }

  test.each(
    operationIds,
  )('%s returns the same response for a resource of another partner as for a missing resource', async (operation) => {
    const isWebhook = operations[operation].path.includes('/webhooks/');
    const body = bodies[operation];
    const tries: [theirs: Options, none: Options][] = [
      [
        { id: isWebhook ? own.webhook : 'A', delivery: own.delivery, body },
        { id: isWebhook ? UNKNOWN : 'nobody', delivery: UNKNOWN, body },
      ],
    ];
    if (operation === 'redeliverEvent')
      tries.push(
        [
          { id: own.webhook, delivery: others.delivery },
          { id: UNKNOWN, delivery: others.delivery },
        ],
        [
          { id: others.webhook, delivery: own.delivery },
          { id: others.webhook, delivery: UNKNOWN },
        ],
      );
    const before = await everything();
    for (const [theirs, none] of tries) {
      const response = await responseToOther(operation, theirs);
      expect(response.status).toBe(404);
      expect(response).toEqual(await responseToOther(operation, none));
    }
    expect(await everything()).toEqual(before);
  });

  test.each<[OperationId, Options]>([
    ['replaceWebhook', { body: {} }],
    ['sendTestEvent', { query: '?status=failed' }],
    ['listWebhookDeliveries', { query: '?limit=0' }],
  ])('an invalid %s request returns the same response for a resource of another partner as for a missing resource', async (operation, invalid) => {
    const response = await responseToOther(operation, { id: own.webhook, ...invalid });
    expect(response.status).toBe(422);
    expect(response).toEqual(await responseToOther(operation, { id: UNKNOWN, ...invalid }));
  });

  test.each(
    operationIds.filter((id) => operations[id].path.includes('/webhooks/')),
  )('%s finds webhooks and deliveries only by the exact spelling of their ids', async (operation) => {
    const otherForms = (id: string) => [
      '%00',
      '%FF',
      `${id}%00`,
      `${id}%20`,
      `%7B${id}%7D`,
      `urn:uuid:${id}`,
      id.replaceAll('-', ''),
      id.toUpperCase(),
      `${id}'%20or%20'1'='1`,
      'x'.repeat(5000),
    ];
    const tries = [
      ...otherForms(own.webhook).map((id) => ({ id, delivery: own.delivery })),
      ...(operation === 'redeliverEvent'
        ? otherForms(own.delivery).map((delivery) => ({ id: own.webhook, delivery }))
        : []),
    ];
    for (const each of tries) {
      const { status, body } = await call(operation, { ...each, body: bodies[operation] });
      expect([each, status, body.code]).toEqual([each, 404, 'not_found']);
    }
    expect((await call('listWebhookDeliveries', { id: own.webhook })).body.deliveries).toHaveLength(1);
  });

  test.each([
    ['0.', { status: 200, body: { deliveries: [] } }],
    ['8999999999999999.', { status: 200, body: { deliveries: [{}] } }],
    ['9007199254740992.', { status: 422, body: { errors: [{ code: 'wrong_format', pointer: '?cursor' }] } }],
  ])('a cursor with the time %s returns a page, or is rejected if the time is not a safe integer', async (time, expected) => {
    const query = `?cursor=${time}6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50`;
    expect(await call('listWebhookDeliveries', { id: own.webhook, query })).toMatchObject(expected);
  });
});
