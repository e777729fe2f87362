import { afterEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { buildVersionAfter, type Version } from '../support/next-version.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { type BrokenCall, bundled, cleanUp, runFile, type ServiceProcess, startProcess } from '../support/process.ts';
import { randomKey } from '../support/production.ts';
import { sized } from '../support/size.ts';
import { type Caller, emptyLedger, lostAdds, putUnderLoad } from './load.ts';

afterEach(cleanUp);

const INSTANCES = 3;
const CLIENTS = 8;
const POLL_MS = 50;

// This test takes half a minute.
sized(test.skip, test)(
  'no request fails during a rolling upgrade and a rollback under load',
  { timeout: 600_000 },
  async () => {
    const after = await buildVersionAfter(await temporaryFolder());
    const now = { server: bundled('server/main.ts'), cli: bundled('server/cli.ts') };
    const database = await createTestDatabase();
    const balancer = balance();
    const dataDir = await temporaryFolder();
    const env = { DATA_KEYS: `k1:${randomKey('k1')}` };
    const settings = { ...env, DATA_DIR: dataDir, DATABASE_URL: database.url };
    const start = async ({ server }: Version): Promise<ServiceProcess> => {
      const options = { dataDir, databaseUrl: database.url, migrateUrl: null, program: server, env };
      const service = await startProcess(options);
      balancer.add(service);
      return service;
    };
    try {
      expect((await runFile(now.cli, settings, 'migrate')).code).toBe(0);
      let running: ServiceProcess[] = [];
      for (let n = 0; n < INSTANCES; n++) running.push(await start(now));
      const token = (await running[0]?.token()) ?? '';
      const ledger = emptyLedger();
      const load = putUnderLoad(balancer, { token, inFlight: CLIENTS, ledger });
      expect((await runFile(after.cli, settings, 'migrate')).code).toBe(0);
      for (const version of [after, now]) {
        const answered = ledger.acknowledged.length;
        const next: ServiceProcess[] = [];
        for (const old of running) {
          next.push(await start(version));
          expect((await old.kill('SIGTERM')).end).toBe(0);
        }
        running = next;
        expect(ledger.acknowledged.length).toBeGreaterThan(answered);
      }
      await load.stop();
      expect(ledger).toMatchObject({ refused: [], unanswered: [], failures: [], wrong: [] });
      expect(await lostAdds(balancer, token, ledger.acknowledged)).toEqual([]);
    } finally {
      balancer.stop();
      await cleanUp();
      await database.drop();
    }
  },
);

/**
 * Returns a round-robin load balancer for the instances that are ready according to `/readyz`. Like nginx, it uses
 * keep-alive connections, and retries a request on the next instance only if the connection was refused.
 */
function balance(): Caller & { add(service: ServiceProcess): void; stop(): void } {
  const services = new Map<ServiceProcess, { isReady: boolean }>();
  let turn = 0;
  const polling = setInterval(() => {
    for (const [service, state] of services)
      service.call('GET', '/readyz').then(
        ({ status }) => {
          state.isReady = status === 200;
        },
        () => services.delete(service),
      );
  }, POLL_MS);
  return {
    add: (service) => services.set(service, { isReady: true }),
    stop: () => clearInterval(polling),
    async call(...request) {
      const ready = [...services].filter(([, { isReady }]) => isReady).map(([service]) => service);
      turn += 1;
      for (const service of [...ready.slice(turn % ready.length), ...ready.slice(0, turn % ready.length)]) {
        const answer = await service.call(...request).catch((error: BrokenCall) => {
          if (error.code !== 'ECONNREFUSED') throw error;
        });
        if (answer !== undefined) return answer;
      }
      throw new Error('No instance is ready');
    },
  };
}
