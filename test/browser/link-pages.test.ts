import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { actions, type LinkKind, type LinkState, links, notices, pages, questions } from '../../generated/pages.ts';
import { type Micros, seconds } from '../../server/domain/clock.ts';
import { RESULTS_KEPT } from '../../server/domain/verification-lifecycle.ts';
import { languages, type MessageKey, messagesIn } from '../../server/pages/messages/messages.tsx';
import { forget } from '../../server/work/lifecycle/sweep.ts';
import { personWith, type Shown } from '../pages/person.ts';
import { browser } from '../pages/sign-in-support.ts';
import { createApp } from '../support/app.ts';
import { example } from '../support/contract.ts';
import type { TestService } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { SUBMISSION_WINDOW, VERIFICATION_WINDOW } from '../support/windows.ts';
import { accessibilityViolations, COLOUR_SCHEMES, EVERY_RULE } from './accessibility.ts';
import { hasChromium, sharedChromium } from './chromium.ts';
import { startAtItsOwnAddress } from './support.ts';

// Visits every cell of spec/pages.yaml. The short run visits each cell once, in alternating languages and colour schemes.

type Viewer = 'signedOut' | 'owner' | 'other';

interface Cell {
  kind: LinkKind;
  state: LinkState;
  viewer: Viewer;
  page: keyof typeof pages;
}

const cells = Object.entries(links).flatMap(([kind, rows]) =>
  Object.entries(rows).flatMap(([state, row]) =>
    Object.entries(row).flatMap(([viewer, page]) => (page === 'never' ? [] : [{ kind, state, viewer, page } as Cell])),
  ),
);
const nameOf = ({ kind, state, viewer }: Omit<Cell, 'page'>) => `${kind}, ${state}, ${viewer}`;

const variants = languages.flatMap((language) => COLOUR_SCHEMES.map((colorScheme) => ({ language, colorScheme })));
type Variant = (typeof variants)[number];

/** Adds the variants in which a test visits the page: one that depends on the index, or all in the nightly run. */
const inVariants = <T extends readonly unknown[]>(rows: readonly T[]) =>
  rows.map((row, index) => [...row, sized(variants.slice(index % variants.length).slice(0, 1), variants)] as const);

/** Partner that is disabled before the pages are visited. */
const PAUSED = { clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2' };

describe.skipIf(!hasChromium)('The pages of links', { timeout: 240_000 }, () => {
  let service: TestService & { publicUrl: string };
  /** Links by cell. */
  const urls = new Map<string, string>();
  const contexts = new Map<Viewer, BrowserContext>();

  const someone = () =>
    personWith(browser(createApp(service.services), { appUrl: service.publicUrl }), [service.publicUrl]);
  type Person = ReturnType<typeof someone>;
  const signedIn = async (email: string) => {
    const one = someone();
    await one.signIn(await one.visit('/sign-in'), email);
    return one;
  };
  const openLink = (one: Person, url: string): Promise<Shown> =>
    url.includes('#') ? one.open(url) : one.visit(new URL(url).pathname + new URL(url).search);

  async function created({ kind, state }: Cell): Promise<{ id: string; url: string }> {
    const token = await service.token(state === 'paused' ? PAUSED : {});
    const id = randomUUID();
    if (state === 'unknown') {
      const added = await created({ kind, state: 'notOpened' } as Cell);
      return { id, url: added.url.replace(/(content|requestId)=[^&]*/, `$1=${id}`) };
    }
    const [path, body] =
      kind === 'submission'
        ? [operations.addRightToWork.path, { ...example('RightToWorkAustralia'), id }]
        : [operations.createVerificationRequest.path, { ...example('VerificationMinimal'), request_id: id }];
    const { body: answer } = await service.call('POST', path, { token, body });
    return { id, url: answer.redirect_uri };
  }

  /** Creates a link and brings it into the state of the cell. The owner acts if the state needs a decision. */
  async function prepare(cell: Cell, owner: Person): Promise<void> {
    const { kind, state, viewer } = cell;
    const { id, url } = await created(cell);
    urls.set(nameOf(cell), url);
    const isAdd = kind === 'submission';
    const answer = async (...decisions: string[]) => {
      for (const decision of decisions) {
        const page = await openLink(owner, url);
        const identity = /name="identity" [^>]*value="([^"]+)"/.exec(page.html)?.[1] ?? '';
        await owner.submit(page, { decision, identity });
      }
    };
    if (state === 'open' || state === 'expired' || (state === 'paused' && viewer === 'owner')) await answer('later');
    if (state === 'accepted') await answer(isAdd ? 'accept' : 'verify');
    if (state === 'declined' || (state === 'deleted' && !isAdd))
      await answer(isAdd ? 'decline_confirmed' : 'refuse_confirmed');
    if (state === 'deleted' && isAdd) await answer('accept', 'delete_confirmed');
    if (state !== 'canceled') return;
    const { path } = operations[isAdd ? 'decideSubmission' : 'decideVerificationRequest'];
    const token = await service.token();
    expect((await service.call('POST', path.replace('{id}', id), { token, body: { status: 'canceled' } })).status).toBe(
      200,
    );
  }

  /** Prepares the cells that need a decision before the time passes. */
  async function prepareAll(some: readonly Cell[], email: string, later: Micros): Promise<void> {
    const owner = await signedIn(email);
    for (const cell of some) await prepare(cell, owner);
    service.clock.advance(later);
  }

  async function identityFor(one: Person): Promise<void> {
    const body = { ...example('CredentialBatchIdentityOnly'), credential_id: randomUUID() };
    const { path } = operations.addCredentialBatch;
    const { body: added } = await service.call('POST', path, { token: await service.token(), body });
    await one.submit(await openLink(one, added.redirect_uri), { decision: 'accept' });
  }

  beforeAll(async () => {
    service = await startAtItsOwnAddress();
    const isForgotten = ({ kind, state }: Cell) => kind === 'verification' && state === 'deleted';
    const isExpired = ({ state }: Cell) => state === 'expired';
    const email = `${randomUUID()}@example.com`;
    await prepareAll(cells.filter(isForgotten), email, RESULTS_KEPT);
    await forget(service.services);
    await prepareAll(cells.filter(isExpired), email, Math.max(SUBMISSION_WINDOW, VERIFICATION_WINDOW));
    const [owner, other] = [await signedIn(email), await signedIn(`${randomUUID()}@example.com`)];
    for (const one of [owner, other]) await identityFor(one);
    for (const cell of cells) if (!isForgotten(cell) && !isExpired(cell)) await prepare(cell, owner);
    await service.services.store.updatePartner(PAUSED.clientId, { disabledAt: service.clock.now() });
    service.clock.advance(seconds(60));
    const chromium = await sharedChromium();
    for (const [viewer, one] of [
      ['signedOut', null],
      ['owner', owner],
      ['other', other],
    ] as const) {
      const context = await chromium.newContext({ viewport: { width: 320, height: 800 } });
      const cookies = [...(one?.tab.cookies ?? [])].map(([name, value]) => ({ name, value, url: service.publicUrl }));
      await context.addCookies(cookies);
      contexts.set(viewer, context);
    }
  }, 120_000);

  afterAll(async () => {
    await Promise.all([...contexts.values()].map((context) => context.close()));
    await service?.stop();
  });

  interface Expected {
    title: MessageKey;
    status: number;
    labels?: readonly MessageKey[];
    absent?: readonly MessageKey[];
  }

  /** Opens an address in each variant, and checks the page: its title, status, actions, accessibility, and width. */
  async function see(viewer: Viewer, url: string, some: readonly Variant[], expected: Expected): Promise<void> {
    const page = (await contexts.get(viewer)?.newPage()) as Page;
    let status = 0;
    page.on('response', (response) => {
      if (response.request().isNavigationRequest()) status = response.status();
    });
    for (const { language, colorScheme } of some) {
      const { text } = messagesIn(language);
      const name = `${language.tag}, ${colorScheme}`;
      await page.setExtraHTTPHeaders({ 'Accept-Language': language.tag });
      await page.goto(url, { waitUntil: 'commit' });
      // The page of a submission's link sends a form.
      await page.waitForURL((address) => !address.pathname.startsWith('/partner/add/'));
      await page.waitForLoadState('load');
      expect(await page.getByRole('heading', { level: 1 }).innerText(), name).toBe(text(expected.title, { count: 1 }));
      expect(await page.title(), name).not.toMatch(/\p{Cf}/u);
      expect([status, await page.evaluate('document.documentElement.lang')], name).toEqual([
        expected.status,
        language.tag,
      ]);
      const main = page.getByRole('main');
      const withLabel = (key: MessageKey) => {
        const label = { name: text(key), exact: true };
        return main.getByRole('button', label).or(main.getByRole('link', label));
      };
      for (const key of expected.labels ?? []) expect(await withLabel(key).isVisible(), `${name}: ${key}`).toBe(true);
      for (const key of expected.absent ?? []) expect(await withLabel(key).count(), `${name}: ${key}`).toBe(0);
      expect(await accessibilityViolations(page, colorScheme, EVERY_RULE), name).toEqual([]);
      expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBe(320);
    }
    await page.close();
  }

  test.concurrent.for(
    inVariants(cells.map((cell) => [nameOf(cell), cell] as const)),
  )('%s: the person sees the page in the table', async ([name, { viewer, page }, some]) => {
    const { title, status, actions: offered } = pages[page];
    const labels = (offered as readonly (keyof typeof actions)[]).map((action) => actions[action]);
    const absent = Object.values(actions).filter((label) => !(labels as readonly string[]).includes(label));
    await see(viewer, urls.get(name) ?? '', some, { title, status, labels, absent });
  });

  const asked = Object.entries(questions).map(([action, question]) => {
    const page = Object.entries(pages).find(([, { actions: offered }]) =>
      (offered as readonly string[]).includes(action),
    )?.[0];
    return [action, question, cells.find((cell) => cell.viewer === 'owner' && cell.page === page)] as const;
  });
  test.concurrent.for(inVariants(asked))('the question before the action "%s" has an address', async ([
    action,
    { title, button },
    cell,
    some,
  ]) => {
    const page = (await contexts.get('owner')?.newPage()) as Page;
    await page.goto(urls.get(nameOf(cell as Cell)) ?? '');
    await page.waitForURL((address) => !address.pathname.startsWith('/partner/add/'));
    const url = page.url().replace('?', `/${action}?`);
    await page.close();
    await see('owner', url, some, { title, status: 200, labels: [button, 'confirm.back'] });
  });

  // The sandbox redirects to the sign-in, because its form asks for the account.
  const fixed = Object.entries(notices).filter(([name]) => name !== 'otherAccount');
  test.concurrent.for(inVariants(fixed))('the page "%s" has an address', ([, { path, title, status }, some]) =>
    see('signedOut', service.publicUrl + path, some, { title, status }));
});
