import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSealer, SealBroken, UnknownDataKey } from '../../server/crypto/sealer.ts';

const key = (id: string, fill: number) => ({ id, secret: createSecretKey(Buffer.alloc(32, fill)) });
const sealer = createSealer([key('a', 1)]);
const secret = Buffer.from('Ada Lovelace, 10 December 1815');

test.each([
  ['a text', secret],
  ['an empty buffer', Buffer.alloc(0)],
  ['10 MiB', randomBytes(10 * 1024 * 1024)],
  ['a part of a larger buffer', Buffer.from('xxabcxx').subarray(2, 5)],
])('the sealer opens %s that it sealed', (_, plaintext) => {
  const { bytes, keyId } = sealer.seal(plaintext, 'submission:1');
  // The database drivers also return plain Uint8Arrays.
  const opened = sealer.open({ keyId, bytes: new Uint8Array(bytes) }, 'submission:1');
  expect(Buffer.compare(opened, plaintext)).toBe(0);
});

test('each sealer has its own salt and never repeats a nonce', () => {
  const sealers = [sealer, createSealer([key('a', 1)])];
  const heads = sealers.map(({ seal }) => Array.from({ length: 1000 }, () => Buffer.from(seal(secret, 'c').bytes)));
  const salts = heads.map((some) => new Set(some.map((bytes) => bytes.subarray(13, 29).toString('hex'))));
  expect(salts.map(({ size }) => size)).toEqual([1, 1]);
  expect([...(salts[0] ?? [])]).not.toEqual([...(salts[1] ?? [])]);
  for (const some of heads) {
    expect(new Set(some.map((bytes) => bytes.subarray(1, 13).toString('hex'))).size).toBe(1000);
  }
});

test('the sealed bytes hide the plaintext and differ for equal plaintexts', () => {
  const one = Buffer.from(sealer.seal(secret, 'submission:1').bytes);
  const two = Buffer.from(sealer.seal(secret, 'submission:1').bytes);
  expect(one.includes('Ada')).toBe(false);
  expect(one.subarray(1, 13)).not.toEqual(two.subarray(1, 13));
  expect(one.subarray(13)).not.toEqual(two.subarray(13));
});

test('the sealer seals with the first key and opens with every key', () => {
  const old = sealer.seal(secret, 'c');
  const rotated = createSealer([key('b', 2), key('a', 1)]);
  expect(rotated.seal(secret, 'c').keyId).toBe('b');
  expect(Buffer.from(rotated.open(old, 'c'))).toEqual(secret);
});

describe('Sealed bytes that the sealer rejects', () => {
  const sealed = sealer.seal(secret, 'submission:1');
  const altered = (index: number) => {
    const bytes = Buffer.from(sealed.bytes);
    bytes.writeUInt8((bytes.at(index) ?? 0) ^ 1, index < 0 ? bytes.length + index : index);
    return { ...sealed, bytes };
  };
  test.each([
    ['another context', sealed, 'submission:2', SealBroken],
    ['an empty context', sealed, '', SealBroken],
    ['a changed format version', altered(0), 'submission:1', SealBroken],
    ['a changed nonce', altered(1), 'submission:1', SealBroken],
    ['a changed salt', altered(13), 'submission:1', SealBroken],
    ['a changed ciphertext', altered(29), 'submission:1', SealBroken],
    ['a changed tag', altered(-1), 'submission:1', SealBroken],
    ['truncated bytes', { ...sealed, bytes: sealed.bytes.subarray(0, -1) }, 'submission:1', SealBroken],
    ['fewer bytes than a tag', { ...sealed, bytes: sealed.bytes.subarray(0, 20) }, 'submission:1', SealBroken],
    ['empty bytes', { ...sealed, bytes: new Uint8Array() }, 'submission:1', SealBroken],
    ['an unknown key', { ...sealed, keyId: 'z' }, 'submission:1', UnknownDataKey],
    ['a key ID that is a property of objects', { ...sealed, keyId: '__proto__' }, 'submission:1', UnknownDataKey],
  ])('the sealer rejects %s', (_, input, context, type) => {
    expect(() => sealer.open(input, context)).toThrow(type);
  });

  test('the sealer rejects bytes from another key with the same ID', () => {
    expect(() => createSealer([key('a', 9)]).open(sealed, 'submission:1')).toThrow(SealBroken);
  });

  test('the error names the missing key and contains no data', () => {
    const error = (() => {
      try {
        return createSealer([key('b', 2)]).open(sealed, 'submission:1');
      } catch (thrown) {
        return thrown as Error;
      }
    })();
    expect(error).toMatchObject({ message: expect.stringContaining('"a"') });
    expect(Object.getOwnPropertyNames(error).toSorted()).toEqual(['message', 'name', 'stack']);
  });
});

describe('A derived key', () => {
  const derived = (from = sealer, purpose = 'upload-link') => from.deriveAll(purpose)[0];

  test('the derived key survives a restart and differs by purpose and by key', () => {
    expect(derived()).toEqual(derived(createSealer([key('renamed', 1)])));
    expect(derived()).toHaveLength(32);
    for (const other of [derived(sealer, 'session'), derived(createSealer([key('a', 2)]))])
      expect(derived()).not.toEqual(other);
  });

  test('the sealer derives a key from every data key', () => {
    const rotated = createSealer([key('b', 2), key('a', 1)]);
    expect(rotated.deriveAll('x')).toEqual([derived(rotated, 'x'), derived(sealer, 'x')]);
  });
});

test('createSealer throws without a key', () => {
  expect(() => createSealer([])).toThrow(RangeError);
});
