import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { operationCases } from '../../scripts/conformance/cases/operation-cases.ts';
import { createCoverage } from '../../scripts/conformance/checks/coverage.ts';
import { faultCheck } from '../../scripts/conformance/checks/fault-check.ts';
import type { Check, Run } from '../../scripts/conformance/checks/kit-check.ts';
import { pageCheck } from '../../scripts/conformance/checks/link-checks.ts';
import { headCheck, methodCheck } from '../../scripts/conformance/checks/method-checks.ts';
import { Recorder } from '../../scripts/conformance/checks/recorder.ts';
import { selectionOf } from '../../scripts/conformance/checks/selection.ts';
import { checkNames } from '../../scripts/conformance/checks/stages.ts';
import { tokenCheck } from '../../scripts/conformance/checks/token-check.ts';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import { Session } from '../../scripts/conformance/target/target-session.ts';
import { Wire } from '../../scripts/conformance/target/wire.ts';

// Each server has one fault that no mutant covers. The test checks the first finding of the kit.

const index = indexContract(contract);

/** A check, limited to some operations. */
type Limited = readonly [check: Pick<Check, 'run'>, only?: Partial<Run>];
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

/** Returns the first finding of a check against the faulty server. */
async function foundBy([check, only = {}]: Limited, how: Wrong | null) {
  // The target uses a different host name from the server, as behind a reverse proxy.
  const target = { ...own.target, baseUrl: own.target.baseUrl.replace('127.0.0.1', 'localhost'), isBundled: true };
  const deadline = Date.now() + 60_000;
  const selection = selectionOf(index.operationIds, checkNames);
  const options = {
    contract,
    selection,
    seed: 1,
    cases: 0,
    concurrency: 4,
    maxRequests: 2000,
    maxSeconds: 60,
  };
  const wire = new Wire(target.baseUrl, { ...options, deadline });
  const session = new Session(index, target, wire);
  const coverage = createCoverage(index, index.operationIds, () => undefined);
  const recorder = new Recorder(session, coverage, options);
  wrong = how;
  try {
    await session.findServerUrl();
    const run: Run = {
      contract: index,
      session,
      recorder,
      coverage,
      options,
      selection,
      cases: [],
      isStateless: false,
      checked: index.operationIds,
      cleanUp: () => {},
      ...only,
    };
    await check.run(run);
    const [first] = recorder.findings;
    return first && `${first.case}: ${first.mismatches[0]}`.replaceAll(own.target.baseUrl, 'BASE');
  } finally {
    wrong = null;
    await session.resources.discardAll();
    await wire.close();
  }
}

const requests = (operation: string, names: RegExp): Limited => [
  {
    async run({ recorder }) {
      const chosen = operationCases(index, operation).filter(({ name }) => names.test(name));
      expect(chosen.length).toBeGreaterThan(0);
      for (const each of chosen) await recorder.exercise(each);
    },
  },
];

const tokens: Limited = [tokenCheck, { checked: ['createTokenV1', 'createTokenV2', 'getJwks'] }];
const fault: Limited = [faultCheck, { checked: ['getJwks'] }];
const head: Limited = [headCheck, { checked: ['listWebhooks'] }];
const pages: Limited = [pageCheck, { checked: ['addRightToWork', 'createVerificationRequest'] }];
const methods: Limited = [methodCheck];
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
const kinds: [kind: string, check: Limited, how: Wrong, finding: string][] = [
  [
    'a private property of a published key',
    tokens,
    answering(/jwks/, ({ keys }: { keys: Json[] }) => ({ keys: keys.map((key) => ({ ...key, d: 'AAAA' })) })),
    'getJwks: the published keys: A published key has private parameters: d (RFC 7518).',
  ],
  [
    'published keys that do not verify the token',
    tokens,
    answering(/jwks/, ({ keys }: { keys: Json[] }) => ({ keys: keys.map(({ kid }) => ({ ...jwk, kid })) })),
    'createTokenV1: a token with every scope: The published keys do not verify the token: signature verification failed.',
  ],
  [
    'a token for another audience',
    tokens,
    issuingForOthers,
    'createTokenV1: a token with every scope: claim aud must be {$server.url}, BASE.',
  ],
  [
    'a request value in a 400 response',
    requests('addRightToWork', /not JSON/),
    async (request, ours) => {
      const sent = await request.text();
      const answer = await ours(await again(request, { body: sent }));
      return answer.status === 400
        ? changed(answer, (problem: Json) => ({ ...problem, detail: `Unexpected token in ${sent}` }))
        : answer;
    },
    'addRightToWork: a canary that is not JSON: The response echoes a value from the request.',
  ],
  [
    'a request value in a 422 response',
    requests('listWebhookDeliveries', /a canary in/),
    answering(422, (problem: Json, request) => ({ ...problem, detail: `Not ${new URL(request.url).searchParams}` })),
    'listWebhookDeliveries: a canary in limit: The response echoes a value from the request.',
  ],
  [
    'a stack trace in a 500 response',
    fault,
    answering(500, (problem: Json) => ({ ...problem, detail: new Error('no such column').stack })),
    'getJwks: an injected 500: The response reveals internals: a stack trace.',
  ],
  [
    'a repeated X-Request-Id',
    requests('getJwks', /valid request|Accept/),
    withHeaders(/jwks/, () => ({ 'x-request-id': '0b5c8b52-6d0e-4f1c-8a53-0d1e5a3f4c9e' })),
    'getJwks: an Accept header with application/xml: X-Request-Id must be unique, but an earlier response has the same value.',
  ],
  [
    'a HEAD response whose status differs from GET',
    head,
    refusing(({ method }) => method === 'HEAD', 404),
    'listWebhooks: HEAD, and headers in uppercase: The status of HEAD must be 200, as for GET, but is 404.',
  ],
  [
    'a case-sensitive host name',
    head,
    refusing(({ headers }) => /[A-Z]/.test(headers.get('host') ?? ''), 404),
    'listWebhooks: HEAD, and headers in uppercase: With the host and header names in uppercase, the status is 404.',
  ],
  [
    'a rejected Accept header',
    requests('getJwks', /Accept/),
    refusing(({ headers }) => headers.get('accept') === 'application/xml', 406),
    'getJwks: an Accept header with application/xml: The response must be 200, but is 406.',
  ],
  [
    'a rejected unknown query parameter',
    requests('getJwks', /query parameter/),
    refusing(({ url }) => url.includes('unknown'), 422),
    'getJwks: the query parameter unknown_parameter: The response must be 200, but is 422.',
  ],
  [
    'an accepted trailing slash',
    methods,
    withRequestUrl((url) => url.replace(/(jwks\.json)\/$/, '$1')),
    'GET /.well-known/jwks.json/: The response must be 404 not_found, but is 200 .',
  ],
  [
    'an accepted OPTIONS request',
    methods,
    refusing(({ method }) => method === 'OPTIONS', 200),
    'OPTIONS /api/partner/v1/oauth/token.json: The response must be 405 method_not_allowed, but is 200 .',
  ],
  [
    'a rejected HTTP/1.0 request without Host',
    methods,
    refusing(({ url }) => new URL(url).host === 'localhost', 400),
    'getAuthorizationServerMetadata: HTTP/1.0 without Host: The response must be 200, but is 400 .',
  ],
  [
    'an accepted path with invalid percent-encoding',
    requests('getSubmissionStatusV1', /percent-encoding/),
    withRequestUrl((url) => url.replace('%ZZ', '%25ZZ')),
    'getSubmissionStatusV1: a path with invalid percent-encoding: The response must be 404 not_found, but is 200.',
  ],
  [
    'a RateLimit above its limit',
    requests('listWebhooks', /valid request/),
    withHeaders(/webhooks/, () => ({ ratelimit: '"partner";r=200;t=1', 'ratelimit-policy': '"partner";q=100;w=1' })),
    'listWebhooks: a valid request: RateLimit has more remaining requests than the quota.',
  ],
  [
    'a rate limit that changes',
    requests('listWebhooks', /valid request|Accept/),
    withHeaders(/webhooks/, () => ({
      ratelimit: '"partner";r=0;t=1',
      'ratelimit-policy': `"partner";q=${quota++};w=1`,
    })),
    'listWebhooks: an Accept header with application/xml: RateLimit-Policy must not change, but was q=100;w=1 and is now q=101;w=1.',
  ],
  [
    'an undocumented Idempotent-Replayed header',
    requests('listWebhooks', /valid request/),
    withHeaders(/webhooks/, () => ({ 'idempotent-replayed': 'true' })),
    'listWebhooks: a valid request: The contract has no header idempotent-replayed for this response.',
  ],
  [
    'a link that returns 404',
    pages,
    refusing(({ url }) => url.includes('/partner/add/'), 404),
    'addRightToWork: the link for browsers: /redirect_uri must link to a page (200, text/html), but the response is 404 application/json.',
  ],
  [
    'an upload link to another host',
    requests('uploadAsset', /whose expiry is 1 s/),
    answering(/\/batch/, (body: { asset_uploads: Json[] }) => ({
      ...body,
      asset_uploads: body.asset_uploads.map((each) => ({ ...each, url: 'https://other.example/v2/assets' })),
    })),
    'uploadAsset: a link whose expiry is 1 s later: A response has a URL on other.example, but the kit sends requests only to the target.',
  ],
];

test.each(kinds)(
  'the kit finds %s',
  async (_, check, how, finding) => {
    expect(await foundBy(check, how)).toBe(finding);
  },
  30_000,
);

test('the kit reports no findings for the correct server', async () => {
  const checks = [...new Set(kinds.map(([, check]) => check))];
  for (const check of checks) expect(await foundBy(check, null)).toBeUndefined();
}, 60_000);
