import { randomUUID } from 'node:crypto';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { sweep } from '../../server/work/lifecycle/sweep.ts';
import { example } from '../support/contract.ts';
import { startService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SUBMISSION_WINDOW } from '../support/windows.ts';
import { email, person, plain } from './person.ts';

const service = sharedService();
let token: string;

beforeAll(async () => {
  token = await service.token();
});
async function submitted() {
  const body = { ...example('EducationWithTranscript'), id: randomUUID() };
  const { body: added } = await service.call('POST', operations.addEducation.path, { token, body });
  return { id: body.id as string, link: added.redirect_uri as string };
}

async function statusOf(id: string): Promise<string> {
  const path = `/api/partner/v1/submissions/${id}/status.json`;
  return (await service.call('GET', path, { token: await service.token() })).body.status;
}

const someone = () => person(service.services);

test('after a user signs in and accepts on the consent page, the credential belongs to the user', async () => {
  const { id, link } = await submitted();
  const alex = someone();
  const address = email();
  const asked = await alex.openAs(address, link);
  expect(asked.status).toBe(200);
  expect(asked.html).toContain('Do you want this credential?');
  expect(asked.html).toContain('Sandbox Partner');
  expect(asked.headers.get('referrer-policy')).toBe('no-referrer');
  expect(await statusOf(id)).toBe('incomplete');

  const accepted = await alex.submit(asked, { decision: 'accept' });
  expect(accepted.status).toBe(200);
  expect(accepted.path).toMatch(/^\/credentials\/[0-9a-f-]{36}\/done\?clientId=sandbox-partner$/);
  expect(accepted.html).toContain('You accepted');
  const details = plain(/href="([^"]*)"[^>]*>See the details/.exec(accepted.html)?.[1] ?? '');
  expect((await alex.visit(details)).html).toContain('Your credential');
  expect(await statusOf(id)).toBe('verified');

  expect((await alex.visit('/credentials')).html).toContain('Sandbox Partner');
  for (const again of [await alex.open(link), await someone().openAs(address, link)])
    expect(again.path).toMatch(/^\/credentials\//);
});

test('declining a credential requires a confirmation, deletes the data, and disables the link', async () => {
  const { id, link } = await submitted();
  const alex = someone();
  const address = email();
  const asked = await alex.openAs(address, link);
  const sure = await alex.submit(asked, { decision: 'decline' });
  expect(sure.path).toMatch(/^\/credentials\/[0-9a-f-]{36}\/decline\?link=/);
  expect(await statusOf(id)).toBe('incomplete');
  const declined = await alex.submit(sure, { decision: 'decline_confirmed' });
  expect([declined.status, await statusOf(id)]).toEqual([200, 'canceled']);
  const requestId = /[0-9a-f-]{36}/.exec(asked.path)?.[0] ?? '';
  expect(await service.services.store.readContent({ clientId: 'sandbox-partner', requestId })).toBeNull();
  // The user who declined sees the decision on every device. Other users see the page for links that do not work.
  for (const own of [declined, await alex.open(link), await someone().openAs(address, link)]) {
    expect(own.html).toContain('On <time datetime="2026-01-31T09:30Z">');
    expect(own.html).toContain('ask <bdi>Sandbox Partner</bdi> for a new link');
  }
  const page = await someone().openAs(email(), link);
  expect([page.status, page.html.includes('Sandbox Partner')]).toEqual([404, false]);
  // Submitting the form again, for example after going back, changes nothing.
  for (const form of [asked, sure])
    expect((await alex.submit(form, { decision: 'accept' })).html).toContain('You declined');
  expect(await statusOf(id)).toBe('canceled');
});

test('an expired submission link returns 410, but if the user has declined the credential, the page suggests a request for a new link', async () => {
  const late = await startService();
  onTestFinished(() => late.stop());
  const add = async (id: string): Promise<string> => {
    const options = { token: await late.token(), body: { ...example('RightToWorkAustralia'), id } };
    return (await late.call('POST', operations.addRightToWork.path, options)).body.redirect_uri;
  };
  const [link, undecided] = [await add('DECLINED'), await add('UNDECIDED')];
  const address = email();
  const open = (each: string) => person(late.services).openAs(address, each);
  const alex = person(late.services);
  const asked = await alex.openAs(address, link);
  await alex.submit(await alex.submit(asked, { decision: 'decline' }), { decision: 'decline_confirmed' });
  late.clock.advance(SUBMISSION_WINDOW - 1);
  await sweep(late.services);
  expect(await add('DECLINED')).toBe(link);
  expect((await open(link)).html).toContain('ask <bdi>Sandbox Partner</bdi> for a new link');
  expect((await open(undecided)).status).toBe(200);
  late.clock.advance(1);
  for (let swept = 0; swept < 2; swept++) {
    const ended = (await open(link)).html;
    expect(ended).toContain('You declined');
    expect(ended).toContain('ask <bdi>Sandbox Partner</bdi> for a new link');
    expect((await open(undecided)).status).toBe(410);
    await sweep(late.services);
  }
  expect(await add('DECLINED')).not.toBe(link);
});

test.each([
  ['another client', (link: string) => link.replace('sandbox-partner', 'sandbox-partner-2')],
  ['another type', (link: string) => link.replace('/add/education', '/add/microcredential')],
  ['an unknown type', (link: string) => link.replace('/add/education', '/add/passport')],
  ['another document type', (link: string) => link.replace('documentType=pdf', 'documentType=none')],
  ['no document type', (link: string) => link.replace('documentType=pdf&', '')],
  ['another submission', (link: string) => link.replace(/content=.*/, `content=${randomUUID()}`)],
  ['no submission', (link: string) => link.replace(/content=.*/, 'content=')],
  ['bytes that databases reject', (link: string) => link.replace(/content=.*/, 'content=%00%FF')],
])('if a submission link is changed to have %s, the server returns a page with status 404', async (_what, change) => {
  const { link } = await submitted();
  expect(change(link)).not.toBe(link);
  const page = await someone().openAs(email(), change(link));
  expect(page.status).toBe(404);
  expect(page.html).not.toContain('Sandbox Partner');
});

test('if JavaScript is disabled, a user can continue by pasting the submission link or the URL fragment of the link', async () => {
  const { link } = await submitted();
  const alex = someone();
  const page = await alex.visit(new URL(link).pathname);
  expect(page.html).toContain('<noscript>');
  for (const fragment of [new URL(link).hash, new URL(link).hash.slice(1), link])
    expect((await alex.submit(page, { fragment })).path, fragment).toMatch(/^\/sign-in/);
});

test('if a user decides after the session ends, the page shows an error and the status of the submission does not change', async () => {
  const { id, link } = await submitted();
  const alex = someone();
  const address = email();
  await alex.keep(address, link);
  const asked = await alex.open(link);
  alex.tab.cookies.clear();
  const page = await alex.submit(asked, { decision: 'accept' });
  expect(page.status).toBe(401);
  expect(await statusOf(id)).toBe('incomplete');
  expect(page.html).toContain('Your session has ended');
});

test('if the browser blocks cookies, submission links and verification links ask the user to allow cookies', async () => {
  const { link } = await submitted();
  const body = { ...example('VerificationMinimal'), request_id: randomUUID() };
  const { path } = operations.createVerificationRequest;
  const { body: asked } = await service.call('POST', path, { token: await service.token(), body });
  const alex = someone();
  alex.tab.cookies.set = () => alex.tab.cookies;
  const signIn = await alex.visit(asked.redirect_uri.replace('http://app.test', ''));
  expect(signIn.html).toContain('Email address');
  for (const page of [await alex.open(link), await alex.signIn(signIn, email())]) {
    expect(page.status).toBe(403);
    expect(page.html).toContain('Your browser blocks cookies');
    expect(page.html).toContain('Allow cookies for this site');
  }
});

test('if a user signs in to another account in a second tab, the server rejects a form that is open in the first tab', async () => {
  const { id, link } = await submitted();
  const [first, second] = [email(), email()];
  const alex = someone();
  const asked = await alex.openAs(first, link);
  await alex.signIn(await alex.submit(asked, { account: 'other' }, /sign-out/), second);
  const page = await alex.submit(asked, { decision: 'accept' });
  expect([page.status, page.html]).toEqual([403, expect.stringContaining('you signed in or out in another tab')]);
  expect(await statusOf(id)).toBe('incomplete');
});
