import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountHash, signIn } from '../../server/storage/accounts.ts';
import { openStore, type Store } from '../../server/storage/database/store.ts';
import { testClock } from '../support/service.ts';
import { encryptorOf } from './sign-in-support.ts';

const ADA = { issuer: 'https://id.test', subject: 'ada' };

describe('The hash of an account', () => {
  const key = new Uint8Array(32).fill(1);

  test('two hashes are equal only for the same account and the same key', () => {
    const hashes = [
      accountHash(key, ADA),
      accountHash(new Uint8Array(32).fill(2), ADA),
      accountHash(key, { ...ADA, subject: 'Ada' }),
      accountHash(key, { ...ADA, issuer: 'https://id.test/' }),
      accountHash(key, { issuer: 'https://id.testa', subject: 'da' }),
      accountHash(key, { issuer: 'ada', subject: 'https://id.test' }),
    ];
    expect(new Set(hashes).size).toBe(hashes.length);
    expect(accountHash(key, { ...ADA })).toBe(hashes[0]);
  });

  test('the hash reveals nothing about the account', () => {
    expect(accountHash(key, ADA)).toMatch(/^[\w-]{43}$/);
  });
});

describe('A sign-in', () => {
  const clock = testClock();
  let store: Store;
  let dataDir: string;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'accounts-'));
    store = openStore({ databaseUrl: null, dataDir }, { machine: clock });
    await store.migrate();
  });
  afterAll(async () => {
    await store.close();
    await rm(dataDir, { recursive: true });
  });

  const account = (subject: string) => ({ ...ADA, subject });

  test('repeated and concurrent sign-ins to one account create only one user', async () => {
    const services = { store, encryptor: encryptorOf('a') };
    const users = await Promise.all(Array.from({ length: 8 }, () => signIn(services, account('first'))));
    const [user] = users;
    expect(user).toMatchObject({ createdAt: clock.now(), mobileSignedInAt: null });
    clock.advance(1);
    for (const again of [...users, await signIn(services, account('first'))]) expect(again).toEqual(user);
    expect((await signIn(services, account('other'))).id).not.toBe(user?.id);
    expect(JSON.stringify(user)).not.toMatch(/first|id\.test/);
  });

  test('a sign-in finds the user after data keys are added, regardless of the order of the keys', async () => {
    const under = (...keys: string[]) => signIn({ store, encryptor: encryptorOf(...keys) }, account('old'));
    const { id } = await under('a');
    expect((await under('b', 'a')).id).toBe(id);
    expect((await under('c', 'b', 'a')).id).toBe(id);
    expect((await under('a', 'c')).id).toBe(id);
    expect((await under('c')).id).not.toBe(id);
  });
});
