import { randomBytes } from 'node:crypto';
import { exportJWK, generateKeyPair } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StartedTarget } from '../../scripts/bundled-targets/targets.ts';
import { CANARY } from '../../scripts/conformance/target/valid-bodies.ts';
import { type Json, memberOf, valueAt } from '../../scripts/contract/json.ts';
import { startChangedServer } from '../support/changed-server.ts';
import { check } from './check.ts';

// Each test checks a server with one fault that none of the generated mutants has.

/** Responds to a request. `send` forwards the request, or a changed request, to the bundled server. */
type Fault = (request: Request, send: Send) => Promise<Response>;
type Send = (changed?: RequestInit & { url?: string }) => Promise<Response>;

let own: StartedTarget;
let fault: Fault | null = null;
beforeAll(async () => {
  own = await startChangedServer('ours', (fetch) => async (request) => {
    const { method } = request;
    const body = method === 'GET' || method === 'HEAD' ? null : await request.arrayBuffer();
    const send: Send = async ({ url = request.url, ...changed } = {}) =>
      fetch(new Request(url, { method, headers: request.headers, body, ...changed }), {} as never);
    return fault === null ? send() : fault(request, send);
  });
});
afterAll(() => own.stop());

async function mismatchesOf(only: readonly string[], given: Fault | null): Promise<string[]> {
  fault = given;
  // The host name of the target differs from that of the server, as if the server were behind a proxy.
  const target = { ...own.target, baseUrl: own.target.baseUrl.replace('127.0.0.1', 'localhost') };
  const { findings } = await check(target, { concurrency: 1, only: ['an access token', ...only], stopAtFirst: true });
  return findings.flatMap(({ mismatches }) => mismatches);
}

type Body = Record<string, object[]>;

const changing =
  (path: RegExp, change: (body: Body) => object): Fault =>
  async ({ url }, send) => {
    const answer = await send();
    if (!path.test(url) || !answer.ok || answer.status === 204) return answer;
    return Response.json(change((await answer.json()) as Body), answer);
  };

const refusing =
  (header: string, pattern: RegExp): Fault =>
  async ({ headers }, send) =>
    pattern.test(headers.get(header) ?? '') ? Response.json({}, { status: 406 }) : send();

const OTHER = '{"url":"https://changed.example/"}';

/** Repeats a rejected request, with the token of the webhook's owner, so that it has an effect all the same. */
function effective(method: string, status: number, body?: string): Fault {
  const owners = new Map<string, string>();
  return async ({ url, method: given, headers }, send) => {
    const answer = await send();
    if (given === 'POST' && answer.status === 201)
      owners.set(new URL(answer.headers.get('location') ?? url).pathname, headers.get('authorization') ?? '');
    const authorization = owners.get(new URL(url).pathname);
    if (given === method && answer.status === status && authorization !== undefined)
      await send({
        headers: { authorization, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      });
    return answer;
  };
}

const wrongKey = await generateKeyPair('ES256').then(({ publicKey }) => exportJWK(publicKey));
const withEach = (list: object[] = [], change: object) => list.map((item) => ({ ...item, ...change }));
const keySet = (change: object) => changing(/jwks/, ({ keys }) => ({ keys: withEach(keys, change) }));
const other = { url: 'https://x.example/v2/assets' };
const elsewhere = changing(/batch/, (body) => ({ ...body, asset_uploads: withEach(body['asset_uploads'], other) }));
const moved = changing(/authorization-server/, (body) => ({ ...body, jwks_uri: 'https://x.example/jwks.json' }));
const lenient: Fault = ({ url }, send) => send({ url: url.replace(/(jwks\.json)\/$/, '$1') });
const secrets: unknown[] = [];
const leaking = changing(/webhooks/, (body) => {
  secrets.push(body['secret']);
  return body['secret'] === undefined ? { ...body, debug: secrets } : body;
});
const ofFirst = new Map<unknown, object[]>();
/** If the redelivered delivery is itself a redelivery, sets `redelivery_of` to the original delivery. */
const chained = changing(/redeliver$/, (body) => {
  const first = ofFirst.get(body['redelivery_of']) ?? body['redelivery_of'];
  if (first !== undefined) ofFirst.set(body['id'], first);
  return { ...body, redelivery_of: first };
});
const withNewKey = changing(/digital_identity/, (body) => ({
  ...body,
  redirect_uri: String(body['redirect_uri']).replace(/key=[^&]+/, () => `key=${randomBytes(16).toString('base64url')}`),
}));
const misled = changing(/add\/batch/, (body) => ({
  ...body,
  redirect_uri: String(body['redirect_uri']).replace('/batch#', '/education#'),
}));
const postponed: Fault = async (_, send) => {
  const answer = await send();
  if (!answer.headers.has('idempotent-replayed')) return answer;
  const later = (await answer.text()).replace(/(?<=expires=)\d+/g, (expiry) => String(Number(expiry) + 1));
  return new Response(later, answer);
};
const unavailable = changing(/status/, ({ documents, ...body }) => ({
  ...body,
  documents: withEach(documents, { state: 'pending', problem: 'other' }),
}));
const unordered = changing(/status/, ({ documents, ...body }) => ({ ...body, documents: documents?.toReversed() }));
/** Removes the `incomplete` events of canceled verification requests from the delivery log. */
const abrupt = changing(/deliveries/, (body) => {
  const events = (body['deliveries'] ?? []).map((each) => memberOf(each as Json, 'event'));
  const canceled = events.filter((each) => memberOf(each, 'status') === 'canceled');
  const ids = canceled.map((each) => memberOf(each, 'request_id')).filter((id) => id !== undefined);
  const isOmitted = (event: Json) =>
    memberOf(event, 'status') === 'incomplete' && ids.some((id) => id === memberOf(event, 'request_id'));
  return { ...body, deliveries: body['deliveries']?.filter((each) => !isOmitted(memberOf(each as Json, 'event'))) };
});
const accepting =
  (status: number): Fault =>
  async (_, send) => {
    const answer = await send();
    return answer.status === status ? Response.json({}, { headers: answer.headers }) : answer;
  };
/** Cancels a submission although the server rejects the request with 403. */
function canceling(): Fault {
  const tokens = new Map<string, string>();
  return async ({ url, headers }, send) => {
    const answer = await send();
    const [, id = ''] = /submissions\/([^/]+)\//.exec(answer.headers.get('location') ?? url) ?? [];
    if (answer.status === 201) tokens.set(id, headers.get('authorization') ?? '');
    const authorization = tokens.get(id);
    if (answer.status === 403 && url.endsWith('/cancel') && authorization !== undefined)
      await send({ headers: { authorization } });
    return answer;
  };
}
const changingReplay =
  (change: (body: Body) => object): Fault =>
  async (_, send) => {
    const answer = await send();
    if (!answer.headers.has('idempotent-replayed')) return answer;
    return Response.json(change((await answer.json()) as Body), answer);
  };
const forgetful = changingReplay((body) => ({
  ...body,
  warnings: body['warnings']?.filter((each) => memberOf(each as Json, 'code') === 'different_content'),
}));
const original = changing(/redeliver$/, (body) => ({ ...body, redelivery_of: null }));
const eventTime = (delivery: Json) => String(valueAt(delivery, '/event/created_at'));
const sortedByEvent = changing(/deliveries/, ({ deliveries, ...body }) => ({
  ...body,
  deliveries: deliveries?.toSorted((one, two) => eventTime(two).localeCompare(eventTime(one))),
}));
const hasty = changing(/secret$/, (body) => ({ ...body, previous_secret_ends_at: new Date(Date.now() + 3_600_000) }));
const silent = changing(/batch/, ({ warnings: _, ...body }) => body);
const warning = { pointer: '/data', code: 'different_content', detail: 'was not stored' };
const alwaysWarning = changingReplay((body) => ({ ...body, warnings: [warning] }));
/** Makes the server accept any signature: replaces the query of each upload with the query of the issued link. */
function unsigned(): Fault {
  const links = new Map<string, string>();
  return async ({ url }, send) => {
    const answer = await send({ url: links.get(new URL(url).pathname) ?? url });
    const { asset_uploads: uploads = [] } = answer.ok ? ((await answer.clone().json()) as Body) : {};
    for (const { url: link } of uploads as { url: string }[]) links.set(new URL(link).pathname, link);
    return answer;
  };
}

const echoing: Fault = async ({ url }, send) => {
  const answer = await send();
  return answer.status === 404 ? Response.json({ ...((await answer.json()) as Body), detail: url }, answer) : answer;
};
/** Gives the source of every identity the same name. */
const namesake: Fault = async (_, send) => {
  const answer = await send();
  return new Response((await answer.text()).replace(/(?<="name":")[^"]+(?=","accepted_at")/, 'A partner'), answer);
};
const withHeader =
  (name: string, value: string): Fault =>
  async (_, send) => {
    const answer = await send();
    answer.headers.set(name, value);
    return answer;
  };

const sequence = 'after a sequence of requests';
const burst = 'listWebhooks: a burst of requests';
const ofLog = `listWebhookDeliveries: ${sequence}`;

const faults: Readonly<Record<string, [only: string | readonly string[], fault: Fault, mismatch: RegExp]>> = {
  'a private parameter of a key': ['getJwks: the published keys', keySet({ d: 'AAAA' }), /private parameters: d/],
  'a kid that is not a thumbprint': ['getJwks: the published keys', keySet({ kid: '1' }), /must be the thumbprint/],
  'an echo of an unknown path': [`GET /.well-known/jwks.json/${CANARY}`, echoing, /echoes a value/],
  'an echo of an identifier': [`getSubmissionStatusV1: ${sequence}`, echoing, /echoes a value/],
  'a log sorted by event': [[`redeliverEvent: ${sequence}`, ofLog], sortedByEvent, /must be sorted newest first/],
  'one name for all identity sources': [`decideVerificationRequest: ${sequence}`, namesake, /must have one value/],
  'keys that verify no token': ['createTokenV1: a token with every scope', keySet(wrongKey), /keys do not verify/],
  'a wrong URL in the metadata': ['getAuthorizationServerMetadata: a valid request', moved, /\/jwks_uri must be /],
  'a rejected Accept header': ['getJwks: an Accept header with application/xml', refusing('accept', /xml$/), /is 406/],
  'a case-sensitive host name': [
    'methods: a header name and a host in uppercase',
    refusing('host', /[A-Z]/),
    /must be 200, but is 406/,
  ],
  'an accepted trailing slash': ['GET /.well-known/jwks.json/', lenient, /must be 404 not_found, but is 200/],
  'an upload link to another host': ['uploadAsset: a link to a different asset', elsewhere, /has a URL on x\.example/],
  'an upload link without a signature': ['uploadAsset: a link without signature', unsigned(), /but is 200/],
  'a repeated X-Request-Id': [`getWebhook: ${sequence}`, withHeader('x-request-id', '1'), /X-Request-Id must be/],
  'an upload after a decision': ['uploadAsset: a link that decideSubmission ended', accepting(403), /but is 200/],
  'a burst above the limit': [burst, accepting(429), /accepted requests must be \d+, but is 800/],
  'a Retry-After in milliseconds': [burst, withHeader('retry-after', '1000'), /longest wait must be 1, but is 1000/],
  'a wrong quota': [burst, withHeader('ratelimit-policy', '"partner";q=5'), /quota of partner must be 100/],
  'a cancellation in spite of a 403 response': [`cancelSubmission: ${sequence}`, canceling(), /rejected, .*: `status`/],
  'a replay without the warnings about its body': [`addEducation: ${sequence}`, forgetful, /lacks these warnings/],
  'a replay with a new link key': [`createVerificationRequest: ${sequence}`, withNewKey, /must get the response of/],
  'a link to another credential type': [`addMicrocredentialBatch: ${sequence}`, misled, /wrong parts: `path` must be/],
  'a replay with a later expiry': [`addCredentialBatch: ${sequence}`, postponed, /must get the response of/],
  'a canceled verification request without an incomplete event': [
    [`decideVerificationRequest: ${sequence}`, ofLog],
    abrupt,
    /list lacks \d+ items/,
  ],
  'a wrong redelivery_of for a second redelivery': [`redeliverEvent: ${sequence}`, chained, /`redelivery_of` must be/],
  'a redelivery without redelivery_of': [`redeliverEvent: ${sequence}`, original, /`redelivery_of` must be/],
  'a wrong problem of a document': [
    'addEducation: a PDF file as the document',
    unavailable,
    /must be stored, but is pending with the problem other/,
  ],
  'documents in the wrong order': [
    'addMicrocredentialBatch: a text as the document',
    unordered,
    /must be pending with the problem wrong_type, but is unavailable/,
  ],
  'a previous secret that expires too early': [`rotateWebhookSecret: ${sequence}`, hasty, /is \d+ min too early/],
  'a secret that is returned twice': [`getWebhook: ${sequence}`, leaking, /A secret must be returned only once/],
  'a changed replay without a warning': [`addMicrocredentialBatch: ${sequence}`, silent, /a warning different_content/],
  'a warning about the same content': [`addRightToWork: ${sequence}`, alwaysWarning, /: none, but has/],
  'a 404 response to a deletion that has an effect': [
    `deleteWebhook: ${sequence}`,
    effective('DELETE', 404),
    /rejected, getWebhook: The response must be 200/,
  ],
  'a 404 response to a stored change': [
    `replaceWebhook: ${sequence}`,
    effective('PUT', 404, OTHER),
    /rejected, getWebhook: `url`/,
  ],
  'a 412 response to a stored change': [
    `replaceWebhook: ${sequence}`,
    effective('PUT', 412, OTHER),
    /rejected, getWebhook: `url`/,
  ],
};

test.each(Object.entries(faults))(
  'the kit reports %s',
  async (_, [only, given, mismatch]) => {
    expect((await mismatchesOf([only].flat(), given)).join('\n')).toMatch(mismatch);
  },
  60_000,
);

test('the kit reports no finding for a server without a fault', async () => {
  // The partner has used its burst, and can repeat it only after some seconds.
  const only = Object.values(faults).flatMap(([name]) => (name === burst ? [] : name));
  expect(await mismatchesOf(only, null)).toEqual([]);
  expect(await mismatchesOf(['sendTestEvent: a burst of requests'], null)).toEqual([]);
  expect(await mismatchesOf(['limits', 'createWebhook', 'sendTestEvent'], null)).toEqual([]);
}, 60_000);
