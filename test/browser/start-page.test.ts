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
  const deliveries = (page: Page) => page.locator('main section');

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
    await page.goBack();
    await page.getByRole('link', { name: 'My credentials' }).click();
    await heading(page, 'Sign in').waitFor();
  });

  test('the mailbox shows a verified event, and refuses a tampered event', async () => {
    const page = await open('/mailbox/arriving');
    await page.getByText('Nothing has arrived yet').waitFor();
    const webhook = await createWebhook('arriving');
    await sendTestEvent(webhook);
    await expect.poll(async () => (await page.reload()) && deliveries(page).count()).toBe(1);
    await page.getByText('Verified', { exact: true }).waitFor();

    const body = '{"event_id":"e-1","status":"canceled"}';
    const timestamp = Math.floor(service.clock.now() / 1_000_000);
    const headers = signatureHeaders({
      eventId: 'e-1',
      body: Buffer.from('{"event_id":"e-1","status":"verified"}'),
      timestamp,
      secrets: [webhook.secret],
    });
    expect((await post('arriving', { body, headers })).status).toBe(200);
    await page.reload();
    await deliveries(page).first().getByText('Refused: No signature matches').waitFor();
    expect(await deliveries(page).count()).toBe(2);
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
    await expect.poll(async () => (await page.reload()) && deliveries(page).count()).toBe(2);
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
