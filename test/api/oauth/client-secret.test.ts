import { expect, test } from 'vitest';
import { generateClientSecret, hashClientSecret, verifyClientSecret } from '../../../server/api/oauth/client-secret.ts';

test('a generated client secret has 256 random bits', () => {
  const secrets = new Set(Array.from({ length: 100 }, generateClientSecret));
  expect(secrets.size).toBe(100);
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
});

test.each([
  ['a generated client secret', generateClientSecret()],
  ['a sandbox secret', 'sandbox-secret'],
  ['a client secret with special characters', 'ü:%+&'],
  ['a client secret of 8,000 characters', 'x'.repeat(8000)],
])('the hash of %s matches only that secret', (_, secret) => {
  const hash = hashClientSecret(secret);
  expect(verifyClientSecret(secret, hash)).toBe(true);
  for (const other of ['', `${secret}x`, secret.slice(1), secret.toUpperCase(), hash]) {
    expect(verifyClientSecret(other, hash)).toBe(other === secret);
  }
});

test('the hash of a client secret reveals neither the secret nor whether two secrets are equal', () => {
  const hash = hashClientSecret('sandbox-secret');
  expect(hash).not.toContain('sandbox-secret');
  expect(hash).not.toBe(hashClientSecret('sandbox-secret'));
});

const [, salt, digest] = hashClientSecret('s').split('$');
test.each([
  '',
  's',
  '$$',
  `sha256$${salt}$`,
  `sha256$$${digest}`,
  `sha256$${salt}$AAAA`,
  `sha256$${salt}$${digest}$x`,
  `md5$${salt}$${digest}`,
])('no client secret matches the invalid hash "%s"', (hash) => {
  expect(verifyClientSecret('s', hash)).toBe(false);
  expect(verifyClientSecret('', hash)).toBe(false);
});
