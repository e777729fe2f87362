import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openStore } from '../../../server/storage/database/store.ts';
import { temporaryFolder } from '../../support/folders.ts';
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
