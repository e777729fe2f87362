import { randomUUID } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { bundled, cleanUp, runFile, type ServiceProcess, startProcess } from '../support/process.ts';
import { randomKey } from '../support/production.ts';
import { sized } from '../support/size.ts';
import { startBalancer } from './fleet/balancer.ts';
import { buildVersionAfter, type Version } from './fleet/version-after.ts';
import { aPdf, batchWithAssets } from './load.ts';

afterEach(cleanUp);

const INSTANCES = 3;
const CLIENTS = 8;

// Takes half a minute.
sized(test.skip, test)(
  'an upgrade one instance after the other, and the way back, under load: no request fails',
  { timeout: 600_000 },
  async () => {
    const after = await buildVersionAfter(await temporaryFolder());
    const now = { server: bundled('server/main.ts'), cli: bundled('server/cli.ts') };
    const database = await createTestDatabase();
    const balancer = await startBalancer();
    const dataDir = await temporaryFolder();
    const env = { DATA_KEYS: `k1:${randomKey('k1')}` };
    const settings = { ...env, DATA_DIR: dataDir, DATABASE_URL: database.url };
    const start = async ({ server }: Version): Promise<ServiceProcess> => {
      const service = await startProcess({
        dataDir,
        databaseUrl: database.url,
        migrateUrl: null,
        program: server,
        env,
      });
      balancer.add(service.url);
      await balancer.ready(service.url);
      return service;
    };
    try {
      expect((await runFile(now.cli, settings, 'migrate')).code).toBe(0);
      let running: ServiceProcess[] = [];
      for (let n = 0; n < INSTANCES; n++) running.push(await start(now));
      const token = (await running[0]?.token()) ?? '';
      const load = putUnderLoad(balancer.url, token);
      const stages: [string, number][] = [];
      const roll = async (name: string, version: Version) => {
        const next: ServiceProcess[] = [];
        for (const old of running) {
          next.push(await start(version));
          expect((await old.kill('SIGTERM')).end).toBe(0);
        }
        running = next;
        stages.push([name, load.answered()]);
      };
      expect((await runFile(after.cli, settings, 'migrate')).code).toBe(0);
      await roll('upgrade', after);
      await roll('rollback', now);
      await load.stop();
      process.stdout.write(`answered until the end of each: ${JSON.stringify(stages)}\n`);
      expect(load.answered()).toBeGreaterThan(0);
      expect([...balancer.failures, ...load.failed]).toEqual([]);
    } finally {
      balancer.stop();
      await cleanUp();
      await database.drop();
    }
  },
);

interface Added {
  asset_uploads: { url: string }[];
}

const linksOf = ({ asset_uploads }: Added) => asset_uploads.map(({ url }) => url);

/** Adds, their repetition, their status and their files, over and over; what is not answered as it should be is `failed`. */
function putUnderLoad(url: string, token: string) {
  const failed: string[] = [];
  let answered = 0;
  let isStopped = false;

  async function call(method: string, target: string, expected: number, init: RequestInit): Promise<unknown> {
    const answer = await fetch(new URL(target, url), { method, ...init });
    const text = await answer.text();
    answered += 1;
    if (answer.status !== expected) failed.push(`${method} ${target} was answered ${answer.status}: ${text}`);
    return JSON.parse(text);
  }

  async function work(): Promise<void> {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    while (!isStopped) {
      const { id, target, body } = batchWithAssets(`ROLL-${randomUUID()}`);
      const add = { headers, body: JSON.stringify(body) };
      const added = (await call('POST', target, 201, add)) as Added;
      const again = (await call('POST', target, 201, add)) as Added;
      // Each version says what it knows of a file; the links are the same.
      expect(linksOf(again)).toEqual(linksOf(added));
      for (const url of linksOf(added)) {
        const { pathname, search } = new URL(url);
        const file = { headers: { 'Content-Type': 'application/pdf' }, body: new Uint8Array(aPdf()) };
        await call('PUT', pathname + search, 200, file);
      }
      await call('GET', operations.getSubmissionStatusV2.path.replace('{id}', id), 200, { headers });
    }
  }

  const ended = Promise.all(
    Array.from({ length: CLIENTS }, () => work().catch((error: Error) => void failed.push(String(error)))),
  );
  return {
    failed,
    answered: () => answered,
    async stop() {
      isStopped = true;
      await ended;
    },
  };
}
