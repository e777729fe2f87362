import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { hours, seconds } from '../../server/domain/clock.ts';
import { withServices } from '../../server/pages/services.ts';
import {
  endSession,
  isUserSession,
  loadSession,
  openSession,
  readSession,
  type Session,
  startUserSession,
} from '../../server/pages/session.ts';
import { testClock } from '../support/service.ts';
import { encryptorOf, memoryUsers } from './sign-in-support.ts';

function twoUsers() {
  const store = memoryUsers();
  for (const id of ['u-1', 'u-2']) store.all.push({ id, accountHash: id, createdAt: 0, mobileSignedInAt: null });
  return store;
}

function bench({ appUrl = 'http://app.test', clock = testClock(), keys = ['a'], store = twoUsers() } = {}) {
  const app = new Hono();
  app.use(withServices({ appUrl, encryptor: encryptorOf(...keys), clock, store } as never), loadSession);
  app.get('/read', (c) => c.json(readSession(c)));
  app.get('/open', (c) => {
    openSession(c);
    return c.json(readSession(c));
  });
  app.get('/sign-in', async (c) =>
    c.json(
      await startUserSession(c, {
        id: c.req.query('user') ?? 'u-1',
        account: c.req.query('account') ?? 'ada@example.com',
      }),
    ),
  );
  app.get('/end', async (c) => {
    await endSession(c);
    return c.json(readSession(c));
  });
  const get = async (path: string, cookie = '') => {
    const response = await app.request(path, { headers: { cookie } });
    const [sent = ''] = response.headers.getSetCookie().slice(-1);
    return { body: (await response.json()) as Session, sent, cookie: sent.split(';')[0] ?? '' };
  };
  return { get, clock };
}

test('a sign-in or a sign-out starts a new session with the browser ID of the previous session', async () => {
  const { get, clock } = bench();
  expect(await get('/read')).toMatchObject({ body: null, sent: '' });
  const before = await get('/open');
  expect(before.body).toMatchObject({ userId: null, account: null, signedInAt: null });
  expect([isUserSession(before.body), (await get('/read', before.cookie)).body]).toEqual([false, before.body]);
  expect(await get('/open', before.cookie)).toMatchObject({ body: before.body, sent: '' });
  clock.advance(hours(1));
  const after = await get('/sign-in', before.cookie);
  const at = clock.now();
  const { browser } = before.body;
  const times = { signedInAt: at, activeAt: at, expiresAt: at + hours(8) };
  expect(after.body).toMatchObject({ browser, userId: 'u-1', account: 'ada@example.com', ...times });
  expect([after.body.id === before.body.id, isUserSession(after.body)]).toEqual([false, true]);
  expect((await get('/read', after.cookie)).body).toEqual(after.body);
  const ended = await get('/end', after.cookie);
  expect(ended.body).toMatchObject({ userId: null, signedInAt: null, browser });
  expect(ended.body.id).not.toBe(after.body.id);
});

test('a repeated sign-in extends the session of the user, and a sign-in of another user starts a new session', async () => {
  const { get, clock } = bench();
  const first = await get('/sign-in');
  clock.advance(seconds(20 * 60));
  const again = await get('/sign-in', first.cookie);
  const at = clock.now();
  expect(again.body).toEqual({ ...first.body, signedInAt: at, activeAt: at, expiresAt: at + hours(8) });
  const other = await get('/sign-in?user=u-2', again.cookie);
  expect(other.body).toMatchObject({ userId: 'u-2', browser: first.body.browser });
  expect(other.body.id).not.toBe(first.body.id);
});

test('a session ends eight hours after the sign-in, even if the user is active', async () => {
  const { get, clock } = bench();
  let { cookie } = await get('/sign-in');
  for (let minutes = 0; minutes < 8 * 60; minutes += 10) {
    const { body, cookie: sent } = await get('/read', cookie);
    expect(body).toMatchObject({ userId: 'u-1', isStale: false });
    cookie = sent || cookie;
    clock.advance(seconds(600));
  }
  expect((await get('/read', cookie)).body).toBeNull();
});

test('a session ends after 30 idle minutes, and some actions require a new sign-in after 15 idle minutes', async () => {
  const { get, clock } = bench();
  const { cookie } = await get('/sign-in');
  clock.advance(seconds(59));
  expect(await get('/read', cookie)).toMatchObject({ sent: '', body: { isStale: false } });
  clock.advance(seconds(15 * 60 - 60));
  const active = await get('/read', cookie);
  expect(active.body).toMatchObject({ isStale: false, activeAt: clock.now() });
  clock.advance(seconds(15 * 60));
  const away = await get('/read', active.cookie);
  expect(away.body).toMatchObject({ isStale: true, activeAt: clock.now() });
  // A stale session stays stale until a new sign-in.
  clock.advance(seconds(60));
  const still = await get('/read', away.cookie);
  expect(still.body).toMatchObject({ isStale: true });
  expect((await get('/sign-in', still.cookie)).body).toMatchObject({ isStale: false, id: still.body.id });
  clock.advance(seconds(30 * 60));
  const over = await get('/read', still.cookie);
  expect(over.body).toMatchObject({ userId: null, account: null, browser: still.body.browser });
});

test('after a session ends, every instance rejects a copy of the session cookie', async () => {
  const store = twoUsers();
  const clock = testClock();
  const [one, two] = [bench({ store, clock }), bench({ store, clock })];
  const { cookie } = await one.get('/sign-in');
  expect((await two.get('/read', cookie)).body).toMatchObject({ userId: 'u-1' });
  await one.get('/end', cookie);
  for (const { get } of [one, two]) expect((await get('/read', cookie)).body).toMatchObject({ userId: null });
  // When another user signs in with the same browser, the session of the first user ends.
  const again = await one.get('/sign-in');
  await one.get('/sign-in?user=u-2', again.cookie);
  expect((await two.get('/read', again.cookie)).body).toMatchObject({ userId: null });
  // Deleting the user also ends the session.
  expect((await two.get('/read', again.cookie)).body).toMatchObject({ accountDeleted: false });
  const last = await one.get('/sign-in');
  store.all.length = 0;
  expect((await two.get('/read', last.cookie)).body).toMatchObject({ userId: null, accountDeleted: true });
});

test('a cookie that cannot be decoded does not open a session', async () => {
  const { get } = bench();
  for (const sent of ['', 'x', '.', '%00', '%E0%A4%A', 'x'.repeat(10_000)])
    expect((await get('/read', `session=${sent}`)).body, sent).toBeNull();
});

test('the service encrypts new cookies with the first data key, and accepts cookies that were encrypted with an older key', async () => {
  const clock = testClock();
  const old = await bench({ clock, keys: ['a'] }).get('/sign-in');
  const now = bench({ clock, keys: ['b', 'a'] });
  expect((await now.get('/read', old.cookie)).body).toEqual(old.body);
  const fresh = await now.get('/sign-in', old.cookie);
  const later = bench({ clock, keys: ['b'] });
  expect((await later.get('/read', fresh.cookie)).body).toEqual(fresh.body);
  expect((await later.get('/read', old.cookie)).body).toBeNull();
});

test('the session cookie is bound to one host and site, hidden from scripts, and secure if the pages use HTTPS', async () => {
  for (const [appUrl, attributes] of [
    ['http://app.test', 'session=...; Path=/; HttpOnly; SameSite=Lax'],
    ['https://app.test', '__Host-session=...; Path=/; HttpOnly; Secure; SameSite=Lax'],
  ]) {
    const { sent } = await bench({ appUrl }).get('/open');
    expect(sent.replace(/=[^;]*/, '=...')).toBe(attributes);
  }
});

test('the session cookie has fewer than 2,048 characters, even for the longest account name', async () => {
  const { get } = bench({ keys: ['k'.repeat(32)], appUrl: 'https://app.test' });
  const { sent } = await get(`/sign-in?account=${encodeURIComponent('\u{1F600}'.repeat(127))}`);
  expect(sent.length).toBeLessThan(2048);
});
