import { calculateJwkThumbprint } from 'jose';
import { expect, test, vi } from 'vitest';
import { SigningKeys } from '../../../server/api/oauth/signing-keys.ts';
import { seconds } from '../../../server/domain/clock.ts';
import { signingKey } from '../../../server/storage/encryption/encrypted-json.ts';
import { UnknownDataKey } from '../../../server/storage/encryption/encryptor.ts';
import { testClock } from '../../support/service.ts';
import { fakeStore, testEncryptor } from './fakes.ts';

function setUp() {
  const [store, clock, encryptor] = [fakeStore(), testClock(), testEncryptor()];
  const instance = () => new SigningKeys({ store, encryptor, clock });
  return { store, clock, encryptor, instance, keys: instance() };
}
const kids = async (keys: { jwks(): Promise<{ keys: { kid: string }[] }> }) =>
  (await keys.jwks()).keys.map((key) => key.kid);

test('if no signing key exists, concurrent requests create only one key, and other instances use that key', async () => {
  const { store, keys, instance } = setUp();
  const all = await Promise.all([keys.current(), keys.jwks(), keys.current(), keys.verificationKey('x')]);
  expect(store.signingKeys).toHaveLength(1);
  expect(all[0].kid).toBe(store.signingKeys[0]?.kid);
  expect((await instance().current()).kid).toBe(all[0].kid);
  expect(store.signingKeys).toHaveLength(1);
});

test('if two instances create signing keys at the same time, both keys are published and both instances sign with the same key', async () => {
  const { store, clock, keys, instance } = setUp();
  const other = instance();
  const [mine, theirs] = await Promise.all([keys.current(), other.current()]);
  expect(store.signingKeys).toHaveLength(2);
  for (const each of [keys, other]) {
    expect(await each.verificationKey(mine.kid)).not.toBeNull();
    expect(await each.verificationKey(theirs.kid)).not.toBeNull();
  }
  clock.advance(seconds(30));
  expect((await keys.current()).kid).toBe((await other.current()).kid);
  expect(await kids(keys)).toEqual(await kids(other));
});

test('the service publishes only the public part of a signing key, with the thumbprint of RFC 7638 as the key ID', async () => {
  const { store, keys } = setUp();
  await keys.current();
  const row = store.signingKeys[0];
  // The published keys must contain neither `d` nor `note`.
  if (row) row.publicJwk = { ...row.publicJwk, d: 'private', note: 'internal' };
  const published = (await new SigningKeys({ ...setUp(), store }).jwks()).keys;
  const kid = await calculateJwkThumbprint({ ...row?.publicJwk });
  expect(published).toEqual([
    {
      kty: 'EC',
      crv: 'P-256',
      x: expect.stringMatching(/^[\w-]{43}$/),
      y: expect.stringMatching(/^[\w-]{43}$/),
      kid,
      use: 'sig',
      alg: 'ES256',
    },
  ]);
});

test('the service encrypts the private part of a signing key, and decryption fails with a different key ID', async () => {
  const { store, encryptor, keys } = setUp();
  await keys.current();
  await keys.rotate();
  const [one, two] = store.signingKeys;
  if (!one || !two) throw new Error('two keys were expected');
  expect(Buffer.from(one.privateJwk).includes('"d":"')).toBe(false);
  expect(JSON.parse(Buffer.from(encryptor.decrypt(one.privateJwk, signingKey(one.kid))).toString())).toHaveProperty(
    'd',
  );
  expect(() => encryptor.decrypt(one.privateJwk, signingKey(two.kid))).toThrow();
});

test('without the data key of a signing key, the service cannot sign tokens, but can still verify tokens and rotate the signing key', async () => {
  const { store, clock, keys } = setUp();
  const { kid } = await keys.current();
  const elsewhere = new SigningKeys({ store, clock, encryptor: testEncryptor() });
  // The two data keys have the same ID "test", but differ, so the decryption fails.
  await expect(elsewhere.current()).rejects.toThrow(/has a different context/);
  const row = store.signingKeys[0];
  if (row) row.privateJwk = testEncryptor('lost').encrypt('{}', signingKey(kid));
  await expect(new SigningKeys({ store, clock, encryptor: testEncryptor() }).current()).rejects.toThrow(UnknownDataKey);
  expect(await elsewhere.verificationKey(kid)).not.toBeNull();
  const rotated = await elsewhere.rotate();
  expect((await elsewhere.current()).kid).toBe(rotated);
});

test('after a rotation, every other instance uses the new signing key within 30 seconds', async () => {
  const { clock, keys, instance } = setUp();
  const other = instance();
  await keys.current();
  await other.current();
  const kid = await keys.rotate();
  clock.advance(seconds(29.9));
  expect((await other.current()).kid).not.toBe(kid);
  clock.advance(seconds(0.1));
  expect((await other.current()).kid).toBe(kid);
});

test('after a rotation, an instance uses the new signing key even if a slow earlier query returns only the old key', async () => {
  const { store, clock, keys } = setUp();
  await keys.current();
  clock.advance(seconds(31));
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const list = store.listSigningKeys;
  const listed = vi.spyOn(store, 'listSigningKeys').mockImplementationOnce(async () => {
    const old = await list();
    await held;
    return old;
  });
  const slow = keys.current();
  await expect.poll(() => listed.mock.calls.length).toBe(1);
  const kid = await keys.rotate();
  release();
  await slow;
  expect((await keys.current()).kid).toBe(kid);
});

test('an instance whose clock is behind can rotate the signing key, and then signs with the new key', async () => {
  const { store, encryptor, clock, keys } = setUp();
  await keys.current();
  const late = testClock(clock.now());
  late.advance(seconds(-600));
  const behind = new SigningKeys({ store, encryptor, clock: late });
  const kid = await behind.rotate();
  expect((await behind.current()).kid).toBe(kid);
});

test('the service retires an old signing key when the last token that the key signed has expired, even without another rotation', async () => {
  const { clock, keys } = setUp();
  const old = (await keys.current()).kid;
  clock.advance(seconds(30 * 86_400));
  const kid = await keys.rotate();
  clock.advance(seconds(30 + 3600));
  expect(await keys.verificationKey(old)).not.toBeNull();
  clock.advance(seconds(300));
  expect(await kids(keys)).toEqual([kid]);
  expect(await keys.verificationKey(old)).toBeNull();
});

test('a rotation deletes a signing key that was superseded a day earlier', async () => {
  const { store, clock, keys } = setUp();
  const first = (await keys.current()).kid;
  clock.advance(seconds(86_400));
  const second = await keys.rotate();
  expect(store.signingKeys.map(({ kid }) => kid)).toEqual([first, second]);
  clock.advance(seconds(86_400));
  const third = await keys.rotate();
  expect(store.signingKeys.map(({ kid }) => kid)).toEqual([second, third]);
});

test('the service queries the signing keys at most once every 30 seconds', async () => {
  const { store, clock, keys } = setUp();
  await keys.current();
  const before = store.queries.listSigningKeys;
  const use = () => Promise.all([keys.current(), keys.jwks(), keys.current(), keys.jwks()]);
  await use();
  clock.advance(seconds(29));
  await use();
  expect(store.queries.listSigningKeys).toBe(before);
  clock.advance(seconds(1));
  await use();
  expect(store.queries.listSigningKeys).toBe(before + 1);
});

test('concurrent lookups of a new signing key that another instance created share one database query and find the key', async () => {
  const { store, keys, instance } = setUp();
  await keys.current();
  const kid = await instance().rotate();
  const before = store.queries.listSigningKeys;
  const found = await Promise.all(Array.from({ length: 20 }, () => keys.verificationKey(kid)));
  expect(found).not.toContain(null);
  expect(store.queries.listSigningKeys).toBe(before + 1);
});

test('lookups of unknown key IDs cause at most one database query per second', async () => {
  const { store, clock, keys } = setUp();
  await keys.current();
  const before = store.queries.listSigningKeys;
  for (let i = 0; i < 100; i += 1) expect(await keys.verificationKey(`made-up-${i}`)).toBeNull();
  expect(store.queries.listSigningKeys).toBe(before + 1);
  clock.advance(seconds(1));
  for (let i = 0; i < 100; i += 1) await keys.verificationKey(`made-up-${i}`);
  expect(store.queries.listSigningKeys).toBe(before + 2);
});
