import { randomUUID } from 'node:crypto';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { hours } from '../../server/domain/clock.ts';
import { changeVerification } from '../../server/lifecycle/change-verification.ts';
import { type Received, startReceiver } from '../delivery/support.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { cleanUp, runCli, type ServiceProcess, startProcess } from '../support/process.ts';
import { productionSettings } from '../support/production.ts';
import { startService, testClock } from '../support/service.ts';

const CLIENT = 'sandbox-partner';
/** How long the service may take to see what another process wrote: it looks every second. */
const SOON_MS = 10_000;
/** Starting a process takes a second or so, and several times that on a busy machine. */
const TEST_MS = 60_000;

let dataDir: string;
let service: ServiceProcess;
let token: string;

/** The sandbox's commands on the data of the running service. */
const act = (...args: string[]) => runCli({ DATA_DIR: dataDir }, 'verifications', ...args);

async function request(requestId: string = randomUUID()): Promise<string> {
  const body = { ...example('VerificationMinimal'), request_id: requestId };
  const { status } = await service.call('POST', operations.createVerificationRequest.path, { token, body });
  expect(status).toBe(201);
  return requestId;
}

async function result(requestId: string) {
  const target = operations.getVerificationRequest.path.replace('{id}', encodeURIComponent(requestId));
  const { body } = await service.call('GET', target, { token });
  return body.results[0];
}

/** A webhook of the sandbox partner for one test, and the statuses that reach it of a request, in their order. */
async function listen() {
  const receiver = await startReceiver();
  const { path: webhooks } = operations.createWebhook;
  const { status, body } = await service.call('POST', webhooks, { token, body: { url: receiver.url } });
  expect(status).toBe(201);
  onTestFinished(async () => {
    await service.call('DELETE', `${webhooks}/${body.id}`, { token });
  });
  const eventOf = (received: Received) => JSON.parse(received.body);
  return {
    statusesOf: (requestId: string): string[] =>
      receiver.received
        .map(eventOf)
        .filter((event) => event.request_id === requestId)
        .toSorted((a, b) => (a.created_at < b.created_at ? -1 : 1))
        .map((event) => event.status),
  };
}

beforeAll(async () => {
  dataDir = await temporaryFolder();
  service = await startProcess({ dataDir });
  token = await service.token();
});
afterAll(cleanUp);

describe('a command does what the user would do, and the running service tells of it', {
  timeout: TEST_MS,
}, () => {
  test('verifications verify', async () => {
    const { statusesOf } = await listen();
    const requestId = await request('a/b?c#d&e=ü 1');
    const run = await act('verify', CLIENT, requestId, '--name', 'Zoë Example');
    expect(run).toEqual({ code: 0, stdout: `${requestId} is verified\n`, stderr: '' });
    await vi.waitFor(() => expect(statusesOf(requestId)).toEqual(['incomplete', 'verified']), SOON_MS);
    expect(await result(requestId)).toEqual({
      credential_type: 'digital_identity',
      status: 'verified',
      verified_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      digital_identity: { full_name: 'Zoë Example' },
    });
  });

  test('verifications cancel', async () => {
    const { statusesOf } = await listen();
    const requestId = await request();
    const run = await act('cancel', CLIENT, requestId);
    expect(run).toEqual({ code: 0, stdout: `${requestId} is canceled\n`, stderr: '' });
    await vi.waitFor(() => expect(statusesOf(requestId)).toEqual(['incomplete', 'canceled']), SOON_MS);
    expect(await result(requestId)).toEqual({ credential_type: 'digital_identity', status: 'canceled' });
  });
});

describe('a command that cannot be done ends with 2, says why, and changes nothing', {
  timeout: TEST_MS,
}, () => {
  test('on a request that is verified or canceled already', async () => {
    const { statusesOf } = await listen();
    const requestId = await request();
    await act('cancel', CLIENT, requestId);
    for (const args of [
      ['verify', CLIENT, requestId, '--name', 'Alex Example'],
      ['cancel', CLIENT, requestId],
    ]) {
      const { code, stdout, stderr } = await act(...args);
      expect([code, stdout, stderr]).toEqual([2, '', 'It is verified or canceled already\n']);
    }
    await vi.waitFor(() => expect(statusesOf(requestId)).toEqual(['incomplete', 'canceled']), SOON_MS);
    expect(await result(requestId)).toMatchObject({ status: 'canceled' });
  });

  test('on a request that there is not, or not of this partner', async () => {
    const requestId = await request();
    for (const [client, id] of [
      [CLIENT, 'nothing'],
      ['sandbox-partner-2', requestId],
      ['nobody', requestId],
    ] as const) {
      const { code, stdout, stderr } = await act('verify', client, id, '--name', 'Alex Example');
      expect([code, stdout, stderr]).toEqual([2, '', `${client} has no verification request ${id}\n`]);
    }
    expect(await result(requestId)).toMatchObject({ status: 'incomplete' });
  });

  test.each([
    ['without a name', ['verify'], [], '--name is needed'],
    ['with a blank name', ['verify'], ['--name', '  '], '--name is needed'],
    ['with a name where none belongs', ['cancel'], ['--name', 'Alex Example'], 'Usage'],
    ['with too many operands', ['verify'], ['one-more', '--name', 'Alex Example'], 'Usage'],
    ['with too many operands', ['cancel'], ['one-more'], 'Usage'],
  ])('%s: %j', async (_, command, rest, message) => {
    const requestId = await request();
    const { code, stdout, stderr } = await act(...command, CLIENT, requestId, ...rest);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(await result(requestId)).toMatchObject({ status: 'incomplete' });
  });
});

test('a command acts for the user who has opened the request, and not after 48 hours', {
  timeout: TEST_MS,
}, async () => {
  const folder = await temporaryFolder();
  // The command reads the real clock: of what this service makes now the 48 hours have passed, and 2 hours on they have not.
  const clock = testClock((Date.now() - 49 * 3_600_000) * 1000);
  const behind = await startService({ clock, env: { DATA_DIR: folder } });
  onTestFinished(() => behind.stop());
  const { store } = behind.services;
  const make = async (requestId: string) => {
    const body = { ...example('VerificationMinimal'), request_id: requestId };
    const target = operations.createVerificationRequest.path;
    const { status } = await behind.call('POST', target, { token: await behind.token(), body });
    expect(status).toBe(201);
  };
  await make('expired');
  clock.advance(hours(2));
  await make('open');
  const key = { clientId: CLIENT, requestId: 'open' };
  await changeVerification(behind.services, key, { kind: 'open', userId: 'user-1' });

  const verify = (id: string) =>
    runCli({ DATA_DIR: folder }, 'verifications', 'verify', CLIENT, id, '--name', 'Alex Example');
  expect(await verify('expired')).toEqual({ code: 2, stdout: '', stderr: 'Its 48 hours have passed\n' });
  expect(await verify('open')).toMatchObject({ code: 0, stdout: 'open is verified\n' });
  const found = await store.findVerificationRequests(CLIENT, ['open']);
  expect(found).toMatchObject([{ status: 'verified', ownerId: 'user-1' }]);
});

describe('in production', { timeout: TEST_MS }, () => {
  test.each([
    ['verify', '--name', 'Alex Example'],
    ['cancel'],
  ])('%s is refused before anything is done', async (name, ...options) => {
    const folder = path.join(await temporaryFolder(), 'data');
    const production = {
      // Nothing listens there: to look at the database would fail, and with another code.
      ...productionSettings('postgres://nobody@127.0.0.1:1/nothing'),
      DATA_DIR: folder,
    };
    const { code, stdout, stderr } = await runCli(production, 'verifications', name, CLIENT, 'r-1', ...options);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toBe(`verifications ${name} is for the sandbox alone\n`);
    await expect(access(folder)).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

test('the embedded database is not distributed', async () => {
  const { code, stderr } = await runCli({ DATA_DIR: dataDir }, 'database', 'distribute');
  expect([code, stderr]).toEqual([2, expect.stringContaining('The embedded database is one file')]);
});
