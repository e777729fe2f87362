import { execFileSync } from 'node:child_process';
import { createServer } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { loadConfig } from '../../server/start/settings.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { cleanUp, type ServiceOptions, spawnService, startProcess } from '../support/process.ts';

const databases: TestDatabase[] = [];
afterAll(async () => {
  await cleanUp();
  for (const database of databases) await database.drop();
});

async function withWorkers(env: NodeJS.ProcessEnv): Promise<ServiceOptions> {
  const database = await createTestDatabase('tables');
  databases.push(database);
  return { dataDir: await temporaryFolder(), databaseUrl: database.url, env: { WORKERS: '2', ...env } };
}

const workersOf = (pid: number) =>
  execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
    .trim()
    .split('\n');

test('after the kill of a worker, a new one takes its place, and no acknowledged submission is lost', {
  timeout: 90_000,
}, async () => {
  const metrics = await freePort({ pair: true });
  const service = await startProcess(await withWorkers({ METRICS_PORT: String(metrics) }));
  for (const worker of [1, 2]) await service.logged('ready', (line) => line['worker'] === worker);
  const token = await service.token();
  const { path } = operations.addEducation;
  const acknowledged: string[] = [];
  async function add(from: number): Promise<void> {
    for (let i = from; i < from + 40; i++) {
      const body = { ...example('EducationWithTranscript'), id: `W-${i}` };
      const answer = await service.call('POST', path, { token, body }).catch(() => null);
      if (answer?.status === 201) acknowledged.push(body.id);
    }
  }
  const adds = Promise.all([0, 100, 200, 300].map(add));
  await expect.poll(() => acknowledged.length, { timeout: 20_000 }).toBeGreaterThan(10);
  const [killed] = workersOf(service.pid);
  process.kill(Number(killed), 'SIGKILL');
  await service.logged('a worker ended and is started again');
  await adds;
  await expect.poll(() => service.messages().filter((line) => line === 'ready').length, { timeout: 20_000 }).toBe(3);
  expect(workersOf(service.pid)).toHaveLength(2);
  expect(workersOf(service.pid)).not.toContain(killed);
  for (const id of acknowledged) {
    const target = operations.getSubmissionStatusV2.path.replace('{id}', id);
    expect((await service.call('GET', target, { token })).status, id).toBe(200);
  }
  const scrapes = await Promise.all(
    [0, 1].map(async (n) => (await fetch(`http://127.0.0.1:${metrics + n}/metrics`)).text()),
  );
  expect(scrapes.map((text) => text.includes('pcs_database_up 1'))).toEqual([true, true]);
  await expect
    .poll(async () => (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text(), { timeout: 20_000 })
    .toContain('pcs_sweep_last_success_timestamp_seconds{');
  expect(scrapes[1]).not.toContain('pcs_sweep_last_success_timestamp_seconds{');

  expect((await service.kill('SIGTERM')).end).toBe(0);
  await expect(service.call('GET', '/livez')).rejects.toThrow('ECONNREFUSED');
});

test('if no worker can listen, the service ends with 1 and names the setting', { timeout: 60_000 }, async () => {
  const other = createServer();
  onTestFinished(() => void other.close());
  const port = await freePort();
  await new Promise<void>((resolve) => other.listen(port, '127.0.0.1', resolve));
  const exit = await spawnService(await withWorkers({ PORT: String(port), HOST: '127.0.0.1' })).ended;
  expect(exit.end).toBe(1);
  expect(exit.stderr).toContain(`Port ${port} on 127.0.0.1 is in use`);
});

test('WORKERS above 1 needs PostgreSQL', () => {
  expect(() => loadConfig({ WORKERS: '2' })).toThrow('DATABASE_URL is required when WORKERS is above 1');
});
