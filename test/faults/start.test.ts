import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import {
  bundled,
  cleanUp,
  type Exit,
  runCli,
  type ServiceOptions,
  spawnService,
  startProcess,
} from '../support/process.ts';
import { productionSettings } from '../support/production.ts';
import { aPost } from './load.ts';

const databases: TestDatabase[] = [];

afterAll(async () => {
  await cleanUp();
  for (const database of databases.splice(0)) await database.drop();
});

async function emptyDatabase(): Promise<string> {
  const database = await createTestDatabase();
  databases.push(database);
  return database.url;
}

const dataKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

/** Starts a service, and checks that the start fails with an error message and without a stack trace. */
async function refusal(options: ServiceOptions): Promise<Exit> {
  const exit = await spawnService(options).ended;
  expect(exit.end).toBe(1);
  expect(exit.stdout).toBe('');
  expect(exit.stderr).not.toMatch(/^\s+at /m);
  expect(exit.stderr.trim()).not.toBe('');
  return exit;
}

// The tests run concurrently, because they mostly wait.
describe.concurrent('A failed start of the service', { timeout: 60_000 }, () => {
  test.skipIf(process.platform === 'win32')('production rejects a data folder that other users can read', async () => {
    const dataDir = await temporaryFolder();
    const env = { ...productionSettings(await emptyDatabase()), HOST: '127.0.0.1' };
    for (const mode of [0o755, 0o710, 0o701]) {
      await chmod(dataDir, mode);
      const { stderr } = await refusal({ dataDir, env });
      expect(stderr).toBe(
        `DATA_DIR (${dataDir}) can be read by other users of this machine. Run chmod 700 on the folder.\n`,
      );
    }
    await chmod(dataDir, 0o700);
    expect((await (await startProcess({ dataDir, env })).kill('SIGTERM')).end).toBe(0);
  });

  test('the service reports a port that is in use', async () => {
    const first = await startProcess({ dataDir: await temporaryFolder() });
    for (const name of ['PORT', 'METRICS_PORT']) {
      const { stderr } = await refusal({ dataDir: await temporaryFolder(), env: { [name]: String(first.port) } });
      const where = `Port ${first.port} on 127.0.0.1`;
      expect(stderr).toBe(`${where} is in use. Stop the other program, or set ${name}.\n`);
    }
    expect((await first.call('GET', '/readyz')).status).toBe(200);
  });

  test('the service reports a HOST that is the address of another machine', async () => {
    // This address is reserved for documentation (RFC 5737).
    const env = { HOST: '192.0.2.1', SANDBOX_HOSTS: '192.0.2.1' };
    const { stderr } = await refusal({ dataDir: await temporaryFolder(), env });
    expect(stderr).toMatch(/^The server cannot listen on HOST and PORT: listen EADDRNOTAVAIL\b.*\n$/m);
  });

  test.each<[what: string, prepare: (dataDir: string) => Promise<unknown>, message: RegExp]>([
    [
      'a file in place of the data folder',
      (dataDir) => rm(dataDir, { recursive: true }).then(() => writeFile(dataDir, 'a file')),
      /^DATA_DIR \(.*\) cannot be used: .*file already exists.*folder.*\n$/,
    ],
    [
      'a database file with other content',
      (dataDir) => writeFile(path.join(dataDir, 'service.db'), 'no database '.repeat(1000)),
      /^The database in DATA_DIR \(.*\) cannot be used: file is not a database\n$/,
    ],
    [
      'a folder in place of the database file',
      (dataDir) => mkdir(path.join(dataDir, 'service.db')),
      /^The database in DATA_DIR \(.*\) cannot be used: /,
    ],
    [
      'an invalid data key',
      (dataDir) => writeFile(path.join(dataDir, 'data-key'), 'local:AAAA\n'),
      /^The key in DATA_DIR cannot be used: .*data-key is not a data key: (?!.*AAAA).*\n$/,
    ],
  ])('the service reports %s', async (_, prepare, message) => {
    const dataDir = await temporaryFolder();
    await prepare(dataDir);
    expect((await refusal({ dataDir })).stderr).toMatch(message);
  });

  test.runIf(process.platform === 'linux')('the service reports a data folder that it cannot create', async () => {
    const dataDir = '/sys/data';
    for (const databaseUrl of [undefined, await emptyDatabase()]) {
      const { stderr } = await refusal({ dataDir, databaseUrl, env: { DATA_KEYS: dataKey('a') } });
      expect(stderr).toMatch(/^DATA_DIR \(\/sys\/data\) cannot be used: E\w+: .*\n$/);
    }
  });

  test('the service rejects a database that was encrypted with a different key, and starts with the correct key', async () => {
    const dataDir = await temporaryFolder();
    const [used, other] = [dataKey('used'), dataKey('other')];
    const withKeys = (keys: string): ServiceOptions => ({ dataDir, env: { DATA_KEYS: keys } });
    await (await startProcess(withKeys(used))).kill('SIGTERM');

    const unknown = await refusal(withKeys(other));
    expect(unknown.stderr).toMatch(/encrypted with key "used", which is not in DATA_KEYS/);
    expect(unknown.stderr).toContain('Add the key that was used to DATA_KEYS');
    const sameId = await refusal(withKeys(dataKey('used')));
    expect(sameId.stderr).toContain('has the ID of the key that was used, but a different value');
    for (const key of [used, other]) expect(unknown.stderr + sameId.stderr).not.toContain(key.slice(6));

    const fixed = await startProcess(withKeys(`${other},${used}`));
    expect((await fixed.kill('SIGTERM')).end).toBe(0);
  });

  test('the sandbox reports a missing data key', async () => {
    const dataDir = await temporaryFolder();
    await (await startProcess({ dataDir })).kill('SIGTERM');
    await rm(path.join(dataDir, 'data-key'));
    expect((await refusal({ dataDir })).stderr).toContain('Restore the file data-key in DATA_DIR');
  });

  describe('A failed connection to PostgreSQL', () => {
    const PASSWORD = 'tell-nobody-4711';
    const REFUSED = /^The database of DATABASE_URL cannot be used: .*ECONNREFUSED.*\n$/;

    async function refusalOf(databaseUrl: string) {
      const exit = await refusal({ dataDir: await temporaryFolder(), databaseUrl });
      expect(exit.stderr).toMatch(/^The database of DATABASE_URL /);
      expect(exit.stderr.trim().split('\n')).toHaveLength(1);
      expect(exit.stderr).not.toContain(PASSWORD);
      return exit;
    }

    test('the service and a command report a database server that refuses connections', async () => {
      const DATABASE_URL = `postgres://user:${PASSWORD}@localhost:${await freePort()}/database`;
      const { code, stderr } = await runCli({ DATABASE_URL, DATA_DIR: await temporaryFolder() }, 'status');
      expect([code, stderr]).toEqual([1, expect.stringMatching(REFUSED)]);
      expect(stderr).not.toContain(PASSWORD);
      expect((await refusalOf(DATABASE_URL)).stderr).toMatch(REFUSED);
    });

    test('the service reports a database server that does not respond', async () => {
      const sockets: Socket[] = [];
      const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => {
        for (const socket of sockets) socket.destroy();
        server.close();
      });
      const { port } = server.address() as AddressInfo;
      expect((await refusalOf(`postgres://user:${PASSWORD}@127.0.0.1:${port}/database`)).stderr).toMatch(/timeout/);
    });

    test.each<[string, Partial<URL>, string]>([
      ['a wrong password', { password: PASSWORD }, 'password authentication failed'],
      ['an unknown database', { pathname: '/no_such_database' }, 'database "no_such_database" does not exist'],
    ])('the service reports %s', async (_, change, message) => {
      const url = Object.assign(new URL(await emptyDatabase()), change);
      expect((await refusalOf(url.href)).stderr).toContain(message);
    });

    test('the service reports a database user without the permission to create tables', async () => {
      const databaseUrl = await emptyDatabase();
      const url = new URL(databaseUrl);
      url.username = `limited_${randomBytes(4).toString('hex')}`;
      url.password = PASSWORD;
      await queryPostgres(databaseUrl, `create role ${url.username} login password '${PASSWORD}'`);
      try {
        expect((await refusalOf(url.href)).stderr).toContain('Run "npm run cli -- migrate"');
        const env = { DATABASE_URL: url.href, DATA_DIR: await temporaryFolder() };
        const { code, stderr } = await runCli(env, 'migrate');
        expect([code, stderr]).toEqual([1, expect.stringContaining('permission denied for schema public')]);
      } finally {
        await queryPostgres(databaseUrl, `drop role ${url.username}`);
      }
    });
  });
});

describe('The command line of the service', () => {
  const run = (...args: string[]) => promisify(execFile)(process.execPath, [bundled('server/main.ts'), ...args]);

  test('--help lists the options, and an unknown option is named before the process ends with 2', async () => {
    expect((await run('--help')).stdout).toMatch(/^Usage: .*--port VALUE .*PORT; default: 3000/s);
    await expect(run('--prot', '1')).rejects.toMatchObject({
      code: 2,
      stderr: "Unknown option '--prot'. --help lists the options.\n",
    });
  });

  const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');
  test.runIf(hasTerminal)('on a terminal, the first line contains the URLs', { timeout: 60_000 }, async () => {
    const port = await freePort();
    const command = `${process.execPath} ${bundled('server/main.ts')} --port ${port} --data-dir ${await temporaryFolder()}`;
    const terminal = spawn('script', ['-qec', `exec ${command}`, '/dev/null'], { env: { PATH: process.env['PATH'] } });
    onTestFinished(() => void terminal.kill());
    let shown = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      shown += text;
    });
    await expect.poll(() => shown, { timeout: 30_000 }).toContain('\n');
    const url = `http://localhost:${port}`;
    const line = `The sandbox is ready: ${url}/ (start page) and ${url}/reference (API reference). Press Ctrl-C to stop.`;
    expect(shown.split('\r\n')[0]).toBe(line);
    terminal.stdin.write('\u0003');
    expect(await once(terminal, 'close')).toEqual([0, null]);
  });
});

test.each(['SQLite', 'PostgreSQL'])('four instances that start concurrently on an empty %s database share their data', {
  timeout: 60_000,
}, async (engine) => {
  const dataDir = path.join(await temporaryFolder(), 'not', 'there', 'yet');
  const databaseUrl = engine === 'PostgreSQL' ? await emptyDatabase() : undefined;
  const options = { dataDir, databaseUrl, ...(databaseUrl && { env: { DATA_KEYS: dataKey('shared') } }) };
  const services = await Promise.all(Array.from({ length: 4 }, () => startProcess(options)));

  // Each instance accepts the tokens of the others. Requests with the same ID create only one submission.
  const { target, body } = aPost();
  const tokens = await Promise.all(services.map((service) => service.token()));
  const answers = await Promise.all(
    services.flatMap((service) => tokens.map((token) => service.call('POST', target, { token, body }))),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
  expect(new Set(answers.map((answer) => answer.body.redirect_uri)).size).toBe(1);
  expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === undefined)).toHaveLength(1);
  for (const service of services) expect((await service.kill('SIGTERM')).end).toBe(0);
});
