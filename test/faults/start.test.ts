import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { serve } from '../../server/api/serve.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/platform/log.ts';
import { createServices } from '../../server/start/create-services.ts';
import { migrateDatabase } from '../../server/start/prepare-database.ts';
import { loadConfig } from '../../server/start/settings.ts';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import { BASE_URL, bundled, cleanUp, runCli, spawnService, startProcess } from '../support/process.ts';
import { productionSettings } from '../support/production.ts';
import { sized } from '../support/size.ts';
import { aPost } from './load.ts';

const databases: TestDatabase[] = [];

afterAll(async () => {
  await cleanUp();
  for (const database of databases.splice(0)) await database.drop();
});

async function newDatabase(content?: 'tables'): Promise<string> {
  const database = await createTestDatabase(content);
  databases.push(database);
  return database.url;
}

const dataKey = (id: string) => `${id}:${randomBytes(32).toString('base64')}`;

/** Starts the service in this process without listening on a port, and then stops the service. */
async function start(env: NodeJS.ProcessEnv): Promise<void> {
  const config = loadConfig({ PORT: '0', BASE_URL, ...env });
  const services = await createServices(config, systemClock, createLogger('silent'));
  await services.dispatcher.stop(0);
  await services.downloader.stop(0);
  await services.close();
}

/** Checks that the start of the service fails with a `StartupError`. Resolves to the error message. */
async function refusal(env: NodeJS.ProcessEnv): Promise<string> {
  const error = await start(env).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ name: 'StartupError', message: expect.stringMatching(/^.+$/) });
  return (error as Error).message;
}

// The tests run concurrently, because they mostly wait.
describe.concurrent('A failed start of the service', { timeout: 60_000 }, () => {
  test.skipIf(process.platform === 'win32')('the service rejects a data folder that other users can read', async () => {
    const dataDir = await temporaryFolder();
    const env = { ...productionSettings(await newDatabase('tables')), DATA_DIR: dataDir };
    for (const mode of [0o755, 0o710, 0o701]) {
      await chmod(dataDir, mode);
      expect(await refusal(env)).toBe(
        `DATA_DIR (${dataDir}) can be read by other users of this machine. Run chmod 700 on the folder.`,
      );
    }
    await chmod(dataDir, 0o700);
    await start(env);
  });

  test('the service exits with code 1 and a one-line error if a port is in use', async (context) => {
    const other = createServer().listen(0, '127.0.0.1');
    context.onTestFinished(() => void other.close());
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    for (const name of ['PORT', 'METRICS_PORT']) {
      const env = { [name]: String(port) };
      const { end, stdout, stderr } = await spawnService({ dataDir: await temporaryFolder(), env }).ended;
      const message = `Port ${port} on 127.0.0.1 is in use. Stop the other program, or set ${name}.\n`;
      expect([end, stderr]).toEqual([1, message]);
      expect(stdout).toMatch(/^(\{.*"msg":"starting"\}\n)?$/);
    }
  });

  test('if HOST is the address of another machine, the service reports an error and does not start', async () => {
    const app = { fetch: () => new Response(), refuse: () => new Response(), fail: () => new Response() };
    // No machine has this address, which is reserved for documentation (RFC 5737).
    const listening = serve(app, { host: '192.0.2.1', port: 0 });
    await expect(listening).rejects.toThrow(
      /^The server cannot listen on 192\.0\.2\.1:0: listen EADDRNOTAVAIL\b.*\. Check HOST and PORT\.$/,
    );
  });

  test.each<[what: string, prepare: (dataDir: string) => Promise<unknown>, message: RegExp]>([
    [
      'a file in place of the data folder',
      (dataDir) => rm(dataDir, { recursive: true }).then(() => writeFile(dataDir, 'a file')),
      /^DATA_DIR \(.*\) cannot be used: .*file already exists.*folder.*$/,
    ],
    [
      'a database file with other content',
      (dataDir) => writeFile(path.join(dataDir, 'service.db'), 'no database '.repeat(1000)),
      /^The database in DATA_DIR \(.*\) cannot be used: file is not a database$/,
    ],
    [
      'a folder in place of the database file',
      (dataDir) => mkdir(path.join(dataDir, 'service.db')),
      /^The database in DATA_DIR \(.*\) cannot be used: /,
    ],
    [
      'an invalid data key',
      (dataDir) => writeFile(path.join(dataDir, 'data-key'), 'local:AAAA\n'),
      /^The key in DATA_DIR cannot be used: .*data-key is not a data key: (?!.*AAAA).*$/,
    ],
    [
      'a missing data key',
      (dataDir) => start({ DATA_DIR: dataDir }).then(() => rm(path.join(dataDir, 'data-key'))),
      /Restore the file data-key in DATA_DIR/,
    ],
  ])('the service reports %s and does not start', async (_, prepare, message) => {
    const dataDir = await temporaryFolder();
    await prepare(dataDir);
    expect(await refusal({ DATA_DIR: dataDir })).toMatch(message);
  });

  test.runIf(process.platform === 'linux').each(['/sys/data', '/proc/data', '/proc/new/data'])(
    'the service and the command migrate report that they cannot create the data folder %s',
    async (DATA_DIR) => {
      const databases = [{}, { DATABASE_URL: await newDatabase('tables') }];
      for (const database of databases)
        expect(await refusal({ DATA_DIR, DATA_KEYS: dataKey('a'), ...database })).toMatch(
          /^DATA_DIR \(\/\w+\/.*data\) cannot be used: E\w+: .*\. It must be a folder that this user can write to\.$/,
        );
      await expect(migrateDatabase(loadConfig({ DATA_DIR }))).rejects.toThrow(/^DATA_DIR .* cannot be used/);
    },
  );

  test('the service starts only if DATA_KEYS contains the key that encrypted the database', async () => {
    const dataDir = await temporaryFolder();
    const [used, other] = [dataKey('used'), dataKey('other')];
    const withKeys = (keys: string) => ({ DATA_DIR: dataDir, DATA_KEYS: keys });
    await start(withKeys(used));
    const unknown = await refusal(withKeys(other));
    expect(unknown).toMatch(/encrypted with key "used", which is not in DATA_KEYS/);
    expect(unknown).toContain('Add the key that was used to DATA_KEYS');
    const sameId = await refusal(withKeys(dataKey('used')));
    expect(sameId).toContain('has the ID of the key that was used, but a different value');
    for (const key of [used, other]) expect(unknown + sameId).not.toContain(key.slice(6));
    await start(withKeys(`${other},${used}`));
  });

  const PASSWORD = 'tell-nobody-4711';

  async function refusalOf(databaseUrl: string): Promise<string> {
    const message = await refusal({ DATA_DIR: await temporaryFolder(), DATABASE_URL: databaseUrl });
    expect(message).toMatch(/^The database of DATABASE_URL /);
    expect(message).not.toContain(PASSWORD);
    return message;
  }

  test('the service and the command "status" fail with the same error if the database server refuses connections', async () => {
    const DATABASE_URL = `postgres://user:${PASSWORD}@localhost:${await freePort()}/database`;
    const message = await refusalOf(DATABASE_URL);
    expect(message).toMatch(/cannot be used: .*ECONNREFUSED/);
    const DATA_DIR = await temporaryFolder();
    expect(await runCli({ DATABASE_URL, DATA_DIR }, 'status')).toEqual({
      code: 1,
      stdout: '',
      stderr: `${message}\n`,
    });
  });

  test('if the database server does not respond, the service reports a timeout and does not start', async (context) => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    context.onTestFinished(() => {
      for (const socket of sockets) socket.destroy();
      server.close();
    });
    const { port } = server.address() as AddressInfo;
    expect(await refusalOf(`postgres://user:${PASSWORD}@127.0.0.1:${port}/database`)).toMatch(/timeout/);
  });

  test.each<[string, Partial<URL>, string]>([
    ['a wrong password', { password: PASSWORD }, 'password authentication failed'],
    ['an unknown database', { pathname: '/no_such_database' }, 'database "no_such_database" does not exist'],
  ])('the service reports %s and does not start', async (_, change, message) => {
    const url = Object.assign(new URL(await newDatabase()), change);
    expect(await refusalOf(url.href)).toContain(message);
  });

  test('if the database user has no permission to create tables, the service suggests the migrate command and does not start', async () => {
    const databaseUrl = await newDatabase();
    const url = new URL(databaseUrl);
    url.username = `limited_${randomBytes(4).toString('hex')}`;
    url.password = PASSWORD;
    await queryPostgres(databaseUrl, `create role ${url.username} login password '${PASSWORD}'`);
    try {
      expect(await refusalOf(url.href)).toContain('Run "npm run cli -- migrate"');
      const config = loadConfig({ DATABASE_URL: url.href });
      await expect(migrateDatabase(config)).rejects.toThrow('permission denied for schema public');
    } finally {
      await queryPostgres(databaseUrl, `drop role ${url.username}`);
    }
  });
});

const run = (...args: string[]) => promisify(execFile)(process.execPath, [bundled('server/main.ts'), ...args]);

test('with --help, the service lists the options, and with an unknown option, the service suggests the nearest option and exits with code 2', async () => {
  expect((await run('--help')).stdout).toMatch(/^Usage: .*--port <value> .*PORT;\s+default:\s+3000/s);
  await expect(run('--prot', '1')).rejects.toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: unknown option '--prot'\n\(Did you mean --port\?\)\n\nUsage: /),
  });
});

const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');
test.runIf(hasTerminal)(
  'on a terminal, the first line that the service prints contains the URLs of the start page and the API reference',
  { timeout: 60_000 },
  async () => {
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
  },
);

test('a second server can use an embedded database only after the first server stops or is killed', {
  timeout: 60_000,
}, async () => {
  const dataDir = await temporaryFolder();
  let first = await startProcess({ dataDir });
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    const { end, stderr } = await spawnService({ dataDir }).ended;
    expect([end, stderr]).toEqual([
      1,
      expect.stringMatching(/^DATA_DIR .* cannot be used: another server uses it\. .*\n$/),
    ]);
    expect((await runCli({ DATA_DIR: dataDir }, 'status')).code).toBe(0);
    await first.kill(signal);
    first = await startProcess({ dataDir });
  }
});

test('if instances start concurrently on an empty database, each instance accepts all tokens and returns the same link for a submission', {
  timeout: 60_000,
}, async () => {
  const dataDir = path.join(await temporaryFolder(), 'not', 'there', 'yet');
  const databaseUrl = await newDatabase();
  const options = { dataDir, databaseUrl, env: { DATA_KEYS: dataKey('shared') } };
  const services = await Promise.all(Array.from({ length: sized(2, 3) }, () => startProcess(options)));

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
