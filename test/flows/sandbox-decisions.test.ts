import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import type { Options } from '../../server/cli/command.ts';
import { serviceCommands } from '../../server/cli/service.ts';
import { hours } from '../../server/domain/clock.ts';
import { startReceiver } from '../delivery/support.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { cleanUp, runCli, startProcess } from '../support/process.ts';
import { productionSettings } from '../support/production.ts';
import { startService, type TestService } from '../support/service.ts';
import { person } from '../user-app/person.ts';

// The conformance kit checks the two operations of the sandbox. Here are their events, their limits, and the commands.

const CLIENT = 'sandbox-partner';
const CANCELED = { status: 'canceled' };

/** A resource that the sandbox decides: how it is created, read, and accepted. */
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

test('a request that a user has opened is decided as that user', async () => {
  const { id, link } = await create(verification);
  const ada = person(service.services);
  await ada.signIn(await ada.visit(link), 'ada@person.test');
  expect((await ada.visit(link)).html).toContain('<form');
  const { body } = await decide(verification, id, verification.accepted);
  expect(body.results).toMatchObject([verification.accepted]);
  expect(await read(verification, id)).toEqual(body);
});

test('a submission that is declined is erased', async () => {
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
] as const)('%s', (_, kind) => {
  test.each([true, false])('keeps its first decision (accepted: %s)', async (isAccepted) => {
    const { id } = await create(kind);
    await decide(kind, id, isAccepted ? kind.accepted : CANCELED);
    for (const body of [kind.accepted, CANCELED])
      expect(await decide(kind, id, body)).toMatchObject({ status: 409, body: { code: 'id_conflict' } });
    const found = await read(kind, id);
    expect((found.results?.[0] ?? found).status).toBe(isAccepted ? 'verified' : 'canceled');
  });

  test('is not decided after 48 hours', async () => {
    const late = await startService();
    onTestFinished(() => late.stop());
    const { id } = await create(kind, late);
    late.clock.advance(hours(48));
    expect((await decide(kind, id, kind.accepted, late)).status).toBe(409);
  });

  test('gets the same response in production as one that does not exist', async () => {
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

test('the commands decide like the user, and the running service sends the events', { timeout: 60_000 }, async () => {
  const dataDir = await temporaryFolder();
  const running = await startProcess({ dataDir });
  const receiver = await startReceiver();
  const token = await running.token();
  const { status } = await running.call('POST', operations.createWebhook.path, { token, body: { url: receiver.url } });
  expect(status).toBe(201);
  for (const [command, end, ...options] of [
    ['verify', 'verified', '--name', 'Zoë Example'],
    ['cancel', 'canceled'],
  ] as const) {
    const requestId = `a/b?c#d&e=ü ${command}`;
    await running.call('POST', verification.create, { token, body: verification.body(requestId) });
    const run = await runCli({ DATA_DIR: dataDir }, 'verifications', command, CLIENT, requestId, ...options);
    expect(run).toEqual({ code: 0, stdout: `${requestId} is ${end}\n`, stderr: '' });
    const statuses = () =>
      receiver.received
        .map(({ body }) => JSON.parse(body))
        .flatMap((e) => (e.request_id === requestId ? e.status : []));
    await vi.waitFor(() => expect(statuses().toSorted()).toEqual(['incomplete', end].toSorted()), 10_000);
    const { body } = await running.call('GET', at(verification.read, requestId), { token });
    expect(body.results[0].status).toBe(end);
  }
});

test('a command that cannot decide says why, and changes nothing', async () => {
  const [decided, open, expired] = [await create(verification), await create(verification), await create(verification)];
  const act = async (name: string, clientId: string, id: string, options: Options = {}) =>
    serviceCommands[`verifications ${name}`]?.run(service.services, [clientId, id], options);
  await act('cancel', CLIENT, decided.id);
  const named = { name: 'Alex Example' };
  for (const [name, clientId, id, options, message] of [
    ['verify', CLIENT, decided.id, named, 'It is verified or canceled already'],
    ['cancel', CLIENT, decided.id, {}, 'It is verified or canceled already'],
    ['verify', CLIENT, 'nothing', named, `${CLIENT} has no verification request nothing`],
    ['verify', 'sandbox-partner-2', open.id, named, `sandbox-partner-2 has no verification request ${open.id}`],
    ['verify', CLIENT, open.id, {}, '--name is needed'],
    ['verify', CLIENT, open.id, { name: '  ' }, '--name is needed'],
  ] as const)
    await expect(act(name, clientId, id, options)).rejects.toThrow(message);
  expect((await read(verification, decided.id)).results[0].status).toBe('canceled');
  expect((await read(verification, open.id)).results[0].status).toBe('incomplete');
  service.clock.advance(hours(48));
  await expect(act('verify', CLIENT, expired.id, named)).rejects.toThrow('Its 48 hours have passed');
});

test.each([
  ['verify', '--name', 'Alex Example'],
  ['cancel'],
])('in production, the command %s is rejected before it opens the database', async (name, ...options) => {
  const folder = path.join(await temporaryFolder(), 'data');
  // No database listens there: opening it would fail with another exit code.
  const production = { ...productionSettings('postgres://nobody@127.0.0.1:1/nothing'), DATA_DIR: folder };
  const { code, stdout, stderr } = await runCli(production, 'verifications', name, CLIENT, 'r-1', ...options);
  expect([code, stdout, stderr]).toEqual([2, '', `verifications ${name} is for the sandbox alone\n`]);
  await expect(access(folder)).rejects.toMatchObject({ code: 'ENOENT' });
});
