import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { submitBatch } from '../lifecycle/support.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { connectPostgres, queryPostgres } from '../support/postgres.ts';
import { startOwnPostgres } from '../support/postgres-server.ts';
import { startService, type TestService } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { person } from '../user-app/person.ts';

const run = promisify(execFile);

async function newFolder(): Promise<string> {
  const folder = await temporaryFolder();
  // PostgreSQL can run as another user, who needs access to the folder.
  await chmod(folder, 0o777);
  return folder;
}

interface Added {
  id: string;
  link: string;
  name: string;
}

async function add(service: TestService, token: string): Promise<Added> {
  const [id, name] = [randomUUID(), `Alex ${randomUUID()}`];
  const { data, ...rest } = example('EducationWithTranscript');
  const credential = { ...data.credential, full_name: name };
  const body = { ...rest, id, data: { ...data, credential, document: null } };
  const answer = await service.call('POST', operations.addEducation.path, { token, body });
  expect(answer.status).toBe(201);
  return { id, name, link: answer.body.redirect_uri };
}

/** Adds submissions until the returned function is called, which resolves to the acknowledged submissions. */
function addRepeatedly(service: TestService, token: string): () => Promise<Added[]> {
  const added: Added[] = [];
  let stopped = false;
  const adding = (async () => {
    while (!stopped) added.push(await add(service, token));
  })();
  return async () => {
    stopped = true;
    await adding;
    return added;
  };
}

/** Checks that the links are unchanged and show the submitted content. */
async function expectAllBack(service: TestService, added: readonly Added[], withFile: string): Promise<void> {
  const token = await service.token();
  const { data, ...rest } = example('EducationWithTranscript');
  for (const { id, link } of added) {
    const body = { ...rest, id, data: { ...data, document: null } };
    const again = await service.call('POST', operations.addEducation.path, { token, body });
    expect([again.body.redirect_uri, again.headers.get('idempotent-replayed')]).toEqual([link, 'true']);
  }
  for (const each of [added[0], added.at(-1)]) {
    const { html } = await person(service.services).openAs('alex@example.com', each?.link ?? '');
    expect(html).toContain(each?.name ?? 'nobody');
  }
  const alex = person(service.services);
  const { html } = await alex.openAs('alex@example.com', withFile);
  const [, href = ''] = /href="([^"]*\/files\/[^"]*)"/.exec(html) ?? [];
  expect(Buffer.from(await (await alex.tab.send(href)).arrayBuffer())).toEqual(Buffer.from(example('PdfFile')));
}

// This test starts its own servers and takes 15 seconds of CPU time.
sized(test.skip, test)('a PostgreSQL backup that was taken under load can be restored to a point in time', async () => {
  const folder = await newFolder();
  const [archive, backup] = [path.join(folder, 'archive'), path.join(folder, 'backup')];
  await mkdir(archive);
  await chmod(archive, 0o777);
  const flags = ['-c', 'archive_mode=on', '-c', `archive_command=cp %p ${archive}/%f`, '-c', 'max_wal_senders=0'];
  const before = await startOwnPostgres({ syncs: false, flags });
  const service = await startService({ databaseUrl: before.url });
  const token = await service.token();
  const withFile = await submitBatch(service, token, 1);

  const stop = addRepeatedly(service, token);
  const session = await connectPostgres(before.url);
  await session.query("select pg_backup_start('nightly', true)");
  // The copy can contain partially written changes. The WAL contains the complete changes.
  await run('sh', [
    '-c',
    'cp -a "$0/." "$1" || true; rm -r "$1"/pg_wal/* "$1"/postmaster.*',
    before.dataDir ?? '',
    backup,
  ]);
  const { rows } = await session.query('select labelfile from pg_backup_stop()');
  await writeFile(path.join(backup, 'backup_label'), rows[0].labelfile);
  await session.end();
  const added = await stop();
  added.push(await add(service, token));
  const [moment] = await queryPostgres(before.url, 'select clock_timestamp()::text as at');
  const files = path.join(folder, 'files');
  await cp(service.dataDir, files, { recursive: true });

  await add(service, token);
  await queryPostgres(before.url, 'truncate submissions cascade');
  await queryPostgres(before.url, 'select pg_switch_wal()');
  await service.stop();
  await before.stop();

  const after = await startOwnPostgres({
    syncs: false,
    flags: [
      ...['-c', `restore_command=cp ${archive}/%f %p`, '-c', `recovery_target_time=${moment?.['at']}`],
      ...['-c', 'recovery_target_action=promote'],
    ],
    restored: {
      password: new URL(before.url).password,
      to: (dataDir) =>
        run('sh', [
          '-c',
          'cd "$0"; touch recovery.signal; [ "$(id -u)" != 0 ] || chown --reference=PG_VERSION *; cp -a . "$1"',
          backup,
          dataDir,
        ]),
    },
  });
  try {
    const isOver = async () =>
      (await queryPostgres(after.url, 'select pg_is_in_recovery() as on'))[0]?.['on'] === false;
    await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
    const restored = await startService({ databaseUrl: after.url, env: { DATA_DIR: files } });
    await expectAllBack(restored, added, withFile.link);
    expect(await queryPostgres(after.url, "select count(*) as n from submissions where kind = 'education'")).toEqual([
      { n: added.length },
    ]);
    await restored.stop();
  } finally {
    await after.stop();
  }
});

test('a copy of the embedded database that was taken under load contains all data', async () => {
  const folder = await newFolder();
  const service = await startService();
  const token = await service.token();
  const withFile = await submitBatch(service, token, 1);
  const stop = addRepeatedly(service, token);
  const known = [await add(service, token)];
  const database = new Libsql(path.join(service.dataDir, 'service.db'));
  database.exec(`vacuum into '${folder}/service.db'`);
  database.close();
  for (const name of ['files', 'data-key'])
    await cp(path.join(service.dataDir, name), path.join(folder, name), { recursive: true });
  await stop();
  await service.stop();
  const restored = await startService({ env: { DATA_DIR: folder } });
  await expectAllBack(restored, known, withFile.link);
  await restored.stop();
});
