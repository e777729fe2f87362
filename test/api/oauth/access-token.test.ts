import crypto from 'node:crypto';
import { decodeJwt, decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { AccessTokens } from '../../../server/api/oauth/access-token.ts';
import { SigningKeys } from '../../../server/api/oauth/signing-keys.ts';
import { seconds } from '../../../server/domain/clock.ts';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import { testClock } from '../../support/service.ts';
import { fakeStore, testEncryptor } from './fakes.ts';

const BASE_URL = 'https://api.example.com';
const NOW = Date.UTC(2026, 0, 31, 9, 30) / 1000;
const SCOPES = ['write.education', 'read.webhooks'];
const CACHED = [true, false];

let store: ReturnType<typeof fakeStore>;
let clock: ReturnType<typeof testClock>;
let keys: SigningKeys;
let tokens: AccessTokens;
beforeEach(() => {
  store = fakeStore();
  clock = testClock(seconds(NOW));
  keys = new SigningKeys({ store, clock, encryptor: testEncryptor() });
  tokens = new AccessTokens({ keys, clock, baseUrl: BASE_URL });
});

const CLAIMS = {
  iss: BASE_URL,
  sub: 'acme',
  client_id: 'acme',
  aud: BASE_URL,
  iat: NOW,
  exp: NOW + 3600,
};

async function sign(claims: JWTPayload = {}, header: Record<string, unknown> = {}): Promise<string> {
  const { kid, privateKey } = await keys.current();
  const standard = {
    ...CLAIMS,
    jti: 'one',
    scope: 'write.education',
  };
  // Setting a claim to `undefined` removes the claim from the token.
  return new SignJWT({ ...standard, ...claims })
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...header })
    .sign(privateKey, { crit: { exp: true } });
}

test('an access token has the header and the claims of RFC 9068', async () => {
  const token = await tokens.issue('acme', SCOPES);
  expect(decodeProtectedHeader(token)).toEqual({
    alg: 'ES256',
    typ: 'at+jwt',
    kid: (await keys.current()).kid,
  });
  expect(decodeJwt(token)).toEqual({
    ...CLAIMS,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    scope: 'write.education read.webhooks',
  });
});

test('every server instance accepts an access token, whether or not the instance has cached the token', async () => {
  const token = await tokens.issue('acme', SCOPES);
  const other = new AccessTokens({ keys, clock, baseUrl: BASE_URL });
  const issuedAt = clock.now();
  const expected = { clientId: 'acme', scopes: SCOPES, issuedAt, expiresAt: issuedAt + seconds(3600) };
  for (const each of [tokens, tokens, other]) expect(await each.verify(token)).toEqual(expected);
});

test.each(
  CACHED,
)('an access token expires after 3600 seconds (cached after an earlier verification: %s)', async (seenBefore) => {
  const token = await tokens.issue('acme', SCOPES);
  if (seenBefore) await tokens.verify(token);
  clock.advance(seconds(3599.999999));
  expect(await tokens.verify(token)).toMatchObject({ clientId: 'acme' });
  clock.advance(seconds(0.000001));
  expect(await tokens.verify(token)).toBe('expired');
  clock.advance(seconds(1));
  expect(await tokens.verify(token)).toBe('expired');
});

test.each(
  CACHED,
)('an access token whose signing key was removed is invalid (cached after an earlier verification: %s)', async (seenBefore) => {
  const token = await tokens.issue('acme', SCOPES);
  if (seenBefore) await tokens.verify(token);
  await keys.rotate();
  store.signingKeys.shift();
  clock.advance(seconds(30));
  expect(await tokens.verify(token)).toBe('invalid');
});

test.each<[JWTPayload, Record<string, unknown>?]>([
  [{}],
  [{ aud: ['https://other.example.com', BASE_URL] }],
  [{ nbf: NOW }],
  [{}, { typ: 'application/at+jwt' }],
])('the service accepts a token with the claims %j and the header %j', async (claims, header) => {
  expect(await tokens.verify(await sign(claims, header))).toMatchObject({ clientId: 'acme' });
});

test('an access token with an empty scope claim is valid, but grants no scopes', async () => {
  expect(await tokens.verify(await sign({ scope: '' }))).toMatchObject({ scopes: [] });
});

test.each<[string, JWTPayload, Record<string, unknown>?]>([
  ['from a different issuer', { iss: 'https://other.example.com' }],
  ['from an issuer whose URL has the same prefix', { iss: `${BASE_URL}.evil.example` }],
  ['for a different audience', { aud: 'https://app.example.com' }],
  ['with an empty audience', { aud: [] }],
  ['that is not valid yet', { nbf: NOW + 1 }],
  ['with a different type', {}, { typ: 'JWT' }],
  ['without a type', {}, { typ: undefined }],
  ['with an unknown critical header', {}, { crit: ['exp'], exp: 1 }],
  ['whose subject is a different client', { sub: 'other' }],
  ['with an empty client ID', { sub: '', client_id: '' }],
  ['with a number as the client ID', { sub: 1 as unknown as string, client_id: 1 }],
  ['with scopes in an array', { scope: ['write.education'] }],
  ['with a string as expiry time', { exp: '9999999999' as unknown as number }],
  ['that never expires', { exp: null as unknown as number }],
  ...['iss', 'sub', 'client_id', 'aud', 'iat', 'exp', 'jti', 'scope'].map(
    (claim) => [`without ${claim}`, { [claim]: undefined }] as [string, JWTPayload],
  ),
])('the service rejects a token %s, even if the service signed the token', async (_, claims, header) => {
  const token = await sign(claims, header);
  for (const _time of ['first', 'second']) expect(await tokens.verify(token)).toBe('invalid');
});

test.each([
  ...['', '..', 'a.b.c', 'é.é.é', '\ud800.\ud800.\ud800', 'eyJhbGciOiJFUzI1NiJ9.e30=.AAAA', '.'.repeat(100_000)],
  // These Base64url strings decode to the invalid JWT headers [], null, "ES256", and {.
  ...['W10', 'bnVsbA', 'IkVTMjU2Ig', 'ew'].map((header) => `${header}.e30.AAAA`),
])('the service rejects a string that is not an access token: %.40j', async (token) => {
  expect(await tokens.verify(token)).toBe('invalid');
});

test('the cache of verified tokens does not store rejected tokens', async () => {
  const early = await sign({ nbf: NOW + 1 });
  expect(await tokens.verify(early)).toBe('invalid');
  clock.advance(seconds(1));
  expect(await tokens.verify(early)).toMatchObject({ clientId: 'acme' });
});

test('the cache of verified tokens evicts the oldest token when the cache is full', async () => {
  const checks = vi.spyOn(crypto.webcrypto.subtle, 'verify');
  onTestFinished(() => checks.mockRestore());
  const small = new AccessTokens({ keys, clock, baseUrl: BASE_URL, cacheSize: 2 });
  const all = await Promise.all([1, 2, 3].map(() => tokens.issue('acme', SCOPES)));
  const verify = async (index: number) =>
    expect(await small.verify(all[index] ?? '')).toMatchObject({ clientId: 'acme' });
  for (const index of [0, 1, 2]) await verify(index);
  expect(checks).toHaveBeenCalledTimes(3);
  for (const index of [1, 2]) await verify(index);
  expect(checks).toHaveBeenCalledTimes(3);
  await verify(0);
  expect(checks).toHaveBeenCalledTimes(4);
});

test('while the database is down, token verification fails with StoreUnavailable instead of reporting an invalid token', async () => {
  const token = await tokens.issue('acme', SCOPES);
  await tokens.verify(token);
  clock.advance(seconds(31));
  store.down = true;
  await expect(tokens.verify(token)).rejects.toThrow(StoreUnavailable);
  await expect(tokens.issue('acme', SCOPES)).rejects.toThrow(StoreUnavailable);
  expect(await tokens.verify('x')).toBe('invalid');
  store.down = false;
  expect(await tokens.verify(token)).toMatchObject({ clientId: 'acme' });
});
