import { Hono } from 'hono';
import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { RequestEnv } from '../../server/api/request-log.ts';
import { hours, seconds, toUnixSeconds } from '../../server/domain/clock.ts';
import { IdentityProvider, type OidcSettings } from '../../server/pages/identity/identity-provider.ts';
import { createMobileTokens, mobileRoutes } from '../../server/pages/identity/mobile-sign-in.ts';
import { setSecurityHeaders } from '../../server/pages/security-headers.ts';
import { withServices } from '../../server/pages/services.ts';
import { startProvider, type TestProvider } from './openid-provider.ts';
import { APP_URL, browser, signInBench } from './sign-in-support.ts';

const BASE_URL = 'http://api.test';

const AUDIENCE = 'mobile';
const CLIENT_ID = 'mobile-app';

describe('The mobile sign-in with an OpenID provider', () => {
  let provider: TestProvider;
  beforeAll(async () => {
    provider = await startProvider();
  });
  afterAll(() => provider.stop());
  beforeEach(() => {
    provider.intercept = () => false;
    provider.requests = [];
  });

  function bench(settings: OidcSettings = provider.settings) {
    const made = signInBench({});
    const { clock } = made;
    const known = new IdentityProvider(settings, { appUrl: APP_URL, clock });
    const tokens = createMobileTokens(known, { audience: AUDIENCE, clientId: CLIENT_ID, clock });
    const services = { ...made, identityProvider: known, mobileTokens: tokens } as never;
    const app = new Hono<RequestEnv>()
      .use((c, next) => {
        c.set('requestId', 'request-1');
        return next();
      })
      .use(withServices(services), setSecurityHeaders)
      .route('/', mobileRoutes(tokens));
    const send = (headers: Record<string, string>) => app.request('/mobile/sign-in', { method: 'POST', headers });

    const claims = () => ({
      iss: settings.issuer,
      aud: AUDIENCE,
      sub: 'ada',
      iat: toUnixSeconds(clock.now()),
      exp: toUnixSeconds(clock.now()) + 300,
    });
    const sign = (payload: Record<string, unknown>, header = {}) =>
      new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: 'test', ...header }).sign(provider.signingKey);
    const report = (token: string) => send({ authorization: `Bearer ${token}` });

    async function expectRefused(response: Response, challenge: string) {
      expect(response.status).toBe(401);
      expect(response.headers.get('content-type')).toBe('application/problem+json');
      expect(response.headers.get('www-authenticate')).toBe(challenge);
      expect(response.headers.get('cache-control')).toBe('no-store');
      expect(await response.json()).toMatchObject({
        type: `${BASE_URL}/problems/unauthenticated`,
        code: 'unauthenticated',
        request_id: expect.any(String),
      });
      expect(made.store.all).toEqual([]);
    }
    return { ...made, app, send, claims, sign, report, expectRefused };
  }

  const INVALID = 'Bearer realm="mobile", error="invalid_token"';

  test('the service stores the time at which it receives the first mobile token of a user', async () => {
    const { report, sign, claims, store, clock } = bench();
    const first = clock.now();
    const response = await report(await sign(claims()));
    expect([response.status, await response.text()]).toEqual([204, '']);
    expect(response.headers.get('cache-control')).toBe('no-store');
    clock.advance(hours(1));
    expect((await report(await sign({ ...claims(), aud: ['other', 'mobile'], azp: CLIENT_ID }))).status).toBe(204);
    expect(store.all).toMatchObject([{ mobileSignedInAt: first }]);
  });

  test('a mobile token and a sign-in on the pages identify the same user, and the service fetches the provider keys only once', async () => {
    const { clock, report, sign, claims, store } = bench();
    for (let i = 0; i < 3; i += 1) await report(await sign(claims()));
    expect(provider.requests.filter((path) => path === '/jwks')).toHaveLength(1);
    const identityProvider = new IdentityProvider(provider.settings, { appUrl: APP_URL, clock });
    const pages = signInBench({ clock, provider: identityProvider });
    Object.assign(pages.store, store);
    const person = browser(pages.app);
    await person.follow('/sign-in', (url) => url.pathname === '/credentials');
    expect((await person.json('/me')).userId).toBe(store.all[0]?.id);
  });

  test.each([
    ['for several audiences that names no client', { aud: ['other', 'mobile'] }],
    ['issued to its audience instead of the client', { azp: AUDIENCE }],
    ['with another client_id', { azp: CLIENT_ID, client_id: 'other' }],
    ['with an azp that is a list', { azp: [CLIENT_ID] }],
    ['without an audience', { aud: undefined }],
    ['from an issuer with a trailing slash', { iss: 'ISSUER/' }],
    ['without an issuer', { iss: undefined }],
    ['that is not valid yet', { nbf: 'LATER' }],
    ['without a subject', { sub: undefined }],
    ['with an empty subject', { sub: '' }],
    ['with a number as subject', { sub: 7 }],
  ])('the service rejects a mobile ID token %s', async (_, change: Record<string, unknown>) => {
    const { report, sign, claims, expectRefused } = bench();
    const good = claims();
    const stands: Record<string, unknown> = { LATER: good.iat + 60, 'ISSUER/': `${good.iss}/` };
    const changed: Record<string, unknown> = { ...good, ...change };
    for (const [name, value] of Object.entries(changed)) changed[name] = stands[String(value)] ?? value;
    await expectRefused(await report(await sign(changed)), INVALID);
  });

  test.each([
    [204, undefined],
    [204, 'JWT'],
    [204, 'at+jwt'],
    [204, 'application/AT+JWT'],
    [401, 'logout+jwt'],
    [401, 'dpop+jwt'],
    [401, 'token-introspection+jwt'],
    [401, ''],
  ])('the service responds with %s to a mobile ID token with the type %s', async (status, typ) => {
    const { report, sign, claims } = bench();
    expect((await report(await sign(claims(), typ === undefined ? {} : { typ }))).status).toBe(status);
  });

  test('if a mobile token is sent again after the user deletes the account, the service does not recreate the user', async () => {
    const { report, sign, claims, store, clock } = bench();
    const token = await sign({ ...claims(), azp: CLIENT_ID });
    expect((await report(token)).status).toBe(204);
    await store.deleteUser(store.all[0]?.id ?? '');
    // The change affects only unused bits of the last Base64 character, so the decoded signature is the same.
    const last = token.at(-1) ?? '';
    const sameSignature = token.slice(0, -1) + String.fromCharCode(last.charCodeAt(0) + 1);
    for (const again of [token, sameSignature]) await report(again);
    expect(store.all).toEqual([]);
    clock.advance(seconds(1));
    expect((await report(await sign(claims()))).status).toBe(204);
    expect(store.all).toHaveLength(1);
  });

  test('the service rejects a string that is not a token, and a token with an unknown key ID', async () => {
    const { send, report, sign, claims, expectRefused } = bench();
    await expectRefused(await send({}), 'Bearer realm="mobile"');
    const unknown = await sign(claims(), { kid: 'unknown' });
    for (const token of ['x', 'a.b.c', '', 'a b', 'x'.repeat(20_000), unknown])
      await expectRefused(await report(token), INVALID);
    await expectRefused(await send({ authorization: 'Basic eDp5' }), INVALID);
  });

  test('neither the response nor the log contains any part of a rejected mobile token', async () => {
    const { report, sign, claims, logged } = bench();
    const token = await sign({ ...claims(), aud: 'somebody', sub: 'secret-name' });
    const text = await (await report(token)).text();
    for (const part of [...token.split('.'), 'somebody', 'secret-name']) {
      expect(`${text}${logged.join()}`).not.toContain(part);
    }
  });

  test('if the identity provider is unreachable, the service returns 503 instead of rejecting the mobile token', async () => {
    for (const [path, body] of [
      ['/jwks', 'nothing'],
      ['/jwks', '{"keys":"none"}'],
      ['/.well-known/openid-configuration', 'nothing'],
    ]) {
      const { report, sign, claims, store, logged } = bench();
      provider.intercept = ({ url }, response) => {
        if (url === path) response.writeHead(body === 'nothing' ? 503 : 200).end(body);
        return url === path;
      };
      const response = await report(await sign(claims()));
      expect(response.status, `${path} ${body}`).toBe(503);
      expect(response.headers.get('retry-after')).toBe('5');
      expect(await response.json()).toMatchObject({ code: 'unavailable' });
      expect(store.all).toEqual([]);
      expect(logged).toHaveLength(1);
      provider.intercept = () => false;
      expect((await report(await sign(claims()))).status).toBe(204);
    }
  });

  test('the service fetches the provider keys over http only if the settings allow a loopback issuer', async () => {
    const { report, sign, claims } = bench({ ...provider.settings, allowLoopback: false });
    expect((await report(await sign(claims()))).status).toBe(503);
    expect(provider.requests).toEqual([]);
  });
});
