import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { RateLimit } from '../../../server/api/limits/rate-limit.ts';
import { createPolicyLimits } from '../../../server/api/limits/request-limits.ts';
import { AccessTokens } from '../../../server/api/oauth/access-token.ts';
import { verifyClientSecret } from '../../../server/api/oauth/client-secret.ts';
import { SigningKeys } from '../../../server/api/oauth/signing-keys.ts';
import { handleTokenRequest } from '../../../server/api/oauth/token-request.ts';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import { createPartnerDirectory } from '../../../server/storage/partner-directory.ts';
import { fakeStore, PARTNER_SECRET, partner, testClock, testEncryptor } from './fakes.ts';

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
const base64 = (text: string) => Buffer.from(text).toString('base64');
const basic = (id: string, secret: string) =>
  `Basic ${base64(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`)}`;

describe('An accepted token request', () => {
  test.each<[string, string, string | undefined, string]>([
    ['for credentials in the form', `${GRANT}&${CREDENTIALS}`, undefined, ALL],
    ['for credentials with Basic authentication', GRANT, basic('acme', PARTNER_SECRET), ALL],
    ['with the same client ID in the form and in Basic', `${GRANT}&client_id=acme`, basic('acme', PARTNER_SECRET), ALL],
    ['for any letter case of Basic', GRANT, basic('acme', PARTNER_SECRET).replace('Basic', 'bASIC  '), ALL],
    ['for credentials without Base64 padding', GRANT, basic('acme', PARTNER_SECRET).replace(/=+$/, ''), ALL],
    ['for a client ID with an escaped colon in Basic', GRANT, basic('a:b%c+d', PARTNER_SECRET), 'write.education'],
    ['for a secret with spaces encoded as +', GRANT, `Basic ${base64(`acme:${SECRET.replaceAll('%20', '+')}`)}`, ALL],
    ['for an empty scope, which counts as absent', `${GRANT}&${CREDENTIALS}&scope=`, undefined, ALL],
    ['for a single scope', `${GRANT}&${CREDENTIALS}&scope=read.webhooks`, undefined, 'read.webhooks'],
    [
      'with the scopes in the order of the grant',
      `${GRANT}&${CREDENTIALS}&scope=read.webhooks+write.education`,
      undefined,
      'write.education read.webhooks',
    ],
    ['with a scope twice', `${GRANT}&${CREDENTIALS}&scope=read.webhooks%20read.webhooks`, undefined, 'read.webhooks'],
    ['with unknown fields', `${GRANT}&${CREDENTIALS}&audience=x&__proto__=y&=z`, undefined, ALL],
    ['with empty pairs', `&${GRANT}&&${CREDENTIALS}&`, undefined, ALL],
    ['with an escaped field name', `grant%5Ftype=client%5Fcredentials&${CREDENTIALS}`, undefined, ALL],
    [
      'with empty credentials in the form in addition to Basic',
      `${GRANT}&client_id=&client_secret=`,
      basic('acme', PARTNER_SECRET),
      ALL,
    ],
  ])('the token endpoint issues a token %s', async (_, body, authorization, scope) => {
    const response = await send(body, authorization);
    expect(response).toEqual({
      status: 200,
      body: { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope },
      headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache' },
    });
    const token = response.status === 200 ? response.body.access_token : '';
    expect(await tokens.verify(token)).toMatchObject({ scopes: scope.split(' ') });
  });
});

describe('A rejected token request', () => {
  const form = (rest: string) => `${GRANT}&${CREDENTIALS}${rest}`;
  const header = (text: string) => `Basic ${base64(text)}`;
  test.each<[string, string | Uint8Array, string | undefined, number, string]>([
    ['without a body', '', undefined, 400, 'invalid_request'],
    ['without grant_type', CREDENTIALS, undefined, 400, 'invalid_request'],
    ['with an empty grant_type', `grant_type=&${CREDENTIALS}`, undefined, 400, 'invalid_request'],
    ['with grant_type twice', form(`&${GRANT}`), undefined, 400, 'invalid_request'],
    ['with client_id twice', form('&client_id=acme'), undefined, 400, 'invalid_request'],
    ['with client_id twice, once empty', form('&client_id='), undefined, 400, 'invalid_request'],
    ['with scope twice', form('&scope=a&scope=b'), undefined, 400, 'invalid_request'],
    ['with scope twice, once escaped', form('&scope=a&sc%6Fpe=b'), undefined, 400, 'invalid_request'],
    ['with an unknown field twice', form('&x=1&x=2'), undefined, 400, 'invalid_request'],
    ['with an invalid escape in a value', form('&x=%'), undefined, 400, 'invalid_request'],
    ['with an invalid escape in a name', form('&%zz=1'), undefined, 400, 'invalid_request'],
    ['with escapes that are not UTF-8', form('&x=%ff'), undefined, 400, 'invalid_request'],
    ['with an escaped surrogate', form('&x=%ED%A0%80'), undefined, 400, 'invalid_request'],
    [
      'with bytes that are not UTF-8',
      Buffer.concat([Buffer.from(form('&x=')), Buffer.of(0xff)]),
      undefined,
      400,
      'invalid_request',
    ],
    ['with a byte order mark before grant_type', Buffer.from(`\ufeff${form('')}`), undefined, 400, 'invalid_request'],
    ['with JSON', JSON.stringify({ grant_type: 'client_credentials' }), undefined, 400, 'invalid_request'],
    ['with credentials in both places', form(''), basic('acme', PARTNER_SECRET), 400, 'invalid_request'],
    [
      'with different client IDs in the form and in Basic',
      `${GRANT}&client_id=other`,
      basic('acme', PARTNER_SECRET),
      400,
      'invalid_request',
    ],
    ['with credentials in the form and Bearer', form(''), 'Bearer x', 400, 'invalid_request'],

    ['for an unsupported grant type', `grant_type=password&${CREDENTIALS}`, undefined, 400, 'unsupported_grant_type'],
    [
      'for a grant type in upper case',
      `grant_type=CLIENT_CREDENTIALS&${CREDENTIALS}`,
      undefined,
      400,
      'unsupported_grant_type',
    ],

    ['without credentials', GRANT, undefined, 401, 'invalid_client'],
    ['without a client ID', `${GRANT}&client_secret=${SECRET}`, undefined, 401, 'invalid_client'],
    ['without a secret', `${GRANT}&client_id=acme`, undefined, 401, 'invalid_client'],
    ['with an empty secret', `${GRANT}&client_id=acme&client_secret=`, undefined, 401, 'invalid_client'],
    ['with a wrong secret', `${GRANT}&client_id=acme&client_secret=wrong`, undefined, 401, 'invalid_client'],
    ['from an unknown client', `${GRANT}&client_id=nobody&client_secret=${SECRET}`, undefined, 401, 'invalid_client'],
    ['from a disabled client', `${GRANT}&client_id=disabled&client_secret=${SECRET}`, undefined, 401, 'invalid_client'],
    ['with the client ID ACME', `${GRANT}&client_id=ACME&client_secret=${SECRET}`, undefined, 401, 'invalid_client'],
    ['with NUL in a client ID', `${GRANT}&client_id=acme%00&client_secret=${SECRET}`, undefined, 401, 'invalid_client'],
    [
      'with a client ID that is too long',
      `${GRANT}&client_id=${'x'.repeat(256)}&client_secret=x`,
      undefined,
      401,
      'invalid_client',
    ],
    ['with a wrong secret in Basic', GRANT, basic('acme', 'wrong'), 401, 'invalid_client'],
    ['with Basic but no credentials', GRANT, 'Basic', 401, 'invalid_client'],
    ['with Basic and empty credentials', GRANT, 'Basic ', 401, 'invalid_client'],
    ['with an empty Authorization header', GRANT, '', 401, 'invalid_client'],
    ['with Basic that is not base64', GRANT, 'Basic !!!!', 401, 'invalid_client'],
    ['with Basic that is base64url', GRANT, 'Basic YWNt_-==', 401, 'invalid_client'],
    ['with Basic credentials of an invalid length', GRANT, 'Basic YWNtZ', 401, 'invalid_client'],
    ['with Basic without a colon', GRANT, header('acme'), 401, 'invalid_client'],
    ['with only a colon in Basic', GRANT, header(':'), 401, 'invalid_client'],
    ['with an invalid escape in Basic', GRANT, header('acme:%zz'), 401, 'invalid_client'],
    [
      'with Basic that is not UTF-8',
      GRANT,
      `Basic ${Buffer.of(0x61, 0x3a, 0xff).toString('base64')}`,
      401,
      'invalid_client',
    ],
    ['with an unescaped colon in the client ID', GRANT, header(`a:b%25c%2Bd:${SECRET}`), 401, 'invalid_client'],
    ['with two Basic credentials', GRANT, `${basic('acme', PARTNER_SECRET)}, Basic x`, 401, 'invalid_client'],
    ['with Bearer', GRANT, 'Bearer x', 401, 'invalid_client'],

    ['for a scope that was not granted', form('&scope=write.webhooks'), undefined, 400, 'invalid_scope'],
    ['for one more scope than granted', form('&scope=read.webhooks+write.webhooks'), undefined, 400, 'invalid_scope'],
    ['for an unknown scope', form('&scope=admin'), undefined, 400, 'invalid_scope'],
    ['for a scope in upper case', form('&scope=READ.WEBHOOKS'), undefined, 400, 'invalid_scope'],
    ['with two spaces between scopes', form('&scope=read.webhooks++write.education'), undefined, 400, 'invalid_scope'],
    ['with a space before a scope', form('&scope=+read.webhooks'), undefined, 400, 'invalid_scope'],
    ['with a space after a scope', form('&scope=read.webhooks+'), undefined, 400, 'invalid_scope'],
    ['with a space as the scope', form('&scope=+'), undefined, 400, 'invalid_scope'],
    ['with a tab between scopes', form('&scope=read.webhooks%09write.education'), undefined, 400, 'invalid_scope'],
    ['with a quote in a scope', form('&scope=%22'), undefined, 400, 'invalid_scope'],
    ['with NUL in a scope', form('&scope=read.webhooks%00'), undefined, 400, 'invalid_scope'],
    [
      'from a partner without scopes',
      `${GRANT}&client_id=no-scopes&client_secret=${SECRET}`,
      undefined,
      400,
      'invalid_scope',
    ],
  ])('the token endpoint rejects a request %s', async (_, body, authorization, status, error) => {
    const response = await send(body, authorization);
    expect(response).toEqual({
      status,
      // RFC 6749, section 5.2, permits only these characters.
      body: { error, error_description: expect.stringMatching(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/) },
      headers: {
        'Cache-Control': 'no-store',
        Pragma: 'no-cache',
        ...(status === 401 ? { 'WWW-Authenticate': expect.stringMatching(/^Basic realm="[^"]+"/) } : {}),
      },
    });
  });
});

test('the token endpoint rejects Base64 with a trailing character', async () => {
  // Without the extra character, the Base64 has whole groups of four characters. Node ignores a single extra character.
  const text = [SECRET, SECRET.replace('%20', '+'), SECRET.replaceAll('%20', '+')]
    .map((secret) => `acme:${secret}`)
    .find(({ length }) => length % 3 === 0);
  if (text === undefined) throw new Error('No secret has a suitable length');
  expect(await send(GRANT, `Basic ${base64(text)}`)).toMatchObject({ status: 200 });
  expect(await send(GRANT, `Basic ${base64(text)}A`)).toMatchObject({ status: 401 });
});

test.each(['grant_type', 'client_id', 'client_secret', 'scope'])('the error names a repeated %s', async (name) => {
  expect(await send(`${name}=a&${name}=b`)).toMatchObject({
    body: { error_description: `${name} is repeated.` },
  });
});

test('the response to a rejected request contains no values from the request', async () => {
  const canary = 'canary';
  const requests: [string, string?][] = [
    [`${canary}=1&${canary}=2`],
    [`${GRANT}&${canary}=%`],
    [`grant_type=${canary}`],
    [`${GRANT}&client_id=${canary}&client_secret=${canary}`],
    [GRANT, basic(canary, canary)],
    [GRANT, `Bearer ${canary}`],
    [`${GRANT}&${CREDENTIALS}&scope=${canary}`],
    [`${GRANT}&${CREDENTIALS}&scope=${canary}++${canary}`],
  ];
  for (const request of requests) {
    const response = await send(...request);
    expect(response.status).not.toBe(200);
    expect(JSON.stringify(response)).not.toContain(canary);
  }
});

describe('The secrecy of client IDs', () => {
  test('the response to a wrong secret is the same for existing and unknown clients', async () => {
    const responses = await Promise.all(
      ['acme', 'nobody', 'disabled', 'no%00body'].map((id) => send(`${GRANT}&client_id=${id}&client_secret=wrong`)),
    );
    for (const answer of responses) expect(answer).toEqual(responses[0]);
  });

  test('the endpoint compares a secret even for an unknown client, so that response times do not differ', async () => {
    for (const id of ['acme', 'nobody', 'disabled', 'no%00body']) {
      vi.mocked(verifyClientSecret).mockClear();
      await send(`${GRANT}&client_id=${id}&client_secret=wrong`);
      // The endpoint always compares two hashes, even if the client does not exist or has no previous secret.
      const compared = ['wrong', expect.stringMatching(/^sha256\$/)];
      expect(vi.mocked(verifyClientSecret).mock.calls).toEqual([compared, compared]);
    }
  });
});

describe('The rate limit of the token endpoint', () => {
  test('the limit applies to each partner, and the response has Retry-After', async () => {
    const rateLimit = vi.fn(() => ({ retryAfter: 7, left: null }));
    deps = { ...deps, limits: limitedBy(rateLimit) };
    expect(await send(`${GRANT}&${CREDENTIALS}`)).toEqual({
      status: 429,
      body: { error: 'temporarily_unavailable', error_description: expect.any(String) },
      headers: { 'Cache-Control': 'no-store', Pragma: 'no-cache', 'Retry-After': '7' },
    });
    expect(rateLimit).toHaveBeenCalledExactlyOnceWith('acme', undefined);
  });

  test('requests with a wrong secret do not count against the limit', async () => {
    const rateLimit = vi.fn(unlimited);
    deps = { ...deps, limits: limitedBy(rateLimit) };
    for (const id of ['acme', 'nobody', 'disabled']) await send(`${GRANT}&client_id=${id}&client_secret=wrong`);
    expect(rateLimit).not.toHaveBeenCalled();
  });
});

test('an invalid client ID never reaches the database', async () => {
  for (const id of ['a%00b', 'x'.repeat(256), '%F0%9F%98%80']) {
    await send(`${GRANT}&client_id=${id}&client_secret=x`);
    await send(GRANT, `Basic ${base64(`${id}:x`)}`);
  }
  expect(store.queries.findPartner).toBe(0);
});

test('the endpoint reports an unavailable store instead of an invalid client', async () => {
  store.down = true;
  await expect(send(`${GRANT}&${CREDENTIALS}`)).rejects.toThrow(StoreUnavailable);
});
