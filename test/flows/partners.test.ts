import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Commands, type Options, UsageError } from '../../server/cli/command.ts';
import { deliveryCommands } from '../../server/cli/deliveries.ts';
import { documentCommands } from '../../server/cli/documents.ts';
import { partnerCommands } from '../../server/cli/partners.ts';
import { statusCommands } from '../../server/cli/status.ts';
import { USAGE } from '../../server/cli/usage.ts';
import { hours, seconds, toTimestamp } from '../../server/domain/clock.ts';
import { CACHE_LIFETIME } from '../../server/oauth/partner-directory.ts';
import { example } from '../support/contract.ts';
import { engines } from '../support/engines.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase, type TestDatabase } from '../support/postgres.ts';
import { bundled, runCli } from '../support/process.ts';
import { randomKey } from '../support/production.ts';
import { startService, type TestService } from '../support/service.ts';

let dataDir: string;
let service: TestService;

/** Runs the operator's command line on the data of the running service. */
const cli = (...args: string[]) => runCli({ DATA_DIR: dataDir }, ...args);

/** What goes by the clock is run by the clock of the service, which stands still. */
const atItsTime = (command: string, id: string) => said(command, [id]);

const COMMANDS: Commands = {
  ...partnerCommands,
  ...documentCommands,
  ...deliveryCommands,
  ...statusCommands,
};

/** What a command prints, in the clock of the service, where it costs no process. */
async function said(name: string, operands: string[] = [], options: Options = {}) {
  const [first = '', second = '', ...more] = operands;
  const found = await COMMANDS[name]?.run(service.services, [first, second, ...more], options);
  return typeof found === 'object' ? { ...found, text: found.lines.join('\n') } : { objects: [], text: found ?? '' };
}

const secretOf = (output: string) => /client_secret (\S+)/.exec(output)?.[1] ?? '';

beforeAll(async () => {
  dataDir = await temporaryFolder();
  service = await startService({ env: { DATA_DIR: dataDir } });
});
afterAll(() => service.stop());

describe('a partner that the operator adds', () => {
  test('gets a token for its scopes, submits documents of its own domains, and is disabled and enabled', async () => {
    const { stdout } = await cli(
      ...['partners', 'add', 'acme', '--name', 'Acme', '--scopes', 'write.education write.microcredential'],
      ...['--domains', 'Documents.Example.EDU'],
    );
    const credentials = { clientId: 'acme', secret: secretOf(stdout) };
    let token = await service.token(credentials);
    const add = (document: string) => {
      const body = { ...example('EducationWithTranscript'), id: randomUUID() };
      body.data.document = document;
      return service.call('POST', '/api/partner/v1/add/education.json', { token, body });
    };
    expect((await add('https://documents.example.edu/a.pdf')).status).toBe(201);
    const refused = await add('https://example.edu/a.pdf');
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toMatchObject([{ pointer: '/data/document', code: 'unregistered_domain' }]);
    const { status, body } = await service.call('POST', '/api/partner/v1/add/right_to_work.json', {
      token,
      body: example('RightToWorkAustralia'),
    });
    expect([status, body.code]).toEqual([403, 'insufficient_scope']);

    await cli('partners', 'disable', 'acme');
    service.clock.advance(seconds(60));
    expect((await add('https://documents.example.edu/a.pdf')).status).toBe(401);
    expect(await service.token(credentials)).toBeUndefined();
    await atItsTime('partners enable', 'acme');
    service.clock.advance(seconds(60));
    // What was good before is not good again.
    expect((await add('https://documents.example.edu/a.pdf')).status).toBe(401);
    token = await service.token(credentials);
    expect((await add('https://documents.example.edu/a.pdf')).status).toBe(201);
  });

  test('loses a scope that is withdrawn, in tokens that it has too, and has it again when it is given back', async () => {
    const { stdout } = await cli('partners', 'add', 'cut', '--name', 'Cut', '--scopes', 'write.webhooks read.webhooks');
    const token = await service.token({ clientId: 'cut', secret: secretOf(stdout) });
    const list = async () => {
      const { status, body } = await service.call('GET', '/api/partner/v2/webhooks', { token });
      return body.code ?? status;
    };
    expect(await list()).toBe(200);
    await cli('partners', 'change', 'cut', '--scopes', 'write.webhooks');
    service.clock.advance(seconds(60));
    expect(await list()).toBe('insufficient_scope');
    await cli('partners', 'change', 'cut', '--scopes', 'write.webhooks read.webhooks');
    service.clock.advance(seconds(60));
    expect(await list()).toBe(200);
  });

  test('loses all tokens when they are ended, and gets new ones', async () => {
    const { stdout } = await cli('partners', 'add', 'known', '--name', 'Known', '--scopes', 'read.webhooks');
    const list = async (token = '') => (await service.call('GET', '/api/partner/v2/webhooks', { token })).status;
    const stolen = await service.token({ clientId: 'known', secret: secretOf(stdout) });
    const { stdout: renewed } = await cli('partners', 'new-secret', 'known');
    service.clock.advance(seconds(60));
    // A new secret alone leaves the tokens of the old one as they are.
    expect(await list(stolen)).toBe(200);
    await atItsTime('partners end-tokens', 'known');
    service.clock.advance(seconds(60));
    expect(await list(stolen)).toBe(401);
    expect(await list(await service.token({ clientId: 'known', secret: secretOf(renewed) }))).toBe(200);
  });

  test('has the old secret beside the new one for as long as the operator says, and never a third', async () => {
    const { stdout } = await cli('partners', 'add', 'initech', '--name', 'Initech', '--scopes', 'write.education');
    const renew = async (options: Options) => {
      const { text } = await said('partners new-secret', ['initech'], options);
      service.clock.advance(seconds(31));
      return { text, secret: secretOf(text) };
    };
    const works = async (secret: string) => (await service.token({ clientId: 'initech', secret })) !== undefined;
    const first = secretOf(stdout);
    const endsAt = service.clock.now() + hours(24);
    const second = await renew({ 'keep-old-for': '24h' });
    expect(second.text).toContain(`the old one is good until ${toTimestamp(endsAt)}`);
    expect([await works(first), await works(second.secret), await works('neither')]).toEqual([true, true, false]);
    service.clock.advance(endsAt - service.clock.now() - 1);
    expect(await works(first)).toBe(true);
    service.clock.advance(1);
    expect([await works(first), await works(second.secret)]).toEqual([false, true]);

    const third = await renew({ 'keep-old-for': '1d' });
    const fourth = await renew({ 'keep-old-for': '90m' });
    expect(await Promise.all([second, third, fourth].map(({ secret }) => works(secret)))).toEqual([false, true, true]);
    const last = await renew({});
    expect(await Promise.all([third, fourth, last].map(({ secret }) => works(secret)))).toEqual([false, false, true]);
  });
});

describe.each(engines)('a change reaches all instances on $engine within a second', ({ engine }) => {
  let database: TestDatabase | undefined;
  let folder: string;
  const instances: TestService[] = [];

  beforeAll(async () => {
    folder = await temporaryFolder();
    database = engine === 'PostgreSQL' ? await createTestDatabase('tables') : undefined;
    const env = { DATA_DIR: folder, DATA_KEYS: `k1:${randomKey('k1')}` };
    for (let n = 0; n < 2; n++) {
      const at = database === undefined ? {} : { databaseUrl: database.url };
      instances.push(await startService({ ...at, env }));
    }
  });
  afterAll(async () => {
    for (const instance of instances) await instance.stop();
    await database?.drop();
  });

  const operator = (...args: string[]) =>
    runCli(
      { DATA_DIR: folder, DATA_KEYS: `k1:${randomKey('k1')}`, ...(database && { DATABASE_URL: database.url }) },
      ...args,
    );
  /** Whether each instance gives a token for the secret, a second later. */
  const work = (clientId: string, secret: string) => {
    for (const { clock } of instances) clock.advance(CACHE_LIFETIME);
    return Promise.all(instances.map(async (each) => (await each.token({ clientId, secret })) !== undefined));
  };

  test('from the command line: a new partner, a new secret, and its end', async () => {
    expect(await work('quick', 'none yet')).toEqual([false, false]);
    const added = await operator('partners', 'add', 'quick', '--name', 'Quick', '--scopes', 'read.webhooks');
    const first = secretOf(added.stdout);
    expect(await work('quick', first)).toEqual([true, true]);
    const second = secretOf((await operator('partners', 'new-secret', 'quick')).stdout);
    expect(await work('quick', second)).toEqual([true, true]);
    expect(await work('quick', first)).toEqual([false, false]);
    await operator('partners', 'disable', 'quick');
    expect(await work('quick', second)).toEqual([false, false]);
  });
});

test('a token signed with a key that was rotated still verifies, and new ones name the new key', async () => {
  const kidOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid;
  const before = await service.token();
  const { stdout } = await cli('keys', 'rotate');
  service.clock.advance(seconds(31));
  const after = await service.token();
  expect(stdout).toContain(kidOf(after));
  expect(kidOf(after)).not.toBe(kidOf(before));
  for (const token of [before, after]) {
    const { status } = await service.call('GET', '/api/partner/v1/submissions/nobody/status.json', { token });
    expect(status).toBe(404);
  }
  const { body } = await service.call('GET', '/.well-known/jwks.json');
  expect(body.keys.map(({ kid }: { kid: string }) => kid)).toEqual([kidOf(after), kidOf(before)]);
});

test.each([
  [['partners', 'add', 'x', '--name', 'X'], '--name and --scopes are needed'],
  [['partners', 'add', 'x', '--name', 'X', '--scopes', 'write.everything'], 'There is no scope write.everything'],
  [
    ['partners', 'add', 'x', '--name', 'X', '--scopes', 'write.education', '--domains', 'a/b'],
    '--domains takes host names',
  ],
  [
    ['partners', 'add', 'x', '--name', 'X', '--scopes', 'write.education', '--domains', '*'],
    '--domains takes host names',
  ],
  [['partners', 'add', 'a\u00e9', '--name', 'X', '--scopes', 'write.education'], 'printable ASCII'],
  [['partners', 'disable', 'nobody'], 'There is no partner nobody'],
  [['partners', 'disable'], 'Usage'],
  [['partners', 'explode'], 'Usage'],
  [['partners', 'listing'], 'Usage'],
  [['partners', 'enabledness', 'sandbox-partner'], 'Usage'],
  [['keys', 'rotateNow'], 'Usage'],
  [['partners', 'disable', 'sandbox-partner', '--name', 'X'], 'Usage'],
  [['partners', 'change', 'sandbox-partner'], 'There is nothing to change'],
  [
    ['partners', 'add', 'x', '--name', 'X', '--scopes', 'write.education', '--domains', 'user@a.example'],
    '--domains takes host names',
  ],
  [['partners', 'new-secret', 'sandbox-partner', '--keep-old-for', '24'], '--keep-old-for takes a time such as'],
  [['partners', 'new-secret', 'sandbox-partner', '--keep-old-for', '91d'], '--keep-old-for takes a time such as'],
  [['partners', 'new-secret', 'nobody', '--keep-old-for', '24h'], 'There is no partner nobody'],
  [['migrate', '--verbose'], "Unknown option '--verbose'"],
  [['migrate', '--json'], 'Usage'],
  [['deliveries', 'redeliver', 'sandbox-partner'], 'Usage'],
])('%j is refused and says why', async (args, message) => {
  const { code, stderr } = await cli(...args);
  expect(code).toBe(2);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/^ +at /m);
});

test.each<[string, string[], Options, string]>([
  ['partners add', ['x'], { name: 'X', scopes: '' }, '--scopes needs a scope at least'],
  ['partners change', ['sandbox-partner'], { scopes: ' ' }, '--scopes needs a scope at least'],
  ['partners change', ['sandbox-partner'], { domains: '' }, '--domains takes host names'],
  ['partners change', ['sandbox-partner'], { name: ' ' }, '--name must not be blank'],
  ['deliveries list', ['nobody'], {}, 'There is no partner nobody'],
  ['deliveries list', ['sandbox-partner'], { state: 'lost' }, '--state takes one of pending, delivered, failed'],
  ['deliveries list', ['sandbox-partner'], { limit: '0' }, '--limit takes a whole number from 1 to 10000'],
  ['queue', [], { limit: 'all' }, '--limit takes a whole number from 1 to 10000'],
])('%s %j %j is refused', async (name, operands, options, message) => {
  await expect(said(name, operands, options)).rejects.toThrow(UsageError);
  await expect(said(name, operands, options)).rejects.toThrow(message);
});

test.each([['--help'], ['partners', 'add', '-h']])('%j explains the commands', async (...args) => {
  const { code, stdout, stderr } = await cli(...args);
  expect([code, stdout, stderr]).toEqual([0, USAGE, '']);
});

test('a reader that has seen enough does not break a command', async () => {
  const script = '"$0" "$1" partners list | :; echo $PIPESTATUS';
  const run = promisify(execFile)('bash', ['--norc', '-c', script, process.execPath, bundled('server/cli.ts')], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  });
  expect(await run).toEqual({ stdout: '0\n', stderr: '' });
});

describe('what waits to be sent to webhooks, and what was sent', () => {
  const webhooks = '/api/partner/v2/webhooks';
  const ID = /^[\w-]{36}$/;
  let webhook: string;

  beforeAll(async () => {
    // Nobody looks after what is due: what was sent is what these tests say.
    await service.services.dispatcher.stop(0);
    const token = await service.token();
    const body = { url: 'https://acme.example/events' };
    webhook = (await service.call('POST', webhooks, { token, body })).body.id;
    for (let sent = 0; sent < 3; sent++) {
      service.clock.advance(seconds(1));
      expect((await service.call('POST', `${webhooks}/${webhook}/test`, { token })).status).toBe(202);
    }
    await fail('sandbox-partner');
  });

  /** Its oldest delivery fails for good. */
  async function fail(clientId: string) {
    const { store, clock } = service.services;
    const lease = { leaseUntil: clock.now() + seconds(60), claim: randomUUID() };
    const most = { perWebhook: 1, busy: new Map<string, number>(), limit: 1 };
    const [claimed] = await store.claimDeliveries({ now: clock.now(), ...lease, ...most });
    const attempt = { startedAt: clock.now(), durationMicros: 1500, httpStatus: 500, error: null };
    const record = { delivery: { clientId, id: claimed?.id ?? '' }, claim: lease.claim, attempt };
    await store.recordAttempts([{ ...record, next: { state: 'failed' } }]);
    expect(await store.listDeliveries({ clientId, id: webhook }, { limit: 1, state: 'failed' })).toHaveLength(1);
  }

  test('deliveries are listed, and one that failed is delivered again', async () => {
    const all = await said('deliveries list', ['sandbox-partner']);
    expect(all.text.split('\n').map((line) => line.split('\t').slice(3, 6))).toEqual([
      ...[
        ['pending', '0', '-'],
        ['pending', '0', '-'],
        ['failed', '1', '500'],
      ],
    ]);
    const failed = await said('deliveries list', ['sandbox-partner'], { state: 'failed' });
    expect(failed.objects).toEqual([
      {
        ...{ id: expect.stringMatching(ID), webhook_id: webhook, event_id: expect.stringMatching(ID) },
        ...{ state: 'failed', created_at: expect.any(String), next_attempt_at: null, redelivery_of: null },
        attempts: [{ started_at: expect.any(String), duration_ms: 1.5, http_status: 500, error: null }],
      },
    ]);
    const { id } = failed.objects[0] as { id: string };
    expect((await said('deliveries list', ['sandbox-partner-2'])).text).toBe('');

    const { text } = await said('deliveries redeliver', ['sandbox-partner', id, id]);
    for (const line of text.split('\n')) expect(line).toMatch(new RegExp(`^${id} is delivered again as [\\w-]{36}$`));
    const partly = ['sandbox-partner', 'unknown', id];
    await expect(said('deliveries redeliver', partly)).rejects.toThrow(
      new RegExp(`^${id} is delivered again as \\S+\nsandbox-partner has no delivery unknown$`),
    );
    const stranger = said('deliveries redeliver', ['sandbox-partner-2', id]);
    await expect(stranger).rejects.toThrow(`sandbox-partner-2 has no delivery ${id}`);
    const { objects } = await said('deliveries list', ['sandbox-partner'], { state: 'pending' });
    expect(objects.filter((each) => (each as { redelivery_of: string | null }).redelivery_of === id)).toHaveLength(3);
  });

  test('the queue has what is due, since when, and the webhooks with the most', async () => {
    const { text, objects } = await said('queue');
    expect(objects).toMatchObject([{ client_id: 'sandbox-partner', webhook_id: webhook }]);
    const waiting = await said('deliveries list', ['sandbox-partner'], { state: 'pending' });
    const due = waiting.objects.length;
    const since = (waiting.objects.at(-1) as { next_attempt_at: string }).next_attempt_at;
    expect(objects).toMatchObject([{ due, pending: due, due_since: since }]);
    expect(text.split('\n')).toEqual([
      'partner\twebhook\tdue\tpending\tdue since',
      `all\tall\t${due}\t${due}\t${since}`,
      `sandbox-partner\t${webhook}\t${due}\t${due}\t${since}`,
    ]);
  });

  test('the status has what the service runs on, and counts what is open', async () => {
    const { text, objects } = await said('status');
    const partners = (await service.services.store.listPartners()).length;
    const [queue] = (await said('queue')).objects as [{ due: number; pending: number; due_since: string }];
    const expected = {
      ...{
        environment: 'sandbox',
        schema: expect.stringMatching(/^\d{4}_\w+$/),
        clock: 'right',
        clock_ahead_seconds: 0,
      },
      ...{ data_keys: service.services.sealer.keyIds, signing_key: expect.any(String) },
      ...{ partners, partners_disabled: expect.any(Number), webhooks: 1, submissions_open: expect.any(Number) },
      ...{ verification_requests_open: expect.any(Number), documents_pending: expect.any(Number) },
      ...{ deliveries_pending: queue.pending, deliveries_due: queue.due, deliveries_due_since: queue.due_since },
    };
    expect(objects).toEqual([expected]);
    expect(text.split('\n')).toHaveLength(Object.keys(expected).length);
    expect(text).toContain('\nclock\tright\n');
  });
});

test.each([
  ['partners list', []],
  ['documents list', []],
  ['deliveries list', ['sandbox-partner']],
  ['queue', []],
  ['status', []],
])('%s has an object for what it lists, for --json', async (name, operands) => {
  const { objects, text } = await said(name, operands);
  expect(COMMANDS[name]?.options).toContain('json');
  expect(objects.length > 0).toBe(text !== '');
});

test('--json prints one object a line', async () => {
  const { code, stdout } = await cli('partners', 'list', '--json');
  const clients = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).client_id);
  expect([code, clients]).toEqual([
    0,
    (await said('partners list')).text.split('\n').map((line) => line.split('\t')[0]),
  ]);
});
