import { execFileSync } from 'node:child_process';
import { Agent } from 'node:http';
import { createServer } from 'node:net';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../../server/start/settings.ts';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { cleanUp, type ServiceOptions, spawnService, startProcess } from '../support/process.ts';
import { emptyLedger, lostAdds, putUnderLoad, soon } from './load.ts';

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

test('when a worker process is killed, a new worker replaces it, and no acknowledged submission is lost', {
  timeout: 90_000,
}, async () => {
  const metrics = await freePort({ pair: true });
  const service = await startProcess(await withWorkers({ METRICS_PORT: String(metrics) }));
  for (const worker of [1, 2]) await service.logged('ready', (line) => line['worker'] === worker);
  const token = await service.token();
  const ledger = emptyLedger();
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const load = putUnderLoad(service, { token, inFlight: 4, ledger, agent });
  await soon(() => ledger.acknowledged.length).toBeGreaterThan(10);
  const [killed] = workersOf(service.pid);
  process.kill(Number(killed), 'SIGKILL');
  await service.logged('a worker ended and is started again');
  await load.stop();
  agent.destroy();
  await soon(() => service.messages().filter((line) => line === 'ready').length).toBe(3);
  expect(workersOf(service.pid)).toHaveLength(2);
  expect(workersOf(service.pid)).not.toContain(killed);
  expect(await lostAdds(service, token, ledger.acknowledged)).toEqual([]);
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

test('if no worker can listen, the service exits with 1 and names the port', { timeout: 60_000 }, async () => {
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
