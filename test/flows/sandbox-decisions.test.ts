import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { hours } from '../../server/domain/clock.ts';
import { type Received, startReceiver } from '../delivery/support.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';
import { person } from '../user-app/person.ts';

const identity = { status: 'verified', digital_identity: { full_name: 'Zoë Example' } };
const ACCEPT = { status: 'verified' };
const REFUSE = { status: 'canceled' };

let service: TestService;
let token: string;

beforeAll(async () => {
  service = await startService();
  token = await service.token();
});
afterAll(() => service.stop());

type Decision = 'decideVerificationRequest' | 'decideSubmission';
const decide = (operation: Decision, id: string, body: unknown, by = token, at = service) =>
  at.call('POST', operations[operation].path.replace('{id}', encodeURIComponent(id)), {
    token: by,
    headers: { 'Content-Type': 'application/json' },
    body,
  });

async function request(at = service, by = token): Promise<{ id: string; link: string }> {
  const body = { ...example('VerificationMinimal'), request_id: `a/b?ü ${randomUUID()}` };
  const answer = await at.call('POST', operations.createVerificationRequest.path, { token: by, body });
  expect(answer.status).toBe(201);
  return { id: body.request_id, link: answer.body.redirect_uri };
}

async function submit(at = service, by = token): Promise<{ id: string; link: string }> {
  const body = { ...example('EducationAwaitingGraduation'), id: `a/b?ü ${randomUUID()}` };
  const answer = await at.call('POST', operations.addEducation.path, { token: by, body });
  expect(answer.status).toBe(201);
  return { id: body.id, link: answer.body.redirect_uri };
}

const read = (operation: 'getVerificationRequest' | 'getSubmissionStatusV2', id: string) =>
  service.call('GET', operations[operation].path.replace('{id}', encodeURIComponent(id)), { token });

const made = { decideVerificationRequest: request, decideSubmission: submit } as const;
const readBy = {
  decideVerificationRequest: 'getVerificationRequest',
  decideSubmission: 'getSubmissionStatusV2',
} as const;
const accepting = { decideVerificationRequest: identity, decideSubmission: ACCEPT } as const;

describe('a verification request', () => {
  test('is verified with the identity given, and its events are those of a user', async () => {
    const receiver = await startReceiver();
    service.services.dispatcher.start();
    const webhook = { token, body: { url: receiver.url } };
    expect((await service.call('POST', operations.createWebhook.path, webhook)).status).toBe(201);
    const { id } = await request();
    const { status, body } = await decide('decideVerificationRequest', id, identity);
    expect(status).toBe(200);
    expect(body).toMatchObject({ request_id: id, results: [{ ...identity, verified_at: expect.any(String) }] });
    expect((await read('getVerificationRequest', id)).body).toEqual(body);
    const statuses = () => receiver.received.map((each: Received) => JSON.parse(each.body).status).toSorted();
    await vi.waitFor(() => expect(statuses()).toEqual(['incomplete', 'verified']), 5000);
  });

  test('is canceled', async () => {
    const { id } = await request();
    const { status, body } = await decide('decideVerificationRequest', id, REFUSE);
    expect(status).toBe(200);
    expect(body.results).toEqual([{ credential_type: 'digital_identity', status: 'canceled' }]);
  });

  test('that a user has opened is decided as that user', async () => {
    const { id, link } = await request();
    const ada = person(service.services);
    await ada.signIn(await ada.visit(link), 'ada@person.test');
    expect((await ada.visit(link)).html).toContain('<form');
    const decided = await decide('decideVerificationRequest', id, identity);
    expect(decided.body.results).toMatchObject([identity]);
  });
});

describe('a submission', () => {
  test('is accepted', async () => {
    const { id } = await submit();
    const { status, body } = await decide('decideSubmission', id, ACCEPT);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'verified', finalized_at: expect.any(String) });
    expect((await read('getSubmissionStatusV2', id)).body).toEqual(body);
  });

  test('is declined, and nothing of it is left', async () => {
    const { id } = await submit();
    const { status, body } = await decide('decideSubmission', id, REFUSE);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'canceled', documents: [] });
    const [submission] = await service.services.store.findSubmissions([
      { clientId: 'sandbox-partner', partnerRef: id },
    ]);
    expect(submission?.state).toBe('canceled');
    if (submission) expect(await service.services.store.readContent(submission)).toBeNull();
  });
});

describe.each(['decideVerificationRequest', 'decideSubmission'] as const)('%s is refused', (operation) => {
  const status = async (id: string) => {
    const { body } = await read(readBy[operation], id);
    return (body.results?.[0] ?? body).status;
  };

  test.each([
    [true],
    [false],
  ])('for what is decided already, which stays what it is; accepted: %s', async (isAccepted) => {
    const { id } = await made[operation]();
    await decide(operation, id, isAccepted ? accepting[operation] : REFUSE);
    for (const body of [accepting[operation], REFUSE]) {
      const answer = await decide(operation, id, body);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'id_conflict', title: 'The id is in use' });
    }
    expect(await status(id)).toBe(isAccepted ? 'verified' : 'canceled');
  });

  test('after the 48 hours', async () => {
    const late = await startService();
    const by = await late.token();
    const { id } = await made[operation](late, by);
    late.clock.advance(hours(48));
    const answer = await decide(operation, id, accepting[operation], await late.token(), late);
    expect(answer.status).toBe(409);
    await late.stop();
  });

  test('where no sandbox is: as what there is not', async () => {
    const production = await startService({ change: () => ({ sandbox: false }) });
    const by = await production.token();
    const { id } = await made[operation](production, by);
    const answer = await decide(operation, id, accepting[operation], by, production);
    const nothing = await decide(operation, 'nothing', accepting[operation], by, production);
    await production.stop();
    expect([answer.status, answer.body.code, nothing.status]).toEqual([404, 'not_found', 404]);
    expect({ ...answer.body, request_id: '' }).toEqual({ ...nothing.body, request_id: '' });
  });
});
