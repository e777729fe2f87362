import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { seconds } from '../../server/domain/clock.ts';
import {
  IdentityProvider,
  type OidcSettings,
  type SignInFailureReason,
} from '../../server/pages/identity/identity-provider.ts';
import en from '../../server/pages/messages/en.json' with { type: 'json' };
import { testClock } from '../support/service.ts';
import { startProvider, type TestProvider } from './openid-provider.ts';
import { APP_URL, browser, signInBench } from './sign-in-support.ts';

const METADATA = '/.well-known/openid-configuration';
const retryHrefIn = (html: string) => /class="button" href="([^"]*)"/.exec(html)?.[1] ?? '';

const isCallback = (url: URL) => url.origin === APP_URL && url.pathname === '/sign-in/callback';

let provider: TestProvider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());
beforeEach(() => {
  provider.account = 'ada-lovelace';
  provider.claims = { email: 'ada-lovelace@example.com' };
  provider.intercept = () => false;
  provider.requests = [];
});

function failProviderAt(path: string, status: number): void {
  provider.intercept = ({ url }, response) => {
    if (url !== path) return false;
    response.writeHead(status, { 'Content-Type': 'text/plain' }).end('out of order');
    return true;
  };
}

function bench(settings: OidcSettings = provider.settings) {
  const clock = testClock();
  const made = signInBench({ clock, provider: new IdentityProvider(settings, { appUrl: APP_URL, clock }) });
  const person = browser(made.app);

  /** Follows redirects to the provider and back to the callback. `change` modifies the provider URL. */
  async function untilCallback(change: (url: URL) => void = () => {}, link = ''): Promise<URL> {
    const response = await person.send(link === '' ? '/sign-in' : `/sign-in?link=${link}`);
    const url = new URL(response.headers.get('location') ?? '');
    change(url);
    return person.follow(url, isCallback);
  }

  /** Checks that the response shows the message for a failed sign-in, and that the log contains the reason. */
  async function expectFailed(response: Response, status: number, reason: SignInFailureReason) {
    const text = await response.text();
    expect([response.status, response.headers.get('cache-control')]).toEqual([status, 'no-store']);
    expect(text).toContain(en[`signInFailed.${reason}`]);
    expect(retryHrefIn(text)).toMatch(/^http:\/\/app\.test\/sign-in(\?link=|$)/);
    expect((await person.json('/me'))?.userId ?? null).toBeNull();
    expect(JSON.parse(made.logged.at(-1) ?? '{}')).toMatchObject({ msg: 'sign-in failed', reason });
  }

  return { ...made, person, untilCallback, expectFailed };
}

describe('The redirect to the provider', () => {
  test('the sign-in redirects to the configured provider, and binds the callback to the browser', async () => {
    const { person } = bench();
    const response = await person.send('/sign-in?redirect_uri=https://evil.test&scope=email');
    expect(response.status).toBe(303);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const url = new URL(response.headers.get('location') ?? '');
    expect(`${url.origin}${url.pathname}`).toBe(`${provider.settings.issuer}/auth`);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: 'service',
      response_type: 'code',
      redirect_uri: `${APP_URL}/sign-in/callback`,
      scope: 'openid email',
      state: expect.stringMatching(/^[\w-]{100,}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    });
    expect(Buffer.from(url.searchParams.get('state') ?? '', 'base64url').toString()).not.toContain('codeVerifier');
    const next = new URL((await person.send('/sign-in')).headers.get('location') ?? '').searchParams;
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(next.get(name)).not.toBe(url.searchParams.get(name));
    // The sign-in form exists only in the sandbox.
    expect((await person.send('/sign-in', { form: { email: 'a@example.com' } })).status).toBe(404);
    expect([...person.cookies.keys()]).toEqual(['session']);
    expect(response.headers.get('set-cookie')).toMatch(/; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test('the service caches the metadata of the provider for an hour', async () => {
    const { person, clock } = bench();
    await Promise.all([person.send('/sign-in'), person.send('/sign-in'), person.send('/sign-in')]);
    clock.advance(seconds(3599));
    await person.send('/sign-in');
    expect(provider.requests).toEqual([METADATA]);
    clock.advance(seconds(1));
    await person.send('/sign-in');
    expect(provider.requests).toEqual([METADATA, METADATA]);
  });
});

describe('The callback from the provider', () => {
  test('the callback signs in the same user each time, and the session has the account name from the provider', async () => {
    const { person, untilCallback, store, logged } = bench();
    const users = new Set<string>();
    for (const [claims, name] of [
      [{ email: 'ada-lovelace@example.com' }, 'ada-lovelace@example.com'],
      [{}, null],
      [{ email: 42 }, null],
      [{ email: ` ${'x'.repeat(300)}` }, 'x'.repeat(254)],
      ['no response', null],
    ] as const) {
      if (claims === 'no response') failProviderAt('/me', 500);
      else provider.claims = claims;
      const response = await person.send(await untilCallback());
      expect([response.status, response.headers.get('location')]).toEqual([303, `${APP_URL}/credentials`]);
      expect(response.headers.get('cache-control')).toBe('no-store');
      const { userId, account } = await person.json('/me');
      expect([account, ...person.cookies.keys()]).toEqual([name, 'session']);
      users.add(userId);
      person.cookies.clear();
    }
    expect(store.all.map(({ id }) => id)).toEqual([...users]);
    expect(JSON.stringify([store.all, logged])).not.toMatch(/lovelace|example\.com/);
  });

  test('after inactivity, the callback renews the session only if the user authenticates again at the provider', async () => {
    const { person, untilCallback, clock } = bench();
    await person.send(await untilCallback());
    const before = await person.json('/me');
    expect((await person.send('/sign-in')).headers.get('location')).toBe(`${APP_URL}/credentials`);
    clock.advance(seconds(15 * 60));
    expect(await person.json('/me')).toMatchObject({ isStale: true });
    const redirect = new URL((await person.send('/sign-in')).headers.get('location') ?? '');
    expect(Object.fromEntries(redirect.searchParams)).toMatchObject({ prompt: 'login', max_age: '900' });
    await person.send(await person.follow(redirect, isCallback));
    expect(await person.json('/me')).toMatchObject({ isStale: false, id: before.id, userId: before.userId });
    // The session stays stale if the user removes the parameters that make the provider authenticate the user again.
    clock.advance(seconds(15 * 60));
    await person.json('/me');
    const callback = await untilCallback((url) => {
      url.searchParams.delete('prompt');
      url.searchParams.delete('max_age');
    });
    await person.send(callback);
    expect(await person.json('/me')).toMatchObject({ isStale: true });
  });

  test('to switch accounts, the service ends the provider session, or requests an account choice if the provider cannot end sessions', async () => {
    const { person } = bench();
    const link = await person.json('/opened?id=r-1');
    const redirect = new URL((await person.send(`/sign-in/other?link=${link}`)).headers.get('location') ?? '');
    expect(redirect.pathname).toBe('/session/end');
    expect(Object.fromEntries(redirect.searchParams)).toMatchObject({
      client_id: 'service',
      post_logout_redirect_uri: `${APP_URL}/signed-out`,
    });
    const back = await person.json(`/open?link=${redirect.searchParams.get('state')}`);
    expect(back).toMatchObject({ requestId: 'r-1' });

    const simple = await startProvider('client_secret_post', { endsSessions: false });
    const other = bench(simple.settings);
    const choice = new URL((await other.person.send('/sign-in/other')).headers.get('location') ?? '');
    expect([choice.pathname, choice.searchParams.get('prompt')]).toEqual(['/auth', 'select_account']);
    // This sign-in sends the client secret in the request body, as the provider requires.
    await other.person.follow('/sign-in', (url) => url.pathname === '/credentials');
    expect(await other.person.json('/me')).toMatchObject({ userId: expect.any(String) });
    await simple.stop();
  });

  test('if a sign-in takes too long or the provider is unavailable, a retry still leads to the link that the user opened', async () => {
    const { person, untilCallback, clock } = bench();
    const link = await person.json('/opened?id=r-1');
    const late = await untilCallback(undefined, link);
    clock.advance(seconds(600));
    const unavailable = await untilCallback(undefined, link);
    unavailable.searchParams.delete('code');
    unavailable.searchParams.set('error', 'temporarily_unavailable');
    for (const [callback, status] of [
      [late, 400],
      [unavailable, 503],
    ] as const) {
      const response = await person.send(callback);
      expect(response.status).toBe(status);
      const retryHref = retryHrefIn(await response.text());
      expect(await person.json(retryHref.replace('/sign-in', '/open'))).toMatchObject({ requestId: 'r-1' });
    }
  });

  test('a repeated callback redirects a signed-in user, and tells a user without a session that cookies are blocked', async () => {
    const { person, untilCallback } = bench();
    const callback = await untilCallback();
    await person.send(callback);
    expect((await person.send(callback)).headers.get('location')).toBe(`${APP_URL}/credentials`);
    person.cookies.delete('session');
    expect(await (await person.send(callback)).text()).toContain(en['cookiesBlocked.why']);
  });

  test('the sign-in fails if the user declines at the provider, ten minutes pass before the callback, or the state is invalid', async () => {
    const { person, untilCallback, expectFailed, clock } = bench();
    provider.account = null;
    await expectFailed(await person.send(await untilCallback()), 403, 'declined');
    provider.account = 'ada-lovelace';
    const callback = await untilCallback();
    clock.advance(seconds(600));
    await expectFailed(await person.send(callback), 400, 'expired');
    callback.searchParams.set('state', 'x');
    await expectFailed(await person.send(callback), 400, 'expired');
  });
});

describe('A sign-in while the provider fails', () => {
  test('after a failed sign-in, a retry contacts the provider again and leads to the link that the user opened', async () => {
    const { person, expectFailed } = bench();
    const link = await person.json('/opened?id=7');
    failProviderAt(METADATA, 503);
    const failed = await person.send(`/sign-in?link=${link}`);
    const retryHref = retryHrefIn(await failed.clone().text());
    await expectFailed(failed, 503, 'unavailable');
    provider.intercept = () => false;
    const back = await person.follow(retryHref);
    expect(await person.json(back)).toMatchObject({ requestId: '7' });
    expect(provider.requests.filter((path) => path === METADATA)).toHaveLength(2);
  });

  test.each([
    ['/token', 500],
    ['/token', 404],
    ['/jwks', 500],
  ])('the sign-in fails with an error page when the endpoint %s of the provider returns %i', async (path, status) => {
    const { person, untilCallback, expectFailed } = bench();
    failProviderAt(path, status);
    await expectFailed(await person.send(await untilCallback()), 503, 'unavailable');
  });

  test('the sign-in fails with an error page when the provider rejects the client secret', async () => {
    const { person, untilCallback, expectFailed, logged } = bench({ ...provider.settings, clientSecret: 'wrong' });
    await expectFailed(await person.send(await untilCallback()), 503, 'unavailable');
    const expected = { level: 'error', code: 'OAUTH_WWW_AUTHENTICATE_CHALLENGE', provider_status: '401' };
    expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject(expected);
  });

  test.each<[string, Partial<OidcSettings>, object]>([
    ['is unreachable', { issuer: 'http://127.0.0.1:2' }, { cause_code: 'ECONNREFUSED' }],
    ['has a different issuer', { issuer: 'localhost' }, {}],
    ['uses http in production, even on this machine', { allowLoopback: false }, {}],
  ])('the sign-in fails with an error page when the provider %s', async (_, change, logLine) => {
    const settings = { ...provider.settings, ...change };
    if (change.issuer === 'localhost') settings.issuer = provider.settings.issuer.replace('127.0.0.1', 'localhost');
    const { person, expectFailed, logged } = bench(settings);
    await expectFailed(await person.send('/sign-in'), 503, 'unavailable');
    expect(JSON.parse(logged.at(-1) ?? '')).toMatchObject({ level: 'error', ...logLine });
    expect(provider.requests.filter((path) => path !== METADATA)).toEqual([]);
  });
});

test('the log of failed sign-ins contains no authorization codes, no tokens, and no error texts from the callback', async () => {
  const { person, untilCallback, logged } = bench();
  const secrets: string[] = [];
  for (const change of [
    (url: URL) => url.searchParams.set('nonce', 'x'),
    (url: URL) => url.searchParams.set('code_challenge', 'x'.repeat(43)),
    (url: URL) => url.searchParams.set('scope', 'unknown'),
  ]) {
    const callback = await untilCallback(change);
    secrets.push(...[...callback.searchParams.values()].filter((value) => value.length > 20));
    await person.send(callback);
  }
  const { href } = await untilCallback();
  await person.send(href.replace(/\bcode=[^&]*/, 'error=A+Secret&error_description=another+secret'));
  expect(logged.length).toBeGreaterThan(3);
  const issuer = provider.settings.issuer;
  for (const secret of secrets.filter((value) => value !== issuer)) expect(logged.join()).not.toContain(secret);
  expect(logged.join()).not.toMatch(/eyJ|secret|http/i);
});
