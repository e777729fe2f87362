import { expect, test } from 'vitest';
import { signUploadLink, verifyUploadLink } from '../../server/domain/upload-link.ts';

const key = Buffer.alloc(32, 1);

test('moving a digit between the expiry time and the asset key of an upload link invalidates the signature', () => {
  expect(signUploadLink(key, '5:a', 12)).not.toBe(signUploadLink(key, 'a', 125));
  expect(signUploadLink(key, '2', 1)).not.toBe(signUploadLink(key, '', 12));
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5])('an upload link cannot have the expiry time %s', (end) => {
  expect(() => signUploadLink(key, 'asset-1', end)).toThrow(RangeError);
  expect(verifyUploadLink(key, 'asset-1', end, 'A'.repeat(43), 0)).toBe(false);
});
