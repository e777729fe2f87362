import { randomUUID } from 'node:crypto';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { english, type Message, messagesIn } from '../../server/pages/messages/messages.tsx';
import { example } from '../support/contract.ts';
import type { TestService } from '../support/service.ts';
import { hasChromium, sharedChromium } from './chromium.ts';
import { openWindow, PHONE, startAtItsOwnAddress } from './support.ts';

const { text } = messagesIn(english);

/** Ways in which a person uses the pages. */
interface Manner {
  options: BrowserContextOptions;
  press(page: Page, target: Locator): Promise<void>;
  fill(page: Page, target: Locator, value: string): Promise<void>;
}

async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element.matches(':focus-visible'))) return;
  }
  throw new Error('The Tab key does not reach the element');
}

/** A person who uses the mouse. */
const mouse: Manner = {
  options: {},
  press: (_, target) => target.click(),
  fill: (_, target, value) => target.fill(value),
};

const manners: Record<string, Manner> = {
  'with only the keyboard': {
    options: {},
    press: (page, target) => tabTo(page, target).then(() => page.keyboard.press('Enter')),
    fill: (page, target, value) => tabTo(page, target).then(() => page.keyboard.type(value)),
  },
  'without scripts': { ...mouse, options: { javaScriptEnabled: false } },
};

describe.skipIf(!hasChromium)('A walk through all decisions', { timeout: 240_000 }, () => {
  let service: TestService & { publicUrl: string };
  let browser: Browser;

  beforeAll(async () => {
    [service, browser] = await Promise.all([startAtItsOwnAddress(), sharedChromium()]);
  });
  afterAll(() => service?.stop());

  async function created(
    operation: 'addRightToWork' | 'addCredentialBatch' | 'createVerificationRequest',
    id: string = randomUUID(),
  ) {
    const body = {
      addRightToWork: () => ({ ...example('RightToWorkAustralia'), id }),
      addCredentialBatch: () => ({ ...example('CredentialBatchIdentityOnly'), credential_id: id }),
      createVerificationRequest: () => ({ ...example('VerificationMinimal'), request_id: id }),
    }[operation]();
    const token = await service.token();
    return (await service.call('POST', operations[operation].path, { token, body })).body.redirect_uri as string;
  }

  const statusOf = async (id: string) => {
    const path = operations.getSubmissionStatusV2.path.replace('{id}', id);
    return (await service.call('GET', path, { token: await service.token() })).body.status;
  };

  /** Returns the steps of a person who signs in with the first link. */
  async function personIn({ options, press, fill }: Manner) {
    const window = await openWindow(browser, [service.publicUrl], { viewport: PHONE, ...options });
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
    return { ...window, open, signIn, choose, seen };
  }

  test.each(
    Object.entries(manners),
  )('a person accepts, declines, verifies, refuses, and deletes %s', async (_, manner) => {
    const { page, open, signIn, choose, seen, trouble, close } = await personIn(manner);
    const [accepted, declined] = [randomUUID(), randomUUID()];
    await open(await created('addCredentialBatch', accepted));
    await signIn();
    await seen('consent.title', { count: 1 });
    await choose('consent.accept');
    await seen('credential.heading', { count: 1 });
    expect(await statusOf(accepted)).toBe('verified');
    const credential = page.url();

    await open(await created('addRightToWork', declined));
    await choose('consent.decline');
    await seen('decline.title');
    await choose('decline.button');
    await seen('declined.title');
    expect(await statusOf(declined)).toBe('canceled');

    await open(await created('createVerificationRequest'));
    await choose('verify.button');
    await seen('shared.title');

    await open(await created('createVerificationRequest'));
    await choose('verify.refuse');
    await seen('refuse.title');
    await choose('refuse.button');
    await seen('refused.title');

    await page.goto(credential);
    await choose('credential.delete');
    await seen('delete.title');
    await choose('delete.button');
    await seen('deleted.title');

    await page.goto(`${service.publicUrl}/account`);
    await choose('deleteAccount.button');
    await seen('deleteAccount.title');
    await choose('deleteAccount.button');
    await seen('accountDeleted.title');
    expect(trouble).toEqual([]);
    await close();
  });

  test('after every form, the Back button shows pages of the service and sends no form again', async () => {
    const { page, requests, open, signIn, choose, seen, trouble, close } = await personIn(mouse);
    const posts = () => requests.filter(({ method }) => method === 'POST').length;

    /** Goes back to the question and to the page before it, and then forward again. */
    async function goBackAndForth(): Promise<void> {
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

    await open(await created('addCredentialBatch'));
    await signIn('no address');
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await page.title()).toMatch(/^Error: /);
    await page.getByRole('alert').getByRole('link').click();
    expect(await page.getByLabel(text('signIn.email')).evaluate((element) => element.matches(':focus'))).toBe(true);
    await goBackAndForth();
    await signIn();
    await choose('consent.accept');
    await seen('credential.heading', { count: 1 });
    await goBackAndForth();
    const credential = page.url();

    for (const [operation, action, button, title] of [
      ['addRightToWork', 'consent.decline', 'decline.button', 'declined.title'],
      ['createVerificationRequest', 'verify.refuse', 'refuse.button', 'refused.title'],
      ['createVerificationRequest', 'verify.button', null, 'shared.title'],
      ['addRightToWork', 'later.button', null, 'credentials.title'],
      ['createVerificationRequest', 'later.button', null, 'credentials.title'],
      ['addRightToWork', 'consent.accept', null, 'credential.heading'],
    ] as const) {
      await open(await created(operation));
      await choose(action);
      if (button !== null) await choose(button);
      await seen(title, { count: 1 });
      await goBackAndForth();
    }
    await page.goto(credential);
    await choose('credential.delete');
    await choose('delete.button');
    await seen('deleted.title');
    await goBackAndForth();

    const link = await created('addRightToWork');
    await open(link);
    await choose('owner.other');
    await signIn();
    await seen('consent.title', { count: 1 });
    await goBackAndForth();
    await page.goto(`${service.publicUrl}/account`);
    await choose('deleteAccount.button');
    await choose('deleteAccount.button');
    await seen('accountDeleted.title');
    await goBackAndForth();
    expect(trouble).toEqual([]);
    await close();
  });

  test('a form of another account names both accounts, and has no effect', async () => {
    const { page, context, open, signIn, choose, close } = await personIn(mouse);
    const link = await created('addRightToWork');
    await open(link);
    await signIn('first@example.com');
    const other = await context.newPage();
    await other.goto(link);
    await other.getByRole('button', { name: text('owner.other') }).click();
    await other.getByLabel(text('signIn.email')).fill('second@example.com');
    await other.getByRole('button', { name: text('signIn.button'), exact: true }).click();
    await other.getByRole('heading', { level: 1, name: text('consent.title', { count: 1 }) }).waitFor();
    await choose('consent.accept');
    const notice = await page.getByRole('status').innerText();
    for (const part of ['first@example.com', 'second@example.com', 'Nothing was changed'])
      expect(notice).toContain(part);
    await close();
  });
});
