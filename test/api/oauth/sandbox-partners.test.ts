import { afterEach, beforeEach, expect, test } from 'vitest';
import { scopes } from '../../../generated/operations.ts';
import { generateClientSecret, hashClientSecret, verifyClientSecret } from '../../../server/api/oauth/client-secret.ts';
import { addSandboxPartners, withoutPublicSecrets } from '../../../server/api/oauth/sandbox-partners.ts';
import { systemClock } from '../../../server/domain/clock.ts';
import { openStore, type Store } from '../../../server/storage/database/store.ts';
import { CACHE_LIFETIME, createPartnerDirectory } from '../../../server/storage/partner-directory.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { testClock } from '../../support/service.ts';

let store: Store;

beforeEach(async () => {
  store = openStore({ databaseUrl: null, dataDir: await temporaryFolder() });
  await store.migrate();
});
afterEach(() => store.close());

test('the sandbox has two partners that have every scope and can use any domain', async () => {
  await addSandboxPartners(store, systemClock);
  const partners = await store.listPartners();
  expect(partners.map(({ clientId }) => clientId).sort()).toEqual(['sandbox-partner', 'sandbox-partner-2']);
  for (const partner of partners) {
    expect(partner).toMatchObject({ scopes, domains: ['*'], disabledAt: null });
    const secret = partner.clientId.replace('partner', 'secret');
    expect(verifyClientSecret(secret, partner.secretHash)).toBe(true);
  }
});

test('a restart of the sandbox preserves the changes that an operator made to a sandbox partner', async () => {
  await addSandboxPartners(store, systemClock);
  await store.updatePartner('sandbox-partner', { disabledAt: 1 });
  await addSandboxPartners(store, systemClock);
  expect(await store.findPartner('sandbox-partner')).toMatchObject({ disabledAt: 1 });
});

test('when a sandbox becomes reachable from other machines, the service revokes the published client secrets and the existing tokens', async () => {
  expect(await addSandboxPartners(store, systemClock)).toEqual([]);
  const own = hashClientSecret(generateClientSecret());
  await store.updatePartner('sandbox-partner-2', { secretHash: own });
  const clock = testClock();
  const made = await addSandboxPartners(store, clock, true);
  expect(made.map(({ clientId }) => clientId)).toEqual(['sandbox-partner']);
  const partner = await store.findPartner('sandbox-partner');
  expect(verifyClientSecret('sandbox-secret', partner?.secretHash ?? '')).toBe(false);
  expect(partner?.tokensSince).toBe(clock.now());
  expect(await store.findPartner('sandbox-partner-2')).toMatchObject({ secretHash: own });
});

test('in production, a sandbox partner is inactive while its current or previous secret is a published secret', async () => {
  await addSandboxPartners(store, systemClock);
  const clock = testClock();
  const partners = withoutPublicSecrets(createPartnerDirectory({ store, clock }));
  expect(await partners.findActive('sandbox-partner')).toBeNull();
  await store.updatePartner('sandbox-partner', { secretHash: hashClientSecret(generateClientSecret()) });
  clock.advance(CACHE_LIFETIME);
  expect(await partners.findActive('sandbox-partner')).toMatchObject({ clientId: 'sandbox-partner' });
  // The partner is inactive while any of its secrets, current or previous, is a published sandbox secret.
  const previousSecret = { hash: hashClientSecret('sandbox-secret'), endsAt: clock.now() * 2 };
  const secretHash = hashClientSecret('sandbox-secret-2');
  for (const change of [{ previousSecret }, { previousSecret: null, secretHash }]) {
    await store.updatePartner('sandbox-partner', change);
    clock.advance(CACHE_LIFETIME);
    expect(await partners.findActive('sandbox-partner')).toBeNull();
  }
});
