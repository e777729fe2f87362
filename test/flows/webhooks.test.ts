import { createHmac, randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createDispatcher } from '../../server/delivery/dispatcher.ts';
import { createSendAttempt } from '../../server/delivery/send-attempt.ts';
import { hours, seconds, toTimestamp } from '../../server/domain/clock.ts';
import { changeVerification, type UserAction } from '../../server/lifecycle/change-verification.ts';
import { expireVerifications } from '../../server/lifecycle/expire-verifications.ts';
import type { Logger } from '../../server/log.ts';
import { createGuardedAgent, type GuardedAgentOptions } from '../../server/outbound/guarded-agent.ts';
import { usableSourceAddresses } from '../../server/outbound/source-address.ts';
import { verifyWebhook } from '../../server/partner-kit/verify-webhook.ts';
import { answer, type Received, startReceiver } from '../delivery/support.ts';
import { example } from '../support/contract.ts';
import { engines } from '../support/engines.ts';
import { type Answer, addPartner, startService, type TestService, testClock } from '../support/service.ts';

const WEBHOOKS = operations.createWebhook.path;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const SECRET = /^[0-9a-f]{64}$/;
/** URL of webhooks that get no deliveries. */
const ELSEWHERE = 'https://hooks.partner.example/events';

/** The longest delays after each failed attempt: 10 s, 1 min, 10 min, 1 h, 6 h, and a fifth more. */
const LONGEST_WAITS = [12, 72, 720, 4320, 25_920].map(seconds);

const open = { kind: 'open', userId: 'user-1' } as const;
const verify = { kind: 'verify', userId: 'user-1', identity: { full_name: 'Alex Example' } } as const;
const cancel = { kind: 'cancel', userId: 'user-1' } as const;

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever member it expects
type Json = any;

/** Adds a partner for one test: a partner can have few webhooks, and each of them gets all of its events. */
async function newPartner(service: TestService) {
  const { store, clock } = service.services;
  const clientId = `acme-${randomUUID()}`;
  const secret = 'secret-of-acme';
  await addPartner(service, { clientId, secret, domains: ['*'] });
  // Pending deliveries must not reach a receiver of a later test that gets the same port.
  onTestFinished(async () => {
    for (const webhook of await store.listWebhooks(clientId)) await store.deleteWebhook(webhook);
  });
  const token = { value: '', madeAt: Number.NEGATIVE_INFINITY };

  /** Calls with a token that is valid at the clock's time. */
  async function call(method: string, target: string, body?: object): Promise<Answer> {
    if (clock.now() > token.madeAt + seconds(60)) {
      token.value = await service.token({ clientId, secret });
      token.madeAt = clock.now();
    }
    return service.call(method, target, { token: token.value, ...(body && { body }) });
  }
  return {
    call,
    async createWebhook(url = ELSEWHERE): Promise<{ id: string; secret: string }> {
      const { status, headers, body } = await call('POST', WEBHOOKS, { url });
      expect(status).toBe(201);
      expect(headers.get('location')).toBe(`http://api.test${WEBHOOKS}/${body.id}`);
      return body;
    },
    /** Creates a verification request and resolves to its id. */
    async request(requestId: string = randomUUID()): Promise<string> {
      const body = { ...example('VerificationMinimal'), request_id: requestId };
      const { status } = await call('POST', operations.createVerificationRequest.path, body);
      expect(status).toBe(201);
      return requestId;
    },
    act: (requestId: string, action: UserAction) =>
      changeVerification(service.services, { clientId, requestId }, action),
    /** Returns the deliveries of a webhook, the newest first. */
    async log(webhookId: string): Promise<Json[]> {
      const { status, body } = await call('GET', `${WEBHOOKS}/${webhookId}/deliveries?limit=100`);
      expect(status).toBe(200);
      return body.deliveries;
    },
  };
}

/** Verifies the signatures as the guide describes it, with node:crypto and none of the service's code. */
function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const mac = (text: string) => createHmac('sha256', Buffer.from(secret, 'ascii')).update(text);
  const { 'x-timestamp': time, 'webhook-id': id, 'webhook-timestamp': standardTime } = headers;
  const own = mac(`${time}.${body}`).digest('hex');
  const standard = `v1,${mac(`${id}.${standardTime}.${body}`).digest('base64')}`;
  const ownFits = [headers['x-signature'], headers['x-signature-previous']].includes(own);
  const standardFits = String(headers['webhook-signature']).split(' ').includes(standard);
  if (ownFits !== standardFits) throw new Error('The two families of headers disagree');
  return ownFits;
}

const eventsOf = (received: readonly Received[]): Json[] => received.map(({ body }) => JSON.parse(body));
const statusesOf = (received: readonly Received[]) =>
  eventsOf(received).map(({ request_id, status }) => [request_id, status]);

describe.each(engines)('on $engine', ({ open: openEngine }) => {
  let service: TestService;
  let drop: () => Promise<void>;
  const drain = () => service.services.dispatcher.drain();

  beforeAll(async () => {
    ({ service, drop } = await openEngine());
  });
  afterAll(async () => {
    await service.stop();
    await drop();
  });

  describe('a webhook', () => {
    test('is created with a secret that is shown this once', async () => {
      const partner = await newPartner(service);
      const createdAt = service.clock.now();
      const { status, body } = await partner.call('POST', WEBHOOKS, example('WebhookOfAcme'));
      expect(status).toBe(201);
      const { secret, standard_webhooks_secret, ...shown } = body;
      expect(secret).toMatch(SECRET);
      expect(shown).toEqual({
        ...example('WebhookOfAcme'),
        id: expect.stringMatching(UUID),
        created_at: toTimestamp(createdAt),
        previous_secret_ends_at: null,
      });
      expect(await partner.call('GET', `${WEBHOOKS}/${shown.id}`)).toMatchObject({
        status: 200,
        body: shown,
      });
      const later = [`${WEBHOOKS}/${shown.id}`, WEBHOOKS].map((target) => partner.call('GET', target));
      for (const { body } of await Promise.all(later))
        for (const each of [secret, standard_webhooks_secret]) expect(JSON.stringify(body)).not.toContain(each);
      expect((await partner.call('GET', WEBHOOKS)).body).toEqual({ webhooks: [shown] });
    });

    test('is replaced as a whole: what is left out becomes null', async () => {
      const partner = await newPartner(service);
      const { body: created } = await partner.call('POST', WEBHOOKS, example('WebhookOfAcme'));
      const { secret: _, standard_webhooks_secret: __, ...before } = created;
      const after = { ...before, name: null, description: 'Several\nlines', url: ELSEWHERE };
      const change = { url: ELSEWHERE, description: 'Several\nlines' };
      const target = `${WEBHOOKS}/${created.id}`;
      expect(await partner.call('PUT', target, change)).toMatchObject({ status: 200 });
      expect((await partner.call('GET', target)).body).toEqual(after);
      const { body } = await partner.call('PUT', target, { url: ELSEWHERE });
      expect(body).toEqual({ ...after, description: null });
      expect((await partner.call('GET', target)).body).toEqual(body);
    });

    test('is deleted, and is then as one that never was', async () => {
      const partner = await newPartner(service);
      const { id } = await partner.createWebhook();
      expect(await partner.call('DELETE', `${WEBHOOKS}/${id}`)).toMatchObject({ status: 204, body: '' });
      expect((await partner.call('GET', WEBHOOKS)).body).toEqual({ webhooks: [] });
      for (const [method, target, body] of everything(id))
        expect((await partner.call(method, target, body)).body).toMatchObject({ code: 'not_found' });
    });

    /** Every call about one webhook. */
    const everything = (id: string, delivery: string = randomUUID()): [string, string, object?][] => [
      ['GET', `${WEBHOOKS}/${id}`],
      ['PUT', `${WEBHOOKS}/${id}`, { url: ELSEWHERE, name: 'Taken over' }],
      ['PUT', `${WEBHOOKS}/${id}/secret`],
      ['POST', `${WEBHOOKS}/${id}/test`],
      ['GET', `${WEBHOOKS}/${id}/deliveries`],
      ['POST', `${WEBHOOKS}/${id}/deliveries/${delivery}/redeliver`],
      ['DELETE', `${WEBHOOKS}/${id}`],
    ];
  });

  describe('of the webhooks of a partner there are at most 10', () => {
    test('one after the other: the 11th is refused until another is deleted', async () => {
      const partner = await newPartner(service);
      const { id } = await partner.createWebhook();
      for (let i = 1; i < 10; i++) await partner.createWebhook();
      const eleventh = () => partner.call('POST', WEBHOOKS, { url: ELSEWHERE });
      expect(await eleventh()).toMatchObject({ status: 409, body: { code: 'too_many_webhooks' } });
      await (await newPartner(service)).createWebhook();
      await partner.call('DELETE', `${WEBHOOKS}/${id}`);
      expect((await eleventh()).status).toBe(201);
      expect((await eleventh()).status).toBe(409);
    });
  });

  describe('an event', () => {
    test('is sent of each change: opened for the first time, and verified', async () => {
      const partner = await newPartner(service);
      const receiver = await startReceiver();
      const { id, secret } = await partner.createWebhook(receiver.url);
      // Beyond ASCII, so that bytes and characters of the body differ in number.
      const requestId = await partner.request('Bewerbung für "Ömer" 🎓');
      await drain();
      expect(receiver.received).toEqual([]);

      const openedAt = service.clock.now();
      await partner.act(requestId, open);
      await partner.act(requestId, open);
      await partner.act(requestId, { ...verify, userId: 'user-2' });
      service.clock.advance(seconds(61) + 17);
      const verifiedAt = service.clock.now();
      await partner.act(requestId, verify);
      await partner.act(requestId, cancel);
      await drain();

      const expected = [
        { status: 'incomplete', at: openedAt },
        { status: 'verified', at: verifiedAt },
      ];
      // Sent side by side, so they may arrive in either order; their times give the right one.
      const received = receiver.received.toSorted((a, b) =>
        JSON.parse(a.body).created_at < JSON.parse(b.body).created_at ? -1 : 1,
      );
      expect(received).toHaveLength(2);
      for (const [index, { status, at }] of expected.entries()) {
        const { headers, body } = received[index] as Received;
        const event = JSON.parse(body);
        expect(body).toBe(
          `{"event_id":"${event.event_id}","request_id":${JSON.stringify(requestId)},` +
            `"type":"verification","status":"${status}","created_at":"${toTimestamp(at)}"}`,
        );
        expect(event.event_id).toMatch(UUID);
        const time = String(Math.floor(service.clock.now() / 1_000_000));
        expect(headers).toMatchObject({
          'content-type': 'application/json',
          'content-length': String(Buffer.byteLength(body)),
          'x-timestamp': time,
          'x-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
          'webhook-id': event.event_id,
          'webhook-timestamp': time,
          'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
        });
        expect(headers).not.toHaveProperty('x-signature-previous');
        expect(isSignedWith(secret, { headers, body })).toBe(true);
      }
      expect((await partner.log(id)).map((delivery) => delivery.event)).toEqual(eventsOf(received).reverse());
    });

    test('is sent when the user cancels, and when 48 hours have passed, with that moment', async () => {
      const partner = await newPartner(service);
      const receiver = await startReceiver();
      await partner.createWebhook(receiver.url);
      const createdAt = service.clock.now();
      const [canceled, expired] = [await partner.request(), await partner.request()];
      service.clock.advance(seconds(30));
      const canceledAt = service.clock.now();
      await partner.act(canceled, open);
      await drain();
      await partner.act(canceled, cancel);
      await drain();
      service.clock.advance(hours(60));
      await expireVerifications(service.services);
      await expireVerifications(service.services);
      await drain();
      expect(eventsOf(receiver.received)).toMatchObject([
        { request_id: canceled, status: 'incomplete', created_at: toTimestamp(canceledAt) },
        // In the same microsecond as the one before, and yet later.
        { request_id: canceled, status: 'canceled', created_at: toTimestamp(canceledAt + 1) },
        { request_id: expired, status: 'canceled', created_at: toTimestamp(createdAt + hours(48)) },
      ]);
    });
  });

  describe('after a rotation of the secret', () => {
    test('both secrets verify for 24 hours, and then the new one alone', async () => {
      const partner = await newPartner(service);
      const receiver = await startReceiver();
      const { id, secret: before } = await partner.createWebhook(receiver.url);
      const rotatedAt = service.clock.now();
      const { status, body } = await partner.call('PUT', `${WEBHOOKS}/${id}/secret`);
      expect(status).toBe(200);
      const { secret: after, standard_webhooks_secret: _, ...shown } = body;
      expect(after).toMatch(SECRET);
      expect(after).not.toBe(before);
      expect(shown.previous_secret_ends_at).toBe(toTimestamp(rotatedAt + hours(24)));
      expect((await partner.call('GET', `${WEBHOOKS}/${id}`)).body).toEqual(shown);

      const sendOne = async () => {
        await partner.call('POST', `${WEBHOOKS}/${id}/test`);
        await drain();
        return receiver.received.at(-1) as Received;
      };
      for (const pass of [0, hours(24) - seconds(1)]) {
        service.clock.advance(pass);
        const received = await sendOne();
        expect(received.headers['x-signature-previous']).toMatch(/^[0-9a-f]{64}$/);
        expect(received.headers['webhook-signature']).toMatch(/^v1,[^ ]{44} v1,[^ ]{44}$/);
        for (const secret of [before, after]) expect(isSignedWith(secret, received)).toBe(true);
      }
      service.clock.advance(seconds(2));
      const received = await sendOne();
      expect(received.headers).not.toHaveProperty('x-signature-previous');
      expect(received.headers['webhook-signature']).toMatch(/^v1,[^ ]{44}$/);
      expect([isSignedWith(before, received), isSignedWith(after, received)]).toEqual([false, true]);
      const { body: webhook } = await partner.call('GET', `${WEBHOOKS}/${id}`);
      expect(webhook).toEqual({ ...shown, previous_secret_ends_at: null });
      expect(receiver.received).toHaveLength(3);
    });
  });

  describe('a delivery', () => {
    test('that fails is tried again: the same event under a fresh time and signature', async () => {
      const partner = await newPartner(service);
      const receiver = await startReceiver(answer(500));
      const { id, secret } = await partner.createWebhook(receiver.url);
      const requestId = await partner.request();
      await partner.act(requestId, open);
      const startedAt = service.clock.now();
      await drain();
      const [pending] = await partner.log(id);
      expect(pending).toMatchObject({ status: 'pending', attempts: [{ http_status: 500, error: null }] });
      expect(pending.next_attempt_at >= toTimestamp(startedAt + seconds(8))).toBe(true);
      expect(pending.next_attempt_at <= toTimestamp(startedAt + seconds(12))).toBe(true);
      service.clock.advance(seconds(8) - 1);
      await drain();
      expect(receiver.received).toHaveLength(1);

      service.clock.advance(seconds(4) + 1);
      receiver.behave(answer(200));
      await drain();
      const [first, second] = receiver.received as [Received, Received];
      expect(second.body).toBe(first.body);
      expect(second.headers['webhook-id']).toBe(first.headers['webhook-id']);
      expect(Number(second.headers['x-timestamp']) - Number(first.headers['x-timestamp'])).toBe(12);
      for (const name of ['x-signature', 'webhook-signature'])
        expect(second.headers[name]).not.toBe(first.headers[name]);
      for (const received of [first, second]) expect(isSignedWith(secret, received)).toBe(true);
      expect(await partner.log(id)).toEqual([
        {
          ...pending,
          status: 'delivered',
          next_attempt_at: null,
          attempts: [
            { started_at: toTimestamp(startedAt), duration_ms: 0, http_status: 500, error: null },
            { started_at: toTimestamp(startedAt + seconds(12)), duration_ms: 0, http_status: 200, error: null },
          ],
        },
      ]);
      service.clock.advance(hours(10));
      await drain();
      expect(receiver.received).toHaveLength(2);
    });

    test('that fails six times stands as failed, and can be made again', async () => {
      const partner = await newPartner(service);
      const receiver = await startReceiver(answer(204));
      const { id } = await partner.createWebhook(receiver.url);
      await partner.act(await partner.request(), open);
      await drain();
      for (const wait of LONGEST_WAITS) {
        service.clock.advance(wait);
        await drain();
      }
      service.clock.advance(hours(48));
      await drain();
      expect(receiver.received).toHaveLength(6);
      const [failed] = await partner.log(id);
      expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null, redelivery_of: null });
      expect(failed.attempts.map((attempt: Json) => attempt.http_status)).toEqual(Array(6).fill(204));

      receiver.behave(answer(200));
      const queuedAt = service.clock.now();
      const { status, body: queued } = await partner.call(
        'POST',
        `${WEBHOOKS}/${id}/deliveries/${failed.id}/redeliver`,
      );
      expect(status).toBe(202);
      expect(queued).toEqual({
        id: expect.stringMatching(UUID),
        status: 'pending',
        created_at: toTimestamp(queuedAt),
        next_attempt_at: toTimestamp(queuedAt),
        redelivery_of: failed.id,
        event: failed.event,
        attempts: [],
      });
      expect(queued.id).not.toBe(failed.id);
      await drain();
      expect(receiver.received).toHaveLength(7);
      expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id']))).toEqual(
        new Set([failed.event.event_id]),
      );
      expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
      expect(await partner.log(id)).toMatchObject([{ id: queued.id, status: 'delivered' }, failed]);
    });
  });

  test('a test event is sent to its webhook alone, signed and logged like any other', async () => {
    const partner = await newPartner(service);
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    const { id, secret } = await partner.createWebhook(receiver.url);
    await partner.createWebhook(other.url);
    const sentAt = service.clock.now();
    const { status, body: queued } = await partner.call('POST', `${WEBHOOKS}/${id}/test`);
    expect(status).toBe(202);
    expect(queued).toEqual({
      id: expect.stringMatching(UUID),
      status: 'pending',
      created_at: toTimestamp(sentAt),
      next_attempt_at: toTimestamp(sentAt),
      redelivery_of: null,
      event: {
        event_id: expect.stringMatching(UUID),
        request_id: expect.stringMatching(/^test-/),
        type: 'verification',
        status: 'verified',
        created_at: toTimestamp(sentAt),
      },
      attempts: [],
    });
    // Of version 7, which grow with time.
    expect([queued.id, queued.event.event_id].map((id) => id[14])).toEqual(['7', '7']);
    await drain();
    expect(other.received).toEqual([]);
    expect(eventsOf(receiver.received)).toEqual([queued.event]);
    expect(isSignedWith(secret, receiver.received[0] as Received)).toBe(true);
    const attempt = { started_at: toTimestamp(sentAt), duration_ms: 0, http_status: 200, error: null };
    expect(await partner.log(id)).toEqual([
      { ...queued, status: 'delivered', next_attempt_at: null, attempts: [attempt] },
    ]);
    const read = operations.getVerificationRequest.path.replace('{id}', queued.event.request_id);
    expect((await partner.call('GET', read)).status).toBe(404);
  });

  test('a test event tells the status that was asked for, and there is none for another word', async () => {
    const partner = await newPartner(service);
    const receiver = await startReceiver();
    const { id } = await partner.createWebhook(receiver.url);
    const send = (status: string) => partner.call('POST', `${WEBHOOKS}/${id}/test?status=${status}`);
    for (const status of ['canceled', 'incomplete', 'verified']) {
      expect((await send(status)).body.event).toMatchObject({ status });
      await drain();
    }
    expect(await send('failed')).toMatchObject({
      status: 422,
      body: { errors: [{ pointer: '?status', code: 'not_allowed' }] },
    });
    expect(await partner.log(id)).toHaveLength(3);
    expect(eventsOf(receiver.received).map(({ status }) => status)).toEqual(['canceled', 'incomplete', 'verified']);
  });

  describe('the log', () => {
    test('of as many deliveries as a page has is one page', async () => {
      const partner = await newPartner(service);
      const { id } = await partner.createWebhook();
      const page = async (limit: number) =>
        (await partner.call('GET', `${WEBHOOKS}/${id}/deliveries?limit=${limit}`)).body;
      expect(await page(2)).toEqual({ deliveries: [], next_cursor: null });
      for (let i = 0; i < 2; i++) await partner.call('POST', `${WEBHOOKS}/${id}/test`);
      expect(await page(2)).toMatchObject({ deliveries: [{}, {}], next_cursor: null });
      const { next_cursor } = await page(1);
      const last = await partner.call(
        'GET',
        `${WEBHOOKS}/${id}/deliveries?limit=1&cursor=${encodeURIComponent(next_cursor)}`,
      );
      expect(last.body).toMatchObject({ deliveries: [{}], next_cursor: null });
    });
  });
});

test('the same deliveries verify with standardwebhooks, by hand, and with verifyWebhook', async () => {
  // `standardwebhooks` reads the real clock.
  const service = await startService({ clock: testClock(Date.now() * 1000) });
  onTestFinished(() => service.stop());
  const partner = await newPartner(service);
  const receiver = await startReceiver();
  const { id, secret: before } = await partner.createWebhook(receiver.url);
  const standard = (secret: string) => `whsec_${Buffer.from(secret).toString('base64')}`;
  const now = () => service.clock.now() / 1000;

  async function expectVerified(secrets: string[], others: string[]) {
    const { body, headers } = receiver.received.at(-1) as Received;
    const event = JSON.parse(body);
    const flat = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    for (const secret of secrets) {
      expect(new Webhook(standard(secret)).verify(body, flat)).toEqual(event);
      expect(isSignedWith(secret, { body, headers })).toBe(true);
      expect(await verifyWebhook(Buffer.from(body), headers, secret, { now })).toEqual(event);
      expect(await verifyWebhook(body, flat, standard(secret), { now })).toEqual(event);
    }
    for (const secret of others) {
      expect(() => new Webhook(standard(secret)).verify(body, flat)).toThrow('No matching signature');
      expect(isSignedWith(secret, { body, headers })).toBe(false);
      await expect(verifyWebhook(body, headers, secret, { now })).rejects.toThrow('No signature fits');
    }
    return event.status;
  }

  const statuses: string[] = [];
  const drain = () => service.services.dispatcher.drain();
  const stranger = 'f'.repeat(64);
  const [verified, canceled] = [await partner.request('Bewerbung für "Ömer" 🎓'), await partner.request()];
  for (const [requestId, action] of [
    [verified, open],
    [verified, verify],
    [canceled, open],
  ] as const) {
    await partner.act(requestId, action);
    await drain();
    statuses.push(await expectVerified([before], [stranger]));
  }
  const { secret: after } = (await partner.call('PUT', `${WEBHOOKS}/${id}/secret`)).body;
  await partner.act(canceled, cancel);
  await drain();
  statuses.push(await expectVerified([before, after], [stranger]));
  expect(statuses).toEqual(['incomplete', 'verified', 'incomplete', 'canceled']);

  const { secret: last } = (await partner.call('PUT', `${WEBHOOKS}/${id}/secret`)).body;
  await partner.call('POST', `${WEBHOOKS}/${id}/test`);
  await drain();
  await expectVerified([after, last], [before]);
});

/** A service whose deliveries go through a client of the test's own; it ends with the test. */
async function startDelivering(
  options: Pick<GuardedAgentOptions, 'resolve'> & { log?: Logger; pollMs?: number } = {},
): Promise<TestService> {
  const agent = createGuardedAgent({ allowLoopback: true, resolve: options.resolve });
  const service = await startService({
    change: ({ store, sealer, clock, log: silent }) => {
      const { log = silent, pollMs } = options;
      const send = createSendAttempt({ agent, clock });
      const parts = { store, sealer, clock, log, send, ...(pollMs !== undefined && { pollMs }) };
      return { log, dispatcher: createDispatcher(parts) };
    },
  });
  onTestFinished(async () => {
    await service.services.dispatcher.stop(1000);
    await agent.destroy();
    await service.stop();
  });
  return service;
}

test('a URL whose name leads to a private address fails at once, and is delivered when it is another', async () => {
  const asked: string[] = [];
  const service = await startDelivering({
    resolve: (hostname, _options, callback) => {
      asked.push(hostname);
      callback(null, [{ address: '10.0.0.1', family: 4 }]);
    },
  });
  const drain = () => service.services.dispatcher.drain();
  const partner = await newPartner(service);
  const { id } = await partner.createWebhook(ELSEWHERE);
  await partner.act(await partner.request(), open);
  await drain();
  expect(asked).toEqual(['hooks.partner.example']);
  const [refused] = await partner.log(id);
  expect(refused).toMatchObject({
    status: 'failed',
    next_attempt_at: null,
    attempts: [{ http_status: null, error: 'refused_address' }],
  });
  expect(refused.attempts).toHaveLength(1);
  service.clock.advance(hours(10));
  await drain();
  expect(await partner.log(id)).toEqual([refused]);
  expect(asked).toHaveLength(1);

  const redeliver = () => partner.call('POST', `${WEBHOOKS}/${id}/deliveries/${refused.id}/redeliver`);
  service.clock.advance(seconds(1));
  await redeliver();
  await drain();
  const receiver = await startReceiver();
  await partner.call('PUT', `${WEBHOOKS}/${id}`, { url: receiver.url });
  service.clock.advance(seconds(1));
  await redeliver();
  await drain();
  expect(await partner.log(id)).toMatchObject([
    { status: 'delivered', redelivery_of: refused.id, event: refused.event },
    { status: 'failed', redelivery_of: refused.id, attempts: [{ error: 'refused_address' }] },
    refused,
  ]);
  expect(eventsOf(receiver.received)).toEqual([refused.event]);
});

const DESIGNATED = '127.0.0.2';
const hasDesignated = (await usableSourceAddresses([DESIGNATED])).length === 1;

test.skipIf(!hasDesignated)('deliveries leave from the address that is announced', async () => {
  const announced = [DESIGNATED, '198.51.100.0/24'];
  const service = await startService({ env: { WEBHOOK_SOURCE_ADDRESSES: announced.join(', ') } });
  onTestFinished(() => service.stop());
  const { status, body } = await service.call('GET', operations.getWebhookSourceAddresses.path);
  expect([status, body]).toEqual([200, { addresses: announced }]);

  const sources: (string | undefined)[] = [];
  const receiver = await startReceiver((response) => {
    sources.push(response.socket?.remoteAddress);
    response.end();
  });
  const partner = await newPartner(service);
  const { id } = await partner.createWebhook(receiver.url);
  await partner.call('POST', `${WEBHOOKS}/${id}/test`);
  await service.services.dispatcher.drain();
  expect(sources).toEqual([DESIGNATED]);
});

test('nothing is announced where no address is designated', async () => {
  const service = await startService();
  onTestFinished(() => service.stop());
  const { body } = await service.call('GET', operations.getWebhookSourceAddresses.path);
  expect(body).toEqual({ addresses: [] });
});

test('what is to be delivered leaves at once, without waiting for the next look at the database', async () => {
  const service = await startDelivering({ pollMs: 3_600_000 });
  const { dispatcher } = service.services;
  dispatcher.start();
  await dispatcher.drain();
  const partner = await newPartner(service);
  const receiver = await startReceiver();
  const { id } = await partner.createWebhook(receiver.url);
  let expected = 0;
  const arrives = async () => {
    expected += 1;
    await vi.waitFor(() => expect(receiver.received).toHaveLength(expected), { timeout: 15_000 });
  };
  const [verified, expired] = [await partner.request(), await partner.request()];
  await partner.act(verified, open);
  await arrives();
  await partner.act(verified, verify);
  await arrives();
  // That it arrived is recorded only then; what is not recorded is sent again once its lease has ended.
  await dispatcher.drain();
  service.clock.advance(hours(48));
  await expireVerifications(service.services);
  await arrives();
  expect(statusesOf(receiver.received)).toEqual([
    [verified, 'incomplete'],
    [verified, 'verified'],
    [expired, 'canceled'],
  ]);
  const { body: queued } = await partner.call('POST', `${WEBHOOKS}/${id}/test`);
  await arrives();
  await partner.call('POST', `${WEBHOOKS}/${id}/deliveries/${queued.id}/redeliver`);
  await arrives();
});
