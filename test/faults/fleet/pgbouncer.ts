import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../../support/folders.ts';
import { freePort } from '../../support/free-port.ts';
import { queryPostgres } from '../../support/postgres.ts';

export interface Pooler {
  /** The database URL that leads through it. */
  url: string;
  stop(): Promise<void>;
}

/** PgBouncer in transaction mode before a database, as server/README.md has it; null where Debian's is not installed. */
export async function startPgBouncer(databaseUrl: string): Promise<Pooler | null> {
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
  // It refuses to run as root.
  const isRoot = process.getuid?.() === 0;
  await chmod(folder, 0o755);
  await chmod(file, 0o644);
  const child = spawn('pgbouncer', [...(isRoot ? ['--user=nobody'] : []), '--quiet', file], { stdio: 'ignore' });
  const url = `postgresql://${username}@127.0.0.1:${ownPort}${pathname}`;
  for (let tries = 0; ; tries++) {
    const answers = await queryPostgres(url, 'select 1').catch((error: Error) => error);
    if (Array.isArray(answers)) break;
    if (child.exitCode !== null || tries === 100) throw new Error('PgBouncer does not answer', { cause: answers });
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
