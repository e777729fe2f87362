import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { person } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';
import { SUBMISSION_WINDOW, VERIFICATION_WINDOW } from '../support/windows.ts';

// The conformance kit checks the two sandbox operations. These tests cover the cases that the kit cannot produce.

const CLIENT = 'sandbox-partner';
const CANCELED = { status: 'canceled' };

const kinds = {
  verification: {
    create: operations.createVerificationRequest.path,
    body: (id: string) => ({ ...example('VerificationMinimal'), request_id: id }),
    decide: operations.decideVerificationRequest.path,
    accepted: { status: 'verified', digital_identity: { full_name: 'Zoë Example' } },
  },
  submission: {
    create: operations.addEducation.path,
    body: (id: string) => ({ ...example('EducationAwaitingGraduation'), id }),
    decide: operations.decideSubmission.path,
    accepted: { status: 'verified' },
  },
};
type Kind = (typeof kinds)[keyof typeof kinds];

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

async function create(kind: Kind, on = service): Promise<{ id: string; link: string }> {
  const id = `a/b?ü ${randomUUID()}`;
  const { status, body } = await on.call('POST', kind.create, { token: await on.token(), body: kind.body(id) });
  expect(status).toBe(201);
  return { id, link: body.redirect_uri };
}
const decide = async (kind: Kind, id: string, body: object, on = service) =>
  on.call('POST', kind.decide.replace('{id}', encodeURIComponent(id)), { token: await on.token(), body });

test('the sandbox can decide a request that a user has opened', async () => {
  const { verification } = kinds;
  const { id, link } = await create(verification);
  const ada = person(service.services);
  await ada.signIn(await ada.visit(link), 'ada@person.test');
  expect((await ada.visit(link)).html).toContain('<form');
  const { body } = await decide(verification, id, verification.accepted);
  expect(body.results).toMatchObject([verification.accepted]);
});

test('the server erases a declined submission', async () => {
  const { id } = await create(kinds.submission);
  const { status, body } = await decide(kinds.submission, id, CANCELED);
  expect([status, body]).toMatchObject([200, { id, status: 'canceled', documents: [] }]);
  const [found] = await service.services.store.findSubmissions([{ clientId: CLIENT, partnerRef: id }]);
  expect(found?.state).toBe('canceled');
  if (found) expect(await service.services.store.readContent(found)).toBeNull();
});

describe.each(Object.entries(kinds))('The sandbox decision on a %s', (_, kind) => {
  test('the first decision is final, and after the end of the window there is none', async () => {
    const on = await startService();
    onTestFinished(() => on.stop());
    const [decided, late] = [await create(kind, on), await create(kind, on)];
    await decide(kind, decided.id, kind.accepted, on);
    for (const body of [kind.accepted, CANCELED])
      expect(await decide(kind, decided.id, body, on)).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
    on.clock.advance(Math.max(SUBMISSION_WINDOW, VERIFICATION_WINDOW));
    expect((await decide(kind, late.id, kind.accepted, on)).status).toBe(409);
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
