import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { service as figures, operations } from '../../generated/operations.ts';
import { randomKey } from '../../server/storage/encryption/encryptor.ts';
import { example } from '../support/contract.ts';
import { addPartner } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { email, person, plain } from './person.ts';
import { APP_URL, browserAt } from './sign-in-support.ts';

const { of_account, of_address, above_every_seconds } = figures.rate_limits.unknown_links;

const service = sharedService({
  env: { RATE_LIMIT_PER_SECOND: '1000', TRUSTED_PROXIES: '127.0.0.1', BASE_URL: APP_URL, APP_URL },
});
const pathOf = (link: string) => link.replace(APP_URL, '');

/** Part of the sign-in page that names the partner who sent the link. */
const ASKER = /<section class="card decision">.*?<\/section>/;

/** Removes the parts that can differ between the pages of two links, such as tokens and the name of the partner. */
const withoutTokens = (html: string) =>
  html
    .replace(/href="[^"]*" lang=/g, '')
    .replace(/(name="csrf" value=|\?link=)"?[\w.-]+/g, '$1')
    .replace(/[^<>]*@example\.com/g, '')
    .replace(ASKER, '');

async function verification(credentials?: { clientId: string; secret: string }, issued?: string) {
  const body = example('VerificationMinimal');
  const { path } = operations.createVerificationRequest;
  const token = issued ?? (await service.token(credentials));
  return (await service.call('POST', path, { token, body })).body.redirect_uri as string;
}

async function addition() {
  const body = { ...example('RightToWorkAustralia'), id: randomUUID() };
  const options = { token: await service.token(), body };
  return (await service.call('POST', operations.addRightToWork.path, options)).body.redirect_uri as string;
}

const guess = () => `/partner/verify/digitalIdentity?clientId=sandbox-partner&requestId=${randomUUID()}`;

async function verificationWithKey() {
  const guarded = { clientId: 'guarded', secret: 'a secret' };
  await addPartner(service, guarded);
  await service.services.store.updatePartner(guarded.clientId, { linkSecret: true });
  return verification(guarded);
}

test('a visitor gets the same response to a link that is unknown, belongs to another user, or has a wrong key', async () => {
  const withKey = await verificationWithKey();
  const owner = person(service.services);
  const links = { verify: await verification(), add: await addition() };
  await owner.keep(email(), links.add);
  await owner.submit(await owner.visit(pathOf(links.verify)), { decision: 'later' });

  const pages = { signedOut: new Set<string>(), signedIn: new Set<string>() };
  const askers = new Set<string>();
  const pageOf = ({ status, html }: { status: number; html: string }) => `${status} ${withoutTokens(html)}`;
  const verify = [
    links.verify,
    guess(),
    withKey.replace(/&key=.*/, ''),
    withKey.replace(/key=.*/, `key=${randomKey()}`),
  ];
  for (const link of [...verify, links.add, links.add.replace(/content=.*/, `content=${randomUUID()}`)]) {
    const visitor = person(service.services);
    const signIn = await (link.includes('#') ? visitor.open(link) : visitor.visit(pathOf(link)));
    askers.add(ASKER.exec(signIn.html)?.[0] ?? '');
    pages.signedOut.add(pageOf(signIn));
    pages.signedIn.add(pageOf(await visitor.signIn(signIn, email())));
  }
  expect([...pages.signedOut]).toEqual([expect.stringMatching(/^200 .*Sign in/s)]);
  // The sign-in page names the partner whose client ID is in the link, even if the link does not exist.
  const ofLink = (name: string) => [...askers].filter((asker) => asker.includes(`>${name}<`));
  expect([askers.size, ofLink('Sandbox Partner').length, ofLink('guarded').length]).toEqual([2, 1, 1]);
  expect([...pages.signedIn]).toEqual([expect.stringMatching(/^404 .*This link does not work/s)]);
});

test('a user can open a link with a valid key, and can open the link again after switching to another account', async () => {
  const link = pathOf(await verificationWithKey());
  const alex = person(service.services);
  const asked = await alex.signIn(await alex.visit(link), email());
  expect([asked.status, asked.path]).toEqual([200, link]);
  await alex.submit(asked, { decision: 'later' });
  const list = await alex.visit('/credentials');
  const kept = await alex.visit(plain(/<a href="([^"]*\/verify\/[^"]*)"/.exec(list.html)?.[1] ?? ''));
  const other = await alex.signIn(await alex.submit(kept, { account: 'other' }, /sign-out/), email());
  expect([other.status, other.path]).toEqual([200, link]);
});

const crossSiteHeaders = { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

async function signedIn() {
  const one = person(service.services);
  await one.signIn(await one.visit('/sign-in'), email());
  return one;
}

/** Signs in a new account from a client address. Resolves to a function that opens a link and returns the status. */
async function accountAt(address: string) {
  const tab = browserAt(service, address);
  const { csrf } = await tab.form('/sign-in');
  await tab.send('/sign-in', { form: { csrf, email: email() } });
  return async (link: string, headers = {}) => (await tab.send(link, { headers })).status;
}

test('if an account exceeds the limit for unknown links, each further link that it opens returns 429 with Retry-After, and other accounts are not affected', async () => {
  const [alex, otherUser] = [await signedIn(), await signedIn()];
  const link = pathOf(await verification());
  for (let sent = 0; sent < of_account; sent++) expect((await alex.visit(guess())).status).toBe(404);
  expect((await alex.visit(link)).status).toBe(200);
  expect((await alex.visit(guess())).status).toBe(404);
  for (const { status, headers } of [await alex.visit(guess()), await alex.visit(link)]) {
    expect(status).toBe(429);
    expect(Number(headers.get('retry-after'))).toBeLessThanOrEqual(above_every_seconds);
  }
  expect((await otherUser.visit(link)).status).toBe(200);
});

test('if an account opens more unknown links at the same time than the limit allows, the server rejects the excess requests', async () => {
  const alex = await signedIn();
  const links = [...Array.from({ length: of_account + 1 }, guess), pathOf(await verification())];
  const statuses = (await Promise.all(links.map((link) => alex.visit(link)))).map(({ status }) => status);
  expect(statuses).toEqual([...Array(of_account + 1).fill(404), 429]);
});

test('an account above the limit for unknown links can still open the submissions of the account and accept a credential', async () => {
  const alex = person(service.services);
  const own = await alex.keep(email(), await addition());
  const page = await alex.visit(plain(/<a href="([^"]*\/credentials\/[^"]*)"/.exec(own.html)?.[1] ?? ''));
  // Requests for files of the user's own submission do not count towards the limit, even if the files do not exist.
  const files = Array.from({ length: 50 }, (_, i) => alex.visit(page.path.replace('?', `/documents/${i}?`)));
  expect(new Set((await Promise.all(files)).map(({ status }) => status))).toEqual(new Set([404]));
  for (let sent = 0; sent <= of_account; sent++) expect((await alex.visit(guess())).status).toBe(404);
  expect((await alex.visit(guess())).status).toBe(429);
  expect((await alex.visit(page.path)).status).toBe(200);
  expect((await alex.submit(page, { decision: 'accept' })).html).toContain('You accepted');
});

test('unknown links that another site opens do not count towards the limit of the account', async () => {
  const open = await accountAt('52.0.0.1');
  for (let sent = 0; sent <= of_account; sent++) expect(await open(guess(), crossSiteHeaders)).toBe(404);
  for (let sent = 0; sent < of_account; sent++) expect(await open(guess())).toBe(404);
  expect(await open(pathOf(await verification()))).toBe(200);
});

test('submitting a form for an unknown link counts towards the limit for unknown links', async () => {
  const alex = await signedIn();
  const page = await alex.visit(pathOf(await verification()));
  const csrf = /name="csrf" value="([^"]*)"/.exec(page.html)?.[1] ?? '';
  const statuses = [];
  for (let sent = 0; sent < of_account; sent++)
    statuses.push((await alex.visit(guess(), { csrf, decision: 'refuse' })).status);
  expect(statuses).toContain(429);
});

test('an account can save or answer only a limited number of new verification requests per hour, but can always answer saved requests', async () => {
  const taken = figures.rate_limits.taken_requests;
  const [alex, otherUser] = [await signedIn(), await signedIn()];
  const token = await service.token();
  const created = Array.from({ length: 2 * taken.of_account }, () => verification(undefined, token));
  const links = (await Promise.all(created)).map(pathOf);
  const pages = await Promise.all(links.map((link) => alex.visit(link)));
  const decisions = pages.map((_, i) => (i % 2 === 0 ? 'later' : 'refuse_confirmed'));
  const answers = await Promise.all(pages.map((page, i) => alex.submit(page, { decision: decisions[i] ?? '' })));
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused).toHaveLength(taken.of_account);
  for (const { headers, html } of refused) {
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(taken.within_seconds - 60);
    expect(html).toContain('You have answered many requests');
  }
  // A 429 response leaves the verification request without an owner, so another user can save the verification request.
  const free = links[answers.findIndex(({ status }) => status === 429)] ?? '';
  expect((await otherUser.submit(await otherUser.visit(free), { decision: 'later' })).status).toBe(200);
  const kept = answers.findIndex(({ status }, i) => status === 200 && decisions[i] === 'later');
  const again = await alex.submit(await alex.visit(links[kept] ?? ''), { decision: 'refuse_confirmed' });
  expect([again.status, again.html]).toEqual([200, expect.stringContaining('You did not share your identity')]);
});

test.each([
  '9.9.9.9',
  '10.1.2.3',
  '127.0.0.1',
])('if the client address %s exceeds the limit for unknown links, an account can still open all valid links and one unknown link per period', async (address) => {
  const { unknownLinks } = service.services;
  for (let sent = 1; sent < of_address; sent++) unknownLinks.count(address, `account-${sent}`, false);
  const guessing = await accountAt(address);
  // The first unknown link reaches the limit of the address, but the account can still open one more.
  expect([await guessing(guess()), await guessing(guess()), await guessing(guess(), crossSiteHeaders)]).toEqual([
    404, 404, 429,
  ]);
  const other = await accountAt(address);
  const links = await Promise.all(Array.from({ length: 10 }, () => verification()));
  expect(await Promise.all(links.map((link) => other(pathOf(link))))).toEqual(Array(10).fill(200));
});
