import { randomUUID } from 'node:crypto';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import {
  actions,
  type LinkKind,
  type LinkState,
  links,
  notices,
  outcomes,
  pages,
  questions,
} from '../../generated/pages.ts';
import { type Micros, seconds } from '../../server/domain/clock.ts';
import { RESULTS_KEPT } from '../../server/domain/verification-lifecycle.ts';
import { english, languages, type MessageKey, messagesIn } from '../../server/pages/messages/messages.tsx';
import { forget } from '../../server/work/lifecycle/sweep.ts';
import { accessibilityViolations, COLOUR_SCHEMES } from '../browser/accessibility.ts';
import { hasChromium, sharedChromium } from '../browser/chromium.ts';
import { openLink, type Person, person, plain, type Shown, signedIn } from '../pages/person.ts';
import { APP_URL } from '../pages/sign-in-support.ts';
import { example } from '../support/contract.ts';
import { sharedService } from '../support/shared-service.ts';
import { sized } from '../support/size.ts';
import { SUBMISSION_WINDOW, VERIFICATION_WINDOW } from '../support/windows.ts';

// The tests visit every page in spec/pages.yaml, including every page in the table of that file. The nightly build also
// opens each page in a browser, in each language, on a phone and on a wide screen.

const isInBrowser = sized(false, hasChromium);

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

const DISABLED_PARTNER = { clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2' };

const { text } = messagesIn(english);
const labelOf = (key: MessageKey) => text(key, { count: 1 });

const service = sharedService();
const urls = new Map<string, string>();
let people: Record<Viewer, Person>;

async function created({ kind, state }: Pick<Cell, 'kind' | 'state'>): Promise<{ id: string; url: string }> {
  const id = randomUUID();
  if (state === 'unknown') {
    const { url } = await created({ kind, state: 'notOpened' });
    return { id, url: url.replace(/(content|requestId)=[^&]*/, `$1=${id}`) };
  }
  const [path, body] =
    kind === 'submission'
      ? [operations.addRightToWork.path, { ...example('RightToWorkAustralia'), id }]
      : [operations.createVerificationRequest.path, { ...example('VerificationMinimal'), request_id: id }];
  const token = await service.token(state === 'paused' ? DISABLED_PARTNER : {});
  return { id, url: (await service.call('POST', path, { token, body })).body.redirect_uri };
}

/** Creates a link in the state of the table cell. If the state requires a decision, the owner decides. */
async function prepare(cell: Omit<Cell, 'page'>, owner: Person): Promise<string> {
  const { kind, state, viewer } = cell;
  const { id, url } = await created(cell);
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
  const canceling = {
    canceled: ['decideSubmission', 'decideVerificationRequest'],
    canceledByPartner: ['cancelSubmission', 'cancelVerificationRequest'],
  } as const;
  if (state !== 'canceled' && state !== 'canceledByPartner') return url;
  const { path } = operations[canceling[state][isAdd ? 0 : 1]];
  const request = { token: await service.token(), ...(state === 'canceled' && { body: { status: 'canceled' } }) };
  expect((await service.call('POST', path.replace('{id}', id), request)).status).toBe(200);
  return url;
}

async function prepareAll(some: readonly Cell[], email: string, later: Micros): Promise<void> {
  const owner = await signedIn(service.services, email);
  for (const cell of some) urls.set(nameOf(cell), await prepare(cell, owner));
  service.clock.advance(later);
}

async function acceptIdentity(one: Person): Promise<void> {
  const body = { ...example('CredentialBatchIdentityOnly'), credential_id: randomUUID() };
  const { path } = operations.addCredentialBatch;
  const { body: added } = await service.call('POST', path, { token: await service.token(), body });
  await one.submit(await openLink(one, added.redirect_uri), { decision: 'accept' });
}

beforeAll(async () => {
  const isForgotten = ({ kind, state }: Cell) => kind === 'verification' && state === 'deleted';
  const isExpired = ({ state }: Cell) => state === 'expired';
  const email = `${randomUUID()}@example.com`;
  await prepareAll(cells.filter(isForgotten), email, RESULTS_KEPT);
  await forget(service.services);
  await prepareAll(cells.filter(isExpired), email, Math.max(SUBMISSION_WINDOW, VERIFICATION_WINDOW));
  const [owner, other] = [await signedIn(service.services, email), await signedIn(service.services)];
  for (const one of [owner, other]) await acceptIdentity(one);
  for (const cell of cells)
    if (!isForgotten(cell) && !isExpired(cell)) urls.set(nameOf(cell), await prepare(cell, owner));
  await service.services.store.updatePartner(DISABLED_PARTNER.clientId, { disabledAt: service.clock.now() });
  service.clock.advance(seconds(60));
  people = { signedOut: person(service.services), owner, other };
});

/** Checks that a page is accessible and fits the window. The browser uses the session of the person. */
async function expectAccessible({ tab }: Person, { path, status }: Shown): Promise<void> {
  if (!isInBrowser) return;
  const context = await (await sharedChromium()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.route('**', async (route) => {
    const response = await tab.send(route.request().url());
    const headers = Object.fromEntries(response.headers);
    await route.fulfill({ status: response.status, headers, body: Buffer.from(await response.arrayBuffer()) });
  });
  for (const language of languages)
    for (const width of [390, 1280]) {
      tab.cookies.set('language', language.tag);
      await page.setViewportSize({ width, height: 844 });
      expect((await page.goto(APP_URL + path))?.status()).toBe(status);
      const view = `${language.name}, ${width} pixels`;
      expect(await page.getAttribute('html', 'lang'), view).toBe(language.tag);
      expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width);
      for (const colorScheme of COLOUR_SCHEMES)
        expect(await accessibilityViolations(page, colorScheme), `${view}, ${colorScheme}`).toEqual([]);
    }
  tab.cookies.delete('language');
}

/** Returns the status and the title of a page, and the labels in `known` that the page shows. */
function contentOf({ status, html }: Shown, known: readonly MessageKey[]) {
  const textOf = (markup = '') => plain(markup.replace(/<[^>]*>/g, '')).trim();
  const main = html.slice(html.indexOf('<main'), html.indexOf('</main>'));
  const title = textOf(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(main)?.[1]);
  const labels = [...main.matchAll(/<(a|button)\b[^>]*>([\s\S]*?)<\/\1>/g)].map(([, , label]) => textOf(label));
  return { title, status, labels: new Set(known.map(labelOf).filter((label) => labels.includes(label))) };
}

test.each(
  cells.map((cell) => [nameOf(cell), cell] as const),
)('for the link "%s", the service shows the page that spec/pages.yaml defines', async (name, { viewer, page }) => {
  const { title, status, actions: offered } = pages[page];
  const one = viewer === 'signedOut' ? person(service.services) : people[viewer];
  const shown = await openLink(one, urls.get(name) ?? '');
  const labels = new Set((offered as readonly (keyof typeof actions)[]).map((action) => labelOf(actions[action])));
  expect(contentOf(shown, Object.values(actions))).toEqual({ title: labelOf(title), status, labels });
  await expectAccessible(one, shown);
});

const asked = Object.entries(questions).map(([action, question]) => {
  const [page] =
    Object.entries(pages).find(([, { actions: offered }]) => (offered as readonly string[]).includes(action)) ?? [];
  return [action, question, cells.find((cell) => cell.viewer === 'owner' && cell.page === page)] as const;
});
test.each(asked)('the confirmation page of the action "%s" has its own URL', async (action, {
  title,
  button,
}, cell) => {
  const { path } = await openLink(people.owner, urls.get(nameOf(cell as Cell)) ?? '');
  const known = [button, 'confirm.back'] as const;
  const shown = await people.owner.visit(path.replace('?', `/${action}?`));
  expect(contentOf(shown, known)).toEqual({ title: text(title), status: 200, labels: new Set(known.map(labelOf)) });
  await expectAccessible(people.owner, shown);
});

test.each(Object.entries(outcomes))('the page right after the action "%s" says what happens next', async (action, {
  title,
  status,
}) => {
  const { owner } = people;
  const kind = action === 'accept' ? 'submission' : 'verification';
  const { path } = await openLink(owner, await prepare({ kind, state: 'accepted', viewer: 'owner' }, owner));
  const shown =
    action === 'stop'
      ? await owner.submit(await owner.visit(path.replace('?', '/stop?')), { decision: 'stop_confirmed' })
      : await owner.visit(path.replace('?', '/done?'));
  const known = ['success.details', 'next.account'] as const;
  const labels = new Set([text(known[action === 'stop' ? 1 : 0])]);
  expect(contentOf(shown, known)).toEqual({ title: text(title), status, labels });
  expect(shown.html.match(/class="button/g)).toHaveLength(1);
  await expectAccessible(owner, shown);
});

// Skips the page `otherAccount`, which redirects to the sign-in page in a sandbox.
const fixed = Object.entries(notices).filter(([name]) => name !== 'otherAccount');
test.each(fixed)('the page "%s" has its own URL', async (_, { path, title, status }) => {
  const shown = await people.signedOut.visit(path);
  expect(contentOf(shown, [])).toEqual({ title: text(title), status, labels: new Set() });
  await expectAccessible(people.signedOut, shown);
});
