import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import { addSandboxPartners } from '../../../server/api/oauth/sandbox-partners.ts';
import { example } from '../../support/contract.ts';
import { temporaryFolder } from '../../support/folders.ts';
import { cleanUp, spawnService } from '../../support/process.ts';
import { startService } from '../../support/service.ts';

afterAll(cleanUp);

const open = { HOST: '0.0.0.0', SANDBOX_HOSTS: 'sandbox.test,192.0.2.7' };

async function requestWithHost(host: string, url: string): Promise<{ status: number | undefined; body: string }> {
  const outgoing = request(url, { headers: { host } }).end();
  const [incoming] = await once(outgoing, 'response');
  return { status: incoming.statusCode, body: Buffer.concat(await incoming.toArray()).toString() };
}

async function start(env: NodeJS.ProcessEnv = {}) {
  const service = await startService({ env: { BASE_URL: 'http://api.test', APP_URL: 'http://app.test', ...env } });
  onTestFinished(() => service.stop());
  return service;
}

test.each([
  ['closed', {}],
  ['open', open],
])('a sandbox that is %s to other machines rejects requests for a host that is not configured', async (_, env) => {
  const { url } = await start(env);
  const { getJwks, listWebhooks } = operations;
  for (const path of ['/', '/reference', getJwks.path, listWebhooks.path, '/no/such/page', '/credentials']) {
    const { status, body } = await requestWithHost('rebound.attacker.test', url + path);
    expect([path, status]).toEqual([path, 400]);
    expect(JSON.parse(body)).toMatchObject({ code: 'malformed_request', status: 400 });
  }
  // Health checks can use any Host header, because their responses contain no data.
  expect(await requestWithHost('10.1.2.3', `${url}/livez`)).toMatchObject({ status: 200 });
  for (const host of ['api.test', 'localhost:3000', '127.0.0.1', '[::1]:80'])
    expect([host, (await requestWithHost(host, url + operations.getJwks.path)).status]).toEqual([host, 200]);
});

test('a sandbox that is open to other machines accepts requests for configured hosts, but not for hosts with a similar name or address', async () => {
  const { url } = await start(open);
  for (const host of ['sandbox.test', 'SANDBOX.test:8080', '192.0.2.7'])
    expect([host, (await requestWithHost(host, url + operations.getJwks.path)).status]).toEqual([host, 200]);
  for (const host of ['a.sandbox.test', '192.0.2.8', 'sandbox.test.attacker.test'])
    expect([host, (await requestWithHost(host, url + operations.getJwks.path)).status]).toEqual([host, 400]);
});

test('the pages of a sandbox that is open to other machines show no client secrets', async () => {
  const service = await start(open);
  for (const path of ['/', '/mailbox/demo']) {
    const { status, body } = await requestWithHost('app.test', service.url + path);
    expect(status).toBe(200);
    expect(body).not.toMatch(/sandbox-secret/);
    if (path === '/') expect(body).toContain('The secret was shown to the operator once');
  }
});

test('a sandbox that is open to other machines rejects webhook and document URLs that point to the sandbox machine itself', async () => {
  const service = await start(open);
  const token = await service.services.tokens.issue('sandbox-partner', ['write.webhooks', 'write.education']);
  for (const url of ['https://127.0.0.1/', 'http://localhost:3000/mailbox/a', 'https://[::1]/']) {
    const { status, body } = await service.call('POST', operations.createWebhook.path, { token, body: { url } });
    expect([url, status]).toEqual([url, 422]);
    expect(body.errors.map(({ code }: { code: string }) => code)).toContain('special_address');
  }
  const document = 'http://127.0.0.1:3000/file.pdf';
  const body = { ...example('EducationWithTranscript'), id: 'A' };
  body.data.document = document;
  const { status, body: problem } = await service.call('POST', operations.addEducation.path, { token, body });
  expect(status).toBe(422);
  expect(problem.errors).toMatchObject([{ pointer: '/data/document', code: 'not_https' }]);
});

test('a sandbox that is open to other machines prints generated secrets at the first start, and rejects the documented default secrets', async () => {
  const dataDir = await temporaryFolder();
  const first = spawnService({ dataDir, env: open });
  const { port } = await first.logged('ready');
  const secrets = [...first.stderr().matchAll(/client_id (\S+) {2}client_secret ([\w-]{43})\n/g)];
  expect(secrets.map(([, id]) => id)).toEqual(['sandbox-partner', 'sandbox-partner-2']);
  const tokenFor = async (id: string, secret: string) => {
    const body = new URLSearchParams({ grant_type: 'client_credentials', client_id: id, client_secret: secret });
    return (await fetch(`http://127.0.0.1:${port}${operations.createTokenV2.path}`, { method: 'POST', body })).status;
  };
  for (const [, id = '', secret = ''] of secrets) {
    expect(await tokenFor(id, secret)).toBe(200);
    expect(await tokenFor(id, id.replace('partner', 'secret'))).toBe(401);
    expect(first.stdout()).not.toContain(secret);
  }
  await first.kill('SIGTERM');
  const { store, clock } = (await start({ ...open, DATA_DIR: dataDir })).services;
  // A second start prints nothing, because the secrets already exist.
  expect(await addSandboxPartners(store, clock, true)).toEqual([]);
});
