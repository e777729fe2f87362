import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { outcomes } from '../../generated/pages.ts';
import { seconds, toTimestamp } from '../../server/domain/clock.ts';
import { RESULTS_KEPT } from '../../server/domain/verification-lifecycle.ts';
import type { PeopleServices } from '../../server/pages/services.ts';
import { verifyWebhook } from '../../server/sdk/verify-webhook.ts';
import { CACHE_LIFETIME } from '../../server/storage/partner-directory.ts';
import { expireVerifications, forget } from '../../server/work/lifecycle/sweep.ts';
import { example } from '../support/contract.ts';
import { startService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { VERIFICATION_WINDOW } from '../support/windows.ts';
import { type Received, startReceiver } from '../work/delivery/support.ts';
import { email, person, plain, type Shown } from './person.ts';

const LINK = '/api/partner/v2/verify/requests/digital_identity.json';

const service = sharedService();
let submitterToken: string;
let verifierToken: string;

beforeAll(async () => {
  submitterToken = await service.token();
  verifierToken = await service.token({ clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2' });
});
const minutes = (count: number) => seconds(60 * count);
const someone = () => person(service.services);

async function holder(fullName: string) {
  const body = { ...example('CredentialBatchIdentityOnly'), credential_id: randomUUID() };
  body.digital_identity.fields.full_name = fullName;
  const path = '/api/partner/v2/add/requests/batch.json';
  const { body: answer } = await service.call('POST', path, { token: submitterToken, body });
  const one = someone();
  await one.submit(await one.openAs(email(), answer.redirect_uri), { decision: 'accept' });
  return one;
}

async function asked(change: object = {}) {
  const body = { ...example('VerificationMinimal'), request_id: randomUUID(), ...change };
  const { body: answer } = await service.call('POST', LINK, { token: verifierToken, body });
  return { id: body.request_id as string, link: answer.redirect_uri as string };
}

async function resultOf(id: string) {
  const path = `/api/partner/v2/verify/requests/${id}`;
  return (await service.call('GET', path, { token: verifierToken })).body.results[0];
}

const identityIn = (page: Shown) => /name="identity" [^>]*value="([^"]+)"/.exec(page.html)?.[1] ?? '';
const headersOf = ({ headers }: Received) => headers as Record<string, string>;
const followed = (link: string) => link.replace('http://app.test', '');

test('after a user shares an identity, the partner gets an event and can read the result until the user stops sharing', async () => {
  const receiver = await startReceiver();
  const body = { url: receiver.url };
  const hook = await service.call('POST', '/api/partner/v2/webhooks', { token: verifierToken, body });
  const one = await holder('Zoë Example');
  const { id, link } = await asked({
    callback_url: 'https://hiring.acme.example/back?status=own&case=7&request_id=1&status=',
  });
  const page = await one.visit(followed(link));
  expect(page.html).toContain('Acme Hiring');
  expect(page.html).toContain('Zoë Example');
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self' https://hiring.acme.example");
  // A double click sends the form twice.
  for (const form of [page, page]) {
    const back = await one.submit(form, { decision: 'verify', identity: identityIn(page) });
    expect(back.path).toBe(`https://hiring.acme.example/back?case=7&request_id=${id}&status=verified`);
  }

  await service.services.dispatcher.drain();
  const now = () => service.clock.now() / 1000;
  const statuses = async () => {
    const events = await Promise.all(
      receiver.received.map((sent) => verifyWebhook(sent.body, headersOf(sent), hook.body.secret, { now })),
    );
    const ofRequest = events.filter((event) => event.type === 'verification' && event.request_id === id);
    return ofRequest.map(({ status }) => status).sort();
  };
  expect(await statuses()).toEqual(['incomplete', 'verified']);
  expect(await resultOf(id)).toMatchObject({ status: 'verified', digital_identity: { full_name: 'Zoë Example' } });

  const question = await one.submit(await one.visit(followed(link)), { decision: 'stop' });
  expect(plain((await one.visit('/account')).html)).toContain(`href="${question.path}">Stop sharing<`);
  expect((await one.submit(question, { decision: 'stop' })).path).toBe(question.path);
  expect((await resultOf(id)).status).toBe('verified');
  const stopped = await one.submit(question, { decision: 'stop_confirmed' });
  expect([stopped.status, stopped.path.split('?')[0]]).toEqual([outcomes.stop.status, outcomes.stop.path]);
  expect(stopped.html).toContain('ask <bdi>Second Sandbox Partner</bdi>');
  const read = (path: string) =>
    service.call('GET', `/api/partner/v2/verify/requests${path}`, { token: verifierToken });
  expect(await read(`/${id}`)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  expect((await read(`?request_id[]=${id}`)).body).toEqual({ requests: [] });
  await service.services.dispatcher.drain();
  expect(await statuses()).toEqual(['incomplete', 'verified']);
  // The form was already submitted, as after a double click.
  expect(await one.submit(question, { decision: 'stop_confirmed' })).toMatchObject({ status: 200, path: '/account' });
  await service.call('DELETE', `/api/partner/v2/webhooks/${hook.body.id}`, { token: verifierToken });
});

describe('The decision of the user', () => {
  test('a saved verification request accepts only one answer, from the user who saved the request, with an identity of that user', async () => {
    const one = await holder('Robin Example');
    const other = await holder('Sam Example');
    const { id, link } = await asked();
    const [page, looked] = [await one.visit(followed(link)), await other.visit(followed(link))];
    await one.submit(page, { decision: 'later' });
    for (const decision of ['later', 'verify', 'refuse', 'refuse_confirmed'])
      expect((await other.submit(looked, { decision, identity: identityIn(looked) })).status, decision).toBe(404);
    for (const identity of [identityIn(looked), '']) {
      const refused = await one.submit(page, { decision: 'verify', identity });
      expect([refused.status, refused.html]).toEqual([422, expect.stringContaining('Choose the identity')]);
    }
    const verify = { decision: 'verify', identity: identityIn(page) };
    for (const form of [verify, { decision: 'refuse_confirmed' }, verify])
      expect((await one.submit(page, form)).html).toContain('You shared your identity');
    expect((await one.visit(followed(link))).html).toContain('You shared your identity');
    expect((await resultOf(id)).status).toBe('verified');
  });

  test('the result names the partner that submitted the identity, and the time at which the user accepted the identity', async () => {
    const acceptedAt = toTimestamp(service.clock.now());
    const one = await holder('Robin Example');
    service.clock.advance(minutes(5));
    const { id, link } = await asked({ accepted_sources: ['example-careers', 'sandbox-partner'] });
    const page = await one.visit(followed(link));
    await one.submit(page, { decision: 'verify', identity: identityIn(page) });
    const source = { client_id: 'sandbox-partner', name: 'Sandbox Partner', accepted_at: acceptedAt };
    expect((await resultOf(id)).digital_identity).toEqual({ full_name: 'Robin Example', source });
    for (const path of ['/account', followed(link)])
      expect((await one.visit(path)).html).toContain('<bdi>Sandbox Partner</bdi>');
  });

  test('a user can share an identity only if the verification request accepts the partner that submitted the identity', async () => {
    const one = await holder('Robin Example');
    const { link: anyLink } = await asked();
    const identity = identityIn(await one.visit(followed(anyLink)));
    const { id, link } = await asked({ accepted_sources: ['sandbox-partner-2', 'example-careers'] });
    const page = await one.visit(followed(link));
    expect(identityIn(page)).toBe('');
    expect(page.html).toContain('asks you to share a digital identity from one of these partners:');
    // For a partner that does not exist, the page shows the client ID instead of a name.
    for (const name of ['Second Sandbox Partner', 'example-careers'])
      expect(page.html).toContain(`<li><bdi>${name}</bdi></li>`);
    expect((await one.submit(page, { decision: 'verify', identity })).status).toBe(422);
    expect((await resultOf(id)).status).toBe('incomplete');
  });

  test('the result contains the name of the source partner at the time of the decision, even if the partner is disabled', async () => {
    const { store, clock } = service.services;
    const one = await holder('Robin Example');
    const { id, link } = await asked({ accepted_sources: ['sandbox-partner'] });
    const page = await one.visit(followed(link));
    service.clock.advance(CACHE_LIFETIME);
    await store.updatePartner('sandbox-partner', { name: 'Renamed', disabledAt: clock.now() });
    await one.submit(page, { decision: 'verify', identity: identityIn(page) });
    service.clock.advance(CACHE_LIFETIME);
    await store.updatePartner('sandbox-partner', { name: 'Sandbox Partner', disabledAt: null });
    const { status, digital_identity } = await resultOf(id);
    const { client_id, name } = digital_identity.source;
    expect([status, client_id, name]).toEqual(['verified', 'sandbox-partner', 'Renamed']);
  });
});

test.each([
  ['without a request ID', (link: string) => link.replace(/&requestId=.*/, '')],
  ['with a client ID that databases reject', (link: string) => link.replace(/clientId=[^&]*/, 'clientId=%00')],
  ['with a request ID that databases reject', (link: string) => link.replace(/requestId=.*/, 'requestId=%00')],
])('a verification link %s shows the error page', async (_what, change) => {
  const anyone = someone();
  // Before the sign-in, the response is the same as for a valid link.
  const first = await anyone.visit(followed(change((await asked()).link)));
  expect([first.status, first.path]).toEqual([200, expect.stringMatching(/^\/sign-in\?link=/)]);
  const page = await anyone.signIn(first, email());
  expect([page.status, page.html]).toEqual([404, expect.stringContaining('This link does not work')]);
});

test('the page of an expired verification request says that the request has expired, and the service deletes the request after 90 days', async () => {
  const late = await startService();
  onTestFinished(() => late.stop());
  const token = await late.token();
  const body = { ...example('VerificationMinimal'), request_id: 'LATE' };
  const { body: answer } = await late.call('POST', LINK, { token, body });
  const one = person(late.services);
  const address = email();
  late.clock.advance(VERIFICATION_WINDOW - minutes(20));
  const page = await one.signIn(await one.visit(followed(answer.redirect_uri)), address);
  expect((await one.submit(page, { decision: 'later' })).status).toBe(200);
  expect((await one.visit('/credentials')).html).toContain('Decide by');
  late.clock.advance(minutes(20));
  expect((await one.visit('/credentials')).html).not.toContain('Waiting for your answer');
  // The pages are the same before and after the service cleans up expired requests.
  for (let swept = 0; swept < 2; swept++) {
    for (const decision of ['later', 'verify', 'refuse', 'refuse_confirmed'])
      expect((await one.submit(page, { decision })).html, decision).toContain('This request has expired');
    const again = person(late.services);
    const other = await again.signIn(await again.visit(page.path), email());
    expect([other.status, other.html]).toEqual([410, expect.stringContaining('This request has expired')]);
    await expireVerifications(late.services);
  }
  const { store } = late.services;
  const [request] = await store.findVerificationRequests('sandbox-partner', ['LATE']);
  expect(request).toMatchObject({ status: 'canceled', ownerId: null });

  late.clock.advance(RESULTS_KEPT - 1);
  expect(await forget(late.services)).toMatchObject({ results: 0 });
  late.clock.advance(1);
  const again = await late.token();
  const read = () => late.call('GET', `/api/partner/v2/verify/requests/LATE`, { token: again });
  expect((await read()).body.results).toEqual([{ credential_type: 'digital_identity', status: 'canceled' }]);
  expect(await forget(late.services)).toMatchObject({ results: 1 });
  expect((await read()).status).toBe(404);
  const anew = await late.call('POST', LINK, { token: again, body });
  expect([anew.status, anew.headers.get('idempotent-replayed')]).toEqual([201, null]);
});

test('only a signed-in user who can open the verification request gets the partner logo, and the logo cannot run active content', async () => {
  const bytes = Buffer.from('GIF89a');
  const logos: PeopleServices['logos'] = { get: async () => ({ bytes, mediaType: 'image/gif' }) };
  const services = { ...service.services, logos };
  const alex = person(services);
  const { link } = await asked({
    callback_url: 'https://hiring.acme.example/back',
    display_options: { partner_name: 'Acme', partner_logo_url: 'https://logos.example/acme.gif' },
  });
  const page = await alex.signIn(await alex.visit(followed(link)), email());
  const logo = plain(/<img src="(\/partner\/[^"]*logo[^"]*)"/.exec(page.html)?.[1] ?? '');
  const response = await alex.tab.send(logo);
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/gif',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, max-age=3600',
  });
  expect(Buffer.from(await response.arrayBuffer())).toEqual(bytes);
  logos.get = async () => null;
  expect(await (await alex.tab.send(logo)).text()).toMatch(/^<svg [^>]*>.*>SS<\/text><\/svg>$/s);
  const other = person(services);
  expect((await other.tab.send(logo)).status).toBe(303);
  await alex.submit(page, { decision: 'later' });
  await other.signIn(await other.visit('/sign-in'), email());
  expect((await other.tab.send(logo)).status).toBe(404);
});

describe('After the operator has removed a domain of the partner', () => {
  const allow = async (...domains: string[]) => {
    await service.services.store.updatePartner('sandbox-partner-2', { domains });
    service.clock.advance(CACHE_LIFETIME);
  };
  afterEach(() => allow('*'));

  test('the pages of a verification request neither show nor link to a domain that was removed from the partner', async () => {
    for (const [decision, title] of [
      ['verify', 'You shared your identity'],
      ['refuse_confirmed', 'You did not share your identity'],
      ['later', 'Waiting for your answer'],
    ] as const) {
      const one = await holder('Robin Example');
      const { link } = await asked({ callback_url: 'https://removed.example/back' });
      const page = await one.visit(followed(link));
      await allow('kept.example');
      for (const { html, headers } of [await one.visit(followed(link)), await one.submit(page, { decision: 'refuse' })])
        expect(`${html}${headers.get('content-security-policy')}`).not.toContain('removed.example');
      const closing = await one.submit(page, { decision, identity: identityIn(page) });
      expect([closing.path.startsWith('/'), closing.status]).toEqual([true, 200]);
      expect(plain(closing.html)).toContain(title);
      await allow('*');
    }
  });

  test('after the operator removes the domain of a logo, the page shows the initials of the partner instead of the logo', async () => {
    const logos: PeopleServices['logos'] = {
      get: async () => ({ bytes: Buffer.from('GIF89a'), mediaType: 'image/gif' }),
    };
    const partner_logo_url = 'https://removed.example/logo.png';
    const { link } = await asked({ display_options: { partner_name: 'Acme', partner_logo_url } });
    const one = person({ ...service.services, logos });
    const logo = followed(link).replace('?', '/logo?');
    await one.signIn(await one.visit(followed(link)), email());
    expect((await one.tab.send(logo)).headers.get('content-type')).toBe('image/gif');
    await allow('kept.example');
    expect((await one.tab.send(logo)).headers.get('content-type')).toBe('image/svg+xml');
  });
});

test('a callback URL from a partner does not weaken the content security policy of a page', async () => {
  const alex = someone();
  for (const host of ['*', 'x;sandbox', 'x,y', "x'y"]) {
    const { link } = await asked({ callback_url: `https://${host}/` });
    if (link === undefined) continue;
    const page = await alex.visit(followed(link));
    const shown = page.path.startsWith('/sign-in') ? await alex.signIn(page, email()) : page;
    expect(shown.headers.get('content-security-policy'), host).toContain("form-action 'self'; base-uri 'none'");
  }
});
