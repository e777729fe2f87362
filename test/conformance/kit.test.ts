import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OperationId, operations } from '../../generated/operations.ts';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { compare } from '../../scripts/conformance/judge/differential.ts';
import { contract, workflows } from '../../scripts/conformance/own/own-contract.ts';
import { startOwnServer } from '../../scripts/conformance/own/own-server.ts';
import type { CheckOptions, Outcome, StartedTarget, Target, TargetReport } from '../../scripts/conformance/types.ts';
import { sized } from '../support/size.ts';

const options: CheckOptions = {
  contract,
  workflows,
  seed: 1,
  cases: 0,
  concurrency: 8,
  maxRequests: 20_000,
  maxSeconds: 60,
};

/** Few requests, and of every kind: a body, parameters, a link that is signed, something that is ended. */
const some: OperationId[] = ['createTokenV2', 'addRightToWork', 'uploadAsset', 'getSubmissionStatusV2'];

const check = (target: Target, more: Partial<CheckOptions> = {}) => checkTarget(target, { ...options, ...more });
const saidBy = ({ findings }: TargetReport) => findings.flatMap(({ departures }) => departures).join('\n');

type Change = NonNullable<Parameters<typeof startOwnServer>[1]>;

/** Our server with its answers changed on their way out. */
const answering =
  (change: (answer: Response, request: Request) => Response | Promise<Response>): Change =>
  (app) => ({
    fetch: async (request, ...rest) => change(await app.fetch(request, ...rest), request),
    refuse: app.refuse.bind(app),
    fail: app.fail.bind(app),
  });

const started: StartedTarget[] = [];
async function start(change?: Change): Promise<Target> {
  const own = await startOwnServer('ours', change);
  started.push(own);
  return own.target;
}
afterAll(async () => {
  await Promise.all(started.map((each) => each.stop()));
});

let ours: Target;
beforeAll(async () => {
  ours = await start();
});

describe('our server', () => {
  let report: TargetReport;
  beforeAll(async () => {
    report = await check(ours, { operations: some, cases: sized(50, 200) });
  }, 60_000);

  test('keeps the contract', () => {
    expect(report.findings).toEqual([]);
    expect(report.cutShort).toBe(false);
  });

  test('is asked for every status, keyword on either side, parameter and scope', () => {
    expect(
      report.coverage.map(({ kind, missing }) => [kind, missing.filter(({ reason }) => reason === undefined)]),
    ).toEqual([
      ['operation x status', []],
      ['keyword', []],
      ['parameter', []],
      ['scope', []],
      ['relation', []],
      ['answer', []],
      ['link', []],
      ['situation', []],
    ]);
  });
});

describe('what departs from the contract is found', () => {
  const changed = (answer: Response, change: { status?: number; headers?: object; body?: object }) =>
    answer.json().then((body) =>
      Response.json(
        { ...(body as object), ...change.body },
        {
          status: change.status ?? answer.status,
          headers: { ...Object.fromEntries(answer.headers), ...change.headers },
        },
      ),
    );
  const ofAdds = (request: Request) => request.url.includes('/add/');

  // Nothing but the one departure is there, so that the first finding must be of it.
  test.each<[string, Parameters<typeof answering>[0], RegExp]>([
    [
      'another status',
      (a, r) => (ofAdds(r) && a.status === 201 ? changed(a, { status: 202 }) : a),
      /contract has no answer 202/,
    ],
    [
      'another media type',
      (a, r) => (ofAdds(r) && a.status === 201 ? changed(a, { headers: { 'content-type': 'text/json' } }) : a),
      /Content-Type must be application\/json/,
    ],
    [
      'a member that is missing',
      (a, r) => (ofAdds(r) && a.status === 201 ? changed(a, { body: { redirect_uri: undefined } }) : a),
      /redirect_uri is missing/,
    ],
    [
      'a title that is not that of the code',
      (a) => (a.status === 422 ? changed(a, { body: { title: 'Oops' } }) : a),
      /title of validation_failed must be/,
    ],
    [
      'violations that are left out',
      (a) => (a.status === 422 ? changed(a, { body: { errors: [{ pointer: '', code: 'required', detail: '' }] } }) : a),
      /Not among the violations/,
    ],
    [
      'a repeated answer that does not say so',
      (a) => {
        a.headers.delete('idempotent-replayed');
        return a;
      },
      /does not say Idempotent-Replayed/,
    ],
    [
      'an id that is not that of the answer',
      (a) => (a.status === 401 && !a.headers.has('pragma') ? changed(a, { body: { request_id: 'another' } }) : a),
      /request_id is not the X-Request-Id/,
    ],
  ])(
    '%s',
    async (_, change, departure) => {
      const report = await check(await start(answering(change)), {
        operations: ['addRightToWork'],
        stopAtFirst: true,
      });
      expect(saidBy(report)).toMatch(departure);
    },
    30_000,
  );

  test('a server that lets everything through', async () => {
    const target = await start((app) => ({
      refuse: app.refuse.bind(app),
      fail: app.fail.bind(app),
      fetch: async (request, ...rest) => {
        const answer = await app.fetch(request.clone(), ...rest);
        const link = `${new URL(request.url).origin}/partner/add/rightToWork#clientId=a&documentType=none&content=b`;
        return answer.status === 422
          ? Response.json({ redirect_uri: link }, { status: 201, headers: answer.headers })
          : answer;
      },
    }));
    const report = await check(target, { operations: ['addRightToWork'], maxRequests: sized(300, 20_000) });
    expect(saidBy(report)).toMatch(/The contract has 422 validation_failed for this request, and the answer is 201/);
  }, 30_000);

  test('by one request made as small as it can be, where chance found it', async () => {
    const target = await start(answering((a) => (a.status === 422 ? changed(a, { body: { errors: [] } }) : a)));
    const { findings } = await check(target, { operations: ['listSubmissionStatusesV1'], cases: 300 });
    const found = findings.filter(({ group }) => group === 'fuzz');
    expect(found.length).toBeGreaterThan(0);
    for (const { request = '' } of found) expect(request.length).toBeLessThan(1000);
  }, 30_000);

  test('and the first one ends the check, where that is enough', async () => {
    const target = await start(answering((a) => (a.status === 201 ? changed(a, { status: 202 }) : a)));
    const { findings } = await check(target, { operations: ['addRightToWork'], stopAtFirst: true });
    expect(findings).toHaveLength(1);
  }, 30_000);
});

describe('a bad day', () => {
  test('nobody answers: the check says so and ends', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const report = await check({ ...ours, baseUrl: `http://127.0.0.1:${port}` }, { operations: ['getJwks'] });
    expect(saidBy(report)).toMatch(/No answer came: ECONNREFUSED/);
  });

  test('a wrong secret: the check says that there is no token, and does not show the secret', async () => {
    const report = await check({ ...ours, clientSecret: 'not-the-secret' }, { operations: ['addRightToWork'] });
    expect(saidBy(report)).toMatch(/No access token .* 401 invalid_client/);
    expect(JSON.stringify(report)).not.toContain('not-the-secret');
  });

  test('the limit of requests ends the check, which says so', async () => {
    const report = await check(ours, { operations: ['addRightToWork'], maxRequests: 50 });
    expect(report.cutShort).toBe(true);
    expect(report.requests).toBeLessThanOrEqual(60);
  });

  test('a rate limit is waited for', async () => {
    let refused = 0;
    const target = await start(
      answering((answer, request) => {
        if (!request.url.includes('jwks') || refused > 0) return answer;
        refused++;
        return new Response('{}', { status: 429, headers: { 'retry-after': '1' } });
      }),
    );
    const report = await check(target, { operations: ['getJwks'] });
    expect(refused).toBe(1);
    expect(report.findings).toEqual([]);
  });
});

test('no secret, token or signature is in a report, whatever is found', async () => {
  const target = await start(answering((a) => new Response(a.body, { status: 299, headers: a.headers })));
  const { clientSecret, other } = target;
  // The others answer with a token, a signed link and a secret.
  const answeringSecrets = some.filter((id) => id !== sized<OperationId | null>('addRightToWork', null));
  const text = JSON.stringify(await check(target, { operations: [...answeringSecrets, 'createWebhook'] }));
  const unsound = [clientSecret, other?.clientSecret ?? '', 'eyJ'].filter((secret) => text.includes(secret));
  expect(unsound).toEqual([]);
  expect(text).not.toMatch(/signature=[\w-]{20}/);
  expect(text).not.toMatch(/"secret\\*":\\*"[0-9a-f]{64}/);
});

test('what a check makes and can end is ended', async () => {
  await check(ours, { operations: ['createWebhook', 'deleteWebhook', 'replaceWebhook'] });
  const token = await fetch(`${ours.baseUrl}${operations.createTokenV2.path}`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: ours.clientId,
      client_secret: ours.clientSecret,
    }),
  }).then((answer) => answer.json() as Promise<{ access_token: string }>);
  const answer = await fetch(`${ours.baseUrl}${operations.listWebhooks.path}`, {
    headers: { authorization: `Bearer ${token.access_token}` },
  });
  expect(await answer.json()).toEqual({ webhooks: [] });
}, 60_000);

describe('the comparison of two targets', () => {
  const answered = (name: string, outcomes: Record<string, Outcome>) => ({
    name,
    outcomes: new Map(Object.entries(outcomes)),
  });

  test('finds another status, code or pointer, and takes one success for another', () => {
    const one = answered('one', {
      a: { status: 201 },
      b: { status: 422, code: 'validation_failed', pointers: ['required /id'] },
      c: { status: 401, code: 'unauthenticated' },
      d: { status: 404, code: 'not_found' },
    });
    const other = answered('other', {
      a: { status: 200 },
      b: { status: 422, code: 'validation_failed', pointers: ['required /name'] },
      c: { status: 403, code: 'insufficient_scope' },
      e: { status: 200 },
    });
    const { compared, leftOut, findings } = compare(one, other);
    expect({ compared, leftOut, found: findings.map((finding) => finding.case) }).toEqual({
      compared: 3,
      leftOut: 2,
      found: ['b', 'c'],
    });
  });
});
