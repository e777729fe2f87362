import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountHash, signIn } from '../../server/storage/accounts.ts';
import { openStore, type Store } from '../../server/storage/database/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { testClock } from '../support/service.ts';
import { encryptorOf } from './sign-in-support.ts';

const ADA = { issuer: 'https://id.test', subject: 'ada' };

const key = new Uint8Array(32).fill(1);

test('two account hashes are equal only if the issuers, the subjects, and the keys are equal', () => {
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
  expect(hashes[0]).toMatch(/^[\w-]{43}$/);
});

describe('A sign-in', () => {
  const clock = testClock();
  let store: Store;

  beforeAll(async () => {
    store = openStore({ databaseUrl: null, dataDir: await temporaryFolder() }, { machine: clock });
    await store.migrate();
  });
  afterAll(() => store.close());

  const account = (subject: string) => ({ ...ADA, subject });

  test('repeated sign-ins with one account return one user, and the user record contains neither the subject nor the issuer of the account', async () => {
    const services = { store, encryptor: encryptorOf('a') };
    const user = await signIn(services, account('first'));
    expect(user).toMatchObject({ createdAt: clock.now(), mobileSignedInAt: null });
    clock.advance(1);
    expect(await signIn(services, account('first'))).toEqual(user);
    expect((await signIn(services, account('other'))).id).not.toBe(user.id);
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
