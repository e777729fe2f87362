import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { serviceCommands } from '../../../server/cli/commands.ts';
import { partnerCommands } from '../../../server/cli/partner-commands.ts';
import { hours, type Micros, seconds, systemClock } from '../../../server/domain/clock.ts';
import {
  collectOrphanedFiles,
  collectUnknownFiles,
  expireVerifications,
  forget,
  sweep,
  trimDeliveryLog,
} from '../../../server/work/lifecycle/sweep.ts';
import { person } from '../../pages/person.ts';
import { example } from '../../support/contract.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../../support/postgres.ts';
import { randomKey } from '../../support/production.ts';
import { startService, type TestClock, type TestService } from '../../support/service.ts';
import { SUBMISSION_WINDOW } from '../../support/windows.ts';
import { contentOf, submitBatch } from './support.ts';

const addEducation = operations.addEducation.path;

function offsetClock(): TestClock {
  let offset = 0;
  return {
    now: () => systemClock.now() + offset,
    advance(micros) {
      offset += micros;
    },
  };
}

let database: TestDatabase;
let dataDir: string;
beforeAll(async () => {
  dataDir = await temporaryFolder();
  database = await createTestDatabase('tables');
});
afterAll(() => database.drop());

async function startInstance(): Promise<TestService> {
  const service = await startService({
    databaseUrl: database.url,
    clock: offsetClock(),
    hasDatabaseClock: true,
    env: { DATA_DIR: dataDir, DATA_KEYS: `k1:${randomKey('k1')}` },
  });
  onTestFinished(() => service.stop());
  return service;
}

const readiness = async ({ call }: TestService) => {
  const { status, body } = await call('GET', '/readyz');
  return [status, body];
};

describe.each([
  { offset: hours(72), is: 'ahead' },
  { offset: -hours(72), is: 'behind' },
])('An instance whose clock is three days $is', ({ offset }) => {
  test('an instance with a wrong clock responds with 503, deletes nothing, and does not affect other instances', async () => {
    const right = await startInstance();
    const wrong = await startInstance();
    const token = await right.token();
    const kept = await submitBatch(right, token, 1);
    const id = `KEPT-${offset}`;
    const body = { ...example('EducationWithTranscript'), id };
    const added = await right.call('POST', addEducation, { token, body });
    expect(added.status).toBe(201);

    wrong.clock.advance(offset);
    const status = `/api/partner/v1/submissions/${id}/status.json`;
    const refused = await Promise.all([
      wrong.call('POST', addEducation, { token, body }),
      wrong.call('POST', addEducation, { token, body: { ...body, id: `NEW-${offset}` } }),
      wrong.call('GET', status, { token }),
      wrong.call('POST', operations.createVerificationRequest.path, { token, body: example('VerificationMinimal') }),
      wrong.call('POST', operations.createWebhook.path, { token, body: { url: 'https://acme.example/events' } }),
    ]);
    for (const { status, headers, body } of refused) {
      expect([status, body.code, headers.get('Retry-After')]).toEqual([503, 'unavailable', '5']);
    }
    const client = { client_id: 'sandbox-partner', client_secret: 'sandbox-secret' };
    const form = { body: new URLSearchParams({ grant_type: 'client_credentials', ...client }) };
    expect((await wrong.call('POST', operations.createTokenV2.path, form)).status).toBe(503);
    const anyone = person(wrong.services);
    const page = await anyone.openAs('alex@example.com', kept.link);
    expect([page.status, page.headers.get('Retry-After')]).toEqual([503, '5']);
    for (const work of [sweep, expireVerifications, forget, trimDeliveryLog, collectOrphanedFiles, collectUnknownFiles])
      await expect(work(wrong.services), work.name).rejects.toThrow('the clock of this machine is');
    for (const worker of [wrong.services.dispatcher, wrong.services.downloader])
      await expect(worker.drain()).rejects.toThrow('the clock of this machine is');
    const command = (name: 'partners disable' | 'status') =>
      ({ ...partnerCommands, ...serviceCommands })[name]?.run(wrong.services, ['sandbox-partner', ''], {});
    await expect(command('partners disable')).rejects.toThrow('the clock of this machine is');
    expect(await command('status')).toMatchObject({
      clock: expect.stringMatching(/^the clock of this machine is 2592/),
    });
    expect(await readiness(wrong)).toEqual([503, expect.stringMatching(/^the clock of this machine is 2592\d\d s /)]);
    expect((await wrong.call('GET', '/livez')).status).toBe(200);
    expect((await wrong.call('GET', '/openapi.json')).status).toBe(200);

    expect(await readiness(right)).toEqual([200, 'ok\n']);
    expect(await sweep(right.services)).toEqual({ canceled: 0, stripped: 0 });
    expect(await contentOf(right, kept)).toEqual(kept.body);
    expect((await right.call('GET', status, { token })).body.status).toBe('incomplete');

    wrong.clock.advance(-offset);
    const replayed = await wrong.call('POST', addEducation, { token, body });
    expect([replayed.status, replayed.body]).toEqual([201, added.body]);
  });
});

test.each([
  50, -50,
])('an instance with a small clock error uses the time of the database (error: %i s)', async (error) => {
  const service = await startInstance();
  service.clock.advance(seconds(error));
  const token = await service.token();
  const post = async (id: string) => {
    const body = { ...example('EducationWithTranscript'), id };
    return (await service.call('POST', addEducation, { token, body })).headers.get('Idempotent-Replayed');
  };
  const statusOf = async (id: string) =>
    (await service.call('GET', `/api/partner/v1/submissions/${id}/status.json`, { token })).body.status;
  const age = (id: string, by: Micros) =>
    queryPostgres(database.url, `update submissions set created_at = created_at - ${by} where partner_ref = '${id}'`);

  const before = systemClock.now();
  const [young, old] = [`YOUNG${error}`, `OLD${error}`];
  for (const id of [young, old]) await post(id);
  const rows = await queryPostgres(database.url, `select created_at from submissions where partner_ref = '${young}'`);
  expect(Number(rows[0]?.['created_at']) - before).toBeLessThan(seconds(60));
  expect(Number(rows[0]?.['created_at']) - before).toBeGreaterThan(-seconds(1));

  await age(young, SUBMISSION_WINDOW - seconds(40));
  await age(old, SUBMISSION_WINDOW);
  expect([await statusOf(young), await statusOf(old)]).toEqual(['incomplete', 'canceled']);
  expect([await post(young), await post(old)]).toEqual(['true', null]);
  expect(await sweep(service.services)).toEqual({ canceled: 0, stripped: 0 });
});
