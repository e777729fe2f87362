import { createSecretKey, randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  submissionContent,
  verificationContent,
  verifiedIdentity,
  webhookSecret,
} from '../../../server/storage/encryption/encrypted-json.ts';
import { DecryptionError, Encryptor, UnknownDataKey } from '../../../server/storage/encryption/encryptor.ts';

const key = (id: string, fill: number) => ({ id, secret: createSecretKey(Buffer.alloc(32, fill)) });
const encryptor = new Encryptor([key('a', 1)]);
const secret = Buffer.from('Ada Lovelace, 10 December 1815');

test.each([
  ['text', secret],
  ['an empty buffer', Buffer.alloc(0)],
  ['10 MiB', randomBytes(10 * 1024 * 1024)],
  ['a part of a larger buffer', Buffer.from('xxabcxx').subarray(2, 5)],
])('the encryptor restores %s from the encrypted bytes', (_, plaintext) => {
  const encrypted = encryptor.encrypt(plaintext, 'submission:1');
  // Decrypts a plain Uint8Array, because the database drivers return plain Uint8Arrays instead of Buffers.
  const opened = encryptor.decrypt(new Uint8Array(encrypted), 'submission:1');
  expect(Buffer.compare(opened, plaintext)).toBe(0);
});

test('the encrypted bytes hide the plaintext, and each encryption uses a new nonce and a new salt', () => {
  const messages = Array.from({ length: 1000 }, () => Buffer.from(encryptor.encrypt(secret, 'c')).subarray(2));
  const partsOf = (start: number, end?: number) => messages.map((bytes) => bytes.subarray(start, end).toString('hex'));
  for (const parts of [partsOf(1, 13), partsOf(13, 29), partsOf(29)]) expect(new Set(parts).size).toBe(1000);
  expect(messages.some((bytes) => bytes.includes('Ada Lovelace'))).toBe(false);
});

test('the encryptor encrypts with its first data key, and decrypts with any of its data keys', () => {
  const old = encryptor.encrypt(secret, 'c');
  const rotated = new Encryptor([key('b', 2), key('a', 1)]);
  expect(Buffer.from(rotated.encrypt(secret, 'c')).subarray(0, 2)).toEqual(Buffer.from('\x01b'));
  expect(Buffer.from(rotated.decrypt(old, 'c'))).toEqual(secret);
});

const encrypted = encryptor.encrypt(secret, 'submission:1');
const altered = (index: number) => {
  const bytes = Buffer.from(encrypted);
  bytes.writeUInt8((bytes.at(index) ?? 0) ^ 1, index < 0 ? bytes.length + index : index);
  return bytes;
};
const renamed = (id: string) => Buffer.concat([Buffer.of(id.length), Buffer.from(id), encrypted.subarray(2)]);
test.each([
  ['a different context', encrypted, 'submission:2', DecryptionError],
  ['an empty context', encrypted, '', DecryptionError],
  ['a changed format version', altered(2), 'submission:1', DecryptionError],
  ['a changed nonce', altered(3), 'submission:1', DecryptionError],
  ['a changed salt', altered(15), 'submission:1', DecryptionError],
  ['a changed ciphertext', altered(31), 'submission:1', DecryptionError],
  ['a changed tag', altered(-1), 'submission:1', DecryptionError],
  ['truncated bytes', encrypted.subarray(0, -1), 'submission:1', DecryptionError],
  ['fewer bytes than a tag', encrypted.subarray(0, 22), 'submission:1', DecryptionError],
  ['empty bytes', new Uint8Array(), 'submission:1', DecryptionError],
  ['an unknown key', renamed('z'), 'submission:1', UnknownDataKey],
  ['a key ID that is a property of objects', renamed('__proto__'), 'submission:1', UnknownDataKey],
])('decryption fails with %s', (_, input, context, type) => {
  expect(() => encryptor.decrypt(input, context)).toThrow(type);
});

test('the encryptor rejects bytes that were encrypted with a different key that has the same ID', () => {
  expect(() => new Encryptor([key('a', 9)]).decrypt(encrypted, 'submission:1')).toThrow(DecryptionError);
});

test('the error for a missing data key names the key and contains no data', () => {
  const error = (() => {
    try {
      return new Encryptor([key('b', 2)]).decrypt(encrypted, 'submission:1');
    } catch (thrown) {
      return thrown as Error;
    }
  })();
  expect(error).toMatchObject({ message: expect.stringContaining('"a"') });
  expect(Object.getOwnPropertyNames(error).toSorted()).toEqual(['message', 'name', 'stack']);
});

const derived = (from = encryptor, purpose = 'upload-link') => from.deriveAll(purpose)[0];

test('a derived key stays the same after a restart, and depends on the purpose and the data key', () => {
  expect(derived()).toEqual(derived(new Encryptor([key('renamed', 1)])));
  expect(derived()).toHaveLength(32);
  for (const other of [derived(encryptor, 'session'), derived(new Encryptor([key('a', 2)]))])
    expect(derived()).not.toEqual(other);
});

test('the encryptor derives a key from every data key', () => {
  const rotated = new Encryptor([key('b', 2), key('a', 1)]);
  expect(rotated.deriveAll('x')).toEqual([derived(rotated, 'x'), derived(encryptor, 'x')]);
});

test('an encryptor cannot be created without a key', () => {
  expect(() => new Encryptor([])).toThrow(RangeError);
});

type RowKey = { clientId: string; requestId: string; id: string };
test.each<[string, (key: RowKey) => string]>([
  ['content of a submission', submissionContent],
  ['content of a verification request', verificationContent],
  ['identity', verifiedIdentity],
  ['secret of a webhook', webhookSecret],
])('an encrypted value that is copied to another partner or another row cannot be decrypted: %s', (_, contextOf) => {
  const own = { clientId: 'acme', requestId: 'one', id: 'one' };
  const encrypted = encryptor.encrypt(secret, contextOf(own));
  expect(Buffer.compare(encryptor.decrypt(encrypted, contextOf(own)), secret)).toBe(0);
  const others = [
    { ...own, clientId: 'other' },
    { ...own, requestId: 'other', id: 'other' },
  ];
  for (const other of others) expect(() => encryptor.decrypt(encrypted, contextOf(other))).toThrow(DecryptionError);
});
