import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { partnerCommands } from '../../server/cli/partner-commands.ts';
import { hours } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/platform/log.ts';
import { clientAddressBehind, createSecurityLog } from '../../server/platform/security-log.ts';
import { sweep } from '../../server/work/lifecycle/sweep.ts';
import { openLink, person } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { startService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';
import { SUBMISSION_WINDOW } from '../support/windows.ts';

const lines: string[] = [];
const all: string[] = [];
const log = createLogger('info', {
  write(line) {
    lines.push(line);
    all.push(line);
  },
});
const service = sharedService({
  change: () => ({ log, security: createSecurityLog(log, clientAddressBehind(['127.0.0.1'])) }),
});
let token: string;

beforeAll(async () => {
  token = await service.token();
});
afterAll(() => {
  // No log line may contain personal data or a secret.
  const { full_name } = example('EducationAwaitingGraduation').data.credential;
  for (const each of [full_name, 'Ada', 'ada@person.test', 'sandbox-secret', 'wrong-secret', 'hunter2'])
    expect(all.join('')).not.toContain(each);
});
beforeEach(() => void lines.splice(0));

const securityEvents = () =>
  lines
    .map((line) => JSON.parse(line))
    .filter(({ msg }) => msg === 'security')
    .map(({ level, time, msg, ...rest }) => rest);

const requestToken = (fields: Record<string, string>, headers = {}) =>
  service.call('POST', operations.createTokenV2.path, { body: new URLSearchParams(fields), headers });

test('the log contains the reason and the source address of a rejected client, but not the credentials of the client', async () => {
  const grant = { grant_type: 'client_credentials' };
  const proxied = { 'X-Forwarded-For': '203.0.113.9, 198.51.100.7' };
  await requestToken(grant);
  await requestToken({ ...grant, client_id: 'hunter2', client_secret: 'wrong-secret' });
  const { headers } = await requestToken(
    { ...grant, client_id: 'sandbox-partner', client_secret: 'wrong-secret' },
    proxied,
  );
  const common = { event: 'client_refused', actor: 'anyone', source: '127.0.0.1', request_id: expect.any(String) };
  expect(securityEvents()).toEqual([
    { ...common, reason: 'no_credentials' },
    { ...common, reason: 'unknown_or_disabled' },
    {
      ...common,
      reason: 'wrong_secret',
      client_id: 'sandbox-partner',
      source: '198.51.100.7',
      request_id: headers.get('x-request-id'),
    },
  ]);
});

test('the log shows that a client has exceeded its rate limit', async () => {
  const limited = await startService({
    change: (made) => ({
      limits: { ...made.limits, policies: { ...made.limits.policies, token: () => ({ retryAfter: 1, left: null }) } },
      security: createSecurityLog(log, clientAddressBehind([])),
      log: made.log,
    }),
  });
  await limited.token();
  await limited.stop();
  expect(securityEvents()).toMatchObject([
    { event: 'client_refused', reason: 'too_many_requests', client_id: 'sandbox-partner' },
  ]);
});

test('the log shows every change to a webhook, and the partner that owns the webhook', async () => {
  const webhooks = operations.createWebhook.path;
  const body = { url: 'https://acme.example/events' };
  const { id } = (await service.call('POST', webhooks, { token, body })).body;
  await service.call('PUT', `${webhooks}/${id}`, { token, body });
  await service.call('POST', `${webhooks}/${id}/secret`, { token });
  await service.call('DELETE', `${webhooks}/${id}`, { token });
  await service.call('DELETE', `${webhooks}/${id}`, { token });
  const common = {
    actor: 'partner:sandbox-partner',
    client_id: 'sandbox-partner',
    webhook_id: id,
    source: '127.0.0.1',
  };
  const events = ['webhook_created', 'webhook_replaced', 'webhook_secret_rotated', 'webhook_deleted'];
  expect(securityEvents()).toEqual(events.map((event) => ({ ...common, event, request_id: expect.any(String) })));
});

test('the log shows sign-ins, decisions, and erasures without personal data', async () => {
  const add = async (id: string) => {
    const body = { ...example('EducationAwaitingGraduation'), id };
    return (await service.call('POST', operations.addEducation.path, { token, body })).body.redirect_uri;
  };
  const ada = person({ ...service.services });
  const accepted = await ada.openAs('ada@person.test', await add('S-1'));
  await ada.submit(accepted, { decision: 'accept' }, /\/credentials\/[\w-]+(\?|$)/);
  const declined = await ada.open(await add('S-2'));
  const confirm = await ada.submit(declined, { decision: 'decline' }, /\/credentials\/[\w-]+(\?|$)/);
  await ada.submit(confirm, { decision: 'decline_confirmed' }, /\/credentials\/[\w-]+(\?|$)/);
  const batch = { ...example('CredentialBatchIdentityOnly'), credential_id: 'S-4' };
  const { body: added } = await service.call('POST', operations.addCredentialBatch.path, { token, body: batch });
  await ada.submit(await ada.open(added.redirect_uri), { decision: 'accept' });
  const { path: ask } = operations.createVerificationRequest;
  const { body: asked } = await service.call('POST', ask, { token, body: example('VerificationMinimal') });
  const verify = await openLink(ada, asked.redirect_uri);
  const identity = /content=([\w-]+)/.exec(added.redirect_uri)?.[1] ?? '';
  for (const decision of ['verify', 'stop_confirmed']) await ada.submit(verify, { decision, identity });
  await add('S-3');
  service.clock.advance(SUBMISSION_WINDOW + hours(1));
  await sweep(service.services);

  const events = securityEvents();
  const { actor } = events.find(({ event }) => event === 'signed_in');
  expect(actor).toMatch(/^person:[0-9a-f-]{36}$/);
  const about = { client_id: 'sandbox-partner', subject: expect.stringMatching(/^[0-9a-f]{16}$/) };
  expect(events).toMatchObject([
    { event: 'signed_in', actor },
    { event: 'consent_given', actor, ...about },
    { event: 'consent_declined', actor, ...about },
    { event: 'consent_given', actor, ...about },
    { event: 'identity_shared', actor, ...about },
    { event: 'sharing_stopped', actor, ...about },
    { event: 'erased', actor: 'service', submissions: 1 },
  ]);
  // Submission IDs must not be logged, because the link of a submission can be built from its ID.
  const ids = [...(accepted.path + declined.path).matchAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g)].map(([id]) => id);
  expect(ids).toHaveLength(2);
  for (const id of ids) expect(JSON.stringify(events)).not.toContain(id);
});

test('the request log shows who read which submission and verification request', async () => {
  // Another test advances the clock beyond the lifetime of the shared token.
  const token = await service.token();
  const [submission, request] = [`S-${randomUUID()}`, `V-${randomUUID()}`];
  const body = { ...example('CredentialBatchIdentityOnly'), credential_id: submission };
  const added = await service.call('POST', operations.addCredentialBatch.path, { token, body });
  const { redirect_uri } = (
    await service.call('POST', operations.createVerificationRequest.path, {
      token,
      body: { ...example('VerificationMinimal'), request_id: request },
    })
  ).body;
  const ada = person({ ...service.services });
  const page = await ada.openAs('ada@person.test', added.body.redirect_uri);
  const { actor } = securityEvents().find(({ event }) => event === 'signed_in') ?? {};
  const user = { client_id: 'sandbox-partner', user_id: actor.slice('person:'.length) };
  const readers = async (read: () => Promise<unknown>) => {
    lines.splice(0);
    await read();
    const requests = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');
    return requests.map(({ client_id, user_id, resources }) => ({ client_id, user_id, resources })).at(-1);
  };
  const get = (path: string, id: string) => service.call('GET', path.replace('{id}', id), { token });

  for (const read of [() => ada.visit(page.path), () => ada.submit(page, {})])
    expect(await readers(read)).toEqual({ ...user, resources: [submission] });
  const { pathname, search } = new URL(redirect_uri);
  expect(await readers(() => ada.visit(pathname + search))).toEqual({ ...user, resources: [request] });
  const partner = { client_id: 'sandbox-partner', user_id: undefined };
  for (const [path, id] of [
    [operations.getSubmissionStatusV1.path, submission],
    [operations.getSubmissionStatusV2.path, submission],
    [operations.getVerificationRequest.path, request],
    [`${operations.listVerificationRequests.path}?request_id[]=unknown&request_id[]={id}`, request],
  ] as const)
    expect(await readers(() => get(path, id)), path).toEqual({ ...partner, resources: [id] });
  const ids = { token, body: { ids: ['unknown', submission] } };
  for (const { path } of [operations.listSubmissionStatusesV1, operations.listSubmissionStatusesV2])
    expect(await readers(() => service.call('POST', path, ids)), path).toEqual({ ...partner, resources: [submission] });
});

test('the log shows every change that the operator makes to a partner', async () => {
  const run = (name: string, options = {}) => partnerCommands[name]?.run(service.services, ['acme', ''], options);
  await run('partners add', { name: 'Ada Ltd', scopes: 'write.education' });
  await run('partners change', { domains: 'acme.example', name: 'Ada Ltd' });
  for (const name of ['new-secret', 'disable', 'enable', 'end-tokens']) await run(`partners ${name}`);
  const common = { actor: 'operator', client_id: 'acme' };
  const changed = [
    ['name', 'domains'],
    ['secretHash', 'previousSecret'],
    ['disabledAt'],
    ['disabledAt', 'tokensSince'],
    ['tokensSince'],
  ];
  expect(securityEvents()).toEqual([
    { ...common, event: 'partner_added' },
    ...changed.map((names) => ({ ...common, event: 'partner_changed', changed: names })),
  ]);
});
