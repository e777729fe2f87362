import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { seconds } from '../../server/domain/clock.ts';
import { example } from '../support/contract.ts';
import { engines, type OpenService } from '../support/engines.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { randomKey } from '../support/production.ts';
import { startService, type TestService } from '../support/service.ts';
import { person, type Shown } from '../user-app/person.ts';

// What a person does in several tabs or browsers, and on several instances.

describe.each(engines)('several tabs, on $engine', ({ open }) => {
  let opened: OpenService;
  let service: TestService;
  let token: string;

  beforeAll(async () => {
    opened = await open();
    service = opened.service;
    token = await service.token();
  });
  afterAll(async () => {
    await service.stop();
    await opened.drop();
  });

  const call = async (method: string, path: string, body?: object) =>
    service.call(method, path, { token, ...(body && { body }) });
  const someone = () => person(service.services);
  const email = () => `${randomUUID()}@example.com`;

  async function identityFor(address: string) {
    const body = { ...example('CredentialBatchIdentityOnly'), credential_id: randomUUID() };
    const { redirect_uri } = (await call('POST', operations.addCredentialBatch.path, body)).body;
    const alex = someone();
    await alex.submit(await alex.openAs(address, redirect_uri), { decision: 'accept' });
  }

  /** A link of either kind, what its page says, how a person agrees there, and what the partner is told then. */
  async function link(kind: 'add' | 'verify') {
    const id = randomUUID();
    if (kind === 'add') {
      const body = { ...example('RightToWorkAustralia'), id };
      const { redirect_uri } = (await call('POST', '/api/partner/v1/add/right_to_work.json', body)).body;
      const status = async () => (await call('GET', `/api/partner/v1/submissions/${id}/status.json`)).body.status;
      return {
        url: redirect_uri as string,
        asks: 'Do you want this credential?',
        agree: () => ({ decision: 'accept' }),
        status,
      };
    }
    const body = { ...example('VerificationMinimal'), request_id: id };
    const { redirect_uri } = (await call('POST', operations.createVerificationRequest.path, body)).body;
    const path = operations.getVerificationRequest.path.replace('{id}', id);
    return {
      url: redirect_uri as string,
      asks: 'Verify who you are',
      agree: ({ html }: Shown) => ({
        decision: 'verify',
        identity: /name="identity" value="([^"]*)"/.exec(html)?.[1] ?? '',
      }),
      status: async () => (await call('GET', path)).body.results[0].status,
    };
  }

  // Each step is of the tab that has the letter: it opens the link, signs in, agrees.
  const orders = ['abbaab', 'ababab', 'aabab', 'abbaba', 'abaabb'];
  const kinds = [
    ['add', 'verify'],
    ['verify', 'add'],
    ['add', 'add'],
    ['verify', 'verify'],
  ] as const;
  test.each(orders)('in the order %s each tab asks about its own link, and answers it', async (order) => {
    const address = email();
    await identityFor(address);
    for (const [first, second] of kinds) {
      const alex = someone();
      const links = { a: await link(first), b: await link(second) };
      const shown = new Map<string, Shown>();
      for (const tab of order as Iterable<'a' | 'b'>) {
        const { url, asks, agree, status } = links[tab];
        const page = shown.get(tab);
        if (page === undefined)
          shown.set(
            tab,
            url.includes('#') ? await alex.open(url) : await alex.visit(url.replace(/^https?:\/\/[^/]*/, '')),
          );
        else if (page.path.startsWith('/sign-in')) {
          const asked = await alex.signIn(page, address);
          expect(asked.html, `${tab} of ${first}, ${second}`).toContain(asks);
          shown.set(tab, asked);
        } else {
          expect(page.html).toContain(asks);
          expect(await status()).toBe('incomplete');
          await alex.submit(page, agree(page));
          expect(await status(), `${tab} of ${first}, ${second}`).toBe('verified');
        }
      }
    }
  });

  test('who was away for 15 minutes signs in again before accepting or sharing, and comes back to the question', async () => {
    const address = email();
    await identityFor(address);
    for (const kind of ['add', 'verify'] as const) {
      const alex = someone();
      const { url, agree, status } = await link(kind);
      const asked = url.includes('#') ? await alex.openAs(address, url) : await follow(alex, address, url);
      service.clock.advance(seconds(15 * 60));
      // To look at something else meanwhile does not make up for it.
      await alex.visit('/credentials');
      const again = await alex.submit(asked, agree(asked));
      expect([again.status, await status()]).toEqual([401, 'incomplete']);
      expect(again.html).toContain('Please sign in again');
      const way = /href="([^"]*\/sign-in\?link=[^"]*)"/.exec(again.html)?.[1] ?? '';
      const back = await alex.signIn(await alex.visit(way), address);
      expect(back.path).toBe(asked.path);
      await alex.submit(back, agree(back));
      expect(await status()).toBe('verified');
    }
  });

  test('a copy of the cookie is refused once the person has signed out', async () => {
    const alex = someone();
    const here = await alex.signIn(await alex.visit('/sign-in'), email());
    const copy = new Map(alex.tab.cookies);
    await alex.submit(here, {}, /sign-out/);
    const thief = someone();
    for (const [name, value] of copy) thief.tab.cookies.set(name, value);
    expect((await thief.visit('/credentials')).path).toBe('/sign-in');
  });

  async function follow(alex: ReturnType<typeof someone>, address: string, url: string): Promise<Shown> {
    return alex.signIn(await alex.visit(new URL(url).pathname + new URL(url).search), address);
  }
});

test('who signs out on one instance is signed out on the other at once', async () => {
  const database = await createTestDatabase();
  const env = { DATA_KEYS: `k1:${randomKey('k1')}` };
  const one = await startService({ databaseUrl: database.url, env });
  const two = await startService({ databaseUrl: database.url, env: { ...env, DATA_DIR: one.dataDir } });
  try {
    const alex = person(one.services);
    const here = await alex.signIn(await alex.visit('/sign-in'), 'alex@example.com');
    const elsewhere = person(two.services);
    for (const [name, value] of alex.tab.cookies) elsewhere.tab.cookies.set(name, value);
    expect((await elsewhere.visit('/credentials')).path).toBe('/credentials');
    await alex.submit(here, {}, /sign-out/);
    expect((await elsewhere.visit('/credentials')).path).toBe('/sign-in');
  } finally {
    await two.stop();
    await one.stop();
    await database.drop();
  }
});
