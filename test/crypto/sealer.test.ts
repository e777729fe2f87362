import { createSecretKey, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createSealer, SealBroken, UnknownDataKey } from '../../server/crypto/sealer.ts';

const key = (id: string, fill: number) => ({ id, secret: createSecretKey(Buffer.alloc(32, fill)) });
const sealer = createSealer([key('a', 1)]);
const secret = Buffer.from('Ada Lovelace, 10 December 1815');

test.each([
  ['text', secret],
  ['nothing', Buffer.alloc(0)],
  ['10 MiB', randomBytes(10 * 1024 * 1024)],
  ['a part of a larger buffer', Buffer.from('xxabcxx').subarray(2, 5)],
])('what was sealed opens: %s', (_, plaintext) => {
  const { bytes, keyId } = sealer.seal(plaintext, 'submission:1');
  // The database drivers give plain arrays of bytes, too.
  const opened = sealer.open({ keyId, bytes: new Uint8Array(bytes) }, 'submission:1');
  expect(Buffer.compare(opened, plaintext)).toBe(0);
});

test('no nonce comes twice under one salt, and no two sealers have the same salt', () => {
  const sealers = [sealer, createSealer([key('a', 1)])];
  const heads = sealers.map(({ seal }) => Array.from({ length: 1000 }, () => Buffer.from(seal(secret, 'c').bytes)));
  const salts = heads.map((some) => new Set(some.map((bytes) => bytes.subarray(13, 29).toString('hex'))));
  expect(salts.map(({ size }) => size)).toEqual([1, 1]);
  expect([...(salts[0] ?? [])]).not.toEqual([...(salts[1] ?? [])]);
  for (const some of heads) {
    expect(new Set(some.map((bytes) => bytes.subarray(1, 13).toString('hex'))).size).toBe(1000);
  }
});

test('nothing of the plaintext shows, and the same plaintext never looks the same', () => {
  const one = Buffer.from(sealer.seal(secret, 'submission:1').bytes);
  const two = Buffer.from(sealer.seal(secret, 'submission:1').bytes);
  expect(one.includes('Ada')).toBe(false);
  expect(one.subarray(1, 13)).not.toEqual(two.subarray(1, 13));
  expect(one.subarray(13)).not.toEqual(two.subarray(13));
});

test('the first key seals, every key opens', () => {
  const old = sealer.seal(secret, 'c');
  const rotated = createSealer([key('b', 2), key('a', 1)]);
  expect(rotated.seal(secret, 'c').keyId).toBe('b');
  expect(Buffer.from(rotated.open(old, 'c'))).toEqual(secret);
});

describe('what does not open', () => {
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
    ['a cut', { ...sealed, bytes: sealed.bytes.subarray(0, -1) }, 'submission:1', SealBroken],
    ['less than a tag', { ...sealed, bytes: sealed.bytes.subarray(0, 20) }, 'submission:1', SealBroken],
    ['nothing', { ...sealed, bytes: new Uint8Array() }, 'submission:1', SealBroken],
    ['an unknown key', { ...sealed, keyId: 'z' }, 'submission:1', UnknownDataKey],
    ['a key id of an object', { ...sealed, keyId: '__proto__' }, 'submission:1', UnknownDataKey],
  ])('%s', (_, input, context, type) => {
    expect(() => sealer.open(input, context)).toThrow(type);
  });

  test('another key of the same id', () => {
    expect(() => createSealer([key('a', 9)]).open(sealed, 'submission:1')).toThrow(SealBroken);
  });

  test('the error names the missing key and holds no data', () => {
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

describe('derived keys', () => {
  const derived = (from = sealer, purpose = 'upload-link') => from.deriveAll(purpose)[0];

  test('are the same after a restart, and differ by purpose and by key', () => {
    expect(derived()).toEqual(derived(createSealer([key('renamed', 1)])));
    expect(derived()).toHaveLength(32);
    for (const other of [derived(sealer, 'session'), derived(createSealer([key('a', 2)]))])
      expect(derived()).not.toEqual(other);
  });

  test('what a rotated key signed can still be verified', () => {
    const rotated = createSealer([key('b', 2), key('a', 1)]);
    expect(rotated.deriveAll('x')).toEqual([derived(rotated, 'x'), derived(sealer, 'x')]);
  });
});

test('a sealer without a key is refused', () => {
  expect(() => createSealer([])).toThrow(RangeError);
});
