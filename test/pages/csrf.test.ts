import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { createInFlightBodies } from '../../server/api/in-flight-bodies.ts';
import { csrfToken, type FormEnv, requireCsrf } from '../../server/pages/csrf.tsx';
import { withServices } from '../../server/pages/services.ts';
import { openSession, startUserSession } from '../../server/pages/session.ts';
import { testClock } from '../support/service.ts';
import { brand } from './pages.ts';
import { encryptorOf, memoryUsers } from './sign-in-support.ts';

const APP_URL = 'https://app.test/people';
const FORM = 'application/x-www-form-urlencoded';

function bench({ keys = ['a'], clock = testClock() } = {}) {
  const parts = { encryptor: encryptorOf(...keys), clock, store: memoryUsers(), brand };
  const services = { ...parts, appUrl: APP_URL, bodies: createInFlightBodies(), sourceOf: () => undefined };
  const app = new Hono<FormEnv>();
  app.use(withServices(services as never), requireCsrf);
  app.get('/', (c) => c.text(csrfToken(openSession(c))));
  app.get('/sign-in', async (c) => c.text(csrfToken(await startUserSession(c, { id: 'u-1', account: null }))));
  app.all('/change', (c) => c.json([...c.get('form')]));

  async function visit(path = '/') {
    const response = await app.request(path);
    const [cookie = ''] = (response.headers.get('set-cookie') ?? '').split(';');
    return { cookie, token: await response.text() };
  }
  async function send(
    cookie: string,
    body: string | Uint8Array,
    headers: Record<string, string> = {},
    method = 'POST',
  ) {
    const response = await app.request('/change', {
      method,
      body,
      headers: { cookie, 'content-type': FORM, ...headers },
    });
    const { status } = response;
    return `${status} ${status === 200 ? await response.text() : (response.headers.get('location') ?? '')}`;
  }
  return { visit, send, app, clock };
}

const expired = `303 ${APP_URL}/session-ended`;
const refused = '403 ';

test('the server accepts a form with the CSRF token of the session, and reads the form fields', async () => {
  const { visit, send } = bench();
  const { cookie, token } = await visit();
  const fields = Object.entries({ csrf: token, name: 'A ü', empty: '' });
  expect(await send(cookie, `csrf=${token}&name=A+%C3%BC&empty=`)).toBe(`200 ${JSON.stringify(fields)}`);
});

test('the server rejects a form without the CSRF token of the session, regardless of the HTTP method', async () => {
  const { visit, send } = bench();
  const [{ cookie, token }, visitor, user] = [await visit(), await visit(), await visit('/sign-in')];
  expect(await send('', `csrf=${token}`)).toBe(expired);
  const wrong = ['', 'csrf=', `csrf=${token.slice(1)}`, `CSRF=${token}`, 'csrf=%00'];
  for (const body of [...wrong, `csrf=${visitor.token}`, `csrf=${user.token}`])
    expect(await send(cookie, body), body).toBe(expired);
  for (const method of ['PUT', 'PATCH', 'DELETE']) expect(await send(cookie, 'a=b', {}, method)).toBe(expired);
  expect(await send(user.cookie, `csrf=${user.token}`)).toMatch(/^200 /);
});

test('a CSRF token is still valid after a new data key is added', async () => {
  const clock = testClock();
  const { cookie, token } = await bench({ clock }).visit();
  expect(await bench({ clock, keys: ['b', 'a'] }).send(cookie, `csrf=${token}`)).toMatch(/^200 /);
  expect(await bench({ clock, keys: ['b'] }).send(cookie, `csrf=${token}`)).toBe(expired);
});

test.each([
  [{ origin: 'https://app.test' }, true],
  [{ 'sec-fetch-site': 'same-origin' }, true],
  [{ 'sec-fetch-site': 'none' }, true],
  [{ origin: 'https://app.test', 'sec-fetch-site': 'same-origin' }, true],
  [{ origin: 'null', 'sec-fetch-site': 'same-origin' }, true],
  [{ origin: 'null', 'sec-fetch-site': 'none' }, false],
  [{ origin: 'null', 'sec-fetch-site': 'cross-site' }, false],
  [{ origin: 'https://app.test:8443' }, false],
  [{ origin: 'https://evil.test', 'sec-fetch-site': 'same-origin' }, false],
  [{ 'sec-fetch-site': '' }, false],
] as const)('the server accepts a form with the headers %j: %s', async (headers, isAccepted) => {
  const { visit, send } = bench();
  const { cookie, token } = await visit();
  const result = await send(cookie, `csrf=${token}`, headers);
  if (isAccepted) expect(result).toMatch(/^200 /);
  else expect(result).toBe(refused);
});

test('the server accepts only forms of up to 64 KiB in which each field occurs once', async () => {
  const { visit, send } = bench();
  const { cookie, token } = await visit();
  const good = `csrf=${token}`;
  for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x', '']) {
    expect(await send(cookie, good, { 'content-type': type }), type).toBe('415 ');
  }
  expect(await send(cookie, good, { 'content-type': `${FORM}; charset=UTF-8` })).toMatch(/^200 /);
  for (const body of [`${good}&${good}`, `${good}&a=1&a=1`, `${good}&a=1&%61=2`]) {
    expect(await send(cookie, body)).toBe('400 ');
  }
  expect(await send(cookie, Buffer.concat([Buffer.from(`${good}&a=`), Buffer.of(0xff)]))).toBe('400 ');
  const filled = `${good}&a=`.padEnd(65_536, 'x');
  expect(await send(cookie, filled)).toMatch(/^200 /);
  expect(await send(cookie, `${filled}x`)).toBe('413 ');
});

test('the server stops reading a request body of unknown length after the body exceeds the size limit', async () => {
  const { visit, app } = bench();
  const { cookie } = await visit();
  let pulled = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled += 1;
      controller.enqueue(new Uint8Array(16_384));
    },
  });
  const request = new Request('https://app.test/change', {
    method: 'POST',
    body,
    headers: { cookie, 'content-type': FORM },
    duplex: 'half',
  } as RequestInit);
  expect((await app.fetch(request)).status).toBe(413);
  expect(pulled).toBeLessThan(20);
});
