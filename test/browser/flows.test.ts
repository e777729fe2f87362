import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { crc32, deflateSync } from 'node:zlib';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { hours, seconds } from '../../server/domain/clock.ts';
import { DOCUMENTS_KEPT } from '../../server/domain/submission-lifecycle.ts';
import type { Logos } from '../../server/work/documents/logos.ts';
import { example } from '../support/contract.ts';
import type { TestService } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { unzip } from '../support/unzip.ts';
import { accessibilityViolations } from './accessibility.ts';
import { hasChromium, sharedChromium } from './chromium.ts';
import {
  DESKTOP,
  openWindow,
  type PartnerSite,
  PHONE,
  startAtItsOwnAddress,
  startPartnerSite,
  type Window,
} from './support.ts';

const minutes = (count: number) => seconds(60 * count);

/** Creates a black PNG image. */
function blackPng(width: number, height: number): Buffer {
  const number = (value: number) => Buffer.from(value.toString(16).padStart(8, '0'), 'hex');
  const chunk = (type: string, ...parts: Buffer[]) => {
    const content = Buffer.concat([Buffer.from(type), ...parts]);
    return Buffer.concat([number(content.length - 4), content, number(crc32(content))]);
  };
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', number(width), number(height), Buffer.of(8, 0, 0, 0, 0)),
    chunk('IDAT', deflateSync(Buffer.alloc((width + 1) * height))),
    chunk('IEND'),
  ]);
}

/** Valid image of one pixel, which a browser can render. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n');

describe.skipIf(!hasChromium)('The user application in a browser', { timeout: 120_000 }, () => {
  let service: TestService & { publicUrl: string };
  let site: PartnerSite;
  let browser: Browser;
  const windows: Window[] = [];

  beforeAll(async () => {
    // Use fake logos, because real logos require public https URLs.
    const logos: Logos = {
      get: async (url) => (url.includes('missing') ? null : { bytes: png, mediaType: 'image/png' }),
    };
    const started = [startAtItsOwnAddress(() => ({ logos })), startPartnerSite(), sharedChromium()] as const;
    [service, site, browser] = await Promise.all(started);
  });

  afterAll(async () => {
    await site?.stop();
    await service?.stop();
  });

  // Every test also checks that the pages have no errors.
  afterEach(async () => {
    const opened = windows.splice(0);
    await Promise.all(opened.map((window) => window.close()));
    expect(opened.flatMap(({ trouble }) => trouble)).toEqual([]);
  });

  async function someone(options: BrowserContextOptions = {}): Promise<Window> {
    const window = await openWindow(browser, [service.publicUrl, site.url], { viewport: PHONE, ...options });
    windows.push(window);
    return window;
  }

  const newEmail = () => `${randomUUID()}@example.com`;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name });
  /** Opens the menu of the account in the header. */
  const openMenu = (page: Page) => page.locator('.menu > summary').click();
  /** Opens the page with all credentials. On a phone, the link is in the menu. */
  async function toList(page: Page): Promise<void> {
    await page.waitForLoadState();
    const link = page.getByRole('navigation').getByRole('link', { name: 'My credentials', exact: true });
    if (!(await link.first().isVisible())) await openMenu(page);
    await link.filter({ visible: true }).click();
  }
  const pathOf = (page: Page) => new URL(page.url()).pathname;

  /** Waits for the page with the given heading and for its styles, without which hidden links would be visible. */
  async function seen(page: Page, name: string | RegExp): Promise<void> {
    await heading(page, name).waitFor();
    await page.waitForLoadState();
  }

  async function signIn(page: Page, email = newEmail()): Promise<void> {
    await page.getByLabel('Email address').fill(email);
    await button(page, 'Sign in').click();
  }

  const call = async (method: string, target: string, body?: object) =>
    service.call(method, target, { token: await service.token(), ...(body && { body }) });

  async function submitted(name: 'EducationWithTranscript' | 'RightToWorkAustralia') {
    const path = name === 'EducationWithTranscript' ? 'education' : 'right_to_work';
    const id = randomUUID();
    const { status, body } = await call('POST', `/api/partner/v1/add/${path}.json`, { ...example(name), id });
    expect(status).toBe(201);
    return { id, link: body.redirect_uri as string };
  }

  async function statusOf(id: string): Promise<string> {
    return (await call('GET', `/api/partner/v1/submissions/${id}/status.json`)).body.status;
  }

  async function sentBatch(
    name: 'CredentialBatchOfEveryKind' | 'CredentialBatchIdentityOnly',
    fullName = 'Alex Example',
  ) {
    const body = { ...example(name), credential_id: randomUUID() };
    body.digital_identity.fields.full_name = fullName;
    const added = await call('POST', operations.addCredentialBatch.path, body);
    const uploads: { asset_id: string; url: string }[] = added.body.asset_uploads ?? [];
    const upload = async (assetId: string, bytes: Uint8Array, type: string) => {
      const url = uploads.find(({ asset_id }) => asset_id === assetId)?.url ?? '';
      const { status } = await service.call('PUT', url, { body: bytes, headers: { 'Content-Type': type } });
      expect(status).toBe(200);
    };
    return { link: added.body.redirect_uri as string, upload };
  }

  async function verificationRequest(withCallback = true, display: object = {}) {
    const id = `ACME-V-${randomUUID()}`;
    const { body } = await call('POST', operations.createVerificationRequest.path, {
      ...example('VerificationMinimal'),
      request_id: id,
      display_options: { partner_name: 'Tax Office', ...display },
      ...(withCallback && { callback_url: `${site.url}/back?case=${id}` }),
    });
    return { id, link: body.redirect_uri as string };
  }

  async function resultOf(id: string) {
    const path = operations.getVerificationRequest.path.replace('{id}', id);
    return (await call('GET', path)).body.results[0];
  }

  /** Opens the link in a new window, signs in, and waits for the consent page. */
  async function asked(link: string, options: BrowserContextOptions = {}, email = newEmail()) {
    const window = await someone(options);
    await window.page.goto(link);
    await signIn(window.page, email);
    await seen(window.page, /^Do you want/);
    return window;
  }

  /** Keeps the submission for later, and opens its link again. */
  async function keep(page: Page, link: string): Promise<void> {
    await button(page, 'Not now').click();
    await seen(page, 'My credentials');
    await page.goto(link);
    await seen(page, /^Do you want/);
  }

  /** Signs in as a new user, and accepts a digital identity. */
  async function withIdentity(options: BrowserContextOptions = {}): Promise<Window> {
    const window = await asked((await sentBatch('CredentialBatchIdentityOnly')).link, options);
    await button(window.page, 'Accept').click();
    await seen(window.page, 'Your credential');
    return window;
  }

  // The short run uses only the phone.
  const allScreens: [string, typeof PHONE][] = [
    ['a phone', PHONE],
    ['a large screen', DESKTOP],
  ];
  const screens = sized(allScreens.slice(0, 1), allScreens);
  describe.each(screens)('The main flows on %s', (_where, viewport) => {
    test('a user opens the link of a partner, signs in, and accepts the credential', async () => {
      const { id, link } = await submitted('EducationWithTranscript');
      const { page, requests } = await someone({ viewport });
      const shown: string[] = [];
      page.on('framenavigated', (frame) => shown.push(frame.url()));
      const follow = async () => {
        await page.goto(site.pageWith(link));
        await page.getByRole('link', { name: 'Your link' }).click();
      };
      await follow();
      await seen(page, 'Sign in');
      await signIn(page);
      await seen(page, 'Do you want this credential?');
      expect(await page.getByText('Bachelor of Commerce').first().isVisible()).toBe(true);
      expect(await page.getByText('Corporate Finance').isVisible()).toBe(true);
      expect(await statusOf(id)).toBe('incomplete');

      // The page sends the fragment of the link to the server once, in a form, and never in a URL.
      const sent = () =>
        requests.filter(({ method, url }) => method === 'POST' && url.includes('/partner/add/')).length;
      expect(sent()).toBe(1);
      const addresses = () => [...requests.map(({ url }) => url), page.url()];
      const ofService = (url: string) => url.startsWith(service.publicUrl);
      expect(addresses().filter((url) => ofService(url) && /#|content=/.test(url))).toEqual([]);
      // The page removes the fragment from the browser history before it submits the form.
      expect(shown.filter((url) => url.includes('/partner/add/')).at(-1)).not.toContain('#');

      await button(page, 'Accept').click();
      await seen(page, 'Your credential');
      expect(await page.getByRole('status').innerText()).toContain('You accepted');
      expect(await statusOf(id)).toBe('verified');
      const credential = pathOf(page);

      await follow();
      await seen(page, 'Your credential');
      expect(pathOf(page)).toBe(credential);
      expect(sent()).toBe(2);
      expect(addresses().filter((url) => ofService(url) && /#|content=/.test(url))).toEqual([]);
      await page.goBack();
      await page.goForward();
      await seen(page, 'Your credential');
      expect(sent()).toBe(2);

      await toList(page);
      await seen(page, 'My credentials');
      await page.getByRole('link', { name: 'Bachelor of Commerce' }).click();
      await seen(page, 'Your credential');
      expect(pathOf(page)).toBe(credential);

      await openMenu(page);
      await button(page, 'Sign out').click();
      await seen(page, 'You are signed out');
      await page.goto(service.publicUrl + credential);
      await seen(page, 'Sign in');
      expect(await page.getByText('Bachelor').count()).toBe(0);
    });

    test('a user verifies with a digital identity and returns to the partner', async () => {
      const { page } = await withIdentity({ viewport });
      const { id, link } = await verificationRequest();
      await page.goto(site.pageWith(link));
      await page.getByRole('link', { name: 'Your link' }).click();
      await seen(page, 'Verify who you are');
      expect(await page.locator('.decision').innerText()).toContain('Your full name: Alex Example');
      await button(page, 'Verify and share').click();
      await seen(page, 'Welcome back at Acme');
      const back = site.cameBack.find((query) => query.get('request_id') === id);
      expect([...(back ?? [])]).toEqual([
        ['case', id],
        ['request_id', id],
        ['status', 'verified'],
      ]);
      expect(await resultOf(id)).toMatchObject({
        status: 'verified',
        digital_identity: { full_name: 'Alex Example' },
      });
    });
  });

  test('the credential is accepted only once despite a double click, a reload, or going back', async () => {
    const { id, link } = await submitted('RightToWorkAustralia');
    const { page, requests } = await asked(link);
    await button(page, 'Accept').dblclick();
    await seen(page, 'Your credential');
    expect(await statusOf(id)).toBe('verified');
    const posts = () => requests.filter(({ method }) => method === 'POST').length;
    const sent = posts();
    expect(await page.getByText('You accepted. It is in your account now.').count()).toBe(1);
    await page.reload();
    await seen(page, 'Your credential');
    expect(await page.getByText('You accepted. It is in your account now.').count()).toBe(0);
    await page.goBack();
    await seen(page, 'Your credential');
    expect(await button(page, 'Accept').count()).toBe(0);
    expect(await button(page, 'Decline').count()).toBe(0);
    expect(posts()).toBe(sent);
    expect(await statusOf(id)).toBe('verified');
  });

  test.each([
    ['has expired', async () => service.clock.advance(hours(8))],
    ['is missing from the browser', async ({ context }: Window) => context.clearCookies()],
  ])('a user whose session %s sees a message, and nothing changes', async (_how, end) => {
    const { id, link } = await submitted('RightToWorkAustralia');
    const email = newEmail();
    const window = await asked(link, {}, email);
    const { page } = window;
    await keep(page, link);
    const consentUrl = page.url();
    await end(window);
    await button(page, 'Accept').click();
    await seen(page, 'You have been signed out');
    expect(await page.getByText('nothing has changed').isVisible()).toBe(true);
    expect(await statusOf(id)).toBe('incomplete');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, email);
    await seen(page, 'Do you want this credential?');
    expect(pathOf(page)).toBe(new URL(consentUrl).pathname);
    await seen(page, 'Do you want this credential?');
    await button(page, 'Accept').click();
    await seen(page, 'Your credential');
    expect(await statusOf(id)).toBe('verified');
  });

  test.each(
    screens,
  )('a user on %s completes pending requests, prints receipts, and downloads all data', async (_where, viewport) => {
    const look = async (page: Page, name: string) => {
      await seen(page, name);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(viewport.width);
    };
    const { page } = await withIdentity({ viewport });
    const [added, verification] = [await submitted('RightToWorkAustralia'), await verificationRequest(false)];
    await page.goto(added.link);
    await seen(page, 'Do you want this credential?');
    await keep(page, added.link);
    await page.goto(verification.link);
    await button(page, 'Not now').click();
    await page.getByText('Nothing has been shared').waitFor();
    await toList(page);
    await look(page, 'My credentials');
    expect(await page.getByText('Decide by').count()).toBe(2);
    await page.getByRole('link', { name: 'Verify who you are' }).click();
    await button(page, 'Verify and share').click();
    await seen(page, 'You are verified');
    await toList(page);
    await page.getByRole('link', { name: 'Right to work: Australia' }).click();
    await seen(page, 'Do you want this credential?');
    await button(page, 'Accept').click();
    await seen(page, 'Your credential');

    await page.getByRole('link', { name: 'Receipt' }).click();
    await look(page, 'Receipt: what you accepted');
    await page.getByRole('link', { name: 'Back to the credential' }).click();
    await seen(page, 'Your credential');
    await toList(page);
    expect(await page.getByText('Waiting for your answer').count()).toBe(0);
    await page.getByRole('link', { name: /^Your account: / }).click();
    await page.getByRole('link', { name: 'Receipt of what you shared' }).click();
    await look(page, 'Receipt: what you shared');
    expect(await page.getByText('Sandbox Partner').count()).toBeGreaterThan(0);
    const [back, menu] = [page.getByRole('link', { name: 'Back to your account' }), page.locator('.menu')];
    expect(await Promise.all([back.isVisible(), menu.isVisible()])).toEqual([true, true]);
    await page.emulateMedia({ media: 'print' });
    expect(await Promise.all([back.isVisible(), menu.isVisible()])).toEqual([false, false]);
    expect(await page.getByText('Your full name: Alex Example').isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
    await back.click();
    await seen(page, 'Your account');
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download my data').click()]);
    expect(download.suggestedFilename()).toMatch(/^partner-credentials-.*\.zip$/);
    const entries = unzip(readFileSync(await download.path()));
    expect([...entries.keys()].sort()).toEqual([
      'account.json',
      'credentials/1/credential.json',
      'credentials/2/credential.json',
    ]);
  });

  test('two tabs with links of both kinds keep their own requests after each sign-in', async () => {
    const email = newEmail();
    const holder = await asked((await sentBatch('CredentialBatchIdentityOnly')).link, {}, email);
    await button(holder.page, 'Accept').click();
    await seen(holder.page, 'Your credential');
    const { page: one, context } = await someone();
    const two = await context.newPage();
    const [added, verification] = [await submitted('RightToWorkAustralia'), await verificationRequest(false)];
    await one.goto(added.link);
    await seen(one, 'Sign in');
    await two.goto(verification.link);
    await seen(two, 'Sign in');
    await signIn(two, email);
    await seen(two, 'Verify who you are');
    await signIn(one, email);
    await seen(one, 'Do you want this credential?');
    await button(two, 'Verify and share').click();
    await seen(two, 'You are verified');
    await button(one, 'Accept').click();
    await seen(one, 'Your credential');
    expect(await statusOf(added.id)).toBe('verified');
    expect(await resultOf(verification.id)).toMatchObject({ status: 'verified' });
  });

  test.each(
    screens,
  )('a user on %s sees the current account and can switch to another account', async (_where, viewport) => {
    const [owner, other] = [newEmail(), newEmail()];
    const { link } = await submitted('RightToWorkAustralia');
    await keep((await asked(link, {}, owner)).page, link);
    const { page } = await someone({ viewport });
    await page.goto(link);
    await signIn(page, other);
    await seen(page, 'This link does not work');
    await openMenu(page);
    expect(await page.getByRole('navigation', { name: 'Your account' }).innerText()).toContain(other);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    await page.getByRole('main').getByRole('button', { name: 'Use another account' }).click();
    await seen(page, 'Sign in');
    await signIn(page, owner);
    await seen(page, 'Do you want this credential?');
    expect(await page.locator('.decision').innerText()).toContain(owner);
  });

  test.each(screens)('a user on %s must sign in again after 15 minutes before accepting', async (_where, viewport) => {
    const { id, link } = await submitted('RightToWorkAustralia');
    const email = newEmail();
    const { page } = await asked(link, { viewport }, email);
    service.clock.advance(minutes(15));
    await button(page, 'Accept').click();
    await seen(page, 'Please sign in again');
    expect(await statusOf(id)).toBe('incomplete');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await signIn(page, email);
    await seen(page, 'Do you want this credential?');
    await button(page, 'Accept').click();
    await seen(page, 'Your credential');
    expect(await statusOf(id)).toBe('verified');
  });

  test.each(
    screens,
  )('a user on %s deletes a credential and the account, and the other tab is signed out', async (_where, viewport) => {
    const neighbour = await withIdentity({ viewport });
    const accepted = await submitted('RightToWorkAustralia');
    const { page, context } = await asked(accepted.link, { viewport });
    await button(page, 'Accept').click();
    await seen(page, 'Your credential');
    await button(page, 'Delete this credential').click();
    await seen(page, 'Delete for good?');
    await button(page, 'Delete for good').click();
    await seen(page, 'You deleted this');
    expect(await statusOf(accepted.id)).toBe('verified');

    const open = await submitted('RightToWorkAustralia');
    const other = await context.newPage();
    await other.goto(open.link);
    await seen(other, 'Do you want this credential?');
    await keep(other, open.link);
    await page.goto(`${service.publicUrl}/account`);
    await seen(page, 'Your account');
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
    await button(page, 'Delete my account').click();
    await seen(page, 'Delete your account?');
    await button(page, 'Delete my account').click();
    await seen(page, 'Your account is deleted');
    await button(other, 'Accept').click();
    await seen(other, 'Your account is deleted');
    expect(await statusOf(open.id)).toBe('canceled');
    await other.goto(open.link);
    await signIn(other);
    await seen(other, 'This link is closed');
    // Other accounts keep their data.
    await neighbour.page.reload();
    await seen(neighbour.page, 'Your credential');
    await neighbour.page.getByText('Alex Example').first().waitFor();
  });

  test('the consent page appears again if a file arrives before the user accepts', async () => {
    const { link, upload } = await sentBatch('CredentialBatchOfEveryKind');
    const { page } = await asked(link);
    await page.getByText('Some documents have not arrived yet').waitFor();
    await upload('ACME-V2-417-E1-degree', pdf, 'application/pdf');
    await button(page, 'Accept').click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').innerText()).toContain('has added or replaced a document');
    // `pages.test.ts` checks the pages without alerts.
    expect(await accessibilityViolations(page, 'light')).toEqual([]);
    await button(page, 'Accept').click();
    await seen(page, 'Your credentials');
  });

  test('a user sees all credentials in a batch, its image, and its PDF', async () => {
    const { link, upload } = await sentBatch('CredentialBatchOfEveryKind');
    await upload('ACME-V2-417-M1-photo', blackPng(2000, 3000), 'image/png');
    await upload('ACME-V2-417-E1-degree', pdf, 'application/pdf');
    const { page } = await asked(link, { timezoneId: 'Australia/Sydney' });
    for (const title of [
      'Digital identity: Alex Example',
      'Bachelor of Commerce',
      'Barista Skills',
      'Example Test of Academic English',
      'Singapore',
    ])
      expect(await page.getByRole('heading', { level: 3, name: title }).count(), title).toBe(1);
    expect(await page.getByRole('heading', { level: 3 }).count()).toBe(5);

    await button(page, 'Accept').click();
    await seen(page, 'Your credentials');
    // The page uses the time zone of the user, not that of the server.
    const zone = { timeZone: 'Australia/Sydney', timeZoneName: 'shortGeneric' } as const;
    const clock = { hour: '2-digit', minute: '2-digit', ...zone } as const;
    const written = { day: 'numeric', month: 'long', year: 'numeric', ...clock } as const;
    const end = new Intl.DateTimeFormat('en-GB', written).format((service.clock.now() + DOCUMENTS_KEPT) / 1000);
    expect(end).toMatch(/ Time$/);
    await page.getByText(`Sign in on Partner Credentials before ${end} to keep the documents.`).waitFor();
    await toList(page);
    await page.getByText(`Sign in on Partner Credentials before ${end} to keep the documents.`).waitFor();
    await page.goBack();
    await seen(page, 'Your credentials');
    for (const title of ['Bachelor of Commerce', 'Barista Skills'])
      await page.getByRole('heading', { level: 3, name: title }).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Degree certificate, PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Degree certificate.pdf');
    expect(readFileSync(await download.path())).toEqual(pdf);

    const image = page.getByRole('link', { name: 'Certificate, PNG image' });
    const preview = image.locator('img');
    await preview.scrollIntoViewIfNeeded();
    await expect.poll(() => preview.evaluate('document.querySelector(".file-name img").naturalWidth')).toBe(2000);
    const { width, height } = (await preview.boundingBox()) ?? { width: 0, height: 0 };
    expect(width).toBeLessThanOrEqual(320);
    expect(height).toBe(240);
    expect(await page.locator('main :is(iframe, object, embed)').count()).toBe(0);
    const address = new URL((await image.getAttribute('href')) ?? '', page.url()).href;
    const response = await page.goto(address);
    if (response === null) throw new Error('The server sent no response');
    expect(response.headers()).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': expect.stringContaining('inline'),
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
    });
    await page.waitForLoadState();
    expect(await page.evaluate('document.images[0].naturalWidth')).toBe(2000);

    const other = await someone();
    await other.page.goto(`${service.publicUrl}/sign-in`);
    await signIn(other.page);
    await seen(other.page, 'My credentials');
    expect((await other.page.goto(address))?.status()).toBe(404);
  });

  describe('A verification request', () => {
    const decide = async (page: Page, name: string) => {
      await button(page, name).click();
      if (name === 'Refuse') await button(page, 'Refuse for good').click();
    };

    test('a refusal requires confirmation, and the buttons look different even in forced-colors mode', async () => {
      const { page } = await withIdentity();
      const { id, link } = await verificationRequest();
      await page.goto(link);
      await button(page, 'Refuse').click();
      await seen(page, 'Refuse for good?');
      expect(await resultOf(id)).toMatchObject({ status: 'incomplete' });
      await page.getByRole('link', { name: 'Go back' }).click();
      await seen(page, 'Verify who you are');
      for (const forcedColors of ['none', 'active'] as const) {
        await page.emulateMedia({ forcedColors });
        const looks = () =>
          page.evaluate<string[]>(`[...document.querySelectorAll('main button:not(.link)')].map((button) => {
          const { backgroundColor, borderTopColor, borderTopStyle } = getComputedStyle(button);
          return backgroundColor + borderTopStyle + (${forcedColors === 'none'} ? borderTopColor : '');
        })`);
        // The page can finish loading before its style sheet does.
        await expect.poll(async () => new Set(await looks()).size, { message: forcedColors }).toBe(3);
      }
      // At the end of the page, the button that changes nothing is apart from the buttons that decide.
      await page.emulateMedia({ forcedColors: 'none' });
      await page.evaluate('scrollTo(0, document.body.scrollHeight)');
      const box = async (name: string) =>
        (await button(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const [later, share, refuse] = [await box('Not now'), await box('Verify and share'), await box('Refuse')];
      expect(refuse.x - share.x - share.width).toBeGreaterThan(8);
      expect(share.y - later.y - later.height).toBeGreaterThan(24);
    });

    test.each([
      ['postpones', 'Not now', 'incomplete', 'My credentials'],
      ['refuses', 'Refuse', 'canceled', 'You refused this request'],
      ['verifies', 'Verify and share', 'verified', 'You are verified'],
    ])('a user who %s returns to the partner, or sees a page if there is no callback URL', async (_how, name, status, title) => {
      const { page } = await withIdentity();
      const withCallback = await verificationRequest();
      await page.goto(withCallback.link);
      await decide(page, name);
      await seen(page, 'Welcome back at Acme');
      const back = site.cameBack.find((query) => query.get('request_id') === withCallback.id);
      expect(back?.get('status')).toBe(status);
      expect(await resultOf(withCallback.id)).toMatchObject({ status });

      const without = await verificationRequest(false);
      await page.goto(without.link);
      await decide(page, name);
      await seen(page, title);
      expect(await resultOf(without.id)).toMatchObject({ status });

      await page.goto(without.link);
      await seen(page, status === 'incomplete' ? 'Verify who you are' : title);
    });

    test('the page names the partner, and shows its logo (from the service) or its initials', async () => {
      const { page, requests } = await withIdentity();
      // The fake logo is one pixel wide. The image with the initials is 48 pixels wide.
      const width = () => page.evaluate('document.querySelector(".decision img").naturalWidth');
      for (const [logo, shown] of [
        ['https://logos.example/acme.png', 1],
        ['https://logos.example/missing.png', 48],
        ['https://missing;sandbox/', 48],
        ['https://*/', 1],
      ] as const) {
        const { link } = await verificationRequest(true, { partner_logo_url: logo });
        const response = await page.goto(link);
        await seen(page, 'Verify who you are');
        expect(response?.headers()['content-security-policy']).toContain(
          "img-src 'self'; font-src 'self'; form-action",
        );
        expect(await width(), logo).toBe(shown);
        expect((await page.locator('.decision > .beside').innerText()).split(/\n+/)).toEqual([
          ...['Sandbox Partner', 'Tax Office, a name used by Sandbox Partner', '✓ Registered by Sandbox operator'],
        ]);
        const host = new URL(site.url).host;
        expect(await page.getByText('you will return to').innerText()).toContain(host);
        expect(await accessibilityViolations(page, 'light')).toEqual([]);
      }
      // The page makes no request to another host before the decision.
      expect(requests.filter(({ url }) => !url.startsWith(service.publicUrl))).toEqual([]);
    });

    test('a user with several identities must choose one', async () => {
      const { page } = await withIdentity();
      await page.goto((await sentBatch('CredentialBatchIdentityOnly', 'Alexandra Example')).link);
      await button(page, 'Accept').click();
      await seen(page, 'Your credential');
      const { id, link } = await verificationRequest();
      await page.goto(link);
      await button(page, 'Verify and share').click();
      await page
        .getByRole('alert')
        .getByRole('link', { name: 'Choose the identity that you want to share.' })
        .waitFor();
      expect(await page.getByRole('alert').evaluate('document.activeElement.getAttribute("role")')).toBe('alert');
      await page.getByRole('alert').getByRole('link').click();
      expect(await page.evaluate('document.activeElement.name')).toBe('identity');
      expect(await accessibilityViolations(page, 'light')).toEqual([]);
      expect(await resultOf(id)).toMatchObject({ status: 'incomplete' });
      await page.getByLabel('Alexandra Example').check();
      await button(page, 'Verify and share').click();
      await seen(page, 'Welcome back at Acme');
      expect(await resultOf(id)).toMatchObject({ digital_identity: { full_name: 'Alexandra Example' } });
    });
  });
});
