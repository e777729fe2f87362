import { expect, test } from 'vitest';
import { hours } from '../../server/domain/clock.ts';
import { SANDBOX_ISSUER } from '../../server/storage/accounts.ts';
import { APP_URL, browser, formIn, signInBench } from './sign-in-support.ts';

function bench() {
  const made = signInBench({});
  const person = browser(made.app);
  async function signIn(email: string) {
    const { csrf, action } = await person.form('/sign-in');
    return person.send(action, { form: { csrf, email } });
  }
  return { ...made, person, signIn };
}

test('in the sandbox, a user can sign in with any email address, and each address always identifies one user', async () => {
  const { person, signIn, store } = bench();
  const response = await signIn('ada-lovelace@example.com');
  expect([response.status, response.headers.get('location')]).toEqual([303, `${APP_URL}/credentials`]);
  const { userId } = await person.json('/me');
  expect(store.all).toMatchObject([{ id: userId }]);
  for (const address of ['Ada-Lovelace@EXAMPLE.com', '  ada-lovelace@example.com ']) {
    person.cookies.clear();
    await signIn(address);
    expect((await person.json('/me')).userId, address).toBe(userId);
  }
  person.cookies.clear();
  await signIn('ada-lovelace@example.org');
  expect((await person.json('/me')).userId).not.toBe(userId);
  expect(JSON.stringify(store.all)).not.toContain('lovelace');
  // The issuers of real providers are https URLs, so they never equal the sandbox issuer.
  expect(SANDBOX_ISSUER).not.toMatch(/^https?:/);
});

test.each([
  ...['', ' ', 'ada', 'ada@', '@example.com', 'ada@example.com@x', 'ada lovelace@example.com', 'ada@exam ple.com'],
  ...['ada@example.com\r\nbcc: x@y.z', '"><script >@example.com'],
  `${'a'.repeat(250)}@b.cd`,
])('the sign-in form rejects the invalid email address %j, and shows the address again', async (email) => {
  const { person, signIn, store } = bench();
  const response = await signIn(email);
  expect(response.status).toBe(422);
  expect(formIn(await response.text())).toMatchObject({ email, isRefused: true });
  expect(await person.form('/sign-in')).toMatchObject({ email: '', isRefused: false });
  expect(await person.json('/me')).toMatchObject({ userId: null });
  expect(store.all).toEqual([]);
});

test('a sign-in does not redirect to the opened link if the browser differs, a link parameter was changed, or the session has ended', async () => {
  const { app, person, clock } = bench();
  const link = await person.json('/opened?id=r-1');
  // The client ID in the link is unknown, so the sign-in page names no partner.
  const signInPage = await (await person.send(`/sign-in?link=${link}`)).text();
  expect(signInPage).not.toContain('<section class="card decision">');
  const other = browser(app);
  await other.send('/sign-in');
  expect(await other.json(`/open?link=${link}`)).toBeNull();
  expect(await person.json(`/open?link=${link.slice(0, -2)}`)).toBeNull();
  expect(await person.json('/open?link=//evil.test')).toBeNull();
  expect(await person.json(`/open?link=${link}`)).toEqual({ kind: 'add', clientId: 'acme', requestId: 'r-1' });
  clock.advance(hours(8));
  expect(await person.json(`/open?link=${link}`)).toBeNull();
});

test('another site cannot sign a user in', async () => {
  const { app, person, store } = bench();
  const attacker = browser(app);
  const { csrf } = await attacker.form('/sign-in');
  await person.send('/sign-in');
  for (const token of [csrf, ''])
    expect((await person.send('/sign-in', { form: { csrf: token, email: 'eve@example.com' } })).status).toBe(403);
  const own = await person.form('/sign-in');
  const headers = { 'sec-fetch-site': 'cross-site' };
  const form = { csrf: own.csrf, email: 'eve@example.com' };
  expect((await person.send('/sign-in', { form, headers })).status).toBe(403);
  expect(store.all).toEqual([]);
});

test('a user who is signed in does not see the sign-in form until the session ends', async () => {
  const { person, signIn, clock } = bench();
  await signIn('ada@example.com');
  const response = await person.send('/sign-in');
  expect([response.status, response.headers.get('location')]).toEqual([303, `${APP_URL}/credentials`]);
  clock.advance(hours(8));
  expect((await person.send('/sign-in')).status).toBe(200);
});

test('the sandbox returns 404 for the sign-in callback', async () => {
  const { person } = bench();
  expect((await person.send('/sign-in/callback?code=x&state=y')).status).toBe(404);
});
