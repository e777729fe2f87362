import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { seconds } from '../../server/domain/clock.ts';
import { email, openLink, person, plain, type Shown, signedIn } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { engines, type OpenService } from '../support/engines.ts';
import { queryPostgres } from '../support/postgres.ts';
import type { TestService } from '../support/service.ts';
import { SUBMISSION_WINDOW } from '../support/windows.ts';
import { countFiles, submissionOf, submitBatch } from '../work/lifecycle/support.ts';

let opened: OpenService;
let service: TestService;
let token: string;

function useService({ open }: (typeof engines)[number]): void {
  beforeAll(async () => {
    opened = await open();
    service = opened.service;
  });
  // Each test needs a new token, because some tests advance the clock beyond the lifetime of a token.
  beforeEach(async () => {
    token = await service.token();
  });
  afterAll(async () => {
    await service.stop();
    await opened.drop();
  });
}

const call = async (method: string, path: string, body?: object) =>
  service.call(method, path, { token, ...(body && { body }) });
const someone = () => person(service.services);

async function identityFor(address: string) {
  const body = { ...example('CredentialBatchIdentityOnly'), credential_id: randomUUID() };
  const { redirect_uri } = (await call('POST', operations.addCredentialBatch.path, body)).body;
  const alex = someone();
  await alex.submit(await alex.openAs(address, redirect_uri), { decision: 'accept' });
}

const pathOf = ({ path }: Shown) => path.replace(/\?.*/, '');

async function link(kind: 'add' | 'verify') {
  const id = randomUUID();
  const isAdd = kind === 'add';
  const body = isAdd
    ? { ...example('RightToWorkAustralia'), id }
    : { ...example('VerificationMinimal'), request_id: id };
  const { path } = operations[isAdd ? 'addRightToWork' : 'createVerificationRequest'];
  const { redirect_uri: url } = (await call('POST', path, body)).body as { redirect_uri: string };
  const statusPath = operations[isAdd ? 'getSubmissionStatusV1' : 'getVerificationRequest'].path.replace('{id}', id);
  return {
    id,
    url,
    prompt: isAdd ? 'Do you want this credential?' : 'Do you want to share your identity?',
    agree({ html }: Shown): Record<string, string> {
      const identity = /name="identity" value="([^"]*)"/.exec(html)?.[1] ?? '';
      return isAdd ? { decision: 'accept' } : { decision: 'verify', identity };
    },
    async status() {
      const found = (await call('GET', statusPath)).body;
      return (isAdd ? found : found.results[0]).status;
    },
  };
}

describe.each(engines.slice(0, 1))('Several tabs of one user, on $engine', (engine) => {
  useService(engine);

  // Each letter is the next step in tab a or tab b. The steps are: open the link, sign in, and accept.
  const orders = ['abbaab', 'ababab', 'aabab', 'abbaba', 'abaabb'];
  const kinds = [
    ['add', 'verify'],
    ['verify', 'add'],
    ['add', 'add'],
    ['verify', 'verify'],
  ] as const;
  test.each(orders)('with the tab order %s, each tab shows and accepts its own link', async (order) => {
    const address = email();
    await identityFor(address);
    for (const [first, second] of kinds) {
      const alex = someone();
      const links = { a: await link(first), b: await link(second) };
      const shown = new Map<string, Shown>();
      for (const tab of order as Iterable<'a' | 'b'>) {
        const { url, prompt, agree, status } = links[tab];
        const page = shown.get(tab);
        if (page === undefined) shown.set(tab, await openLink(alex, url));
        else if (page.path.startsWith('/sign-in')) {
          const asked = await alex.signIn(page, address);
          expect(asked.html, `${tab} of ${first}, ${second}`).toContain(prompt);
          shown.set(tab, asked);
        } else {
          expect(page.html).toContain(prompt);
          expect(await status()).toBe('incomplete');
          await alex.submit(page, agree(page));
          expect(await status(), `${tab} of ${first}, ${second}`).toBe('verified');
        }
      }
    }
  });

  test('a user who is inactive for 15 minutes must sign in again, and then returns to the interrupted page to decide', async () => {
    const address = email();
    await identityFor(address);
    for (const kind of ['add', 'verify'] as const) {
      const alex = someone();
      const { url, agree, status } = await link(kind);
      const asked = await alex.signIn(await openLink(alex, url), address);
      service.clock.advance(seconds(15 * 60));
      // Visiting other pages does not renew the sign-in.
      await alex.visit('/credentials');
      const again = await alex.submit(asked, agree(asked));
      expect([again.status, await status()]).toEqual([401, 'incomplete']);
      expect(again.html).toContain('Sign in again');
      const signInHref = /href="([^"]*\/sign-in\?link=[^"]*)"/.exec(again.html)?.[1] ?? '';
      const back = await alex.signIn(await alex.visit(signInHref), address);
      expect(pathOf(back)).toBe(pathOf(asked));
      await alex.submit(back, agree(back));
      expect(await status()).toBe('verified');
    }
  });

  test.each([
    'add',
    'verify',
  ] as const)('the button "Use another account" releases a saved link (%s) for another user, but signing out does not', async (kind) => {
    const [address, otherAddress] = [email(), email()];
    for (const each of [address, otherAddress]) await identityFor(each);
    const { url, prompt, agree, status } = await link(kind);
    const alex = someone();
    const asked = await alex.signIn(await openLink(alex, url), address);
    expect(asked.html).toContain(`<dd><bdi>${address}</bdi>`);
    await alex.submit(asked, { decision: 'later' });
    const kept = await openLink(alex, url);

    const signedOut = await alex.submit(kept, {}, /sign-out/);
    const signInHref = plain(/href="([^"]*\/sign-in\?link=[^"]*)"/.exec(signedOut.html)?.[1] ?? '');
    const denied = await alex.signIn(await alex.visit(signInHref), otherAddress);
    expect(denied.status).toBe(404);
    // The link still belongs to the user who saved the link, even after another user submits this form.
    const own = await alex.signIn(await alex.submit(denied, { account: 'other' }, /sign-out/), address);
    expect(own.html).toContain(prompt);

    const again = await alex.signIn(await alex.submit(own, { account: 'other' }, /sign-out/), otherAddress);
    expect(again.html).toContain(`<dd><bdi>${otherAddress}</bdi>`);
    await alex.submit(again, agree(again));
    expect(await status()).toBe('verified');
  });

  test('a user whose session has ended signs in and returns to the interrupted page', async () => {
    const address = email();
    const { link: added } = await submitBatch(service, token, 1);
    const alex = someone();
    const held = await alex.accept(await alex.openAs(address, added));
    const file = plain(/href="([^"]*\/files\/[^"]*)"/.exec(held.html)?.[1] ?? '');
    const account = await alex.visit('/account');
    const signInHrefOf = ({ html }: Shown) => /href="([^"]*\/sign-in\?link=[^"]*)"/.exec(html)?.[1] ?? '';
    const pages = [
      [() => alex.visit(held.path), held.path],
      [() => alex.visit(file), held.path.replace(/\?.*/, '')],
      [() => alex.visit('/account'), '/account'],
      [
        async () => alex.visit(signInHrefOf(await alex.submit(account, { decision: 'delete_confirmed' }, /account$/))),
        '/account',
      ],
    ] as const;
    for (const [ask, path] of pages) {
      service.clock.advance(seconds(31 * 60));
      const asked = await ask();
      expect(asked.path).toMatch(/^\/sign-in\?link=/);
      expect((await alex.signIn(asked, address)).path).toBe(path);
    }
    expect((await alex.visit(held.path)).status).toBe(200);
  });

  const upload = async (url: string, mark: string) => {
    const body = Buffer.concat([Buffer.from(example('PdfFile')), Buffer.from(`%${mark}\n%%EOF\n`)]);
    const headers = { 'Content-Type': 'application/pdf' };
    expect((await service.call('PUT', url, { body, headers })).status).toBe(200);
  };

  test('after a partner adds or replaces a file, the user must see the updated page before accepting', async () => {
    const id = randomUUID();
    const batch = { ...example('CredentialBatchOfEveryKind'), credential_id: id };
    const added = (await call('POST', operations.addCredentialBatch.path, batch)).body;
    const url = added.asset_uploads.find(({ asset_id }: { asset_id: string }) => /degree/.test(asset_id)).url;
    const status = async () => (await call('GET', `/api/partner/v2/submissions/${id}/status.json`)).body.status;
    const alex = someone();
    const before = await alex.openAs(email(), added.redirect_uri);
    expect(before.html).toContain('Some documents have not arrived yet');
    await upload(url, 'first');
    const shown = await alex.submit(before, { decision: 'accept' });
    expect([shown.status, await status()]).toEqual([409, 'incomplete']);
    expect(shown.html).toContain('has changed the documents');
    await upload(url, 'second');
    for (const stale of [shown, before]) expect((await alex.submit(stale, { decision: 'accept' })).status).toBe(409);
    for (const digest of ['', 'x']) {
      const forged = { decision: 'accept', shown: digest };
      expect((await alex.submit(shown, forged)).status).toBe(409);
    }
    expect(await status()).toBe('incomplete');
    // The store rejects the consent if a file arrives after the server has checked the page.
    const again = await alex.visit(shown.path);
    const { store } = service.services;
    const submission = await store.findLinkedSubmission(submissionOf(added.redirect_uri));
    const action = { kind: 'consent' as const, userId: submission?.ownerId ?? '' };
    const change = { action, now: service.clock.now(), window: SUBMISSION_WINDOW, ifFiles: ['another'] };
    expect(await store.changeSubmission(submissionOf(added.redirect_uri), change)).toEqual({ outcome: 'other_files' });
    expect((await alex.submit(again, { decision: 'accept' })).status).toBe(200);
    expect(await status()).toBe('verified');
  });
});

describe.each(engines)('Deletion by the user, on $engine', (engine) => {
  useService(engine);

  test('after a user deletes a credential, the credential files are gone, but the partner can still read the status', async () => {
    const { id, link, ...submission } = await submitBatch(service, token, 1);
    const address = email();
    const [alex, otherUser] = [someone(), await signedIn(service.services)];
    const held = await alex.accept(await alex.openAs(address, link));
    const stolen = await otherUser.submit(held, { decision: 'delete_confirmed' }, /credentials\//);
    expect([stolen.status, stolen.html]).toEqual([403, expect.stringContaining('Nothing has changed')]);
    const files = await countFiles(service);
    const sure = await alex.submit(held, { decision: 'delete' }, /credentials\//);
    expect(sure.html).toContain('Delete for good?');
    expect(await countFiles(service)).toBe(files);
    await alex.submit(sure, { decision: 'delete_confirmed' }, /credentials\//);
    expect(await countFiles(service)).toBe(files - 1);
    const { store } = service.services;
    expect(await store.readContent(submission)).toBeNull();
    expect(await store.findLinkedSubmission(submission)).toMatchObject({
      ownerId: null,
      state: 'completed',
      documentsDeletedAt: expect.any(Number),
    });
    expect((await alex.visit(held.path)).html).toContain('You deleted it on <time datetime=');
    const { body } = await call('GET', `/api/partner/v2/submissions/${id}/status.json`);
    expect(body).toMatchObject({ status: 'verified', finalized_at: expect.any(String) });
    // The link tells only the owner that the credential was deleted.
    expect((await someone().openAs(address, link)).html).toContain('You deleted this');
    expect((await someone().openAs(email(), link)).status).toBe(404);
  });

  test('after a user deletes an account, no table contains the user, and the service rejects a form from another tab', async () => {
    const marker = `Marker ${randomUUID()}`;
    const address = email();
    const alex = someone();
    const body = { ...example('CredentialBatchIdentityOnly'), credential_id: randomUUID() };
    body.digital_identity.fields.full_name = marker;
    const { redirect_uri } = (await call('POST', operations.addCredentialBatch.path, body)).body;
    await alex.submit(await alex.openAs(address, redirect_uri), { decision: 'accept' });
    const links = [await link('verify'), await link('verify'), await link('add')] as const;
    const [shared, waiting, open] = links;
    const consentPage = await openLink(alex, shared.url);
    await alex.submit(consentPage, shared.agree(consentPage));
    await alex.submit(await openLink(alex, waiting.url), { decision: 'later' });
    await alex.keep(address, open.url);
    const asked = await alex.open(open.url);
    const account = await alex.visit('/account');
    expect(account.html).toContain(marker);

    const { store } = service.services;
    const ownerId = (await store.findLinkedSubmission(submissionOf(redirect_uri)))?.ownerId ?? '';
    const sure = await alex.submit(account, { decision: 'delete' }, /account$/);
    expect(sure.html).toContain('Delete your account?');
    await alex.submit(sure, { decision: 'delete_confirmed' }, /account$/);
    const late = await alex.submit(asked, { decision: 'accept' });
    expect(late.html).toContain('Your account is deleted');
    expect(await open.status()).toBe('canceled');
    expect(await waiting.status()).toBe('canceled');
    expect((await call('GET', operations.getVerificationRequest.path.replace('{id}', shared.id))).status).toBe(404);
    expect(await store.findUser(ownerId)).toBeNull();
    expect(await store.readContent(submissionOf(redirect_uri))).toBeNull();
    expect(await store.listHeldSubmissions(ownerId)).toEqual([]);
    expect(await store.listOwnedVerifications(ownerId)).toEqual([]);
    if (opened.database !== undefined) {
      const tables = await queryPostgres(
        opened.database,
        "select table_name as name from information_schema.tables where table_schema = 'public'",
      );
      for (const { name } of tables) {
        const rows = await queryPostgres(opened.database, `select row_to_json(t)::text as row from "${name}" t`);
        for (const { row } of rows)
          for (const trace of [ownerId, marker, address]) expect(row, `${name}`).not.toContain(trace);
      }
    }
    // A new sign-in with the same address creates a new user.
    const anew = await alex.signIn(await alex.visit('/sign-in'), address);
    expect(anew.html).toContain('You have no credentials yet');
    for (const { url } of [waiting, open]) {
      const closed = await openLink(alex, url);
      expect([closed.status, closed.html]).toEqual([410, expect.stringContaining('This link is closed')]);
    }
  });
});
