import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { seconds, toTimestamp } from '../../../server/domain/clock.ts';
import { signatureHeaders } from '../../../server/domain/signature.ts';
import { createApp } from '../../support/app.ts';
import { startService, type TestService } from '../../support/service.ts';

describe('The mailboxes of the sandbox', () => {
  const BASE = 'http://localhost:3000';
  const eventId = randomUUID();
  const about = { request_id: 'R-1', type: 'verification', status: 'verified' };
  const body = JSON.stringify({ event_id: eventId, ...about, created_at: '2026-01-31T09:30:00.000000Z' });
  let service: TestService;
  let app: ReturnType<typeof createApp>;
  let token: string;

  beforeAll(async () => {
    service = await startService({ env: { BASE_URL: BASE, APP_URL: BASE } });
    app = createApp(service.services);
    token = await service.token();
  });
  afterAll(() => service.stop());

  const newName = () => randomUUID();
  const post = (path: string, init: RequestInit = {}) => app.request(`${BASE}${path}`, { method: 'POST', ...init });
  const show = async (name: string) => (await app.request(`${BASE}/mailbox/${name}`)).text();

  async function createWebhook(url: string): Promise<{ id: string; secret: string }> {
    const path = operations.createWebhook.path;
    return (await service.call('POST', path, { token, body: { url } })).body;
  }

  function sign(secrets: [string, string?]) {
    const timestamp = Math.floor(service.clock.now() / 1_000_000);
    return signatureHeaders({ eventId, body: Buffer.from(body), timestamp, secrets });
  }

  const remove = ({ id }: { id: string }) =>
    service.call('DELETE', `${operations.createWebhook.path}/${id}`, { token });

  test('all mailboxes together keep only the latest 50 deliveries, and the mailbox page shows the newest delivery first', async () => {
    const [oldest, name] = [newName(), newName()];
    await post(`/mailbox/${oldest}`, { body: 'first' });
    for (let sent = 0; sent < 50; sent++) await post(`/mailbox/${name}`, { body: `delivery ${sent}` });
    expect(await show(oldest)).toContain('Nothing has arrived yet');
    const shown = [...(await show(name)).matchAll(/<pre>delivery (\d+)</g)].map(([, number]) => Number(number));
    expect(shown).toEqual(Array.from({ length: 50 }, (_, index) => 49 - index));
  });

  test('the mailbox page shows the arrival time of each delivery and the time since the previous delivery', async () => {
    const name = newName();
    const first = toTimestamp(service.clock.now());
    await post(`/mailbox/${name}`, { body });
    service.clock.advance(seconds(61.5));
    await post(`/mailbox/${newName()}`, { body });
    await post(`/mailbox/${name}`, { body });
    const page = await show(name);
    expect(page.match(/[\d.]+ seconds after the previous delivery/g)).toEqual([
      '61.5 seconds after the previous delivery',
    ]);
    expect(page.match(/(?<=<h2>)[^<]+/g)?.[1]?.slice(0, 22)).toBe(first.slice(0, 22));
  });

  test('the mailbox page verifies deliveries of every webhook for the mailbox, and still shows the result after the webhooks are deleted', async () => {
    const name = newName();
    const url = `${BASE}/mailbox/${name}?query=ignored`;
    const webhooks = [await createWebhook(url), await createWebhook(url)];
    for (const { secret } of webhooks)
      expect((await post(`/mailbox/${name}`, { body, headers: sign([secret]) })).status).toBe(200);
    const page = await show(name);
    expect(page.match(/>Verified</g)).toHaveLength(2);
    for (const { secret } of webhooks) expect(page).not.toContain(secret);
    for (const webhook of webhooks) await remove(webhook);
    expect((await show(name)).match(/>Verified</g)).toHaveLength(2);
  });

  test('for an invalid delivery, the mailbox page shows the error message of verifyWebhook', async () => {
    const name = newName();
    const webhook = await createWebhook(`${BASE}/mailbox/${name}`);
    const headers = sign([webhook.secret]);
    const { 'X-Signature': _, ...incomplete } = headers;
    const late = { ...headers, 'X-Timestamp': String(Number(headers['X-Timestamp']) - 301) };
    for (const delivery of [{}, { headers: incomplete }, { headers: late }, { body: `${body} `, headers }])
      await post(`/mailbox/${name}`, { body, ...delivery });
    expect((await show(name)).match(/(?<=>Refused: )[A-Za-z ]+/g)).toEqual([
      'No signature matches',
      'The delivery was signed too long ago or in the future',
      expect.stringMatching('The request lacks'),
      expect.stringMatching('The request lacks'),
    ]);
    await remove(webhook);
  });

  test.each([
    ['path', '/mailbox/another', BASE],
    ['port', '', 'http://localhost:3001'],
  ])('the mailbox page does not verify deliveries with the secret of a webhook whose URL has a different %s', async (_, path, origin) => {
    const name = newName();
    const webhook = await createWebhook(origin + (path || `/mailbox/${name}`));
    await post(`/mailbox/${name}`, { body, headers: sign([webhook.secret]) });
    expect(await show(name)).toContain('Refused: No webhook of the sandbox partners has this URL');
    await remove(webhook);
  });

  test('if a proxy removes the path of APP_URL, the mailbox page still verifies deliveries of the webhook for the mailbox', async () => {
    const name = newName();
    const behind = createApp({ ...service.services, appUrl: `${BASE}/people` });
    const webhook = await createWebhook(`${BASE}/people/mailbox/${name}`);
    const headers = sign([webhook.secret]);
    await behind.request(`${BASE}/mailbox/${name}`, { method: 'POST', body, headers });
    const page = await (await behind.request(`${BASE}/mailbox/${name}`)).text();
    expect(page).toContain('>Verified<');
    await remove(webhook);
  });

  test('the mailbox accepts a body of 64 KiB, and rejects a body with one more byte', async () => {
    const name = newName();
    expect((await post(`/mailbox/${name}`, { body: 'x'.repeat(65_536) })).status).toBe(200);
    expect((await post(`/mailbox/${name}`, { body: 'x'.repeat(65_537) })).status).toBe(413);
    expect((await show(name)).match(/>Headers</g)).toHaveLength(1);
    const overHttp = await service.call('POST', `/mailbox/${name}`, { body: 'x'.repeat(70_000) });
    expect(overHttp.status).toBe(413);
  });

  test('the mailbox page shows any content of a delivery as plain text', async () => {
    const name = newName();
    const hostile = `</pre><script>alert(1)</script><img src=x onerror=alert(1)>'"&`;
    const names = ['x-signature', 'x-timestamp', 'webhook-id', 'x-other'];
    const headers = Object.fromEntries(names.map((header) => [header, hostile]));
    const deliveries: RequestInit[] = [
      { body: hostile, headers },
      { body: JSON.stringify({ [hostile]: hostile }), headers },
      { body: Uint8Array.of(0xff, 0xfe, 0x00, 0x3c) },
      { body: '['.repeat(60_000) },
      { body: hostile, headers: sign(['0'.repeat(64)]) },
    ];
    for (const delivery of deliveries) await post(`/mailbox/${name}`, delivery);
    const page = await show(name);
    expect(page.match(/>Headers</g)).toHaveLength(5);
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(page).not.toContain('<script>alert');
    expect(page).not.toContain('<img src=x');
    expect(page.length).toBeLessThan(300_000);
  });

  test('a page on another site can neither send requests to a mailbox nor read the mailbox', async () => {
    const name = newName();
    for (const header of ['Origin: http://evil.test', 'Sec-Fetch-Site: cross-site']) {
      const headers = Object.fromEntries([header.split(': ')]);
      expect((await post(`/mailbox/${name}`, { body, headers })).status).toBe(403);
    }
    expect(await show(name)).toContain('Nothing has arrived yet');
    const { headers } = await app.request(`${BASE}/mailbox/${name}`, { headers: { Origin: 'http://evil.test' } });
    expect(headers.has('access-control-allow-origin')).toBe(false);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-security-policy')).toContain("script-src 'self'");
  });

  test('the service returns 404 for a mailbox name that is empty, is too long, or contains special characters', async () => {
    for (const name of ['a%2Fb', 'a.b', `${'x'.repeat(65)}`, '%3Cb%3E', ''])
      expect((await app.request(`${BASE}/mailbox/${name}`)).status, name).toBe(404);
  });
});
