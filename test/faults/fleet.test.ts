import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { systemClock } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/platform/log.ts';
import { createServices } from '../../server/start/create-services.ts';
import { loadConfig } from '../../server/start/settings.ts';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { queryPostgres } from '../support/postgres.ts';
import { startOwnPostgres } from '../support/postgres-server.ts';
import { BASE_URL, cleanUp, type ServiceProcess, startProcess } from '../support/process.ts';
import { randomKey } from '../support/production.ts';
import { hasGo, startS3Server, startVersitygw } from '../support/s3-server.ts';
import { sized } from '../support/size.ts';
import { callerOf, emptyLedger, lostAdds, lostContents, lostUploads, putUnderLoad } from './load.ts';

const INSTANCES = 3;
const BETWEEN_MS = 5_000;
const STORE_DOWN_MS = 10_000;
const CLIENTS = 18;

afterEach(cleanUp);

// This test needs much CPU time, so only the nightly build runs it.
sized(test.skip, test)(
  'the service loses no data if instances are killed or restarted, or if the database or the file storage is down',
  { timeout: 900_000 },
  async () => {
    const postgres = await startOwnPostgres({});
    const bucket = await (hasGo() ? startVersitygw() : startS3Server());
    const pooler = await startPgBouncer(postgres.url);
    const env = {
      ...bucket.settings,
      DATA_KEYS: `k1:${randomKey('k1')}`,
      // A high limit, unlike 0, does not disable the rate-limit counters.
      RATE_LIMIT_PER_SECOND: '1000000',
      RATE_LIMIT_BURST: '1000000',
    };
    const databaseUrl = pooler?.url ?? postgres.url;
    const instances: ServiceProcess[] = [];
    const startAt = async (index: number) => {
      const dataDir = await temporaryFolder();
      instances[index] = await startProcess({ dataDir, databaseUrl, migrateUrl: postgres.url, env });
    };
    for (let index = 0; index < INSTANCES; index++) await startAt(index);
    const ends: unknown[] = [];
    const stopAt = async (index: number, signal: NodeJS.Signals) =>
      ends.push((await instances[index]?.kill(signal))?.end);
    const config = { ...env, PORT: '0', BASE_URL, DATA_DIR: await temporaryFolder(), DATABASE_URL: postgres.url };
    const services = await createServices(loadConfig(config), systemClock, createLogger('silent'));
    try {
      const repeated = { unanswered: 0, unavailable: 0 };
      const fleet = callerOf(instances, repeated);
      const token = (await instances[0]?.token()) ?? '';
      const ledger = emptyLedger();
      const load = putUnderLoad(fleet, { token, inFlight: CLIENTS, ledger });

      await sleep(BETWEEN_MS);
      await stopAt(0, 'SIGKILL');
      await sleep(BETWEEN_MS / 2);
      await startAt(0);
      await sleep(BETWEEN_MS);
      await stopAt(1, 'SIGTERM');
      await startAt(1);
      await sleep(BETWEEN_MS);
      await postgres.restart();
      await sleep(BETWEEN_MS);
      await bucket.pause();
      await sleep(STORE_DOWN_MS);
      await bucket.resume();
      await sleep(BETWEEN_MS);
      await load.stop();

      expect(ledger).toMatchObject({ wrong: [], failures: [] });
      expect(await lostAdds(fleet, token, ledger.acknowledged)).toEqual([]);
      for (let index = 0; index < INSTANCES; index++) await stopAt(index, 'SIGTERM');
      expect(ends).toEqual(['SIGKILL', 0, 0, 0, 0]);

      expect(await lostContents(services, ledger.acknowledged)).toEqual([]);
      expect(await lostUploads(services, ledger.uploads)).toEqual([]);

      // The test requires that at least one request got no response, one got 503, and one was acknowledged.
      const counts = { ...repeated, added: ledger.acknowledged.length };
      for (const [name, count] of Object.entries(counts)) expect(count, name).toBeGreaterThan(0);
    } finally {
      await services.dispatcher.stop(0);
      await services.downloader.stop(0);
      await services.close();
      await cleanUp();
      await pooler?.stop();
      await bucket.stop();
      await postgres.stop();
    }
  },
);

/** Starts PgBouncer as server/operate/docs/install.md describes. Resolves to null if PgBouncer is not installed. */
async function startPgBouncer(databaseUrl: string): Promise<{ url: string; stop(): Promise<void> } | null> {
  if (spawnSync('pgbouncer', ['--version']).error !== undefined) return null;
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await temporaryFolder();
  const ownPort = await freePort();
  const file = path.join(folder, 'pgbouncer.ini');
  const ini = `
[databases]
* = host=${hostname} port=${port} user=${username} password=${password}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${ownPort}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 20
max_client_conn = 200
server_login_retry = 1
ignore_startup_parameters = statement_timeout,idle_in_transaction_session_timeout
`;
  await writeFile(file, ini);
  // PgBouncer refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  await chmod(file, 0o644);
  const child = spawn('pgbouncer', [...(isRoot ? ['--user=nobody'] : []), '--quiet', file], { stdio: 'ignore' });
  const url = `postgresql://${username}@127.0.0.1:${ownPort}${pathname}`;
  for (let tries = 0; ; tries++) {
    const answers = await queryPostgres(url, 'select 1').catch((error: Error) => error);
    if (Array.isArray(answers)) break;
    if (child.exitCode !== null || tries === 100) throw new Error('PgBouncer does not respond', { cause: answers });
    await sleep(100);
  }
  return {
    url,
    async stop() {
      if (child.exitCode === null) {
        child.kill('SIGKILL');
        await once(child, 'exit');
      }
    },
  };
}
