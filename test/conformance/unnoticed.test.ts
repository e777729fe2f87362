import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { checkTarget } from '../../scripts/conformance/check-target.ts';

// Each server has one fault that no mutant covers.

type Wrong = (request: Request, ours: (request: Request) => Promise<Response>) => Promise<Response>;

let own: Awaited<ReturnType<typeof startServerTarget>>;
let wrong: Wrong | null = null;
beforeAll(async () => {
  own = await startServerTarget('ours', (fetch) => async (request, env) => {
    // `env` contains the body stream of the original request, so a copied request gets an empty `env`.
    const ours = async (given: Request) => fetch(given, given === request ? env : ({} as never));
    return wrong === null ? ours(request) : wrong(request, ours);
  });
});
afterAll(() => own.stop());

/** Returns the mismatches that the kit reports for a server with a fault. */
async function mismatchesOf(only: readonly string[], how: Wrong | null): Promise<string[]> {
  wrong = how;
  try {
    // The target uses a different host name from the server, as behind a reverse proxy. The kit finds the host name of
    // the server before its first token.
    const target = { ...own.target, baseUrl: own.target.baseUrl.replace('127.0.0.1', 'localhost') };
    const limits = { seed: 1, cases: 0, concurrency: 1, maxRequests: 2000, maxSeconds: 60 };
    const { findings } = await checkTarget(target, { contract, ...limits, only: ['an access token', ...only] });
    return findings.flatMap(({ mismatches }) => mismatches.map((each) => each.replaceAll(own.target.baseUrl, 'BASE')));
  } finally {
    wrong = null;
  }
}

const changed = async (answer: Response, body: (json: never) => unknown) =>
  new Response(JSON.stringify(body((await answer.json()) as never)), {
    status: answer.status,
    // Removes Content-Length, because the changed body has a different length.
    headers: Object.fromEntries([...answer.headers].filter(([name]) => name !== 'content-length')),
  });

/** Returns the bundled server with changed responses for a status or a path. */
const answering =
  (where: number | RegExp, body: (json: never, request: Request) => unknown): Wrong =>
  async (request, ours) => {
    const answer = await ours(request);
    const isMeant = typeof where === 'number' ? answer.status === where : where.test(request.url);
    return isMeant ? changed(answer, (json) => body(json, request)) : answer;
  };

const withHeaders =
  (where: RegExp, headers: (answer: Response) => Record<string, string>): Wrong =>
  async (request, ours) => {
    const answer = await ours(request);
    if (where.test(request.url))
      for (const [name, value] of Object.entries(headers(answer))) answer.headers.set(name, value);
    return answer;
  };

const pair = await generateKeyPair('ES256');
const jwk = { ...(await exportJWK(pair.publicKey)), kid: 'a', use: 'sig', alg: 'ES256' };

/** Returns the bundled server with tokens for another audience, which are signed with a different key. */
const issuingForOthers: Wrong = async (request, ours) => {
  const answer = await ours(request);
  if (request.url.includes('jwks')) return changed(answer, () => ({ keys: [jwk] }));
  if (answer.status !== 200) return answer;
  const body = (await answer.clone().json()) as { access_token: string };
  const signed = await new SignJWT(decodeJwt(body.access_token))
    .setAudience('https://other.example')
    .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid: 'a' })
    .sign(pair.privateKey);
  return changed(answer, () => ({ ...body, access_token: signed }));
};

/** Returns a copy of the request with a different URL, headers or body. */
async function again(
  request: Request,
  { url = request.url, headers = request.headers, body }: { url?: string; headers?: Headers; body?: string },
): Promise<Request> {
  const { method } = request;
  const sent = method === 'GET' ? null : (body ?? (await request.arrayBuffer()));
  const given = new Headers(headers);
  given.delete('content-length');
  return new Request(url, { method, headers: given, body: sent });
}

/** Returns a server that changes request URLs before the bundled server handles the requests. */
const withRequestUrl =
  (change: (url: string) => string): Wrong =>
  async (request, ours) =>
    ours(await again(request, { url: change(request.url) }));

const refusing =
  (isRefused: (request: Request) => boolean, status: number): Wrong =>
  async (request, ours) =>
    isRefused(request) ? Response.json({}, { status }) : ours(request);

let quota = 100;

type Json = Record<string, never>;
const kinds: [kind: string, only: string | string[], how: Wrong, mismatch: string | RegExp][] = [
  [
    'a private property of a published key',
    'getJwks: the published keys',
    answering(/jwks/, ({ keys }: { keys: Json[] }) => ({ keys: keys.map((key) => ({ ...key, d: 'AAAA' })) })),
    'A published key has private parameters: d (RFC 7518).',
  ],
  [
    'published keys that do not verify the token',
    'createTokenV1: a token with every scope',
    answering(/jwks/, ({ keys }: { keys: Json[] }) => ({ keys: keys.map(({ kid }) => ({ ...jwk, kid })) })),
    'The published keys do not verify the token: signature verification failed.',
  ],
  [
    'a token for another audience',
    'createTokenV1: a token with every scope',
    issuingForOthers,
    'claim aud must be {$server.url}, BASE.',
  ],
  [
    'a request value in a 400 response',
    'addRightToWork: a canary that is not JSON',
    async (request, ours) => {
      const sent = await request.text();
      const answer = await ours(await again(request, { body: sent }));
      return answer.status === 400
        ? changed(answer, (problem: Json) => ({ ...problem, detail: `Unexpected token in ${sent}` }))
        : answer;
    },
    'The response echoes a value from the request.',
  ],
  [
    'a request value in a 422 response',
    'listWebhookDeliveries: a canary in limit',
    answering(422, (problem: Json, request) => ({ ...problem, detail: `Not ${new URL(request.url).searchParams}` })),
    'The response echoes a value from the request.',
  ],
  [
    'a stack trace in a 500 response',
    'getJwks: an injected 500',
    answering(500, (problem: Json) => ({ ...problem, detail: new Error('no such column').stack })),
    'The response reveals internals: a stack trace.',
  ],
  [
    'a repeated X-Request-Id',
    ['getJwks: a valid request', 'getJwks: an Accept header with application/xml'],
    withHeaders(/jwks/, () => ({ 'x-request-id': '0b5c8b52-6d0e-4f1c-8a53-0d1e5a3f4c9e' })),
    'X-Request-Id must be unique, but an earlier response has the same value.',
  ],
  [
    'a HEAD response whose status differs from GET',
    'listWebhooks: HEAD, and headers in uppercase',
    refusing(({ method }) => method === 'HEAD', 404),
    'The status of HEAD must be 200, as for GET, but is 404.',
  ],
  [
    'a case-sensitive host name',
    'listWebhooks: HEAD, and headers in uppercase',
    refusing(({ headers }) => /[A-Z]/.test(headers.get('host') ?? ''), 404),
    'With the host and header names in uppercase, the status is 404.',
  ],
  [
    'a rejected Accept header',
    'getJwks: an Accept header with application/xml',
    refusing(({ headers }) => headers.get('accept') === 'application/xml', 406),
    'The response must be 200, but is 406.',
  ],
  [
    'a rejected unknown query parameter',
    'getJwks: the query parameter unknown_parameter',
    refusing(({ url }) => url.includes('unknown'), 422),
    'The response must be 200, but is 422.',
  ],
  [
    'an accepted trailing slash',
    'GET /.well-known/jwks.json/',
    withRequestUrl((url) => url.replace(/(jwks\.json)\/$/, '$1')),
    'The response must be 404 not_found, but is 200 .',
  ],
  [
    'an accepted OPTIONS request',
    'OPTIONS /api/partner/v1/oauth/token.json',
    refusing(({ method }) => method === 'OPTIONS', 200),
    'The response must be 405 method_not_allowed, but is 200 .',
  ],
  [
    'an accepted path with invalid percent-encoding',
    'getSubmissionStatusV1: a path with invalid percent-encoding',
    withRequestUrl((url) => url.replace('%ZZ', '%25ZZ')),
    'The response must be 404 not_found, but is 200.',
  ],
  [
    'a RateLimit above its limit',
    'listWebhooks: a valid request',
    withHeaders(/webhooks/, () => ({ ratelimit: '"partner";r=200;t=1', 'ratelimit-policy': '"partner";q=100;w=1' })),
    'RateLimit has more remaining requests than the quota.',
  ],
  [
    'a rate limit that changes',
    ['listWebhooks: a valid request', 'listWebhooks: an Accept header with application/xml'],
    withHeaders(/webhooks/, () => ({
      ratelimit: '"partner";r=0;t=1',
      'ratelimit-policy': `"partner";q=${quota++};w=1`,
    })),
    /^RateLimit-Policy must not change, but was q=\d+;w=1 and is now q=\d+;w=1\.$/m,
  ],
  [
    'an undocumented Idempotent-Replayed header',
    'listWebhooks: a valid request',
    withHeaders(/webhooks/, () => ({ 'idempotent-replayed': 'true' })),
    'The contract has no header idempotent-replayed for this response.',
  ],
  [
    'a link that returns 404',
    'addRightToWork: the link for browsers',
    refusing(({ url }) => url.includes('/partner/add/'), 404),
    '/redirect_uri must link to a page (200, text/html), but the response is 404 application/json.',
  ],
  [
    'an upload link to another host',
    'uploadAsset: a link whose expiry is 1 s later',
    answering(/\/batch/, (body: { asset_uploads: Json[] }) => ({
      ...body,
      asset_uploads: body.asset_uploads.map((each) => ({ ...each, url: 'https://other.example/v2/assets' })),
    })),
    'A response has a URL on other.example, but the kit sends requests only to the target.',
  ],
];

test.each(kinds)(
  'the kit finds %s',
  async (_, only, how, mismatch) => {
    expect((await mismatchesOf([only].flat(), how)).join('\n')).toMatch(mismatch);
  },
  30_000,
);

test('the kit reports no findings for the correct server', async () => {
  expect(await mismatchesOf([...new Set(kinds.flatMap(([, only]) => only))], null)).toEqual([]);
}, 60_000);
