import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { hours, seconds, toTimestamp } from '../../server/domain/clock.ts';
import { changeVerification, type UserAction } from '../../server/storage/changes/change-verification.ts';
import { expireVerifications } from '../../server/work/lifecycle/sweep.ts';
import { example, identityOf } from '../support/contract.ts';
import { type Answer, addPartner, startService, type TestService } from '../support/service.ts';
import { VERIFICATION_WINDOW } from '../support/windows.ts';

// The store tests cover both database engines, and the conformance kit checks replays, lists, and ownership.

const PARTNER = { clientId: 'sandbox-partner', secret: 'sandbox-secret' };
const REQUESTS = operations.listVerificationRequests.path;
const FULL_NAME = 'Zoë van der Ömer-Łącka 🎓';

const claim = { kind: 'take', userId: 'user-1' } as const;
const verify = { kind: 'verify', userId: 'user-1', identity: identityOf(FULL_NAME) } as const;
const cancel = { kind: 'cancel', userId: 'user-1' } as const;

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

// The tests advance the clock between calls, so each call gets a new token.
const send = async (method: string, target: string, body?: object, as = PARTNER) =>
  service.call(method, target, { token: await service.token(as), ...(body && { body }) });
const create = (request: { request_id?: string } & Record<string, unknown>, as = PARTNER) =>
  send('POST', operations.createVerificationRequest.path, { ...example('VerificationMinimal'), ...request }, as);
const read = (id: string, as = PARTNER) =>
  send('GET', operations.getVerificationRequest.path.replace('{id}', encodeURIComponent(id)), undefined, as);
const resultOf = ({ body }: Answer) => body.results[0];
const act = (requestId: string, action: UserAction) =>
  changeVerification(service.services, { clientId: PARTNER.clientId, requestId }, action);

test('a link contains the partner id and the request id, regardless of their characters', async () => {
  const odd = { clientId: `acme/eu?a#b&c=d;e%41+${randomUUID()}`, secret: 'odd' };
  await addPartner(service, odd);
  const ids = ['a/b?c#d&e=ü 1', '%2F', '100%', 'a+b', ' ', '...', '../x', '[]=', `"'\\<>`, '🎓', 'x'.repeat(255)];
  for (const id of ids) {
    const { body } = await create({ request_id: id }, odd);
    expect(body.request_id).toBe(id);
    const link = new URL(body.redirect_uri);
    expect(link.origin + link.pathname + link.hash).toBe('http://app.test/partner/verify/digitalIdentity');
    const { key, ...others } = Object.fromEntries(link.searchParams);
    expect([others, Buffer.from(key ?? '', 'base64url').length]).toEqual([
      { clientId: odd.clientId, requestId: id },
      16,
    ]);
    expect((await read(id, odd)).body).toMatchObject({ request_id: id });
  }
});

test('a list accepts 30 ids, and the brackets in the parameter name can be percent-encoded', async () => {
  const ids = Array.from({ length: 30 }, () => randomUUID());
  await create({ request_id: ids[29] ?? '' });
  for (const name of ['request_id[]', 'request_id%5B%5D', 'request_id%5b%5d']) {
    const query = (some: string[]) => `${REQUESTS}?${some.map((id) => `${name}=${id}`).join('&')}`;
    expect((await send('GET', query(ids))).body.requests).toMatchObject([{ request_id: ids[29] }]);
    expect((await send('GET', query([...ids, randomUUID()]))).status).toBe(422);
  }
});

test('a replay returns the first response and changes nothing, even after verification or expiry', async () => {
  const [verified, expired] = [randomUUID(), randomUUID()];
  const original = { ...example('VerificationOfAcme'), request_id: verified };
  const [first, second] = [await create(original), await create({ request_id: expired })];
  await act(verified, claim);
  const expectReplays = async () => {
    for (const [request, { body }] of [
      [{ request_id: verified, display_options: { partner_name: 'Somebody Else' } }, first],
      [{ request_id: expired }, second],
    ] as const) {
      const replayed = await create(request);
      expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
      expect(replayed.body).toEqual(body);
    }
  };
  await expectReplays();
  const key = { clientId: PARTNER.clientId, requestId: verified };
  const encrypted = await service.services.store.readVerificationContent(key);
  if (encrypted === null) throw new Error('The content is not stored');
  const opened = service.services.encryptor.decrypt(
    encrypted,
    `verification-request:${JSON.stringify(Object.values(key))}`,
  );
  expect(JSON.parse(Buffer.from(opened).toString())).toEqual(original);

  await act(verified, verify);
  for (const expire of [async () => {}, () => expireVerifications(service.services)]) {
    service.clock.advance(VERIFICATION_WINDOW);
    await expire();
    await expectReplays();
    expect(resultOf(await read(verified))).toMatchObject({ status: 'verified' });
    expect(resultOf(await read(expired))).toMatchObject({ status: 'canceled' });
  }
});

test('the result is incomplete until the user decides, and contains the time and identity once verified', async () => {
  service.clock.advance(250_041);
  const [verified, canceled] = [randomUUID(), randomUUID()];
  const createdAt = service.clock.now();
  const expectResult = async (id: string, result: object) =>
    expect((await read(id)).body).toEqual({
      request_id: id,
      created_at: toTimestamp(createdAt),
      results: [{ credential_type: 'digital_identity', ...result }],
    });
  for (const id of [verified, canceled]) {
    await create({ request_id: id });
    await expectResult(id, { status: 'incomplete' });
    await act(id, claim);
    await expectResult(id, { status: 'incomplete' });
  }
  service.clock.advance(seconds(90) + 7);
  const verifiedAt = service.clock.now();
  await act(verified, verify);
  await act(canceled, cancel);
  service.clock.advance(hours(1000));
  await expectResult(canceled, { status: 'canceled' });
  const identity = { digital_identity: identityOf(FULL_NAME) };
  await expectResult(verified, { status: 'verified', verified_at: toTimestamp(verifiedAt), ...identity });
});

test('a request is canceled at the end of its window, to the microsecond, even before the sweep', async () => {
  const id = randomUUID();
  await create({ request_id: id });
  await act(id, claim);
  const statuses = async () => [
    resultOf(await read(id)).status,
    (await send('GET', `${REQUESTS}?request_id[]=${id}`)).body.requests[0].results[0].status,
  ];
  service.clock.advance(VERIFICATION_WINDOW - seconds(1));
  await expireVerifications(service.services);
  expect(await statuses()).toEqual(['incomplete', 'incomplete']);
  service.clock.advance(seconds(1) - 1);
  expect(await statuses()).toEqual(['incomplete', 'incomplete']);
  service.clock.advance(1);
  expect(await statuses()).toEqual(['canceled', 'canceled']);
  const before = await read(id);
  await expireVerifications(service.services);
  expect((await read(id)).body).toEqual(before.body);
});
