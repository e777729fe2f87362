import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { withValue } from '../../scripts/contract/json.ts';
import { changeVerification } from '../../server/storage/changes/change-verification.ts';
import { submissionContent } from '../../server/storage/encryption/encrypted-json.ts';
import { expireVerifications } from '../../server/work/lifecycle/sweep.ts';
import { person } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { addPartner, startService, testClock } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SUBMISSION_WINDOW, VERIFICATION_WINDOW } from '../support/windows.ts';
import { submissionOf } from '../work/lifecycle/support.ts';

// The store tests cover both database engines. The conformance kit checks replays, conflicts, lists, ownership, and the
// decisions of the sandbox. test/pages/verification.test.ts checks the result after the decision of a user.

const service = sharedService();
const send = async (operation: keyof typeof operations, body: unknown, headers?: Record<string, string>) =>
  service.call('POST', operations[operation].path, { token: await service.token(), body, ...(headers && { headers }) });

const data = ['/data'];
const items = ['/credentials/0', '/credentials/1', '/credentials/2'];
const every = [
  '/digital_identity',
  ...['education', 'microcredential', 'english_proficiency', 'right_to_work'].map((type) => `/${type}_items/0`),
];
test.each([
  ['addEducation', 'EducationWithTranscript', 'education#clientId=sandbox-partner&documentType=pdf', data],
  [
    'addEnglishProficiency',
    'EnglishProficiencyMinimal',
    'englishProficiency#clientId=sandbox-partner&documentType=english_assessment',
    data,
  ],
  ['addMicrocredential', 'MicrocredentialImage', 'microcredential#clientId=sandbox-partner&documentType=png', data],
  ['addRightToWork', 'RightToWorkAustralia', 'rightToWork#clientId=sandbox-partner&documentType=none', data],
  ['addMicrocredentialBatch', 'MicrocredentialBatchOfThree', 'batch#clientId=sandbox-partner', items],
  ['addCredentialBatch', 'CredentialBatchOfEveryKind', 'batch#clientId=sandbox-partner', every],
] as const)('%s returns a link for its kind, stores the first request body byte for byte, and warns if a repeated request has a different body', async (operation, name, link, parts) => {
  const [id, property] = [randomUUID(), operation === 'addCredentialBatch' ? 'credential_id' : 'id'];
  const body = { ...example(name), [property]: id };
  const sent = JSON.stringify(body, null, 2);
  const first = await send(operation, `\ufeff${sent}`, { 'Content-Type': 'application/json' });
  expect([first.status, first.headers.has('idempotent-replayed')]).toEqual([201, false]);
  const start = `http://app.test/partner/add/${link}&content=`;
  expect(first.body.redirect_uri.slice(0, start.length)).toBe(start);
  expect(first.body.redirect_uri.slice(start.length)).toMatch(/^[0-9a-f-]{36}$/);

  const replayed = await send(operation, JSON.parse(sent.replaceAll('Alex Example', 'Somebody Else')));
  expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([201, 'true']);
  const { warnings, ...repeated } = replayed.body;
  expect([repeated, warnings]).toEqual([
    first.body,
    parts.map((pointer) => expect.objectContaining({ pointer, code: 'different_content' })),
  ]);
  const same = await send(operation, Object.fromEntries(Object.entries(JSON.parse(sent)).reverse()));
  expect(same.body).toEqual(first.body);
  const submission = submissionOf(first.body.redirect_uri);
  const encrypted = await service.services.store.readContent(submission);
  if (encrypted === null) throw new Error('The content is not stored');
  const content = service.services.encryptor.decrypt(encrypted, submissionContent(submission));
  expect(Buffer.from(content).toString()).toBe(sent);
});

test('the service accepts a batch with names that look wrong, and returns warnings until the partner corrects the names', async () => {
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: randomUUID() };
  const wrong = withValue(body, '/education_items/0/fields/majors', ['Finance', 'N/A', 'Major in Economics (Hons)']);
  const first = await send('addCredentialBatch', wrong);
  expect([first.status, first.body.warnings]).toEqual([
    201,
    [
      [1, 'placeholder'],
      [2, 'honours'],
      [2, 'major'],
    ].map(([at, code]) => expect.objectContaining({ pointer: `/education_items/0/fields/majors/${at}`, code })),
  ]);
  expect((await send('addCredentialBatch', wrong)).body).toEqual(first.body);
  const corrected = await send('addCredentialBatch', body);
  expect(corrected.headers.get('idempotent-replayed')).toBe('true');
  expect(corrected.body.warnings).toMatchObject([{ pointer: '/education_items/0', code: 'different_content' }]);
});

test.each([
  'erased',
  'unreadable',
])('a repeated request gets no warning about different content if the content of the first request is %s', async (state) => {
  const id = randomUUID();
  const body = { ...example('RightToWorkAustralia'), id };
  const first = await send('addRightToWork', body);
  const submission = submissionOf(first.body.redirect_uri);
  const { store, encryptor } = service.services;
  if (state === 'erased') await store.eraseSubmission(submission, { window: SUBMISSION_WINDOW });
  else vi.spyOn(encryptor, 'decrypt').mockImplementationOnce(() => Buffer.from('damaged'));
  const { data, ...rest } = body;
  const other = { ...rest, data: { credential: { ...data.credential, full_name: 'Sam Example' } } };
  expect((await send('addRightToWork', other)).body).toEqual(first.body);
});

const PARTNER = { clientId: 'sandbox-partner', secret: 'sandbox-secret' };

// Requests a token for each call, because the tests advance the clock beyond the lifetime of a token.
const call = async (method: string, target: string, body?: object, as = PARTNER) =>
  service.call(method, target, { token: await service.token(as), ...(body && { body }) });
const createRequest = (request_id: string, as = PARTNER) =>
  call('POST', operations.createVerificationRequest.path, { ...example('VerificationMinimal'), request_id }, as);
const readRequest = (id: string, as = PARTNER) =>
  call('GET', operations.getVerificationRequest.path.replace('{id}', encodeURIComponent(id)), undefined, as);

test('a verification link contains the partner id and the request id, even if the ids contain special characters', async () => {
  const odd = { clientId: `acme/eu?a#b&c=d;e%41+${randomUUID()}`, secret: 'odd' };
  await addPartner(service, odd);
  const ids = ['a/b?c#d&e=ü 1', '%2F', '100%', 'a+b', ' ', '...', '../x', '[]=', `"'\\<>`, '🎓', 'x'.repeat(255)];
  for (const id of ids) {
    const { body } = await createRequest(id, odd);
    expect(body.request_id).toBe(id);
    const link = new URL(body.redirect_uri);
    expect(link.origin + link.pathname + link.hash).toBe('http://app.test/partner/verify/digitalIdentity');
    const { key, ...others } = Object.fromEntries(link.searchParams);
    expect(others).toEqual({ clientId: odd.clientId, requestId: id });
    expect(Buffer.from(key ?? '', 'base64url')).toHaveLength(16);
    expect((await readRequest(id, odd)).body).toMatchObject({ request_id: id });
  }
});

test('a verification request has the status canceled from the exact microsecond of expiry, even if the cleanup has not run', async () => {
  const id = randomUUID();
  const first = await createRequest(id);
  const requestId = { clientId: PARTNER.clientId, requestId: id };
  await changeVerification(service.services, requestId, { kind: 'take', userId: 'user-1' });
  const list = `${operations.listVerificationRequests.path}?request_id%5B%5D=${id}`;
  const statuses = async () => {
    const [one, all] = [await readRequest(id), await call('GET', list)];
    return [one.body, all.body.requests[0]].map(({ results }) => results[0].status);
  };
  service.clock.advance(VERIFICATION_WINDOW - 1);
  await expireVerifications(service.services);
  expect(await statuses()).toEqual(['incomplete', 'incomplete']);
  service.clock.advance(1);
  expect(await statuses()).toEqual(['canceled', 'canceled']);
  const before = await readRequest(id);
  await expireVerifications(service.services);
  expect((await readRequest(id)).body).toEqual(before.body);
  const replayed = await createRequest(id);
  expect([replayed.headers.get('idempotent-replayed'), replayed.body]).toEqual(['true', first.body]);
});

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

async function create(kind: Kind, on = service): Promise<{ id: string; link: string }> {
  const id = `a/b?ü ${randomUUID()}`;
  const { status, body } = await on.call('POST', kind.create, { token: await on.token(), body: kind.body(id) });
  expect(status).toBe(201);
  return { id, link: body.redirect_uri };
}
const decide = async (kind: Kind, id: string, body: object, on = service) =>
  on.call('POST', kind.decide.replace('{id}', encodeURIComponent(id)), { token: await on.token(), body });

test('in the sandbox, a partner can decide a verification request that a user has opened', async () => {
  const { verification } = kinds;
  const { id, link } = await create(verification);
  const ada = person(service.services);
  await ada.signIn(await ada.visit(link), 'ada@person.test');
  expect((await ada.visit(link)).html).toContain('<form');
  const { body } = await decide(verification, id, verification.accepted);
  expect(body.results).toMatchObject([verification.accepted]);
});

describe.each(Object.entries(kinds))('The sandbox decision on a %s', (_, kind) => {
  test('the sandbox returns 409 for a decision on an expired resource, and 404 for an unknown id', async () => {
    expect((await decide(kind, 'nothing', kind.accepted)).status).toBe(404);
    const { id } = await create(kind);
    service.clock.advance(Math.max(SUBMISSION_WINDOW, VERIFICATION_WINDOW));
    expect((await decide(kind, id, kind.accepted)).status).toBe(409);
  });

  test('in production, a sandbox decision gets the same 404 response for an existing id as for an unknown id', async () => {
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

test('the service warns about a year that is in the future according to the clock of the service', async () => {
  const own = await startService({ clock: testClock(Date.UTC(2040, 0, 1) * 1000) });
  onTestFinished(() => own.stop());
  const add = async (id: string, year: string) => {
    const education = withValue(example('EducationWithTranscript'), '/data/credential/conferral_year', year) as object;
    const body = { ...education, id };
    return own.call('POST', operations.addEducation.path, { token: await own.token(), body });
  };
  expect((await add('NOW', '2040')).body.warnings).toBeUndefined();
  expect((await add('LATER', '2045')).body.warnings).toMatchObject([{ code: 'future' }]);
});
