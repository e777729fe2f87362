import { inspect } from 'node:util';
import { expect, test, vi } from 'vitest';
import type { PartnerClient } from '../../../server/sdk/client/client.ts';
import { clientOf, DOWN, json, problem, type Reply, SECRET, startStub } from './stub.ts';

const TOKEN = 'token-nobody-may-see';
const WEBHOOK_SECRET = 'webhook-secret-nobody-may-see';
const SIGNATURE = 'link-signature-nobody-may-see';
const HIDDEN = [SECRET, TOKEN, WEBHOOK_SECRET, SIGNATURE];

/** Returns every string that a logger could write for a value, including non-enumerable properties. */
const everythingOf = (value: unknown): string =>
  [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: null, showHidden: true, getters: true, maxStringLength: null }),
  ].join('\n');

const fetchThatThrowsRequest = async (request: Request): Promise<Response> => {
  const body = await request.clone().text();
  throw Object.assign(new Error(`no route for ${request.url} ${body} ${request.headers.get('authorization')}`), {
    request,
    config: { headers: Object.fromEntries(request.headers), body },
    cause: new Error(body),
  });
};

const list = (client: PartnerClient) => client.listWebhooks();
const create = (client: PartnerClient) => client.createWebhook({ url: 'https://a.test/' });
const cutSecret: Reply = {
  status: 201,
  body: `{"secret":"${WEBHOOK_SECRET}","standard_webhooks_secret":"whsec_${WEBHOOK_SECRET}",`,
};
const page = (status: number): Reply => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<pre>Authorization: Bearer ${TOKEN} client_secret=${SECRET}</pre>`,
});

async function expectNoSecretIn(call: Promise<unknown>): Promise<void> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(Error);
  for (const hidden of HIDDEN) expect(everythingOf(error)).not.toContain(hidden);
}

const good: Reply = json({ access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 });
test.each<[string, Reply, Reply, (client: PartnerClient) => Promise<unknown>]>([
  ['a problem', good, problem(403, 'insufficient_scope'), list],
  ['a rejected token', good, problem(401, 'unauthenticated', { 'WWW-Authenticate': 'error="invalid_token"' }), list],
  ['a connection reset', good, 'reset', list],
  ['a truncated response', good, 'cut', list],
  ['a timeout', good, 'silence', list],
  ['an error page that shows the request', good, page(500), list],
  ['a 200 page that shows the request', good, page(200), list],
  ['a response truncated after a secret', good, cutSecret, create],
  ['wrong credentials', json({ error: 'invalid_client', error_description: SECRET }, 401), 'reset', list],
  ['a connection reset at the token endpoint', 'reset', 'reset', list],
  ['an error page from the token endpoint that shows the request', page(400), 'reset', list],
  ['a truncated token response', { status: 200, body: `{"access_token":"${TOKEN}` }, 'reset', list],
  ['a 503 response from the token endpoint', DOWN, 'reset', list],
])('the error of a call contains no secret after %s', async (_, token, api, call) => {
  const stub = await startStub([api], () => token);
  const { client } = clientOf(stub, { retry: { attemptTimeoutMs: 30 } });
  await expectNoSecretIn(call(client));
});

const uploadTo = (url: string) => (client: PartnerClient) =>
  client.uploadAsset({ url, asset_type: 'pdf' }, new Blob(['x']));
test.each<[string, (client: PartnerClient) => Promise<unknown>]>([
  ['a call', list],
  ['an upload', uploadTo(`https://a.test/?signature=${SIGNATURE}`)],
  ['an upload to an invalid link', uploadTo(`a:${SIGNATURE}`)],
])('the error of %s contains no secret when fetch throws an error with the whole request', async (_, call) => {
  const { client } = clientOf({ url: 'https://api.test' }, { fetch: fetchThatThrowsRequest });
  await expectNoSecretIn(call(client));
});

test('the error for invalid options of the client contains no secret', async () => {
  for (const bad of [{ baseUrl: `http://${SECRET}.test` }, { clientId: '' }, { retry: { attempts: 0 } }])
    await expectNoSecretIn((async () => clientOf({ url: 'https://api.test' }, bad))());
});

test('the client object and its responses contain neither the client secret nor the access token', async () => {
  const stub = await startStub([json({ webhooks: [] })], () =>
    json({ access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 }),
  );
  const { client } = clientOf(stub);
  const result = await client.listWebhooks();
  for (const hidden of HIDDEN) {
    expect(everythingOf(client)).not.toContain(hidden);
    expect(everythingOf(result)).not.toContain(hidden);
  }
});

test('the client writes nothing to the console', async () => {
  const spies = (['log', 'info', 'warn', 'error', 'debug'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation(() => {}),
  );
  const stub = await startStub([DOWN, 'reset', page(500)]);
  await clientOf(stub)
    .client.listWebhooks()
    .catch(() => {});
  for (const spy of spies) {
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
  }
});
