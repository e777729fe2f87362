import { randomUUID } from 'node:crypto';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { notices } from '../../generated/pages.ts';
import { partnerCommands } from '../../server/cli/partner-commands.ts';
import { type Micros, seconds } from '../../server/domain/clock.ts';
import { RETRY_TIME } from '../../server/domain/retry-delay.ts';
import { createUserApp } from '../../server/pages/app.tsx';
import { sandboxRoutes } from '../../server/pages/sandbox/sandbox-pages.tsx';
import { CACHE_LIFETIME } from '../../server/storage/partner-directory.ts';
import { WorkLoop } from '../../server/work/work-loop.ts';
import { person, type Shown } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';
import { startReceiver } from '../work/delivery/support.ts';
import { submitBatch } from '../work/lifecycle/support.ts';

const CLIENT = 'sandbox-partner';
const LONGER_THAN_LEASES = seconds(150);

let service: TestService;
let token: string;
beforeEach(async () => {
  service = await startService();
  onTestFinished(() => service.stop());
  token = await service.token();
});

async function run(name: 'disable' | 'enable', wait: Micros = CACHE_LIFETIME) {
  await partnerCommands[`partners ${name}`]?.run(service.services, [CLIENT, ''], {});
  service.clock.advance(wait);
}

/** Status for a disabled partner of each operation that needs neither an access token nor an upload link. */
const WITHOUT_TOKEN: Partial<Record<OperationId, number>> = {
  createTokenV1: 401,
  createTokenV2: 401,
  getAuthorizationServerMetadata: 200,
  getJwks: 200,
  getWebhookSourceAddresses: 200,
};

test('a disabled partner cannot use any operation with a token, an upload link, or a client secret', async () => {
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: 'B-1' };
  const added = await service.call('POST', operations.addCredentialBatch.path, { token, body });
  const pdf = { headers: { 'Content-Type': 'application/pdf' }, body: Buffer.from(example('PdfFile')) };
  const [{ url }] = added.body.asset_uploads;
  const upload = async () => (await service.call('PUT', url, pdf)).status;
  const form = { grant_type: 'client_credentials', client_id: CLIENT, client_secret: 'sandbox-secret' };
  expect(await upload()).toBe(200);
  await run('disable');
  for (const [id, { method, path, security }] of Object.entries(operations)) {
    const [scheme] = security.map((requirement) => requirement.scheme);
    if (scheme === 'uploadLink') expect(await upload(), id).toBe(403);
    else {
      const isToken = id.startsWith('createToken');
      const request = isToken ? { body: new URLSearchParams(form) } : scheme === undefined ? {} : { token };
      const { status } = await service.call(method, path.replace(/\{\w+\}/g, 'B-1'), request);
      expect(status, id).toBe(scheme === undefined ? WITHOUT_TOKEN[id as OperationId] : 401);
    }
  }
  await run('enable');
  expect(await upload()).toBe(200);
});

test('the service rejects a large body if the operator disables the partner while the body arrives', async () => {
  const large = example('EducationOpenCertificate');
  large.data.document = JSON.stringify({ text: 'x'.repeat(100_000) });
  const text = JSON.stringify({ ...large, id: 'LATE' });
  const half = text.length / 2;
  const open = vi.spyOn(service.services.bodies, 'open');
  const body = new ReadableStream({
    async start(controller) {
      controller.enqueue(Buffer.from(text.slice(0, half)));
      // A call of `open` shows that the service has checked the token and is reading the body.
      await expect.poll(() => open.mock.calls.length).toBe(1);
      await run('disable');
      controller.enqueue(Buffer.from(text.slice(half)));
      controller.close();
    },
  });
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const url = service.url + operations.addEducation.path;
  const response = await fetch(url, { method: 'POST', headers, body, duplex: 'half' } as RequestInit);
  expect(response.status).toBe(401);
});

interface Links {
  submission: string;
  /** Address that opens the submission after the sign-in. */
  open: string;
  /** Page that shows the submission and links to the downloads `file` and `document`. */
  opened: string;
  file: string;
  document: string;
  request: string;
}

type Route = [pathOf: (links: Links) => string, decision?: string];

/** Page routes that act for a partner, keyed by the response status while that partner is disabled. */
const ASKING: Record<number, Record<string, Route>> = {
  403: {
    'POST /partner/add/:type': [({ submission }) => submission],
    'GET /open': [({ open }) => open],
    'GET /credentials/:requestId': [({ opened }) => opened],
    'POST /credentials/:requestId': [({ opened }) => opened, 'decline'],
    'GET /credentials/:requestId/:question{decline|delete}': [({ opened }) => opened.replace('?', '/decline?')],
    'GET /partner/verify/digitalIdentity': [({ request }) => request],
    'GET /partner/verify/digitalIdentity/:question{refuse|stop}': [({ request }) => request.replace('?', '/refuse?')],
    'POST /partner/verify/digitalIdentity': [({ request }) => request, 'refuse'],
  },
  404: {
    'GET /credentials/:requestId/:folder{files|documents}/:name (file)': [({ file }) => file],
    'GET /credentials/:requestId/:folder{files|documents}/:name (document)': [({ document }) => document],
    'GET /partner/verify/digitalIdentity/logo': [({ request }) => request.replace('?', '/logo?')],
  },
};
const asking = Object.entries(ASKING).flatMap(([status, routes]) =>
  Object.entries(routes).map(([name, route]) => ({ name, route, paused: Number(status) })),
);

/** Routes that do not act for a partner, and therefore stay available while the partner is disabled. */
const OF_PERSON = [
  ...['style.css', 'open-link.js', 'local-time.js', 'copy-secret.js', 'logo'].map((name) => `GET /user-app/${name}`),
  ...['GET /sign-in', 'POST /sign-in', 'GET /sign-in/other', 'GET /sign-in/callback', 'POST /sign-out'],
  ...Object.values(notices).map(({ path }) => `GET ${path}`),
  'POST /mobile/sign-in',
  ...['GET /account', 'GET /account/delete', 'GET /account/sharing-stopped'],
  ...['POST /account', 'GET /partner/add/:type'],
  // A person reaches a `done` page only after accepting a credential or sharing an identity.
  ...['GET /credentials', 'GET /credentials/:requestId/done', 'GET /partner/verify/digitalIdentity/done'],
  // The start page and the mailbox exist only in a sandbox.
  ...['GET /', ...['GET', 'POST'].map((method) => `${method} /mailbox/:name{[A-Za-z0-9_-]{1,64}}`)],
];

async function prepare() {
  const one = person(service.services);
  const email = `${randomUUID()}@example.com`;
  const { link: submission } = await submitBatch(service, token, 0);
  const signIn = await one.open(submission);
  const batch = await one.openAs(email, (await submitBatch(service, token, 1)).link);
  const body = { ...example('EducationOpenCertificate'), id: 'CERT' };
  const certificate = await service.call('POST', operations.addEducation.path, { token, body });
  const opened = await one.openAs(email, certificate.body.redirect_uri);
  const hrefIn = (page: Shown, kind: string) => new RegExp(`href="([^"]*/${kind}/[^"]*)"`).exec(page.html)?.[1] ?? '';
  const created = await service.call('POST', operations.createVerificationRequest.path, {
    token,
    body: { ...example('VerificationMinimal'), request_id: 'V-1' },
  });
  const links: Links = {
    submission,
    request: created.body.redirect_uri.replace('http://app.test', ''),
    open: signIn.path.replace('/sign-in', '/open'),
    opened: opened.path,
    file: hrefIn(batch, 'files'),
    document: hrefIn(opened, 'documents'),
  };
  const pages = new Map([
    [links.opened, opened],
    [links.request, await one.visit(links.request)],
  ]);
  async function visit([pathOf, decision]: Route): Promise<Shown> {
    const path = pathOf(links);
    const page = pages.get(path);
    if (page !== undefined && decision !== undefined) return one.submit(page, { decision });
    return path.includes('#') ? one.open(path) : one.visit(path);
  }
  return { one, opened, visit };
}

test('while a partner is disabled, every page for a request of the partner says that the request is paused', async () => {
  const { visit } = await prepare();
  const provided = { identityProvider: {}, mobileTokens: {} } as Partial<typeof service.services>;
  const routes = [service.services, { ...service.services, ...provided }]
    .flatMap((services) => createUserApp(services).routes)
    .concat(sandboxRoutes(service.services).routes)
    .filter(({ method, path }) => method !== 'ALL' && !path.endsWith('*') && !path.endsWith('.woff2'))
    .map(({ method, path }) => `${method} ${path}`);
  const named = asking.map(({ name }) => name.replace(/ \(\w+\)$/, ''));
  expect([...new Set(routes)].sort()).toEqual([...new Set([...named, ...OF_PERSON])].sort());

  const isPaused = (page: Shown) => page.html.includes('This request is paused');
  for (const isDisabled of [false, true, false]) {
    await run(isDisabled ? 'disable' : 'enable');
    for (const { name, route, paused } of asking) {
      const page = await visit(route);
      const expected = isDisabled ? [paused, paused === 403] : [200, false];
      expect([page.status, isPaused(page)], name).toEqual(expected);
    }
  }
});

test('a person can still see and delete a credential that they accepted from a disabled partner', async () => {
  const { one, opened } = await prepare();
  await one.submit(opened, { decision: 'accept' });
  await run('disable');
  const page = await one.visit(opened.path);
  expect(page.status).toBe(200);
  const asked = await one.submit(page, { decision: 'delete' });
  const deleted = await one.submit(asked, { decision: 'delete_confirmed' });
  for (const shown of [deleted, await one.visit(opened.path)]) expect(shown.html).toContain('You deleted this');
});

test('the service has no background workers other than the dispatcher and the downloader', () => {
  const workers = Object.entries(service.services).filter(([, each]) => each instanceof WorkLoop);
  expect(workers.map(([name]) => name)).toEqual(['dispatcher', 'downloader']);
});

async function addEvent() {
  const receiver = await startReceiver();
  const path = operations.createWebhook.path;
  const { id } = (await service.call('POST', path, { token, body: { url: receiver.url } })).body;
  await service.call('POST', operations.sendTestEvent.path.replace('{id}', id), { token });
  const log = async () => (await service.services.store.listDeliveries({ clientId: CLIENT, id }, { limit: 1 }))?.[0];
  return { receiver, log };
}

test('the service delivers the events of a disabled partner only after the operator enables the partner again', async () => {
  const { receiver, log } = await addEvent();
  const { dispatcher } = service.services;
  await run('disable');
  await dispatcher.drain();
  service.clock.advance(RETRY_TIME - LONGER_THAN_LEASES);
  await dispatcher.drain();
  expect([receiver.received, await log()]).toMatchObject([[], { state: 'pending', attempts: [] }]);
  await run('enable', LONGER_THAN_LEASES - CACHE_LIFETIME - seconds(2));
  await dispatcher.drain();
  expect([receiver.received.length, (await log())?.state]).toEqual([1, 'delivered']);
});

test('if a partner stays disabled for the whole retry period, the event delivery fails, and the delivery log names the reason', async () => {
  const { receiver, log } = await addEvent();
  await run('disable', RETRY_TIME);
  await service.services.dispatcher.drain();
  const attempts = [{ httpStatus: null, error: 'partner_disabled', durationMicros: 0 }];
  expect([receiver.received, await log()]).toMatchObject([[], { state: 'failed', attempts }]);
});

test('the service downloads the documents of a disabled partner only after the operator enables the partner again', async () => {
  const source = await startReceiver((response) => {
    response.writeHead(200, { 'Content-Type': 'application/pdf' }).end(Buffer.from(example('PdfFile')));
  });
  const body = { ...example('MicrocredentialPdf'), id: 'DOC' };
  body.data.document = source.url;
  await service.call('POST', operations.addMicrocredential.path, { token, body });
  const { downloader } = service.services;
  await run('disable', LONGER_THAN_LEASES);
  await downloader.drain();
  expect(source.received).toEqual([]);
  await run('enable', LONGER_THAN_LEASES);
  await downloader.drain();
  expect(source.received).toHaveLength(1);
  const status = `/api/partner/v1/submissions/DOC/status.json`;
  const { documents } = (await service.call('GET', status, { token: await service.token() })).body;
  expect(documents).toMatchObject([{ state: 'stored' }]);
});
