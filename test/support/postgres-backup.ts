import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { connectPostgres, queryPostgres } from './postgres.ts';
import { type OwnPostgresServer, startOwnPostgres } from './postgres-server.ts';

const run = promisify(execFile);

export async function startArchiving(archive: string, flags: readonly string[] = []): Promise<OwnPostgresServer> {
  await mkdir(archive);
  await chmod(archive, 0o777);
  const command = ['-c', 'archive_mode=on', '-c', `archive_command=cp %p ${archive}/%f`, '-c', 'max_wal_senders=0'];
  return startOwnPostgres({ syncs: false, flags: [...command, ...flags] });
}

export async function backUp({ url, dataDir }: OwnPostgresServer, backup: string): Promise<void> {
  const session = await connectPostgres(url);
  await session.query("select pg_backup_start('nightly', true)");
  // Ignores errors of `cp`: files can change during the copy, and replaying the WAL repairs inconsistent pages.
  await run('sh', ['-c', 'cp -a "$0/." "$1" || true; rm -r "$1"/pg_wal/* "$1"/postmaster.*', dataDir ?? '', backup]);
  const { rows } = await session.query('select labelfile from pg_backup_stop()');
  await writeFile(path.join(backup, 'backup_label'), rows[0].labelfile);
  await session.end();
}

export async function restorePostgres(
  { url }: OwnPostgresServer,
  { archive, backup }: { archive: string; backup: string },
): Promise<OwnPostgresServer> {
  const script = 'cd "$0"; touch recovery.signal; [ "$(id -u)" != 0 ] || chown --reference=PG_VERSION *; cp -a . "$1"';
  const server = await startOwnPostgres({
    syncs: false,
    flags: ['-c', `restore_command=cp ${archive}/%f %p`],
    restored: { password: new URL(url).password, to: (dataDir) => run('sh', ['-c', script, backup, dataDir]) },
  });
  const isRecovering = async () =>
    (await queryPostgres(server.url, 'select pg_is_in_recovery() as on'))[0]?.['on'] === true;
  for (let waited = 0; await isRecovering(); waited += 50) {
    if (waited > 60_000) throw new Error('PostgreSQL is still recovering after a minute');
    await sleep(50);
  }
  return server;
}
