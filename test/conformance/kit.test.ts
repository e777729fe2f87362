import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { checkTarget } from '../../scripts/conformance/check-target.ts';
import { checkNames } from '../../scripts/conformance/checks/stages.ts';
import type { CheckOptions, StartedTarget, Target, TargetReport } from '../../scripts/conformance/kit-types.ts';
import { sized } from '../support/size.ts';

const options: CheckOptions = {
  contract,
  seed: 1,
  cases: 0,
  concurrency: 8,
  maxRequests: 20_000,
  maxSeconds: 60,
};

/** Operations that need few requests and cover all kinds of input: a form, a body, parameters, and a signed link. */
const some: OperationId[] = ['createTokenV2', 'addRightToWork', 'uploadAsset', 'getSubmissionStatusV2'];

const check = (target: Target, more: Partial<CheckOptions> = {}) => checkTarget(target, { ...options, ...more });
const findingsIn = ({ findings }: TargetReport) => findings.flatMap(({ mismatches }) => mismatches).join('\n');

type Change = NonNullable<Parameters<typeof startServerTarget>[1]>;

/** Returns the bundled server with changed responses. */
const answering =
  (change: (answer: Response, request: Request) => Response | Promise<Response>): Change =>
  (fetch) =>
  async (request, env) =>
    change(await fetch(request, env), request);

const started: StartedTarget[] = [];
async function start(change?: Change): Promise<Target> {
  const own = await startServerTarget('ours', change);
  started.push(own);
  return own.target;
}
let ours: Target;
beforeAll(async () => {
  ours = await start();
});
afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
});

const changed = async (answer: Response, body: object) =>
  Response.json({ ...((await answer.json()) as object), ...body }, answer);

// Each server has one fault, so the first finding must report that fault.
test.each<[string, Parameters<typeof answering>[0], RegExp]>([
  [
    'a missing property',
    (answer) => (answer.status === 201 ? changed(answer, { redirect_uri: undefined }) : answer),
    /redirect_uri is missing/,
  ],
  [
    'missing violations',
    (answer) =>
      answer.status === 422 ? changed(answer, { errors: [{ pointer: '', code: 'required', detail: '' }] }) : answer,
    /lacks these violations/,
  ],
  [
    'a server that accepts every body',
    (answer, request) =>
      answer.status === 422
        ? Response.json(
            { redirect_uri: `${new URL(request.url).origin}/partner/add/rightToWork#clientId=a&content=b` },
            { status: 201, headers: answer.headers },
          )
        : answer,
    /The response must be 422 validation_failed, but is 201/,
  ],
])(
  'the kit finds %s and stops at the first finding',
  async (_, change, mismatch) => {
    const target = await start(answering(change));
    const report = await check(target, { only: ['addRightToWork'], stopAtFirst: true });
    expect(findingsIn(report)).toMatch(mismatch);
    expect(report.findings).toHaveLength(1);
  },
  30_000,
);

test('the kit shrinks the request of a fuzz finding', async () => {
  const target = await start(answering((answer) => (answer.status === 422 ? changed(answer, { errors: [] }) : answer)));
  const { findings } = await check(target, { only: ['listSubmissionStatusesV1'], cases: 300 });
  const found = findings.filter((each) => each.check === 'fuzz');
  expect(found.length).toBeGreaterThan(0);
  for (const { script = '' } of found) expect(script.length).toBeLessThan(2000);
}, 30_000);

test.each(
  checkNames.slice(0, sized(4, checkNames.length)),
)('the option --only runs only the check %s', async (name) => {
  const started = new Set<string>();
  const hasManyCases = ['keywords', 'parameters', 'statuses'].includes(name);
  const limits = { cases: 20, maxRequests: 400, maxSeconds: 10 };
  const { checks } = await check(ours, {
    ...limits,
    only: [name, ...(hasManyCases ? some : [])],
    onProgress: (line) => started.add(line),
  });
  expect([...started]).toEqual([`ours: ${name}`]);
  // Some checks reach a limit before their first case ends.
  expect([name]).toEqual(expect.arrayContaining(Object.keys(checks)));
}, 30_000);

test('the check stops at the maximum number of requests and reports that it stopped early', async () => {
  const report = await check(ours, { only: ['addRightToWork'], maxRequests: 50 });
  expect(report.cutShort).toBe(true);
  expect(report.requests).toBeLessThanOrEqual(60);
});

test('the kit waits after a 429 response and retries the request', async () => {
  let refused = 0;
  const target = await start(
    answering((answer, request) => {
      if (!request.url.includes('jwks') || refused > 0) return answer;
      refused++;
      return new Response('{}', { status: 429, headers: { 'retry-after': '1' } });
    }),
  );
  const report = await check(target, { only: ['getJwks'] });
  expect(refused).toBe(1);
  expect(report.findings).toEqual([]);
});

test('a report contains no secret, token or signature', async () => {
  const target = await start(
    answering((answer) => new Response(answer.body, { status: 299, headers: answer.headers })),
  );
  const { clientSecret, other } = target;
  // Except for addRightToWork, these operations return a token, a signed link or a secret.
  const returningSecrets = some.filter((id) => id !== sized<OperationId | null>('addRightToWork', null));
  const text = JSON.stringify(await check(target, { only: [...returningSecrets, 'createWebhook'] }));
  expect([clientSecret, other?.clientSecret ?? '', 'eyJ'].filter((secret) => text.includes(secret))).toEqual([]);
  expect(text).not.toMatch(/signature=[\w-]{20}/);
  expect(text).not.toMatch(/"secret\\*":\\*"[0-9a-f]{64}/);
});

test('the kit deletes the webhooks that it creates', async () => {
  await check(ours, { only: ['createWebhook', 'deleteWebhook', 'replaceWebhook'] });
  const form = { grant_type: 'client_credentials', client_id: ours.clientId, client_secret: ours.clientSecret };
  const token = await fetch(`${ours.baseUrl}${operations.createTokenV2.path}`, {
    method: 'POST',
    body: new URLSearchParams(form),
  }).then((answer) => answer.json() as Promise<{ access_token: string }>);
  const answer = await fetch(`${ours.baseUrl}${operations.listWebhooks.path}`, {
    headers: { authorization: `Bearer ${token.access_token}` },
  });
  expect(await answer.json()).toEqual({ webhooks: [] });
}, 60_000);
