import { beforeEach, expect, test, vi } from 'vitest';
import { Refusal, tokenErrorResponse } from '../../../server/api/contract/problem.ts';
import type { RateLimit } from '../../../server/api/limits/rate-limit.ts';
import { createPolicyLimits } from '../../../server/api/limits/request-limits.ts';
import { AccessTokens } from '../../../server/api/oauth/access-token.ts';
import { verifyClientSecret } from '../../../server/api/oauth/client-secret.ts';
import { SigningKeys } from '../../../server/api/oauth/signing-keys.ts';
import { handleTokenRequest } from '../../../server/api/oauth/token-request.ts';
import { createPartnerDirectory } from '../../../server/storage/partner-directory.ts';
import { testClock } from '../../support/service.ts';
import { fakeStore, PARTNER_SECRET, partner, testEncryptor } from './fakes.ts';

vi.mock('../../../server/api/oauth/client-secret.ts', { spy: true });

const ALL = 'write.education write.microcredential read.webhooks';
const SECRET = encodeURIComponent(PARTNER_SECRET);
const CREDENTIALS = `client_id=acme&client_secret=${SECRET}`;
const GRANT = 'grant_type=client_credentials';

const clock = testClock();
const keys = new SigningKeys({ store: fakeStore(), encryptor: testEncryptor(), clock });
const tokens = new AccessTokens({ keys, clock, baseUrl: 'https://api.example.com' });
let store: ReturnType<typeof fakeStore>;
let deps: Parameters<typeof handleTokenRequest>[2];
const unlimited: RateLimit = () => ({ retryAfter: null, left: null });
const limitedBy = (token: RateLimit) => ({ policies: { ...createPolicyLimits('unlimited'), token } });
beforeEach(() => {
  store = fakeStore([
    partner(),
    partner({ clientId: 'a:b%c+d', scopes: ['write.education'] }),
    partner({ clientId: 'disabled', disabledAt: clock.now() }),
    partner({ clientId: 'no-scopes', scopes: [] }),
  ]);
  const partners = createPartnerDirectory({ store, clock });
  deps = { partners, tokens, clock, security: () => {}, limits: limitedBy(unlimited) };
});

const origin = (authorization?: string) => ({
  remoteAddress: undefined,
  requestId: undefined,
  header: () => authorization,
});
const send = (body: string | Uint8Array, authorization?: string) =>
  handleTokenRequest(Buffer.from(body), origin(authorization), deps);

const form = (rest: string) => `${GRANT}&${CREDENTIALS}${rest}`;
const client = (id: string, secret: string) => `${GRANT}&client_id=${id}&client_secret=${secret}`;
const header = (text: string | Buffer) => `Basic ${Buffer.from(text).toString('base64')}`;
const basic = (id: string, secret: string) => header(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`);
const EXACT = basic('acme', PARTNER_SECRET);

test.each<[string, string, string?, string?]>([
  ['with credentials in the form', form('')],
  ['with the same client ID in the form and in Basic', `${GRANT}&client_id=acme`, ALL, EXACT],
  ['with empty credentials in the form in addition to Basic', client('', ''), ALL, EXACT],
  ['with Basic in any letter case', GRANT, ALL, EXACT.replace('Basic', 'bASIC  ')],
  ['with credentials without Base64 padding', GRANT, ALL, EXACT.replace(/=+$/, '')],
  ['with an escaped colon in the client ID in Basic', GRANT, 'write.education', basic('a:b%c+d', PARTNER_SECRET)],
  ['with a secret whose spaces are encoded as +', GRANT, ALL, header(`acme:${SECRET.replaceAll('%20', '+')}`)],
  ['with an empty scope, which counts as absent', form('&scope=')],
  [
    'with granted scopes in a different order',
    form('&scope=read.webhooks+write.education'),
    'write.education read.webhooks',
  ],
  ['with a scope twice', form('&scope=read.webhooks%20read.webhooks'), 'read.webhooks'],
  ['with unknown fields', form('&audience=x&__proto__=y&=z')],
  ['with empty pairs', `&${GRANT}&&${CREDENTIALS}&`],
  ['with an escaped field name', `grant%5Ftype=client%5Fcredentials&${CREDENTIALS}`],
])('the token endpoint issues a token for a request %s', async (_, body, scope = ALL, authorization = undefined) => {
  const response = await send(body, authorization);
  expect(response).toEqual({
    status: 200,
    body: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope },
    headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
  });
  const token = response.status === 200 ? response.body.access_token : '';
  expect(await tokens.verify(token)).toMatchObject({ scopes: scope.split(' ') });
});

/** Rejected token requests by error code: name, body, and Authorization header. */
const rejected: Record<string, [string, string | Uint8Array, string?][]> = {
  invalid_request: [
    ['with client_id twice, once empty', form('&client_id=')],
    ['with scope twice, once escaped', form('&scope=a&sc%6Fpe=b')],
    ['with an unknown field twice', form('&x=1&x=2')],
    ['with an invalid escape in a name', form('&%zz=1')],
    ['with escapes that are not UTF-8', form('&x=%ff')],
    ['with an escaped surrogate', form('&x=%ED%A0%80')],
    ['with bytes that are not UTF-8', Buffer.concat([Buffer.from(form('&x=')), Buffer.of(0xff)])],
    ['with a byte order mark before grant_type', `\ufeff${form('')}`],
    ['with JSON', JSON.stringify({ grant_type: 'client_credentials' })],
    ['with credentials in the form and in Basic', form(''), EXACT],
    ['with different client IDs in the form and in Basic', `${GRANT}&client_id=other`, EXACT],
    ['with credentials in the form and Bearer', form(''), 'Bearer x'],
  ],
  unsupported_grant_type: [['with a grant type in upper case', `grant_type=CLIENT_CREDENTIALS&${CREDENTIALS}`]],
  invalid_client: [
    ['without credentials', GRANT],
    ['without a client ID', `${GRANT}&client_secret=${SECRET}`],
    ['from an unknown client', client('nobody', SECRET)],
    ['with NUL in a client ID', client('acme%00', SECRET)],
    ['with a client ID that is too long', client('x'.repeat(256), 'x')],
    ['with a wrong secret in Basic', GRANT, basic('acme', 'wrong')],
    ['with an empty Authorization header', GRANT, ''],
    ['with Basic that is not base64', GRANT, 'Basic !!!!'],
    ['with Basic that is base64url', GRANT, 'Basic YWNt_-=='],
    ['with Basic credentials of an invalid length', GRANT, 'Basic YWNtZ'],
    ['with Basic without a colon', GRANT, header('acme')],
    ['with only a colon in Basic', GRANT, header(':')],
    ['with an invalid escape in Basic', GRANT, header('acme:%zz')],
    ['with Basic that is not UTF-8', GRANT, header(Buffer.of(0x61, 0x3a, 0xff))],
    ['with an unescaped colon in the client ID', GRANT, header(`a:b%25c%2Bd:${SECRET}`)],
    ['with two Basic credentials', GRANT, `${EXACT}, Basic x`],
  ],
  invalid_scope: [
    ['with a scope that the partner does not have', form('&scope=read.webhooks+write.webhooks')],
    ['with a scope in upper case', form('&scope=READ.WEBHOOKS')],
    ['with two spaces between scopes', form('&scope=read.webhooks++write.education')],
    ['with a space before a scope', form('&scope=+read.webhooks')],
    ['with a space as the scope', form('&scope=+')],
    ['with a tab between scopes', form('&scope=read.webhooks%09write.education')],
    ['with NUL in a scope', form('&scope=read.webhooks%00')],
    ['from a partner without scopes', client('no-scopes', SECRET)],
  ],
};

const rows = Object.entries(rejected).flatMap(([error, requests]) =>
  requests.map(([name, body, authorization]) => ({ error, name, body, authorization })),
);
test.each(rows)('the token endpoint returns $error for a request $name', async ({ error, body, authorization }) => {
  const status = error === 'invalid_client' ? 401 : 400;
  expect(await send(body, authorization)).toEqual({
    status,
    // RFC 6749, section 5.2, permits only these characters.
    body: { error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) },
    headers: {
      'Cache-Control': 'no-store',
      Pragma: 'no-cache',
      ...(status === 401 && { 'WWW-Authenticate': expect.stringMatching(/^Basic realm="[^"]+"/) }),
    },
  });
});

test('the token endpoint rejects Basic credentials whose Base64 text has an extra trailing character', async () => {
  // Selects credentials whose Base64 text has no padding, because Node ignores an extra character after unpadded text.
  const text = [SECRET, SECRET.replace('%20', '+'), SECRET.replaceAll('%20', '+')]
    .map((secret) => `acme:${secret}`)
    .find(({ length }) => length % 3 === 0);
  if (text === undefined) throw new Error('No secret has a suitable length');
  expect(await send(GRANT, header(text))).toMatchObject({ status: 200 });
  expect(await send(GRANT, `${header(text)}A`)).toMatchObject({ status: 401 });
});

test.each([
  'grant_type',
  'client_id',
  'client_secret',
  'scope',
])('the error of the token endpoint names the repeated parameter %s', async (name) => {
  expect(await send(`${name}=a&${name}=b`)).toMatchObject({
    body: { error_description: `${name} is repeated.` },
  });
});

test('the response to a rejected token request contains no values from the request', async () => {
  const canary = 'canary';
  const requests: [string, string?][] = [
    [`${canary}=1&${canary}=2`],
    [`${GRANT}&${canary}=%`],
    [`grant_type=${canary}`],
    [client(canary, canary)],
    [GRANT, basic(canary, canary)],
    [form(`&scope=${canary}++${canary}`)],
  ];
  for (const request of requests) {
    const response = await send(...request);
    expect(response.status).not.toBe(200);
    expect(JSON.stringify(response)).not.toContain(canary);
  }
});

test('for a wrong secret, the token endpoint returns the same response after the same time, whether or not the client exists', async () => {
  const responses: unknown[] = [];
  for (const id of ['acme', 'nobody', 'disabled', 'no%00body']) {
    vi.mocked(verifyClientSecret).mockClear();
    responses.push(await send(client(id, 'wrong')));
    // The endpoint always compares the secret with two hashes, so that the response time does not reveal the client.
    const compared = ['wrong', expect.stringMatching(/^sha256\$/)];
    expect(vi.mocked(verifyClientSecret).mock.calls).toEqual([compared, compared]);
  }
  for (const response of responses) expect(response).toEqual(responses[0]);
});

test('the rate limit of the token endpoint applies to each partner separately, and the 429 response has Retry-After', async () => {
  const rateLimit = vi.fn(() => ({ retryAfter: 7, left: null }));
  deps = { ...deps, limits: limitedBy(rateLimit) };
  const refusal = await send(form('')).catch((error: unknown) => error as Refusal);
  expect(refusal).toBeInstanceOf(Refusal);
  expect(tokenErrorResponse(refusal as Refusal)).toEqual({
    status: 429,
    body: expect.stringContaining('"error":"temporarily_unavailable"'),
    headers: { 'Content-Type': 'application/json', 'Retry-After': '7' },
  });
  expect(rateLimit).toHaveBeenCalledExactlyOnceWith('acme', undefined);
});

test('requests with a wrong secret do not count towards the rate limit of the partner', async () => {
  const rateLimit = vi.fn(unlimited);
  deps = { ...deps, limits: limitedBy(rateLimit) };
  for (const id of ['acme', 'nobody', 'disabled']) await send(client(id, 'wrong'));
  expect(rateLimit).not.toHaveBeenCalled();
});
