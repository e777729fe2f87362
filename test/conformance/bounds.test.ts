import type { ServerResponse } from 'node:http';
import { afterEach, expect, test } from 'vitest';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { createCoverage } from '../../scripts/conformance/checks/coverage.ts';
import { createRecorder } from '../../scripts/conformance/checks/recorder.ts';
import { indexContract } from '../../scripts/conformance/contract/contract-index.ts';
import { selectionOf } from '../../scripts/conformance/contract/selection.ts';
import { contract, workflows } from '../../scripts/conformance/own/own-contract.ts';
import { startOwnServer } from '../../scripts/conformance/own/own-server.ts';
import { EndlessAnswer, type Limits, openWire } from '../../scripts/conformance/target/wire.ts';
import type { CheckOptions, Target } from '../../scripts/conformance/types.ts';
import { offlineSession } from './offline-session.ts';
import { type SmallServer, smallServer, withTokens } from './small-server.ts';

// Whatever a target does, a check ends in bounded memory, and with a report.

const open: SmallServer[] = [];
async function start(...given: Parameters<typeof smallServer>): Promise<SmallServer> {
  const server = await smallServer(...given);
  open.push(server);
  return server;
}
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()));
});

const options: CheckOptions = {
  ...{ contract, workflows, seed: 1, cases: 5, concurrency: 8, maxRequests: 5000, maxSeconds: 60 },
  operations: ['getJwks'],
};
const check = (target: Target, more: Partial<CheckOptions> = {}) => checkTarget(target, { ...options, ...more });

/** Writes as fast as the client reads, without an end. */
function endless(response: ServerResponse): void {
  const block = Buffer.alloc(65_536, 32);
  const more = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', more);
  more();
}

/** Writes a character from time to time, without an end. */
function dripping(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

test.each<[string, (response: ServerResponse) => void, Partial<Limits>, Error | string]>([
  [
    'cut off at its maximum size',
    endless,
    { answerBytes: 100_000 },
    new EndlessAnswer('The answer was longer than 100000 bytes, and was cut off.'),
  ],
  ['given up at its timeout', dripping, { answerMs: 200 }, 'had not come to its end after 0.2 seconds'],
  ['given up at the deadline of the check', dripping, { deadline: 200 }, 'The limit of requests or of time'],
])('a response is %s', async (_, respond, { deadline, ...limits }, error) => {
  const { target } = await start((_request, response) => respond(response));
  const wire = openWire(target.baseUrl, {
    ...{ concurrency: 1, maxRequests: 10, ...limits },
    deadline: deadline === undefined ? Number.POSITIVE_INFINITY : Date.now() + deadline,
  });
  await expect(wire.send({ method: 'GET', target: '/', headers: {} })).rejects.toThrow(error);
  await wire.close();
});

test('a response of the maximum size is read', async () => {
  const { target } = await start((_, response) => response.end('x'.repeat(100)));
  const deadline = Number.POSITIVE_INFINITY;
  const wire = openWire(target.baseUrl, { concurrency: 1, maxRequests: 10, deadline, answerBytes: 100 });
  expect((await wire.send({ method: 'GET', target: '/', headers: {} })).text).toHaveLength(100);
  await wire.close();
});

test('a response that is not HTTP is a finding', async () => {
  const { target } = await start(withTokens((_, { socket }) => socket?.end('220 mail.example ESMTP\r\n')));
  const { findings } = await check(target);
  expect(findings[0]?.departures.join()).toMatch(/^No answer came: H/);
});

test('an endless response is a finding with its request, and is not kept in memory', async () => {
  const { target } = await start(withTokens((_, response) => endless(response)));
  const before = process.memoryUsage().rss;
  const { findings } = await check(target);
  const found = findings.find(({ request }) => request?.includes('/.well-known/jwks.json'));
  expect(found?.departures).toEqual(['The answer was longer than 16777216 bytes, and was cut off.']);
  expect(process.memoryUsage().rss - before).toBeLessThan(600_000_000);
}, 60_000);

test.each<[string, (response: ServerResponse) => void, string | undefined]>([
  ['responds without an end', dripping, undefined],
  [
    'asks for a retry after the deadline',
    (response) => response.writeHead(429, { 'retry-after': '86400' }).end(),
    'Retry-After',
  ],
])(
  'the check of a target that %s ends at its deadline',
  async (_, respond, reason) => {
    const { target } = await start(withTokens((_request, response) => respond(response)));
    const startedAt = Date.now();
    const { cutShort, cutShortBy } = await check(target, { maxSeconds: 1 });
    expect(cutShort).toBe(true);
    if (reason !== undefined) expect(cutShortBy).toContain(reason);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  },
  30_000,
);

test('a target that stops in the middle of the check gets few more requests', async () => {
  let left = 40;
  const server = await start(
    withTokens((_, response) => {
      response.end();
      if (--left === 0) void server.stop();
    }),
  );
  const { cutShortBy, requests } = await check(server.target, { cases: 0, operations: ['addRightToWork'] });
  expect(cutShortBy).toBe('50 requests in a row without a complete response');
  expect(requests).toBeLessThan(300);
}, 60_000);

test('ten thousand findings are counted, and a part of them is kept', async () => {
  const index = indexContract(contract);
  const selection = selectionOf(index.operationIds);
  const coverage = createCoverage(index, ['getJwks'], () => undefined);
  const recorder = createRecorder(offlineSession(index, ['*']), coverage, { ...options, selection });
  for (let each = 0; each < 10_000; each++) {
    const departures = [each < 5000 ? 'The same.' : `${each} ${'x'.repeat(5000)}`];
    recorder.conclude('fuzz', { operation: 'getJwks', case: String(each), departures });
  }
  const { findings, groups } = recorder.report();
  expect(groups.fuzz).toEqual({ cases: 10_000, failed: 10_000 });
  expect(findings).toHaveLength(2000);
  expect(findings.filter(({ departures }) => departures[0] === 'The same.')).toHaveLength(200);
  expect(JSON.stringify(findings).length).toBeLessThan(8_000_000);
});

test('a missing rate limit is a gap with a reason, and no finding', async () => {
  const own = await startOwnServer('ours');
  try {
    const { provoke: _provoke, isOwn: _isOwn, ...theirs } = own.target;
    const report = await check(theirs, { operations: ['getJwks', 'listWebhooks'], only: ['getJwks', 'listWebhooks'] });
    expect(report.findings).toEqual([]);
    const [statuses] = report.coverage;
    expect(statuses?.missing).toContainEqual({
      name: 'listWebhooks 429',
      reason: 'the target has no limit, or a higher one',
    });
    expect(report.requests).toBeLessThan(3000);
  } finally {
    await own.stop();
  }
}, 60_000);
