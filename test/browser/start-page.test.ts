import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { signatureHeaders } from '../../server/domain/signature.ts';
import type { TestService } from '../support/service.ts';
import { accessibilityViolations, COLOUR_SCHEMES, cutOff } from './accessibility.ts';
import { hasChromium, sharedChromium } from './chromium.ts';
import { DESKTOP, openWindow, PHONE, startAtItsOwnAddress, type Window } from './support.ts';

describe.skipIf(!hasChromium)('The start page and the mailbox of the sandbox', { timeout: 120_000 }, () => {
  let service: TestService & { publicUrl: string };
  let browser: Browser;
  let token: string;
  const windows: Window[] = [];

  beforeAll(async () => {
    [service, browser] = await Promise.all([startAtItsOwnAddress(), sharedChromium()]);
    service.services.dispatcher.start();
    token = await service.token();
  });

  afterAll(async () => {
    await service?.stop();
  });

  // Every test also checks that the pages have no errors and no content security policy violations.
  afterEach(async () => {
    const opened = windows.splice(0);
    await Promise.all(opened.map((window) => window.close()));
    expect(opened.flatMap(({ trouble }) => trouble)).toEqual([]);
  });

  async function open(path: string, options: BrowserContextOptions = {}): Promise<Page> {
    const window = await openWindow(browser, [service.publicUrl], { viewport: DESKTOP, ...options });
    windows.push(window);
    await window.page.goto(service.publicUrl + path);
    return window.page;
  }

  const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name, exact: true });
  const deliveries = (page: Page) => page.locator('#deliveries > li');

  /** Creates a webhook that delivers to the mailbox. */
  async function createWebhook(name: string): Promise<{ id: string; secret: string }> {
    const url = `${service.publicUrl}/mailbox/${name}`;
    const created = await service.call('POST', operations.createWebhook.path, { token, body: { url } });
    expect(created.status).toBe(201);
    return created.body;
  }

  async function sendTestEvent({ id }: { id: string }): Promise<void> {
    const path = operations.sendTestEvent.path.replace('{id}', id);
    expect((await service.call('POST', path, { token })).status).toBe(202);
  }

  const post = (name: string, init: RequestInit) =>
    fetch(`${service.publicUrl}/mailbox/${name}`, { method: 'POST', ...init });

  test('the start page links to the reference, the credentials, and the mailbox', async () => {
    const page = await open('/');
    await heading(page, 'The sandbox is running').waitFor();
    const hrefs = await page
      .getByRole('main')
      .getByRole('link')
      .evaluateAll((links: { href: string }[]) => links.map(({ href }) => href));
    const statuses = await Promise.all(
      hrefs.map(async (href) => [new URL(href).pathname, (await fetch(href)).status] as const),
    );
    const {
      '/reference': reference,
      '/reference/guides/quickstart.html': quickstart,
      ...others
    } = Object.fromEntries(statuses);
    expect(others).toEqual({ '/openapi.json': 200, '/credentials': 200, '/mailbox/demo': 200 });
    // The status is 503 if the reference has not been built.
    for (const status of [reference, quickstart]) expect([200, 503]).toContain(status);

    await page.getByRole('link', { name: '/mailbox/demo' }).click();
    await heading(page, 'Mailbox demo').waitFor();
    await page.getByRole('link', { name: 'Sandbox' }).click();
    await page.getByRole('link', { name: 'My credentials' }).click();
    await heading(page, 'Sign in').waitFor();
  });

  test('the start page creates credentials of every kind, a verification request, and events', async () => {
    const page = await open('/');
    const kinds = page.getByRole('form', { name: 'Submit a sample credential' }).getByRole('button');
    const names = await kinds.allTextContents();
    expect(names).toContain('Right to work');
    const links = new Set<string>();
    for (const name of names) {
      await kinds.filter({ hasText: new RegExp(`^${name}$`) }).click();
      await page.getByText(`${name}: the credential is waiting.`).waitFor();
      links.add((await page.getByRole('status').getByRole('link').getAttribute('href')) ?? '');
    }
    expect(links.size).toBe(names.length);

    await page.getByRole('button', { name: 'Send a test event to the mailbox' }).click();
    await page.getByRole('button', { name: 'Request a verification', exact: true }).click();
    const link = page.getByRole('status').getByRole('link');
    expect(await link.getAttribute('href')).toContain('/partner/verify/digitalIdentity?');
    await page.getByRole('button', { name: 'Verify for the user' }).click();
    await page.getByText('The request is verified.').waitFor();
    await link.click();
    // The deliveries are the test event and the events with the status `incomplete` and `verified`.
    await page.getByText('3 deliveries').waitFor();
    await page.getByText('Verified', { exact: true }).nth(2).waitFor();
    const cross = {
      method: 'POST',
      headers: { Origin: 'https://evil.test' },
      body: new URLSearchParams({ do: 'event' }),
    };
    expect((await fetch(`${service.publicUrl}/sandbox/try`, cross)).status).toBe(403);
    expect((await fetch(`${service.publicUrl}/mailbox/demo/clear`, cross)).status).toBe(403);
  });

  test('a developer copies the body of a delivery and clears the mailbox', async () => {
    const page = await open('/mailbox/full', { permissions: ['clipboard-read', 'clipboard-write'] });
    await post('full', { body: '{"a":"needle"}' });
    await page.reload();
    await page.getByRole('button', { name: 'Copy: The body' }).click();
    await page.getByText('Copied: The body').waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('{"a":"needle"}');
    await page.getByRole('button', { name: 'Clear the mailbox' }).click();
    await page.getByText('Nothing has arrived yet').waitFor();
  });

  test('a button copies a command exactly as displayed', async () => {
    const page = await open('/', { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('button', { name: 'Copy: Get an access token' }).click();
    await page.getByText('Copied: Get an access token').waitFor();
    const copied = await page.evaluate('navigator.clipboard.readText()');
    expect(copied).toBe(await page.locator('pre[data-title="Get an access token"]').textContent());
    expect(copied).toContain(service.publicUrl + operations.createTokenV2.path);
  });

  test('the mailbox shows a verified event and rejects a tampered event', async () => {
    const page = await open('/mailbox/arriving');
    await page.getByText('Nothing has arrived yet').waitFor();
    const webhook = await createWebhook('arriving');
    await sendTestEvent(webhook);
    await page.getByText('1 delivery', { exact: true }).waitFor();
    await page.getByText('Verified', { exact: true }).waitFor();

    // A collapsed delivery stays collapsed when another delivery arrives.
    await deliveries(page).locator('> details > summary').click();
    const body = '{"event_id":"e-1","status":"canceled"}';
    const timestamp = Math.floor(service.clock.now() / 1_000_000);
    const headers = signatureHeaders({
      eventId: 'e-1',
      body: Buffer.from('{"event_id":"e-1","status":"verified"}'),
      timestamp,
      secrets: [webhook.secret],
    });
    expect((await post('arriving', { body, headers })).status).toBe(200);
    await page.getByText('2 deliveries').waitFor();
    await deliveries(page).first().getByText('Refused: signature mismatch').waitFor();
    expect(await deliveries(page).last().locator('> details').getAttribute('open')).toBeNull();
  });

  test('the pages work without JavaScript', async () => {
    await post('plain', { body: 'no event' });
    const page = await open('/mailbox/plain', { javaScriptEnabled: false });
    await page.getByText('Refused: missing headers').waitFor();
    // Playwright's text locators skip elements in <noscript>.
    await page.locator('noscript > p').waitFor();
    await page.goto(`${service.publicUrl}/`);
    expect(await page.locator('pre[data-title]').count()).toBe(1);
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0);
  });

  test('the mailbox shows HTML in a delivery as text', async () => {
    const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>';
    await post('hostile', { body: JSON.stringify({ status: hostile }), headers: { 'x-signature': hostile } });
    const page = await open('/mailbox/hostile');
    await deliveries(page).getByText(hostile).first().waitFor();
    expect(await page.locator('main img, main script').count()).toBe(0);
  });

  test('the pages are accessible and fit a phone and a desktop, in light and dark mode', async () => {
    const webhook = await createWebhook('looked-at');
    await service.call('PUT', operations.rotateWebhookSecret.path.replace('{id}', webhook.id), { token });
    await sendTestEvent(webhook);
    await post('looked-at', { body: 'x'.repeat(3000), headers: { 'x-signature': 'y'.repeat(200) } });
    const page = await open('/mailbox/looked-at');
    await page.getByText('Verified', { exact: true }).first().waitFor();
    for (const path of ['/mailbox/looked-at', '/mailbox/nobody', '/']) {
      await page.goto(service.publicUrl + path);
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      for (const viewport of [PHONE, DESKTOP]) {
        await page.setViewportSize(viewport);
        for (const colorScheme of COLOUR_SCHEMES) {
          const where = `${path}, ${viewport.width}, ${colorScheme}`;
          expect(await accessibilityViolations(page, colorScheme), where).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth'), where).toBe(viewport.width);
        }
      }
      expect(await cutOff(page), path).toEqual([]);
    }
  });
});
