import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { english, type Message, messagesIn } from '../../server/pages/messages/messages.tsx';
import { example } from '../support/contract.ts';
import type { TestService } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { accessibilityViolations, COLOUR_SCHEMES, cutOff } from './accessibility.ts';
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

const { text } = messagesIn(english);

interface Manner {
  options: BrowserContextOptions;
  /** True if the person navigates back and forward in the browser history after each form. */
  isGoingBack?: boolean;
  press(page: Page, target: Locator): Promise<void>;
  fill(page: Page, target: Locator, value: string): Promise<void>;
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  const element = await target.elementHandle();
  const hasFocus = (each: unknown) => (each as { matches(selector: string): boolean }).matches(':focus-visible');
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await element?.evaluate(hasFocus)) return;
  }
  throw new Error('The Tab key does not reach the element');
}

const mouse: Manner = {
  options: {},
  press: (_, target) => target.click(),
  fill: (_, target, value) => target.fill(value),
};

const manners: Record<string, Manner> = {
  'with only the keyboard and the Back button': {
    options: {},
    isGoingBack: true,
    press: (page, target) => tabTo(page, target).then(() => page.keyboard.press('Enter')),
    fill: (page, target, value) => tabTo(page, target).then(() => page.keyboard.type(value)),
  },
  'without scripts': { ...mouse, options: { javaScriptEnabled: false } },
};

const bodies = {
  addRightToWork: (id: string) => ({ ...example('RightToWorkAustralia'), id }),
  addCredentialBatch: (credential_id: string) => ({ ...example('CredentialBatchIdentityOnly'), credential_id }),
  createVerificationRequest: (request_id: string, callback_url?: string) => ({
    ...example('VerificationMinimal'),
    request_id,
    callback_url,
  }),
};

describe.skipIf(!hasChromium)('The user application in a browser', { timeout: 240_000 }, () => {
  let service: TestService & { publicUrl: string };
  let site: PartnerSite;
  let browser: Browser;
  const windows: Window[] = [];

  beforeAll(async () => {
    [service, site, browser] = await Promise.all([startAtItsOwnAddress(), startPartnerSite(), sharedChromium()]);
  });
  afterAll(async () => {
    await site?.stop();
    await service?.stop();
  });

  // Every test also checks that the pages have no errors.
  afterEach(async () => {
    const opened = windows.splice(0);
    await Promise.all(opened.map((window) => window.close()));
    expect(opened.flatMap(({ pageErrors }) => pageErrors)).toEqual([]);
  });

  async function created(operation: keyof typeof bodies, id: string = randomUUID(), callback_url?: string) {
    const options = { token: await service.token(), body: bodies[operation](id, callback_url) };
    return (await service.call('POST', operations[operation].path, options)).body.redirect_uri as string;
  }

  const statusOf = async (id: string) => {
    const path = operations.getSubmissionStatusV2.path.replace('{id}', id);
    return (await service.call('GET', path, { token: await service.token() })).body.status;
  };

  /** Opens a window. Returns functions that act as a person in the window, such as `open` and `signIn`. */
  async function personIn({ options, press, fill }: Manner) {
    const window = await openWindow(browser, [service.publicUrl, site.url], { viewport: PHONE, ...options });
    windows.push(window);
    const { page } = window;
    const labelled = (...message: Message) => {
      const label = { name: text(...message), exact: true };
      const main = page.getByRole('main');
      return main.getByRole('button', label).or(main.getByRole('link', label));
    };
    const choose = (...message: Message) => press(page, labelled(...message));
    const seen = (...message: Message) =>
      page.getByRole('heading', { level: 1, name: text(...message), exact: true }).waitFor();

    async function open(link: string): Promise<void> {
      await page.goto(link);
      if (options.javaScriptEnabled === false && link.includes('#')) {
        await page.getByLabel(text('link.part')).fill(new URL(link).hash.slice(1));
        await choose('link.continue');
      }
      await page.waitForURL((url) => !url.pathname.startsWith('/partner/add/'));
    }

    async function signIn(email = `${randomUUID()}@example.com`): Promise<void> {
      await seen('signIn.title');
      await fill(page, page.getByLabel(text('signIn.email')), email);
      await choose('signIn.button');
    }
    return { ...window, open, signIn, labelled, choose, seen };
  }

  /** Goes back two pages and forward two pages, and checks that the browser does not resubmit a form. */
  async function goBackAndForth({ page, requests }: Window): Promise<void> {
    const posts = () => requests.filter(({ method }) => method === 'POST').length;
    const [sent, here] = [posts(), page.url()];
    for (const go of [page.goBack, page.goBack, page.goForward, page.goForward]) {
      await go
        .call(page, { waitUntil: 'commit' })
        .catch((error: Error) => expect(error.message).not.toContain('ERR_CACHE_MISS'));
      if (page.url() !== 'about:blank') expect(page.url()).toMatch(new RegExp(`^${service.publicUrl}/`));
    }
    expect(posts()).toBe(sent);
    await page.goto(here);
  }

  // Only the nightly build runs this test without scripts, because test/pages sends the same forms in every build.
  test.each(
    Object.entries(manners).slice(0, sized(1, 2)),
  )('%s, a user can accept, decline, and delete credentials, and accept, postpone, or refuse verification requests', async (_, manner) => {
    const one = await personIn(manner);
    const { page, requests, open, signIn, choose, seen } = one;
    const ended = async (...title: Message) => {
      await seen(...title);
      if (manner.isGoingBack) await goBackAndForth(one);
    };
    const [accepted, declined] = [randomUUID(), randomUUID()];
    await open(await created('addCredentialBatch', accepted));
    await signIn();
    await seen('consent.title', { count: 1 });
    await choose('consent.accept');
    await ended('accepted.title');
    expect(await statusOf(accepted)).toBe('verified');
    await choose('success.details');
    await seen('credential.heading', { count: 1 });
    const credential = page.url();

    for (const [operation, action, confirmation, title] of [
      ['addRightToWork', 'consent.decline', 'decline', 'declined.title'],
      ['createVerificationRequest', 'later.button', null, 'credentials.title'],
      ['createVerificationRequest', 'verify.button', null, 'shared.title'],
      ['createVerificationRequest', 'verify.refuse', 'refuse', 'refused.title'],
    ] as const) {
      await open(await created(operation, confirmation === 'decline' ? declined : undefined));
      await choose(action);
      if (confirmation !== null) {
        await seen(`${confirmation}.title`);
        await choose(`${confirmation}.button`);
      }
      await ended(title);
    }
    expect(await statusOf(declined)).toBe('canceled');

    await page.goto(credential);
    await choose('credential.delete', { count: 1 });
    await seen('delete.title');
    await choose('delete.button');
    await ended('deleted.title');

    await open(await created('addRightToWork'));
    await choose('owner.other');
    await signIn();
    await ended('consent.title', { count: 1 });
    await page.goto(`${service.publicUrl}/account`);
    await choose('deleteAccount.button');
    await seen('deleteAccount.title');
    await choose('deleteAccount.button');
    await ended('accountDeleted.title');
    // Fragments contain submission IDs. The browser must send each fragment only once, in a form, and never in a URL.
    const ofService = requests.filter(({ url }) => url.startsWith(service.publicUrl));
    expect(ofService.filter(({ url }) => /content=/.test(url))).toEqual([]);
    expect(ofService.filter(({ method, url }) => method === 'POST' && url.includes('/partner/add/'))).toHaveLength(3);
  });

  test('the error message of a rejected form gets the keyboard focus, and a double click on the accept button accepts the credential', async () => {
    const { page, open, signIn, labelled, seen } = await personIn(mouse);
    const id = randomUUID();
    await open(await created('addRightToWork', id));
    await signIn('no address');
    const hasFocus = (target: Locator) => target.evaluate((element) => element.matches(':focus'));
    await page.getByRole('alert').waitFor();
    expect(await hasFocus(page.getByRole('alert'))).toBe(true);
    expect(await page.title()).toMatch(/^Error: /);
    await page.getByRole('alert').getByRole('link').click();
    expect(await hasFocus(page.getByLabel(text('signIn.email')))).toBe(true);
    await signIn();
    await labelled('consent.accept').dblclick();
    await seen('accepted.title');
    expect(await statusOf(id)).toBe('verified');
  });

  test('after each decision on a verification request, the service redirects the user to the partner site with the status in the query', async () => {
    const { page, open, signIn, choose, seen } = await personIn(mouse);
    await open(await created('addCredentialBatch'));
    await signIn();
    await choose('consent.accept');
    await seen('accepted.title');
    for (const [status, ...buttons] of [
      ['verified', 'verify.button'],
      ['canceled', 'verify.refuse', 'refuse.button'],
      ['incomplete', 'later.button'],
    ] as const) {
      const id = `ACME-V-${randomUUID()}`;
      await page.goto(site.pageWith(await created('createVerificationRequest', id, `${site.url}/back?case=1`)));
      await page.getByRole('link', { name: 'Your link' }).click();
      for (const button of buttons) await choose(button);
      await page.getByRole('heading', { name: 'Welcome back at Acme' }).waitFor();
      const back = site.callbackQueries.find((query) => query.get('request_id') === id);
      expect(Object.fromEntries(back ?? [])).toEqual({ case: '1', request_id: id, status });
    }
  });

  test('a button on the start page copies the client secret of a partner to the clipboard', async () => {
    const { page } = await personIn(mouse);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto(service.publicUrl);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe('sandbox-secret');
  });

  test('the start page and the mailbox have no accessibility violations in light and dark mode, and fit phone and desktop screens', async () => {
    const { page } = await personIn(mouse);
    const token = await service.token();
    const url = `${service.publicUrl}/mailbox/demo`;
    const { body } = await service.call('POST', operations.createWebhook.path, { token, body: { url } });
    await service.call('POST', operations.sendTestEvent.path.replace('{id}', body.id), { token });
    await service.services.dispatcher.drain();
    await fetch(url, { method: 'POST', body: 'x'.repeat(3000), headers: { 'x-signature': 'y'.repeat(200) } });
    for (const address of [service.publicUrl, url]) {
      await page.goto(address);
      if (address === url) expect(await page.locator('main section').count()).toBe(2);
      await page.evaluate('for (const each of document.querySelectorAll("details")) each.open = true');
      for (const colorScheme of COLOUR_SCHEMES)
        expect(await accessibilityViolations(page, colorScheme), `${address}, ${colorScheme}`).toEqual([]);
      for (const viewport of [DESKTOP, PHONE]) {
        await page.setViewportSize(viewport);
        expect(await page.evaluate('document.documentElement.scrollWidth'), address).toBe(viewport.width);
      }
      expect(await cutOff(page), address).toEqual([]);
    }
  });
});
