import { inspect } from 'node:util';
import { describe, expect, test, vi } from 'vitest';
import { type PartnerClient, unwrap } from '../../server/partner-kit/client/client.ts';
import { clientOf, DOWN, json, problem, type Reply, SECRET, startStub } from './stub.ts';

const TOKEN = 'token-nobody-may-see';
const WEBHOOK_SECRET = 'webhook-secret-nobody-may-see';
const SIGNATURE = 'link-signature-nobody-may-see';
const HIDDEN = [SECRET, TOKEN, WEBHOOK_SECRET, SIGNATURE];

/** Everything that a log could make of a value, also of what is not enumerable. */
function everythingOf(value: unknown): string {
  const seen = new Set<unknown>();
  const parts: string[] = [];
  const walk = (at: unknown) => {
    if (typeof at !== 'object' || at === null) return parts.push(String(at));
    if (seen.has(at)) return undefined;
    seen.add(at);
    for (const key of Reflect.ownKeys(at)) walk(Reflect.get(at, key));
    return undefined;
  };
  walk(value);
  return [
    String(value),
    JSON.stringify(value),
    inspect(value, { depth: null, showHidden: true, maxStringLength: null }),
    ...parts,
  ].join('\n');
}

/** What an injected `fetch` may do: put the whole request into its error. */
const tellingFetch = async (request: Request): Promise<Response> => {
  const body = await request.clone().text();
  throw Object.assign(new Error(`no route for ${request.url} ${body} ${request.headers.get('authorization')}`), {
    request,
    config: { headers: Object.fromEntries(request.headers), body },
    cause: new Error(body),
  });
};

const list = (client: PartnerClient) => unwrap(client.listWebhooks());
const create = (client: PartnerClient) => unwrap(client.createWebhook({ body: { url: 'https://a.test/' } }));
const cutSecret: Reply = {
  status: 201,
  body: `{"secret":"${WEBHOOK_SECRET}","standard_webhooks_secret":"whsec_${WEBHOOK_SECRET}",`,
};
const page = (status: number): Reply => ({
  status,
  headers: { 'Content-Type': 'text/html' },
  body: `<pre>Authorization: Bearer ${TOKEN} client_secret=${SECRET}</pre>`,
});

describe('no secret, token or upload link is in what a call rejects with', () => {
  const good: Reply = json({ access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 });
  test.each<[string, Reply, Reply, (client: PartnerClient) => Promise<unknown>]>([
    ['a problem', good, problem(403, 'insufficient_scope'), list],
    ['a refused token', good, problem(401, 'unauthenticated', { 'WWW-Authenticate': 'error="invalid_token"' }), list],
    ['a reset', good, 'reset', list],
    ['a broken answer', good, 'cut', list],
    ['an answer that is late', good, 'silence', list],
    ['a page that shows the request', good, page(500), list],
    ['a page that shows the request, with 200', good, page(200), list],
    ['an answer with a secret that breaks off', good, cutSecret, create],
    ['wrong credentials', json({ error: 'invalid_client', error_description: SECRET }, 401), 'reset', list],
    ['a token endpoint that resets', 'reset', 'reset', list],
    ['a token endpoint that shows the request', page(400), 'reset', list],
    ['a token answer that breaks off', { status: 200, body: `{"access_token":"${TOKEN}` }, 'reset', list],
    ['a token endpoint that is down', DOWN, 'reset', list],
  ])('%s', async (_, token, api, call) => {
    const stub = await startStub([api], () => token);
    const { client } = clientOf(stub, { retry: { attemptTimeoutMs: 30 } });
    const error: unknown = await call(client).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    for (const hidden of HIDDEN) expect(everythingOf(error)).not.toContain(hidden);
  });

  test.each<[string, (client: PartnerClient) => Promise<unknown>]>([
    ['a call', list],
    [
      'an upload',
      (client) =>
        client.uploadAsset({ url: `https://a.test/?signature=${SIGNATURE}`, asset_type: 'pdf' }, new Blob(['x'])),
    ],
    [
      'an upload to what is no link',
      (client) => client.uploadAsset({ url: `a:${SIGNATURE}`, asset_type: 'pdf' }, new Blob(['x'])),
    ],
  ])('%s through a fetch that tells all', async (_, call) => {
    const { client } = clientOf({ url: 'https://api.test' }, { fetch: tellingFetch });
    const error: unknown = await call(client).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(Error);
    for (const hidden of HIDDEN) expect(everythingOf(error)).not.toContain(hidden);
  });

  test('options that cannot be used', () => {
    for (const bad of [{ baseUrl: `http://${SECRET}.test` }, { clientId: '' }, { retry: { attempts: 0 } }]) {
      try {
        clientOf({ url: 'https://api.test' }, bad);
        expect.unreachable();
      } catch (error) {
        for (const hidden of HIDDEN) expect(everythingOf(error)).not.toContain(hidden);
      }
    }
  });
});

test('the client itself shows neither secret nor token', async () => {
  const stub = await startStub([json({ webhooks: [] })], () =>
    json({ access_token: TOKEN, token_type: 'Bearer', expires_in: 3600 }),
  );
  const { client } = clientOf(stub);
  const answer = await client.listWebhooks();
  for (const hidden of HIDDEN) {
    expect(everythingOf(client)).not.toContain(hidden);
    expect(everythingOf(answer)).not.toContain(hidden);
  }
});

test('nothing is logged', async () => {
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
