import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import * as oauth from 'openid-client';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { OPTIONS, type Options, optionsOf, parserOf, textOf } from '../../server/cli/cli-command.ts';
import { COMMANDS } from '../../server/cli/commands.ts';
import { hours, seconds, toTimestamp } from '../../server/domain/clock.ts';
import { CACHE_LIFETIME } from '../../server/storage/partner-directory.ts';
import { signedIn } from '../pages/person.ts';
import { claimDue } from '../storage/database/claim-due.ts';
import { example } from '../support/contract.ts';
import { engines } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { bundled, runCli } from '../support/process.ts';
import { randomKey } from '../support/production.ts';
import { startService, type TestService } from '../support/service.ts';

let dataDir: string;
let service: TestService;

const cli = (...args: string[]) => runCli({ DATA_DIR: dataDir }, ...args);

/** Runs a command in this process, with the clock of the service. Resolves to the output of the command. */
async function outputOf(name: string, operands: string[] = [], options: Options = {}, on = service) {
  const [first = '', second = '', ...more] = operands;
  const command = COMMANDS[name];
  if (command === undefined || 'runOffline' in command) throw new Error(`${name} does not use the services`);
  const found = await command.run(on.services, [first, second, ...more], options);
  return { objects: typeof found === 'object' ? [found].flat() : [], text: textOf(found, false) };
}

const secretOf = (output: string) => /client_secret (\S+)/.exec(output)?.[1] ?? '';

beforeAll(async () => {
  dataDir = await temporaryFolder();
  service = await startService({ env: { DATA_DIR: dataDir } });
});
afterAll(() => service.stop());

const list = async (token = '') => {
  const { status, body } = await service.call('GET', '/api/partner/v2/webhooks', { token });
  return body.code ?? status;
};
const add = async (clientId: string, scopes: string, options: Options = {}) => {
  const { text } = await outputOf('partners add', [clientId], { name: clientId, scopes, ...options });
  return { clientId, secret: secretOf(text) };
};
const run = async (name: string, clientId: string, options: Options = {}) => {
  const { text } = await outputOf(`partners ${name}`, [clientId], options);
  service.clock.advance(CACHE_LIFETIME);
  return text;
};

test('a partner that the operator adds gets a token for its scopes, and submits documents from its domains', async () => {
  const scopes = 'write.education write.microcredential';
  const token = await service.token(await add('acme', scopes, { domains: 'Documents.Example.EDU' }));
  const submit = (host: string) => {
    const body = { ...example('EducationWithTranscript'), id: randomUUID() };
    body.data.document = `https://${host}/a.pdf`;
    return service.call('POST', operations.addEducation.path, { token, body });
  };
  expect((await submit('documents.example.edu')).status).toBe(201);
  expect(await submit('example.edu')).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/data/document', code: 'unregistered_domain' }] },
  });
  const body = example('RightToWorkAustralia');
  const refused = await service.call('POST', operations.addRightToWork.path, { token, body });
  expect([refused.status, refused.body.code]).toEqual([403, 'insufficient_scope']);
  const { objects } = await outputOf('partners list');
  expect(objects).toContainEqual(expect.objectContaining({ client_id: 'acme', domains: ['documents.example.edu'] }));
});

test('a partner can submit digital identities only while the operator grants that permission', async () => {
  const token = await service.token(await add('voucher', 'write.digital_identity'));
  const submit = async () => {
    const body = { ...example('CredentialBatchIdentityOnly'), credential_id: randomUUID() };
    const answer = await service.call('POST', operations.addCredentialBatch.path, { token, body });
    return [answer.status, answer.body.code, answer.headers.get('www-authenticate')];
  };
  const refused = [403, 'vouching_not_allowed', null];
  expect(await submit()).toEqual(refused);
  await run('change', 'voucher', { mayVouch: true });
  expect(await submit()).toEqual([201, undefined, null]);
  await run('change', 'voucher', { mayVouch: false });
  expect(await submit()).toEqual(refused);
});

test('after a decision, the page links to the home page of the partner only if the domain of the home page is registered', async () => {
  const homePage = 'https://acme.example/jobs';
  const token = await service.token(await add('home', 'write.right_to_work', { domains: 'acme.example', homePage }));
  const wayBack = async (decision: string) => {
    const body = { ...example('RightToWorkAustralia'), id: randomUUID() };
    const { body: added } = await service.call('POST', operations.addRightToWork.path, { token, body });
    const ada = await signedIn(service.services);
    const { html } = await ada.submit(await ada.open(added.redirect_uri), { decision });
    return (
      /href="([^"]*)"[^>]*><span>Go back to <bdi>home/.exec(html)?.[1] ?? /You can close this page/.exec(html)?.[0]
    );
  };
  for (const decision of ['accept', 'decline_confirmed']) {
    await run('change', 'home', { domains: 'acme.example' });
    expect(await wayBack(decision)).toBe(homePage);
    await run('change', 'home', { domains: 'other.example' });
    expect(await wayBack(decision)).toBe('You can close this page');
  }
});

test('if the operator enables link secrets, each new verification link contains its own secret, and a repeated request returns the original link', async () => {
  const token = await service.token(await add('guarded', 'write.digital_identity', { linkSecret: true }));
  const link = async (change: object) => {
    const body = { ...example('VerificationMinimal'), ...change };
    const { redirect_uri } = (await service.call('POST', operations.createVerificationRequest.path, { token, body }))
      .body;
    return redirect_uri as string;
  };
  const [first, second] = [await link({ request_id: 'CASE-1' }), await link({ request_id: 'CASE-2' })];
  const keys = [first, second].map((each) => new URL(each).searchParams.get('key') ?? '');
  for (const key of keys) expect(Buffer.from(key, 'base64url')).toHaveLength(16);
  expect(new Set(keys).size).toBe(2);
  expect(await link({ request_id: 'CASE-1' })).toBe(first);
  await run('change', 'guarded', { linkSecret: false });
  expect(await link({ request_id: 'CASE-1' })).toBe(first);
  // A generated ID is a version 4 UUID, which has 122 random bits.
  expect(await link({})).toMatch(/requestId=[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test('existing tokens lose a scope that the operator removes from the partner, and the operator can end all tokens of a partner', async () => {
  const token = await service.token(await add('cut', 'write.webhooks read.webhooks'));
  await run('change', 'cut', { scopes: 'write.webhooks' });
  expect(await list(token)).toBe('insufficient_scope');
  await run('change', 'cut', { scopes: 'write.webhooks read.webhooks' });
  const secret = secretOf(await run('new-secret', 'cut'));
  // A new secret does not invalidate the tokens that were issued for the old secret.
  expect(await list(token)).toBe(200);
  await run('end-tokens', 'cut');
  expect(await list(token)).toBe('unauthenticated');
  expect(await list(await service.token({ clientId: 'cut', secret }))).toBe(200);
});

test('after a rotation, the old client secret stays valid for the period that the operator sets, and at most two secrets are valid', async () => {
  const { secret: first } = await add('initech', 'write.education');
  const works = async (...secrets: string[]) => {
    const tokens = secrets.map((secret) => service.token({ clientId: 'initech', secret }));
    return (await Promise.all(tokens)).map((token) => token !== undefined);
  };
  const endsAt = service.clock.now() + hours(24);
  const text = await run('new-secret', 'initech', { keepOldFor: '24h' });
  expect(text).toContain(`the old secret stays valid until ${toTimestamp(endsAt)}`);
  const second = secretOf(text);
  expect(await works(first, second, 'neither')).toEqual([true, true, false]);
  service.clock.advance(endsAt - service.clock.now() - 1);
  expect(await works(first)).toEqual([true]);
  service.clock.advance(1);
  expect(await works(first, second)).toEqual([false, true]);

  const third = secretOf(await run('new-secret', 'initech', { keepOldFor: '1d' }));
  const fourth = secretOf(await run('new-secret', 'initech', { keepOldFor: '90m' }));
  expect(await works(second, third, fourth)).toEqual([false, true, true]);
  const last = secretOf(await run('new-secret', 'initech'));
  expect(await works(third, fourth, last)).toEqual([false, false, true]);
});

test.each([
  ['in the request body', oauth.ClientSecretPost],
  ['with HTTP Basic', oauth.ClientSecretBasic],
])('an OAuth library discovers the token endpoint from the issuer, and gets a token with credentials %s', async (_, authenticate) => {
  const issuer = service.services.baseUrl;
  const reached: oauth.CustomFetch = (url, init) => fetch(url.replace(issuer, service.url), init as RequestInit);
  const server = await oauth.discovery(new URL(issuer), 'sandbox-partner', undefined, authenticate('sandbox-secret'), {
    algorithm: 'oauth2',
    [oauth.customFetch]: reached,
    execute: [oauth.allowInsecureRequests],
  });
  expect(server.serverMetadata()).toMatchObject({ issuer, service_documentation: `${issuer}/reference` });
  const { access_token: token, expires_in } = await oauth.clientCredentialsGrant(server, { scope: 'write.education' });
  expect(expires_in).toBe(3600);
  const path = operations.getSubmissionStatusV2.path.replace('{id}', 'nobody');
  expect((await service.call('GET', path, { token })).status).toBe(404);
});

test.each(engines)('a change to a partner takes effect on all instances within a second, on $engine', async ({
  engine,
}) => {
  const database = engine === 'PostgreSQL' ? await createTestDatabase('tables') : undefined;
  const options = {
    ...(database && { databaseUrl: database.url }),
    env: { DATA_DIR: await temporaryFolder(), DATA_KEYS: `k1:${randomKey('k1')}` },
  };
  const instances: TestService[] = [];
  onTestFinished(async () => {
    for (const instance of instances) await instance.stop();
    await database?.drop();
  });
  while (instances.length < 2) instances.push(await startService(options));
  const run = async (name: string, more: Options = {}) =>
    secretOf((await outputOf(`partners ${name}`, ['quick'], more, instances[0])).text);
  /** Lets the caches expire. Resolves to one boolean per instance: true if the instance issues a token for `secret`. */
  const work = (secret: string) => {
    for (const { clock } of instances) clock.advance(CACHE_LIFETIME);
    const tokens = instances.map((each) => each.token({ clientId: 'quick', secret }));
    return Promise.all(tokens.map(async (token) => (await token) !== undefined));
  };
  expect(await work('none yet')).toEqual([false, false]);
  const first = await run('add', { name: 'Quick', scopes: 'read.webhooks' });
  expect(await work(first)).toEqual([true, true]);
  const second = await run('new-secret');
  expect(await work(second)).toEqual([true, true]);
  expect(await work(first)).toEqual([false, false]);
  await run('disable');
  expect(await work(second)).toEqual([false, false]);
});

test.each<[string, number, string]>([
  ['--help', 0, 'Usage: node dist/server/cli.js [options] [command]'],
  ['', 2, 'Usage: node dist/server/cli.js [options] [command]'],
  ['partners', 2, 'Usage: node dist/server/cli.js partners [options] [command]'],
  ['partners ad', 2, "error: unknown command 'ad'\n(Did you mean add?)"],
  ['partner list', 2, "error: unknown command 'partner'\n(Did you mean partners?)"],
  ['partners disable', 2, "error: missing required argument 'id'\n\nUsage: node dist/server/cli.js partners disable"],
  ['partners disable a b', 2, 'error: too many arguments'],
  ['partners disable a --name X', 2, "error: unknown option '--name'"],
  ['partners disable a', 2, 'Confirm "partners disable a" with --yes\n'],
  ['partners disable nobody --yes', 2, 'There is no partner nobody\n'],
])('with the arguments "%s", the command line exits with code %i and a message that says why', async (args, code, message) => {
  const result = await cli(...args.split(' ').filter(Boolean));
  expect(result.code).toBe(code);
  expect(result.stdout + result.stderr).toContain(message);
  expect(code === 0 ? result.stderr : result.stdout).toBe('');
});

test('the option --help of each command describes the command and each of its options', () => {
  const parser = parserOf(COMMANDS, 'cli', async () => {});
  for (const [name, command] of Object.entries(COMMANDS)) {
    const [first, second] = name.split(' ');
    const parent = parser.commands.find((each) => each.name() === first);
    const leaf = second === undefined ? parent : parent?.commands.find((each) => each.name() === second);
    const help = leaf?.helpInformation().replace(/\s+/g, ' ');
    expect(help).toContain(`Usage: cli ${name}`);
    expect(help).toContain(command.summary);
    for (const option of optionsOf(command)) expect(help).toContain(OPTIONS[option].join(' '));
    expect(parent?.description()).not.toBe('');
  }
});

const education = { name: 'X', scopes: 'write.education' };
test.each<[string, string[], Options, string]>([
  ['partners add', ['x'], { name: 'X' }, '--name and --scopes are required'],
  ['partners add', ['sandbox-partner'], { ...education, name: 'Y' }, 'The partner sandbox-partner already exists'],
  ['partners add', ['x'], { name: 'X', scopes: '' }, '--scopes must have at least one scope'],
  ['partners add', ['x'], { name: 'X', scopes: 'write.everything' }, 'Unknown scope: write.everything'],
  ['partners add', ['x'], { ...education, domains: 'a/b' }, '--domains must be host names'],
  ['partners add', ['x'], { ...education, domains: '*' }, '--domains must be host names'],
  ['partners add', ['x'], { ...education, domains: 'user@a.example' }, '--domains must be host names'],
  ['partners add', ['x'], { ...education, homePage: 'https://a.example/' }, '--home-page must be an https URL'],
  ['partners change', ['sandbox-partner'], { homePage: 'http://a.example/' }, '--home-page must be an https URL'],
  ['partners change', ['sandbox-partner'], { homePage: 'https://a@b.example/' }, '--home-page must be an https URL'],
  ['partners add', ['a\u00e9'], education, 'printable ASCII'],
  ['partners add', ['acme burst'], education, 'without spaces'],
  ['partners add', ['x'], { ...education, name: 'A\u202eb' }, '--name must not contain'],
  ['partners change', ['sandbox-partner'], {}, 'Nothing to change: add an option'],
  ['partners change', ['sandbox-partner'], { scopes: ' ' }, '--scopes must have at least one scope'],
  ['partners change', ['sandbox-partner'], { domains: '' }, '--domains must be host names'],
  ['partners change', ['sandbox-partner'], { name: ' ' }, '--name must not be blank'],
  ['partners add', ['x'], { ...education, name: 'Sandbox Partner' }, 'of the partner sandbox-partner,'],
  ['partners change', ['sandbox-partner-2'], { name: 'S\u0430ndbox partner' }, 'of the partner sandbox-partner,'],
  ['partners change', ['sandbox-partner'], { name: 'A\nb' }, '--name must not contain'],
  ['partners new-secret', ['sandbox-partner'], { keepOldFor: '24' }, '--keep-old-for must be a duration'],
  ['partners new-secret', ['sandbox-partner'], { keepOldFor: '91d' }, '--keep-old-for must be a duration'],
  ['partners new-secret', ['nobody'], { keepOldFor: '24h' }, 'There is no partner nobody'],
  ['database distribute', [], {}, 'The embedded database is one file'],
])('the command %s rejects %j with the options %j', async (name, operands, options, message) => {
  await expect(outputOf(name, operands, options)).rejects.toThrow(
    expect.objectContaining({ name: 'UsageError', message: expect.stringContaining(message) }),
  );
});

test('the command "migrate" reports invalid settings', async () => {
  const migrate = COMMANDS['migrate'];
  if (migrate === undefined || !('runOffline' in migrate)) throw new Error('The command uses the services');
  await expect(migrate.runOffline({ PORT: 'eighty' })).rejects.toThrow('PORT must be');
});

test('a command succeeds even if the program that reads its output closes the pipe early', async () => {
  const script = '"$0" "$1" partners list | :; echo $PIPESTATUS';
  const run = promisify(execFile)('bash', ['--norc', '-c', script, process.execPath, bundled('server/cli.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  });
  expect(await run).toEqual({ stdout: '0\n', stderr: '' });
});

test('the command "queue" counts the due and pending deliveries, and shows the earliest due time', async () => {
  // Keeps the deliveries pending. No other test in this file needs the dispatcher.
  await service.services.dispatcher.stop(0);
  const token = await service.token();
  const { path } = operations.createWebhook;
  const { body } = await service.call('POST', path, { token, body: { url: 'https://acme.example/events' } });
  for (let sent = 0; sent < 3; sent++) {
    service.clock.advance(seconds(1));
    await service.call('POST', operations.sendTestEvent.path.replace('{id}', body.id), { token });
  }
  const { store, clock } = service.services;
  const lease = { lease: seconds(60), claim: randomUUID() };
  const [claimed] = await claimDue(store, { ...lease, now: clock.now(), share: 1 });
  const attempt = { startedAt: clock.now(), durationMicros: 1500, httpStatus: 500, error: null };
  const delivery = { clientId: 'sandbox-partner', id: claimed?.id ?? '' };
  await store.recordAttempts([{ delivery, claim: lease.claim, attempt, next: { state: 'failed' } }]);

  const { text, objects } = await outputOf('queue');
  const since = toTimestamp(clock.now() - seconds(1));
  const row = { client_id: 'sandbox-partner', webhook_id: body.id, due: 2, pending: 2, due_since: since };
  expect(objects).toMatchObject([row]);
  expect(text.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
    Object.keys(row),
    Object.values(row).map(String),
  ]);
});

test('the command "status" shows the environment, the keys, and the state of the dependencies', async () => {
  const { text, objects } = await outputOf('status');
  const expected = {
    environment: 'sandbox',
    clock: 'right',
    clock_ahead_seconds: 0,
    files: 'available',
    citus_workers_unreachable: [],
    data_keys: service.services.encryptor.keyIds,
    signing_key: expect.any(String),
  };
  expect(objects).toEqual([expected]);
  expect(text.split('\n')).toHaveLength(Object.keys(expected).length);
  expect(text).toMatch(/\nclock {2,}right\n/);
});
