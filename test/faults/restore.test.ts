import { randomUUID } from 'node:crypto';
import { chmod, cp } from 'node:fs/promises';
import path from 'node:path';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { submitBatch } from '../lifecycle/support.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { queryPostgres } from '../support/postgres.ts';
import { backUp, restorePostgres, startArchiving } from '../support/postgres-backup.ts';
import { startService, type TestService } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { person } from '../user-app/person.ts';

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
  const before = await startArchiving(archive);
  const service = await startService({ databaseUrl: before.url });
  const token = await service.token();
  const withFile = await submitBatch(service, token, 1);

  const stop = addRepeatedly(service, token);
  await backUp(before, backup);
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

  const target = ['-c', `recovery_target_time=${moment?.['at']}`, '-c', 'recovery_target_action=promote'];
  const after = await restorePostgres(before, { archive, backup }, target);
  try {
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
