import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../../server/storage/database/store.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { createTestDatabase } from '../../support/postgres.ts';
import { aPartner } from './samples.ts';

test('without a URL, the store uses the embedded database in a private folder', async () => {
  const dataDir = join(await temporaryFolder(), 'deep', 'data');
  const partner = aPartner();
  for (const expected of [true, false]) {
    const store = openStore({ databaseUrl: null, dataDir });
    await store.migrate();
    expect(await store.addPartner(partner)).toBe(expected);
    for (const file of ['service.db', 'service.db-wal', 'service.db-shm'])
      expect([file, (await stat(join(dataDir, file))).mode & 0o777]).toEqual([file, 0o600]);
    await store.close();
  }
  expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  expect(await readdir(dataDir)).toContain('service.db');
});

test.each([
  'postgres:',
  'postgresql:',
])('with a %s URL, the store uses that database and creates no folder', async (protocol) => {
  const database = await createTestDatabase();
  const dataDir = join(await temporaryFolder(), 'data');
  const store = openStore({ databaseUrl: database.url.replace(/^[a-z]+:/, protocol), dataDir });
  try {
    await store.migrate();
    const partner = aPartner();
    await store.addPartner(partner);
    expect(await store.listPartners()).toEqual([partner]);
    await expect(stat(dataDir)).rejects.toMatchObject({ code: 'ENOENT' });
  } finally {
    await store.close();
    await database.drop();
  }
});
