import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { person } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { cleanUp } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';
import { SUBMISSION_WINDOW, VERIFICATION_WINDOW } from '../support/windows.ts';

// The conformance kit checks the two sandbox operations. These tests cover the cases that the kit cannot produce.

const CLIENT = 'sandbox-partner';
const CANCELED = { status: 'canceled' };

/** Paths and request bodies for creating, reading, and deciding a verification request. */
const verification = {
  create: operations.createVerificationRequest.path,
  body: (id: string) => ({ ...example('VerificationMinimal'), request_id: id }),
  read: operations.getVerificationRequest.path,
  decide: operations.decideVerificationRequest.path,
  accepted: { status: 'verified', digital_identity: { full_name: 'Zoë Example' } },
};
const submission = {
  create: operations.addEducation.path,
  body: (id: string) => ({ ...example('EducationAwaitingGraduation'), id }),
  read: operations.getSubmissionStatusV2.path,
  decide: operations.decideSubmission.path,
  accepted: { status: 'verified' },
};
type Kind = typeof verification | typeof submission;

const at = (template: string, id: string) => template.replace('{id}', encodeURIComponent(id));

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());
afterAll(cleanUp);

async function create(kind: Kind, on = service): Promise<{ id: string; link: string }> {
  const id = `a/b?ü ${randomUUID()}`;
  const { status, body } = await on.call('POST', kind.create, { token: await on.token(), body: kind.body(id) });
  expect(status).toBe(201);
  return { id, link: body.redirect_uri };
}
const decide = async (kind: Kind, id: string, body: object, on = service) =>
  on.call('POST', at(kind.decide, id), { token: await on.token(), body });
const read = async (kind: Kind, id: string, on = service) =>
  (await on.call('GET', at(kind.read, id), { token: await on.token() })).body;

test('the sandbox can decide a request that a user has opened', async () => {
  const { id, link } = await create(verification);
  const ada = person(service.services);
  await ada.signIn(await ada.visit(link), 'ada@person.test');
  expect((await ada.visit(link)).html).toContain('<form');
  const { body } = await decide(verification, id, verification.accepted);
  expect(body.results).toMatchObject([verification.accepted]);
  expect(await read(verification, id)).toEqual(body);
});

test('the server erases a declined submission', async () => {
  const { id } = await create(submission);
  const { status, body } = await decide(submission, id, CANCELED);
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, status: 'canceled', documents: [] });
  const [found] = await service.services.store.findSubmissions([{ clientId: CLIENT, partnerRef: id }]);
  expect(found?.state).toBe('canceled');
  if (found) expect(await service.services.store.readContent(found)).toBeNull();
});

describe.each([
  ['a verification request', verification],
  ['a submission', submission],
] as const)('The sandbox decision on %s', (_, kind) => {
  test.each([true, false])('the resource keeps its first decision (accepted: %s)', async (isAccepted) => {
    const { id } = await create(kind);
    await decide(kind, id, isAccepted ? kind.accepted : CANCELED);
    for (const body of [kind.accepted, CANCELED])
      expect(await decide(kind, id, body)).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
    const found = await read(kind, id);
    expect((found.results?.[0] ?? found).status).toBe(isAccepted ? 'verified' : 'canceled');
  });

  test('the sandbox rejects a decision after the end of the window', async () => {
    const late = await startService();
    onTestFinished(() => late.stop());
    const { id } = await create(kind, late);
    late.clock.advance(Math.max(SUBMISSION_WINDOW, VERIFICATION_WINDOW));
    expect((await decide(kind, id, kind.accepted, late)).status).toBe(409);
  });

  test('the production server returns the same response as for a missing resource', async () => {
    const production = await startService({ change: () => ({ sandbox: false }) });
    onTestFinished(() => production.stop());
    const { id } = await create(kind, production);
    const [{ status, body }, unknown] = [
      await decide(kind, id, kind.accepted, production),
      await decide(kind, 'nothing', kind.accepted, production),
    ];
    expect([status, body.code]).toEqual([404, 'not_found']);
    expect({ ...unknown.body, request_id: body.request_id }).toEqual(body);
  });
});
