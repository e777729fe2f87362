import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { changeVerification } from '../../server/storage/changes/change-verification.ts';
import { expireVerifications } from '../../server/work/lifecycle/sweep.ts';
import { example } from '../support/contract.ts';
import { addPartner, startService, type TestService } from '../support/service.ts';
import { VERIFICATION_WINDOW } from '../support/windows.ts';

// The store tests cover both database engines, the conformance kit checks replays, lists, and ownership, and
// test/pages/verification.test.ts checks the result after a decision.

const PARTNER = { clientId: 'sandbox-partner', secret: 'sandbox-secret' };

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

// The tests advance the clock between calls, so each call gets a new token.
const send = async (method: string, target: string, body?: object, as = PARTNER) =>
  service.call(method, target, { token: await service.token(as), ...(body && { body }) });
const create = (request_id: string, as = PARTNER) =>
  send('POST', operations.createVerificationRequest.path, { ...example('VerificationMinimal'), request_id }, as);
const read = (id: string, as = PARTNER) =>
  send('GET', operations.getVerificationRequest.path.replace('{id}', encodeURIComponent(id)), undefined, as);

test('a link contains the partner id and the request id, regardless of their characters', async () => {
  const odd = { clientId: `acme/eu?a#b&c=d;e%41+${randomUUID()}`, secret: 'odd' };
  await addPartner(service, odd);
  const ids = ['a/b?c#d&e=ü 1', '%2F', '100%', 'a+b', ' ', '...', '../x', '[]=', `"'\\<>`, '🎓', 'x'.repeat(255)];
  for (const id of ids) {
    const { body } = await create(id, odd);
    expect(body.request_id).toBe(id);
    const link = new URL(body.redirect_uri);
    expect(link.origin + link.pathname + link.hash).toBe('http://app.test/partner/verify/digitalIdentity');
    const { key, ...others } = Object.fromEntries(link.searchParams);
    expect(others).toEqual({ clientId: odd.clientId, requestId: id });
    expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(16);
    expect((await read(id, odd)).body).toMatchObject({ request_id: id });
  }
});

test('a request is canceled at the end of its window, to the microsecond, even before the sweep', async () => {
  const id = randomUUID();
  const first = await create(id);
  const requestId = { clientId: PARTNER.clientId, requestId: id };
  await changeVerification(service.services, requestId, { kind: 'take', userId: 'user-1' });
  const list = `${operations.listVerificationRequests.path}?request_id%5B%5D=${id}`;
  const statuses = async () => {
    const [one, all] = [await read(id), await send('GET', list)];
    return [one.body, all.body.requests[0]].map(({ results }) => results[0].status);
  };
  service.clock.advance(VERIFICATION_WINDOW - 1);
  await expireVerifications(service.services);
  expect(await statuses()).toEqual(['incomplete', 'incomplete']);
  service.clock.advance(1);
  expect(await statuses()).toEqual(['canceled', 'canceled']);
  const before = await read(id);
  await expireVerifications(service.services);
  expect((await read(id)).body).toEqual(before.body);
  const replayed = await create(id);
  expect([replayed.headers.get('idempotent-replayed'), replayed.body]).toEqual(['true', first.body]);
});
