import type { ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { startServerTarget } from '../../scripts/bundled-targets/targets.ts';
import { createCoverage } from '../../scripts/conformance/checks/coverage.ts';
import { createRecorder } from '../../scripts/conformance/checks/recorder.ts';
import { selectionOf } from '../../scripts/conformance/checks/selection.ts';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import { type Limits, Wire } from '../../scripts/conformance/target/wire.ts';
import { check, OPTIONS } from './check.ts';
import { offlineSession } from './offline-session.ts';
import { smallServer, withTokens } from './small-server.ts';

// These tests check that a run ends with a report and uses limited memory, whatever the target sends.

async function start(handle: Parameters<typeof smallServer>[0]) {
  const server = await smallServer(handle);
  onTestFinished(server.stop);
  return server;
}

const only = ['getJwks'];

function endless(response: ServerResponse): void {
  const block = Buffer.alloc(65_536, 32);
  const more = () => {
    while (!response.destroyed && response.write(block));
  };
  response.on('drain', more);
  more();
}

function dripping(response: ServerResponse): void {
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}

const sized = (response: ServerResponse) => response.end('x'.repeat(100_000));
const limiting = (after: string) => (response: ServerResponse) =>
  response.writeHead(429, { 'retry-after': after }).end();
const tooLong = 'The response was longer than 99999 bytes, and was aborted.';

test.each<[string, (response: ServerResponse) => void, Partial<Limits>, RegExp | string]>([
  ['a response of the maximum size', sized, { answerBytes: 100_000 }, /^x{100000}$/],
  ['no response above the maximum size', sized, { answerBytes: 99_999 }, tooLong],
  ['no endless response', endless, { answerBytes: 99_999 }, tooLong],
  ['no response after the timeout', dripping, { answerMs: 200 }, 'was not complete after 0.2 seconds'],
  ['no more than 10 responses with 429', limiting('0.001'), {}, '10 requests in a row got 429'],
])('the kit limits how much and how long it reads: it reads %s', async (_, respond, limits, expected) => {
  const { target } = await start((_request, response) => respond(response));
  const wire = new Wire(target.baseUrl, { concurrency: 1, deadline: Date.now() + 60_000, ...limits });
  const reading = wire.send({ method: 'GET', target: '/', headers: {} });
  if (typeof expected === 'string') await expect(reading).rejects.toThrow(expected);
  else expect((await reading).text).toMatch(expected);
  await wire.close();
});

test('the kit reports a response that is not HTTP', async () => {
  const { target } = await start(withTokens((_, { socket }) => socket?.end('220 mail.example ESMTP\r\n')));
  const { findings } = await check(target, { only });
  expect(findings[0]?.mismatches.join()).toMatch(/^No response arrived: H/);
});

test('if a response is endless, the kit reports the request and does not store the whole response in memory', async () => {
  const { target } = await start(withTokens((_, response) => endless(response)));
  const before = process.memoryUsage().rss;
  const { findings } = await check(target, { only });
  const found = findings.find(({ script }) => script?.includes('/.well-known/jwks.json'));
  expect(found?.mismatches).toEqual(['The response was longer than 16777216 bytes, and was aborted.']);
  expect(process.memoryUsage().rss - before).toBeLessThan(600_000_000);
}, 60_000);

test.each<[string, (response: ServerResponse) => void, string]>([
  ['responds endlessly', dripping, 'The time limit'],
  ['requests a retry after the deadline', limiting('86400'), 'Retry-After'],
])(
  'the kit stops at its deadline if the checked server %s',
  async (_, respond, reason) => {
    const { target } = await start(withTokens((_request, response) => respond(response)));
    const startedAt = Date.now();
    const { cutShortBy } = await check(target, { only, maxSeconds: 1 });
    expect(cutShortBy).toContain(reason);
    expect(Date.now() - startedAt).toBeLessThan(15_000);
  },
  30_000,
);

test('the kit stops after 50 consecutive requests without a complete response', async () => {
  let left = 40;
  const server = await start(
    withTokens((_, response) => {
      response.end();
      if (--left === 0) void server.stop();
    }),
  );
  const { cutShortBy, requests } = await check(server.target, { only: ['addRightToWork'] });
  expect(cutShortBy).toBe('50 requests in a row without a complete response');
  expect(requests).toBeLessThan(300);
}, 60_000);

test('the kit counts all findings of a run, but stores the details of only a limited number of findings', async () => {
  const index = indexContract(contract);
  const selection = selectionOf(index.operationIds);
  const coverage = createCoverage(index, ['getJwks'], () => undefined);
  const recorder = createRecorder(offlineSession(index, ['*']), coverage, { ...OPTIONS, selection });
  for (let each = 0; each < 10_000; each++) {
    const mismatches = [each < 5000 ? 'The same.' : `${each} ${'x'.repeat(5000)}`];
    recorder.conclude('keywords', { operation: 'getJwks', case: String(each), mismatches });
  }
  const { findings, tallies } = recorder;
  expect(tallies).toMatchObject([{ cases: 10_000, failed: 10_000 }]);
  expect(findings).toHaveLength(2000);
  expect(findings.filter(({ mismatches }) => mismatches[0] === 'The same.')).toHaveLength(200);
  expect(JSON.stringify(findings).length).toBeLessThan(8_000_000);
});

test('the kit reports a missing rate limit as a coverage gap instead of a finding', async () => {
  const own = await startServerTarget('ours');
  onTestFinished(own.stop);
  const { injectFault: _, isBundled: __, ...theirs } = own.target;
  const report = await check(theirs, { only: ['getJwks', 'listWebhooks'] });
  expect(report.findings).toEqual([]);
  const reason = 'the target has no rate limit, or a higher rate limit';
  expect(report.coverage.flatMap(({ missing }) => missing)).toContainEqual({ name: 'listWebhooks 429', reason });
  expect(report.requests).toBeLessThan(3000);
}, 60_000);
