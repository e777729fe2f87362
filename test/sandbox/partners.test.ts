import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scopes } from '../../generated/operations.ts';
import { CannotStart } from '../../server/cannot-start.ts';
import { loadConfig } from '../../server/config.ts';
import { createServices } from '../../server/create-services.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/log.ts';
import { generateClientSecret, hashClientSecret, verifyClientSecret } from '../../server/oauth/client-secret.ts';
import { addSandboxPartners, refuseSandboxPartners } from '../../server/sandbox/partners.ts';
import { openStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';

let dataDir: string;
let store: Store;

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  store = openStore({ databaseUrl: null, dataDir });
  await store.migrate();
});
afterEach(async () => {
  await store.close();
  await rm(dataDir, { recursive: true });
});

test('two partners are ready, with every scope and any domain', async () => {
  await addSandboxPartners(store, systemClock);
  const partners = await store.listPartners();
  expect(partners.map(({ clientId }) => clientId).sort()).toEqual(['sandbox-partner', 'sandbox-partner-2']);
  for (const partner of partners) {
    expect(partner).toMatchObject({ scopes, domains: ['*'], disabledAt: null });
    const secret = partner.clientId.replace('partner', 'secret');
    expect(verifyClientSecret(secret, partner.secretHash)).toBe(true);
  }
});

test('a partner that the operator changed is left as it is', async () => {
  await addSandboxPartners(store, systemClock);
  await store.updatePartner('sandbox-partner', { disabledAt: 1 });
  await addSandboxPartners(store, systemClock);
  expect(await store.findPartner('sandbox-partner')).toMatchObject({ disabledAt: 1 });
});

test('production does not start while a secret that everybody knows is good for a token', async () => {
  await expect(refuseSandboxPartners(store)).resolves.toBeUndefined();
  await addSandboxPartners(store, systemClock);
  await expect(refuseSandboxPartners(store)).rejects.toThrow(CannotStart);
  await store.updatePartner('sandbox-partner', { disabledAt: systemClock.now() });
  await expect(refuseSandboxPartners(store)).rejects.toThrow('sandbox-partner-2 has a secret that everybody knows');
  await store.updatePartner('sandbox-partner-2', { secretHash: hashClientSecret(generateClientSecret()) });
  await expect(refuseSandboxPartners(store)).resolves.toBeUndefined();
});

test('a database that was filled under other data keys gets no partners', async () => {
  const start = (id: string) =>
    createServices(
      loadConfig({ DATA_DIR: dataDir, DATA_KEYS: `${id}:${randomBytes(32).toString('base64')}` }),
      systemClock,
      createLogger('silent'),
    );
  const { store: first } = await start('first');
  await first.close();
  expect(await store.listPartners()).toHaveLength(2);
  const database = await import('libsql').then(({ default: Libsql }) => new Libsql(path.join(dataDir, 'service.db')));
  database.exec('delete from partners');
  database.close();
  await expect(start('second')).rejects.toThrow(CannotStart);
  expect(await store.listPartners()).toEqual([]);
});
