import { createHmac, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { hours, seconds, toTimestamp } from '../../server/domain/clock.ts';
import { createGuardedAgent } from '../../server/platform/outbound/guarded-agent.ts';
import { findSourceAddress } from '../../server/platform/outbound/source-address.ts';
import { verifyWebhook } from '../../server/sdk/verify-webhook.ts';
import { changeVerification, type UserAction } from '../../server/storage/changes/change-verification.ts';
import { Dispatcher } from '../../server/work/delivery/dispatcher.ts';
import { createSendAttempt } from '../../server/work/delivery/send-attempt.ts';
import { expireVerifications, sweep } from '../../server/work/lifecycle/sweep.ts';
import { example, identityOf } from '../support/contract.ts';
import { engines } from '../support/engines.ts';
import { type Answer, addPartner, startService, type TestService } from '../support/service.ts';
import { SUBMISSION_WINDOW, VERIFICATION_WINDOW } from '../support/windows.ts';
import { answer, type Received, startReceiver } from '../work/delivery/support.ts';

// The conformance kit checks webhooks, their secrets, test events, and the delivery log.
// The dispatcher tests check retries, addresses, and TLS.

const WEBHOOKS = operations.createWebhook.path;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Maximum delay after each failed attempt: 10 s, 1 min, 10 min, 1 h, and 6 h, each plus 20 % jitter. */
const LONGEST_WAITS = [12, 72, 720, 4320, 25_920].map(seconds);

/** Operation and example of each kind of submission. */
const samples = {
  education: ['addEducation', 'EducationAwaitingGraduation'],
  english_proficiency: ['addEnglishProficiency', 'EnglishProficiencyMinimal'],
  microcredential: ['addMicrocredential', 'MicrocredentialWithoutDocument'],
  right_to_work: ['addRightToWork', 'RightToWorkAustralia'],
  digital_identity: ['addCredentialBatch', 'CredentialBatchIdentityOnly'],
  microcredential_batch: ['addMicrocredentialBatch', 'MicrocredentialBatchOfThree'],
  credential_batch: ['addCredentialBatch', 'CredentialBatchOfEveryKind'],
} as const;

type Sample = keyof typeof samples;

const claim = { kind: 'take', userId: 'user-1' } as const;
const verify = { kind: 'verify', userId: 'user-1', identity: identityOf('Alex Example') } as const;
const cancel = { kind: 'cancel', userId: 'user-1' } as const;

// biome-ignore lint/suspicious/noExplicitAny: tests read the properties that they expect
type Json = any;

/** Adds a partner for one test. Tests cannot share a partner, because each webhook gets all events of its partner. */
async function newPartner(service: TestService) {
  const { store, clock } = service.services;
  const clientId = `acme-${randomUUID()}`;
  const secret = 'secret-of-acme';
  await addPartner(service, { clientId, secret, domains: ['*'] });
  // Pending deliveries must not reach the receiver of a later test that gets the same port.
  onTestFinished(async () => {
    for (const webhook of await store.listWebhooks(clientId)) await store.deleteWebhook(webhook);
  });
  const token = { value: '', issuedAt: Number.NEGATIVE_INFINITY };

  /** Sends a request with a token that is valid at the current time of the test clock. */
  async function call(method: string, target: string, body?: object, headers = {}): Promise<Answer> {
    if (clock.now() > token.issuedAt + seconds(60)) {
      token.value = await service.token({ clientId, secret });
      token.issuedAt = clock.now();
    }
    return service.call(method, target, { token: token.value, headers, ...(body && { body }) });
  }
  return {
    call,
    async createWebhook(url: string, event_types?: readonly string[]): Promise<{ id: string; secret: string }> {
      const { status, body } = await call('POST', WEBHOOKS, { url, ...(event_types && { event_types }) });
      expect(status).toBe(201);
      return body;
    },
    /** Creates a verification request. Resolves to its id. */
    async request(requestId: string = randomUUID()): Promise<string> {
      const body = { ...example('VerificationMinimal'), request_id: requestId };
      const { status } = await call('POST', operations.createVerificationRequest.path, body);
      expect(status).toBe(201);
      return requestId;
    },
    /** Adds a sample submission or batch. Resolves to its id. */
    async submit(sample: Sample, id: string = randomUUID()): Promise<string> {
      const [operation, name] = samples[sample];
      const idName = operation === 'addCredentialBatch' ? 'credential_id' : 'id';
      const { status } = await call('POST', operations[operation].path, {
        ...example(name),
        [idName]: id,
      });
      expect(status).toBe(201);
      return id;
    },
    decide: (id: string, status: 'verified' | 'canceled') =>
      call('POST', operations.decideSubmission.path.replace('{id}', id), { status }),
    act: (requestId: string, action: UserAction) =>
      changeVerification(service.services, { clientId, requestId }, action),
    /** Returns the deliveries of a webhook, newest first. */
    async log(webhookId: string): Promise<Json[]> {
      const { status, body } = await call('GET', `${WEBHOOKS}/${webhookId}/deliveries?limit=100`);
      expect(status).toBe(200);
      return body.deliveries;
    },
  };
}

/** Verifies the signatures as the guide describes, with node:crypto instead of the service's code. */
function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const mac = (text: string) => createHmac('sha256', Buffer.from(secret, 'ascii')).update(text);
  const { 'x-timestamp': time, 'webhook-id': id, 'webhook-timestamp': standardTime } = headers;
  const own = mac(`${time}.${body}`).digest('hex');
  const standard = `v1,${mac(`${id}.${standardTime}.${body}`).digest('base64')}`;
  const ownFits = [headers['x-signature'], headers['x-signature-previous']].includes(own);
  const standardFits = String(headers['webhook-signature']).split(' ').includes(standard);
  if (ownFits !== standardFits) throw new Error('The two signature schemes disagree');
  return ownFits;
}

const eventsOf = (received: readonly Received[]): Json[] => received.map(({ body }) => JSON.parse(body));

describe.each(engines)('Webhooks of a partner, on $engine', ({ open: openEngine }) => {
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

  test('a webhook that a colleague has changed since If-Match is neither replaced, rotated, nor deleted', async () => {
    const partner = await newPartner(service);
    const { id } = await partner.createWebhook('https://acme.example/events');
    const target = `${WEBHOOKS}/${id}`;
    const url = 'https://acme.example/other';
    const read = async () => (await partner.call('GET', target)).headers.get('etag') ?? '';
    const seen = await read();
    expect(await read()).toBe(seen);
    const replaced = await partner.call('PUT', target, { url }, { 'If-Match': seen });
    expect(replaced.status).toBe(200);
    const current = replaced.headers.get('etag') ?? '';
    expect(await read()).toBe(current);

    for (const condition of [seen, `W/${current}`, '1', '""', `${seen}, "99999999999999999999"`])
      for (const [method, path, body] of [
        ['PUT', target, { url: 'https://acme.example/lost' }],
        ['PUT', `${target}/secret`, undefined],
        ['DELETE', target, undefined],
      ] as const) {
        const rejected = await partner.call(method, path, body, { 'If-Match': condition });
        expect([rejected.status, rejected.body.code]).toEqual([412, 'precondition_failed']);
      }
    expect((await partner.call('GET', target)).body.url).toBe(url);
    expect(await read()).toBe(current);

    const rotated = await partner.call('PUT', `${target}/secret`, undefined, { 'If-Match': `"0",${current}` });
    expect(rotated.status).toBe(200);
    const newest = rotated.headers.get('etag') ?? '';
    expect(newest).not.toBe(current);
    expect((await partner.call('DELETE', target, undefined, { 'If-Match': newest })).status).toBe(204);
    expect((await partner.call('DELETE', target, undefined, { 'If-Match': '*' })).status).toBe(404);
  });

  test('the service sends one signed event when a user claims a request, and one when it is verified', async () => {
    const partner = await newPartner(service);
    const receiver = await startReceiver();
    const { id, secret } = await partner.createWebhook(receiver.url);
    // The id contains non-ASCII characters, so that the body has more bytes than characters.
    const requestId = await partner.request('Bewerbung für "Ömer" 🎓');
    await drain();
    expect(receiver.received).toEqual([]);

    const openedAt = service.clock.now();
    await partner.act(requestId, claim);
    await partner.act(requestId, claim);
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
    // The events are sent concurrently and can arrive in either order, so the test sorts them by time.
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
      const now = () => service.clock.now() / 1000;
      expect(await verifyWebhook(Buffer.from(body), headers, secret, { now })).toEqual(event);
    }
    expect((await partner.log(id)).map((delivery) => delivery.event)).toEqual(eventsOf(received).reverse());
  });

  test('the service sends an event when a request is canceled or expires, with the time of the change', async () => {
    const partner = await newPartner(service);
    const receiver = await startReceiver();
    await partner.createWebhook(receiver.url);
    const createdAt = service.clock.now();
    const [canceled, expired] = [await partner.request(), await partner.request()];
    service.clock.advance(seconds(30));
    const canceledAt = service.clock.now();
    for (const action of [claim, cancel]) {
      await partner.act(canceled, action);
      await drain();
    }
    service.clock.advance(VERIFICATION_WINDOW + hours(12));
    for (let sweeps = 0; sweeps < 2; sweeps++) await expireVerifications(service.services);
    await drain();
    expect(eventsOf(receiver.received)).toMatchObject([
      { request_id: canceled, status: 'incomplete', created_at: toTimestamp(canceledAt) },
      // Both changes happen in the same microsecond, but the second event gets a later time.
      { request_id: canceled, status: 'canceled', created_at: toTimestamp(canceledAt + 1) },
      { request_id: expired, status: 'canceled', created_at: toTimestamp(createdAt + VERIFICATION_WINDOW) },
    ]);
  });

  test.each(
    Object.keys(samples) as Sample[],
  )('when a submission ends (%s), the service sends one event to each subscribed webhook', async (sample) => {
    const partner = await newPartner(service);
    const [receiver, other] = [await startReceiver(), await startReceiver()];
    const { id: webhook, secret } = await partner.createWebhook(receiver.url, ['submission']);
    await partner.createWebhook(other.url);
    const ids: string[] = [];
    for (let added = 0; added < 4; added++) ids.push(await partner.submit(sample));
    const [accepted = '', declined = '', , reused = ''] = ids;
    expect((await partner.decide(accepted, 'verified')).body.status).toBe('verified');
    expect((await partner.decide(declined, 'canceled')).body.status).toBe('canceled');
    service.clock.advance(SUBMISSION_WINDOW);
    const statuses = await partner.call('POST', operations.listSubmissionStatusesV2.path, { ids });
    await partner.submit(sample, reused);
    for (let sweeps = 0; sweeps < 2; sweeps++) await sweep(service.services);
    await drain();

    const events = eventsOf(receiver.received);
    const expected = statuses.body.credentials.map(({ id, status, finalized_at }: Json) => ({
      event_id: expect.stringMatching(UUID),
      submission_id: id,
      type: 'submission',
      status,
      created_at: finalized_at,
    }));
    expect(expected.map(({ status }: Json) => status)).toEqual(['verified', 'canceled', 'canceled', 'canceled']);
    expect(events.toSorted((a, b) => ids.indexOf(a.submission_id) - ids.indexOf(b.submission_id))).toEqual(expected);
    for (const received of receiver.received) {
      const now = () => service.clock.now() / 1000;
      expect(events).toContainEqual(await verifyWebhook(received.body, received.headers, secret, { now }));
    }
    expect(await partner.log(webhook)).toHaveLength(4);
    expect(other.received).toEqual([]);
  });

  test('a replacement changes the event types, and the default is only verification events', async () => {
    const partner = await newPartner(service);
    const receiver = await startReceiver();
    const { id } = await partner.createWebhook(receiver.url, ['submission']);
    const replace = async (event_types?: readonly string[]) =>
      (await partner.call('PUT', `${WEBHOOKS}/${id}`, { url: receiver.url, ...(event_types && { event_types }) })).body;
    const both = ['submission', 'verification'];
    for (const event_types of [['submission'], both]) {
      expect(await replace(event_types)).toMatchObject({ event_types });
      expect((await partner.call('GET', `${WEBHOOKS}/${id}`)).body).toMatchObject({ event_types });
    }
    expect(await replace()).toMatchObject({ event_types: ['verification'] });
    await partner.decide(await partner.submit('education'), 'verified');
    await partner.act(await partner.request(), claim);
    await drain();
    expect(eventsOf(receiver.received)).toMatchObject([{ type: 'verification', status: 'incomplete' }]);
    for (const [event_types, pointer] of [
      [[], '/event_types'],
      [null, '/event_types'],
      [['submission', 'submission'], '/event_types'],
      [['submission', 'submissions'], '/event_types/1'],
    ]) {
      const { status, body } = await partner.call('POST', WEBHOOKS, { url: receiver.url, event_types });
      expect([status, body.errors.map((error: Json) => error.pointer)]).toEqual([422, [pointer]]);
    }
  });

  test('a test event has the requested type and status, and a submission event cannot be incomplete', async () => {
    const partner = await newPartner(service);
    const { id } = await partner.createWebhook('http://localhost:1/');
    const send = (query: string) => partner.call('POST', `${WEBHOOKS}/${id}/test${query}`);
    expect((await send('?type=submission&status=canceled')).body.event).toMatchObject({
      type: 'submission',
      status: 'canceled',
      submission_id: expect.stringMatching(/^test-/),
    });
    expect((await send('?status=incomplete')).body.event).toMatchObject({ type: 'verification', status: 'incomplete' });
    const { status, body } = await send('?type=submission&status=incomplete');
    expect([status, body.errors]).toEqual([422, [expect.objectContaining({ pointer: '?status' })]]);
  });

  test('after a rotation, both secrets verify deliveries for 24 hours, and then only the new secret does', async () => {
    const partner = await newPartner(service);
    const receiver = await startReceiver();
    const { id, secret: before } = await partner.createWebhook(receiver.url);
    const endsAt = toTimestamp(service.clock.now() + hours(24));
    const { body } = await partner.call('PUT', `${WEBHOOKS}/${id}/secret`);
    expect(body).toMatchObject({ secret: expect.stringMatching(/^[0-9a-f]{64}$/), previous_secret_ends_at: endsAt });
    for (const [pass, isOver] of [
      [0, false],
      [hours(24) - seconds(1), false],
      [seconds(2), true],
    ] as const) {
      service.clock.advance(pass);
      await partner.call('POST', `${WEBHOOKS}/${id}/test`);
      await drain();
      const received = receiver.received.at(-1) as Received;
      expect('x-signature-previous' in received.headers).toBe(!isOver);
      expect(String(received.headers['webhook-signature']).split(' ')).toHaveLength(isOver ? 1 : 2);
      const verifying = [before, body.secret, 'f'.repeat(64)].map((secret) => isSignedWith(secret, received));
      expect(verifying).toEqual([!isOver, true, false]);
      const { body: webhook } = await partner.call('GET', `${WEBHOOKS}/${id}`);
      expect(webhook.previous_secret_ends_at).toBe(isOver ? null : endsAt);
    }
    expect(receiver.received).toHaveLength(3);
  });

  test('a delivery fails after six attempts, each with a fresh signature, and can be redelivered', async () => {
    const partner = await newPartner(service);
    const receiver = await startReceiver(answer(204));
    const { id, secret } = await partner.createWebhook(receiver.url);
    await partner.act(await partner.request(), claim);
    const startedAt = service.clock.now();
    await drain();
    const [{ next_attempt_at: next }] = await partner.log(id);
    expect(next >= toTimestamp(startedAt + seconds(8)) && next <= toTimestamp(startedAt + seconds(12))).toBe(true);
    for (const wait of LONGEST_WAITS) {
      service.clock.advance(wait);
      await drain();
    }
    service.clock.advance(hours(48));
    await drain();
    expect(receiver.received).toHaveLength(6);
    const [failed] = await partner.log(id);
    expect(failed).toMatchObject({ status: 'failed', next_attempt_at: null, redelivery_of: null });
    let at = startedAt;
    expect(failed.attempts).toEqual(
      [0, ...LONGEST_WAITS].map((wait) => {
        at += wait;
        return { started_at: toTimestamp(at), duration_ms: 0, http_status: 204, error: null };
      }),
    );

    receiver.behave(answer(200));
    const queuedAt = toTimestamp(service.clock.now());
    const redeliver = `${WEBHOOKS}/${id}/deliveries/${failed.id}/redeliver`;
    const { status, body: queued } = await partner.call('POST', redeliver);
    expect(status).toBe(202);
    expect(queued).toEqual({
      id: expect.stringMatching(UUID),
      status: 'pending',
      created_at: queuedAt,
      next_attempt_at: queuedAt,
      redelivery_of: failed.id,
      event: failed.event,
      attempts: [],
    });
    await drain();
    expect(await partner.log(id)).toMatchObject([{ id: queued.id, status: 'delivered' }, failed]);
    const { received } = receiver;
    expect(received).toHaveLength(7);
    for (const each of received) expect(isSignedWith(secret, each)).toBe(true);
    expect(new Set(received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([failed.event.event_id]));
    expect(new Set(received.map(({ body }) => body)).size).toBe(1);
    for (const name of ['x-signature', 'webhook-signature'])
      expect(new Set(received.map(({ headers }) => headers[name])).size).toBe(7);
  });
});

test.each([
  [['127.0.0.2', '198.51.100.0/24']],
  [[]],
])('the service delivers only from the published source addresses: %j', async (addresses) => {
  const service = await startService({ env: { WEBHOOK_SOURCE_ADDRESSES: addresses.join(', ') } });
  onTestFinished(() => service.stop());
  const { status, body } = await service.call('GET', operations.getWebhookSourceAddresses.path);
  expect([status, body]).toEqual([200, { addresses }]);
  const sources: unknown[] = [];
  const receiver = await startReceiver((response) => {
    sources.push(response.socket?.remoteAddress);
    response.end();
  });
  const partner = await newPartner(service);
  const { id } = await partner.createWebhook(receiver.url);
  await partner.call('POST', `${WEBHOOKS}/${id}/test`);
  await service.services.dispatcher.drain();
  // On some systems, a process cannot bind to 127.0.0.2.
  expect(sources).toEqual([(await findSourceAddress(addresses)) ?? '127.0.0.1']);
});

test('the service sends an event immediately, without waiting for the next database poll', async () => {
  const agent = createGuardedAgent({ allowLoopback: true });
  const service = await startService({
    change({ store, partners, encryptor, clock, log }) {
      const send = createSendAttempt({ agent, clock });
      return { dispatcher: new Dispatcher({ store, partners, encryptor, clock, log, send, pollMs: 3_600_000 }) };
    },
  });
  const { dispatcher } = service.services;
  onTestFinished(async () => {
    await dispatcher.stop(1000);
    await agent.destroy();
    await service.stop();
  });
  dispatcher.start();
  await dispatcher.drain();
  const partner = await newPartner(service);
  const receiver = await startReceiver();
  const { id } = await partner.createWebhook(receiver.url, ['verification', 'submission']);
  const events: [resourceId: string, status: string][] = [];
  const expectEvent = async (resourceId: string, status: string) => {
    events.push([resourceId, status]);
    await vi.waitFor(() => expect(receiver.received).toHaveLength(events.length), { timeout: 15_000 });
  };
  const [verified, expired] = [await partner.request(), await partner.request()];
  await partner.act(verified, claim);
  await expectEvent(verified, 'incomplete');
  await partner.act(verified, verify);
  await expectEvent(verified, 'verified');
  const [accepted, forgotten] = [await partner.submit('education'), await partner.submit('education')];
  await partner.decide(accepted, 'verified');
  await expectEvent(accepted, 'verified');
  // Wait until the attempts are recorded, because the service repeats unrecorded deliveries when their leases expire.
  await dispatcher.drain();
  service.clock.advance(Math.max(SUBMISSION_WINDOW, VERIFICATION_WINDOW));
  await expireVerifications(service.services);
  await expectEvent(expired, 'canceled');
  await sweep(service.services);
  await expectEvent(forgotten, 'canceled');
  const { body: queued } = await partner.call('POST', `${WEBHOOKS}/${id}/test`);
  await expectEvent(queued.event.request_id, 'verified');
  await partner.call('POST', `${WEBHOOKS}/${id}/deliveries/${queued.id}/redeliver`);
  await expectEvent(queued.event.request_id, 'verified');
  const idOf = ({ request_id, submission_id }: Json) => request_id ?? submission_id;
  expect(eventsOf(receiver.received).map((event) => [idOf(event), event.status])).toEqual(events);
});
