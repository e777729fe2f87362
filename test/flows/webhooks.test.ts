import { randomUUID } from 'node:crypto';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { seconds } from '../../server/domain/clock.ts';
import { createGuardedAgent } from '../../server/platform/outbound/guarded-agent.ts';
import { changeVerification, type UserAction } from '../../server/storage/changes/change-verification.ts';
import { Dispatcher } from '../../server/work/delivery/dispatcher.ts';
import { createSendAttempt } from '../../server/work/delivery/send-attempt.ts';
import { expireVerifications, sweep } from '../../server/work/lifecycle/sweep.ts';
import { example, identityOf } from '../support/contract.ts';
import { type Answer, addPartner, startService, type TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SUBMISSION_WINDOW, VERIFICATION_WINDOW } from '../support/windows.ts';
import { type Received, startReceiver } from '../work/delivery/support.ts';

// The conformance kit checks webhooks, their secrets, test events, and the delivery log. The dispatcher tests check the
// retry schedule, addresses, and TLS. The store tests check which changes have an event, on each database engine, and
// test/faults/webhooks.test.ts checks that each event arrives with a valid signature.

const WEBHOOKS = operations.createWebhook.path;

const claim = { kind: 'take', userId: 'user-1' } as const;
const verify = { kind: 'verify', userId: 'user-1', identity: identityOf('Alex Example') } as const;

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
    async request(requestId: string = randomUUID()): Promise<string> {
      const body = { ...example('VerificationMinimal'), request_id: requestId };
      const { status } = await call('POST', operations.createVerificationRequest.path, body);
      expect(status).toBe(201);
      return requestId;
    },
    async submit(id: string = randomUUID()): Promise<string> {
      const body = { ...example('EducationAwaitingGraduation'), id };
      expect((await call('POST', operations.addEducation.path, body)).status).toBe(201);
      return id;
    },
    decide: (id: string, status: 'verified' | 'canceled') =>
      call('POST', operations.decideSubmission.path.replace('{id}', id), { status }),
    act: (requestId: string, action: UserAction) =>
      changeVerification(service.services, { clientId, requestId }, action),
  };
}

const eventsOf = (received: readonly Received[]): Json[] => received.map(({ body }) => JSON.parse(body));

const service = sharedService();

test('the server rejects a webhook change with 412 if If-Match contains no version or a version that is not a safe integer', async () => {
  const partner = await newPartner(service);
  const { id } = await partner.createWebhook('https://acme.example/events');
  const target = `${WEBHOOKS}/${id}`;
  for (const condition of ['1', '""', '"99999999999999999999"'])
    for (const [method, path, body] of [
      ['PUT', target, { url: 'https://acme.example/lost' }],
      ['POST', `${target}/secret`, undefined],
      ['DELETE', target, undefined],
    ] as const) {
      const rejected = await partner.call(method, path, body, { 'If-Match': condition });
      expect([rejected.status, rejected.body.code]).toEqual([412, 'precondition_failed']);
    }
});

test.each([
  ['0.', { status: 200, body: { deliveries: [] } }],
  ['8999999999999999.', { status: 200, body: { deliveries: [{}] } }],
  ['9007199254740992.', { status: 422, body: { errors: [{ code: 'wrong_format', pointer: '?cursor' }] } }],
])('a cursor with the time %s returns a page, or is rejected if the time is not a safe integer', async (time, expected) => {
  const partner = await newPartner(service);
  const { id } = await partner.createWebhook('http://localhost:1/');
  await partner.call('POST', `${WEBHOOKS}/${id}/test`);
  const query = `?cursor=${time}6f3a9d1e-2c4b-4a57-8e0f-9b1c2d3e4f50`;
  expect(await partner.call('GET', `${WEBHOOKS}/${id}/deliveries${query}`)).toMatchObject(expected);
});

test('the service delivers events only from the published source addresses', async () => {
  const isUsable = (each?: NetworkInterfaceInfo) => each?.family === 'IPv4' && !each.internal;
  const own = Object.values(networkInterfaces()).flat().find(isUsable)?.address ?? '127.0.0.1';
  const addresses = ['198.51.100.7', own, '198.51.100.0/24'];
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
  expect(sources).toEqual([own]);
});

test('the service sends an event immediately, without waiting for the next database poll', async () => {
  const agent = createGuardedAgent({ allowLoopback: true });
  const service = await startService({
    change({ store, partners, encryptor, clock, log, telemetry }) {
      const send = createSendAttempt({ agent, clock });
      const parts = { store, partners, encryptor, clock, log, telemetry, sourceAddresses: [] };
      const destinations = { allowLoopback: true };
      return { dispatcher: new Dispatcher({ ...parts, destinations, send, pollMs: 3_600_000 }) };
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
  const [accepted, forgotten] = [await partner.submit(), await partner.submit()];
  await partner.decide(accepted, 'verified');
  await expectEvent(accepted, 'verified');
  // Waits until all attempts are recorded, because the dispatcher would repeat an attempt that is not recorded.
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
