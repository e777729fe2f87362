import { readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { build, type Plugin } from 'esbuild';
import { afterEach, expect, test } from 'vitest';
import { WHOLE_BUNDLE } from '../../scripts/bundle.js';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase } from '../support/postgres.ts';
import {
  type BrokenCall,
  bundled,
  cleanUp,
  ROOT,
  runFile,
  type ServiceProcess,
  startProcess,
} from '../support/process.ts';
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

/** Paths of the bundled programs of one version. */
interface Version {
  server: string;
  cli: string;
}

/** esbuild plugin that adds a migration, which creates a column, a table and an index, to those of this version. */
const expansion: Plugin = {
  name: 'expansion',
  setup({ onLoad }) {
    onLoad({ filter: /store\/engine\/migrations\.ts$/ }, async (file) => {
      const text = await readFile(file.path, 'utf8');
      const last = '(db) => initialSchema(db, types) },';
      if (!text.includes(last)) throw new Error('The last migration is not the expected one');
      const added = `${last}
        '9001_expand': {
          up: async (db) => {
            await sql.raw(\`alter table partners add column motto \${types.text} not null default ''\`).execute(db);
            await sql.raw(\`create table mottos (motto \${types.text})\`).execute(db);
            await sql.raw('create index submissions_age on submissions (created_at)').execute(db);
          },
        },`;
      return { contents: text.replace(last, added), loader: 'ts' };
    });
  },
};

/** Builds a later version, which has an additional migration, in an empty folder. */
async function buildVersionAfter(folder: string): Promise<Version> {
  await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  await build({
    ...WHOLE_BUNDLE,
    plugins: [expansion, ...(WHOLE_BUNDLE.plugins ?? [])],
    entryPoints: ['server/main.ts', 'server/cli.ts'],
    outdir: folder,
    outbase: ROOT,
    outExtension: { '.js': '.mjs' },
  });
  return { server: path.join(folder, 'server/main.mjs'), cli: path.join(folder, 'server/cli.mjs') };
}
