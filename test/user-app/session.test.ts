import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { hours, seconds } from '../../server/domain/clock.ts';
import { newCookieId } from '../../server/user-app/sealed-cookie.ts';
import {
  createSessions,
  isUserSession,
  type OpenedLink,
  type Session,
  type Sessions,
} from '../../server/user-app/session.ts';
import { testClock } from '../support/service.ts';
import { sealerOf } from './sign-in-support.ts';

const LINK: OpenedLink = { kind: 'verify', clientId: 'acme', requestId: 'r-1' };

function bench({ appUrl = 'http://app.test', clock = testClock(), keys = ['a'] } = {}) {
  const sessions = createSessions({ appUrl, sealer: sealerOf(...keys), clock });
  const app = new Hono();
  app.get('/read', (c) => c.json(sessions.readSession(c)));
  app.get('/open', (c) => c.json(sessions.openSession(c)));
  app.get('/link', (c) => {
    sessions.writeSession(c, { ...sessions.openSession(c), link: LINK });
    return c.json(sessions.readSession(c));
  });
  app.get('/sign-in', (c) => c.json(sessions.startUserSession(c, 'u-1')));
  app.get('/end', (c) => {
    sessions.endSession(c);
    return c.json(sessions.readSession(c));
  });
  const get = async (path: string, cookie = '') => {
    const response = await app.request(path, { headers: { cookie } });
    const [sent = ''] = response.headers.getSetCookie().slice(-1);
    return { body: (await response.json()) as Session, sent, cookie: sent.split(';')[0] ?? '' };
  };
  return { get, clock };
}

test('a visitor has no session until one is opened, and keeps that one', async () => {
  const { get, clock } = bench();
  expect(await get('/read')).toMatchObject({ body: null, sent: '' });
  const { body, cookie } = await get('/open');
  expect(body).toEqual({
    id: expect.stringMatching(/^[\w-]{22}$/),
    userId: null,
    signedInAt: null,
    expiresAt: clock.now() + hours(8),
    link: null,
  });
  expect(isUserSession(body)).toBe(false);
  expect((await get('/read', cookie)).body).toEqual(body);
  expect(await get('/open', cookie)).toMatchObject({ body, sent: '' });
  expect((await get('/open')).body.id).not.toBe(body.id);
});

test('a sign-in begins another session, which takes only the link along', async () => {
  const { get, clock } = bench();
  const before = await get('/link');
  expect(before.body.link).toEqual(LINK);
  clock.advance(hours(1));
  const after = await get('/sign-in', before.cookie);
  expect(after.body).toEqual({
    id: expect.not.stringContaining(before.body.id),
    userId: 'u-1',
    signedInAt: clock.now(),
    expiresAt: clock.now() + hours(8),
    link: LINK,
  });
  expect(isUserSession(after.body)).toBe(true);
  expect((await get('/read', after.cookie)).body).toEqual(after.body);
  expect((await get('/read', before.cookie)).body).toEqual(before.body);
});

test('what is written while a request is answered is what the rest of it reads', async () => {
  const { get } = bench();
  expect((await get('/link')).body.link).toEqual(LINK);
  expect((await get('/end', (await get('/sign-in')).cookie)).body).toBeNull();
});

test('a session ends eight hours after it began, however much it is used', async () => {
  const { get, clock } = bench();
  let { cookie } = await get('/sign-in');
  clock.advance(hours(8) - seconds(1));
  cookie = (await get('/link', cookie)).cookie;
  expect((await get('/read', cookie)).body).toMatchObject({ userId: 'u-1' });
  clock.advance(seconds(1));
  expect((await get('/read', cookie)).body).toBeNull();
});

test('a changed, foreign or unreadable cookie is no session', async () => {
  const { get } = bench();
  const { cookie } = await get('/sign-in');
  const [name = '', value = ''] = cookie.split('=');
  const [keyId = '', id = '', sealed = ''] = value.split('.');
  const bytes = Buffer.from(sealed, 'base64url');
  for (let at = 0; at < bytes.length; at += 7) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const sent = `${name}=${keyId}.${id}.${changed.toString('base64url')}`;
    expect((await get('/read', sent)).body, `byte ${at}`).toBeNull();
  }
  const other = (await get('/open')).cookie.split('.');
  const wrong = [
    ...['', 'x', '..', `${keyId}.${id}.`, `${id}.${sealed}`, `${value}.x`, value.slice(0, -4), '%00', '%E0%A4%A'],
    // Sealed under a key, or for an id, of another cookie.
    ...[`b.${id}.${sealed}`, `${keyId}.${newCookieId()}.${sealed}`, `${keyId}.${other[1]}.${sealed}`],
    'x'.repeat(10_000),
  ];
  for (const sent of wrong) expect((await get('/read', `${name}=${sent}`)).body, sent).toBeNull();
  expect((await get('/read', `other=${value}`)).body).toBeNull();
  expect((await bench({ keys: ['b'] }).get('/read', cookie)).body).toBeNull();
});

test('nothing in the cookie can be read', async () => {
  const { cookie } = await bench().get('/sign-in');
  const text = Buffer.from(cookie.split('.')[2] ?? '', 'base64url').toString('latin1');
  expect(`${cookie}${text}`).not.toMatch(/u-1|userId|expiresAt/);
});

test('a new data key in front signs, and what the old one signed still counts', async () => {
  const clock = testClock();
  const old = await bench({ clock, keys: ['a'] }).get('/sign-in');
  const now = bench({ clock, keys: ['b', 'a'] });
  expect((await now.get('/read', old.cookie)).body).toEqual(old.body);
  const fresh = await now.get('/link', old.cookie);
  expect(fresh.cookie).toMatch(/^session=b\./);
  expect((await bench({ clock, keys: ['b'] }).get('/read', fresh.cookie)).body).toMatchObject({ link: LINK });
});

test('the cookie is for this host, this site and no script, and for https alone where the pages are', async () => {
  const { sent } = await bench().get('/open');
  expect(sent.replace(/=[^;]*/, '=...')).toBe('session=...; Path=/; HttpOnly; SameSite=Lax');
  const secure = bench({ appUrl: 'https://app.test' });
  const opened = await secure.get('/open');
  expect(opened.sent.replace(/=[^;]*/, '=...')).toBe('__Host-session=...; Path=/; HttpOnly; Secure; SameSite=Lax');
  expect((await secure.get('/read', opened.cookie)).body).toEqual(opened.body);
  expect((await secure.get('/read', opened.cookie.replace('__Host-', ''))).body).toBeNull();
});

test('the end of a session takes the cookie back', async () => {
  for (const appUrl of ['http://app.test', 'https://app.test']) {
    const { get } = bench({ appUrl });
    const { cookie } = await get('/sign-in');
    const { sent } = await get('/end', cookie);
    expect(sent).toMatch(/^(__Host-)?session=; Max-Age=0; Path=\/; HttpOnly;/);
  }
});

test('the largest session fits into a cookie many times', async () => {
  const clock = testClock();
  const sessions: Sessions = createSessions({
    appUrl: 'https://app.test',
    sealer: sealerOf('k'.repeat(32)),
    clock,
  });
  const app = new Hono();
  app.get('/', (c) => {
    const session = sessions.startUserSession(c, '0'.repeat(36));
    const link = { kind: 'verify' as const, clientId: 'c'.repeat(255), requestId: 'r'.repeat(255) };
    sessions.writeSession(c, { ...session, link });
    return c.text('');
  });
  const sent = (await app.request('/')).headers.getSetCookie().at(-1) ?? '';
  expect(sent.length).toBeGreaterThan(500);
  expect(sent.length).toBeLessThan(2048);
});
