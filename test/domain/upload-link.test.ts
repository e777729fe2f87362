import { describe, expect, test } from 'vitest';
import { signUploadLink, verifyUploadLink } from '../../server/domain/upload-link.ts';

const key = Buffer.alloc(32, 1);
const END = 1_800_000_000;
const signature = signUploadLink(key, 'asset-1', END);

test('signing a link twice returns the same signature of 43 base64url characters', () => {
  expect(signUploadLink(new Uint8Array(key), 'asset-1', END)).toBe(signature);
  expect(signature).toMatch(/^[\w-]{43}$/);
});

test('a signed link is valid until it expires', () => {
  expect(verifyUploadLink(key, 'asset-1', END, signature, END - 1)).toBe(true);
  expect(verifyUploadLink(key, 'asset-1', END, signature, END)).toBe(false);
  expect(verifyUploadLink(key, 'asset-1', END, signature, END + 1)).toBe(false);
});

describe('Invalid upload links', () => {
  // The last of the 43 characters encodes only four bits, so a different character can decode to the same bytes.
  const respelled = signature.slice(0, -1) + String.fromCharCode(signature.charCodeAt(42) + 1);
  test.each<[string, Uint8Array, string, number, string]>([
    ['for a different asset', key, 'asset-2', END, signature],
    ['with a later expiry time', key, 'asset-1', END + 1, signature],
    ['signed with a different key', Buffer.alloc(32, 2), 'asset-1', END, signature],
    ['without a signature', key, 'asset-1', END, ''],
    ['with a truncated signature', key, 'asset-1', END, signature.slice(0, -1)],
    ['with an extra character after the signature', key, 'asset-1', END, `${signature}A`],
    ['with a different encoding of the signature', key, 'asset-1', END, respelled],
    ['with 43 multi-byte characters', key, 'asset-1', END, 'é'.repeat(43)],
    ['with an unpaired surrogate', key, 'asset-1', END, `${signature.slice(0, 40)}\ud800`],
    ['with a signature of one megabyte', key, 'asset-1', END, 'A'.repeat(1_000_000)],
    ['without an expiry time', key, 'asset-1', Number.NaN, signature],
    ['that never expires', key, 'asset-1', Number.POSITIVE_INFINITY, signature],
    ['whose expiry time has a fraction of a second', key, 'asset-1', END + 0.5, signature],
  ])('the server rejects a link %s', (_, withKey, assetKey, end, given) => {
    expect(verifyUploadLink(withKey, assetKey, end, given, END - 1)).toBe(false);
  });
});

test('the signature does not match when digits move between the expiry time and the asset', () => {
  expect(signUploadLink(key, '5:a', 12)).not.toBe(signUploadLink(key, 'a', 125));
  expect(signUploadLink(key, '2', 1)).not.toBe(signUploadLink(key, '', 12));
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5])('signing a link for the time %s throws an error', (end) => {
  expect(() => signUploadLink(key, 'asset-1', end)).toThrow(RangeError);
});
