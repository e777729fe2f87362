import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { createCoverage } from '../../scripts/conformance/checks/coverage.ts';
import { createRecorder } from '../../scripts/conformance/checks/recorder.ts';
import { runCommand } from '../../scripts/conformance/command.ts';
import { indexContract } from '../../scripts/conformance/contract/contract-index.ts';
import { selectionOf } from '../../scripts/conformance/contract/selection.ts';
import { contract, workflows } from '../../scripts/conformance/own/own-contract.ts';
import { startOwnServer } from '../../scripts/conformance/own/own-server.ts';
import { openSession } from '../../scripts/conformance/target/session.ts';
import { EndlessAnswer, LimitReached, openWire } from '../../scripts/conformance/target/wire.ts';
import type { CheckOptions, Target } from '../../scripts/conformance/types.ts';
import { type SmallServer, smallServer, withTokens } from './small-server.ts';

// Whatever a target does, a check ends, in bounded memory, and with a report.

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
const ask = { method: 'GET', target: '/', headers: {} };
const limits = { concurrency: 1, maxRequests: 10, deadline: Number.POSITIVE_INFINITY };

/** As much as is taken, for as long as somebody listens. */
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

test('an answer is read for so many bytes', async () => {
  const { target } = await start((_, response) => endless(response));
  const wire = openWire(target.baseUrl, { ...limits, answerBytes: 100_000 });
  await expect(wire.send(ask)).rejects.toThrow(
    new EndlessAnswer('The answer was longer than 100000 bytes, and was cut off.'),
  );
  expect(wire.hasCutOff()).toBe(true);
  await wire.close();
});

test('an answer of just so many bytes is read', async () => {
  const { target } = await start((_, response) => response.end('x'.repeat(100)));
  const wire = openWire(target.baseUrl, { ...limits, answerBytes: 100 });
  expect((await wire.send(ask)).text).toHaveLength(100);
  await wire.close();
});

test('an answer is waited for as a whole, and not only from byte to byte', async () => {
  const { target } = await start((_, response) => dripping(response));
  const wire = openWire(target.baseUrl, { ...limits, answerMs: 200 });
  await expect(wire.send(ask)).rejects.toThrow('had not come to its end after 0.2 seconds');
  await wire.close();
});

test('and never beyond the time of the whole check', async () => {
  const { target } = await start((_, response) => dripping(response));
  const wire = openWire(target.baseUrl, { ...limits, deadline: Date.now() + 200 });
  await expect(wire.send(ask)).rejects.toThrow(LimitReached);
  await wire.close();
});

test('what is no HTTP is a finding too', async () => {
  const { target } = await start(withTokens((_, { socket }) => socket?.end('220 mail.example ESMTP\r\n')));
  const { findings } = await check(target);
  expect(findings[0]?.departures.join()).toMatch(/^No answer came: H/);
});

test('an endless answer is a finding, with the request, and no program reads on', async () => {
  const { target } = await start(withTokens((_, response) => endless(response)));
  const before = process.memoryUsage().rss;
  const { findings, cutShortBy } = await check(target);
  expect(cutShortBy).toBe('An answer without an end');
  const [found] = findings;
  expect(found?.departures).toEqual(['The answer was longer than 16777216 bytes, and was cut off.']);
  expect(found?.request).toContain('/.well-known/jwks.json');
  expect(process.memoryUsage().rss - before).toBeLessThan(600_000_000);
}, 60_000);

test('a dripping target is left when the time is over', async () => {
  const { target } = await start(withTokens((_, response) => dripping(response)));
  const startedAt = Date.now();
  expect(await check(target, { maxSeconds: 1 })).toMatchObject({ cutShort: true });
  expect(Date.now() - startedAt).toBeLessThan(15_000);
}, 30_000);

test('a Retry-After that leads beyond the time is not waited for', async () => {
  const { target } = await start(
    withTokens((_, response) => response.writeHead(429, { 'retry-after': '86400' }).end()),
  );
  const startedAt = Date.now();
  const report = await check(target);
  expect(report).toMatchObject({ cutShort: true, cutShortBy: expect.stringContaining('Retry-After') });
  expect(Date.now() - startedAt).toBeLessThan(15_000);
}, 30_000);

test('a target that dies in the middle leaves a report, and is not asked ten thousand times more', async () => {
  let left = 40;
  const server = await start(
    withTokens((_, response) => {
      response.end();
      if (--left === 0) void server.stop();
    }),
  );
  const { target } = server;
  const folder = await mkdtemp(path.join(tmpdir(), 'report-'));
  const streams = [process.stdout, process.stderr].map((stream) => vi.spyOn(stream, 'write').mockReturnValue(true));
  try {
    const code = await runCommand({ contract, workflows, command: 'the-kit' }, [
      ...['--base-url', target.baseUrl, '--client-id', target.clientId, '--client-secret', target.clientSecret],
      ...['--cases', '0', '--only', 'addRightToWork', '--report', folder],
    ]);
    expect(code).toBe(1);
    const stdout = streams[0]?.mock.calls.map(([text]) => text).join('') ?? '';
    expect(stdout).toContain('That the target does not answer any more ended the check');
    expect(stdout).not.toMatch(/^ +at /m);
    const { targets } = JSON.parse(await readFile(path.join(folder, 'conformance.json'), 'utf8'));
    expect(targets[0].requests).toBeLessThan(300);
  } finally {
    for (const stream of streams) stream.mockRestore();
    await rm(folder, { recursive: true });
  }
}, 60_000);

test('ten thousand findings are counted, and as many kept as are read', async () => {
  const { target } = await start((_, response) => response.end());
  const index = indexContract(contract);
  const wire = openWire(target.baseUrl, limits);
  const coverage = createCoverage(index, ['getJwks'], () => undefined);
  const selection = selectionOf(index.operationIds);
  const recorder = createRecorder(openSession(index, target, wire, 'run'), coverage, { ...options, selection });
  for (let each = 0; each < 10_000; each++) {
    const departures = [each < 5000 ? 'The same.' : `${each} ${'x'.repeat(5000)}`];
    recorder.conclude('fuzz', { operation: 'getJwks', case: String(each), departures });
  }
  const { findings, groups } = recorder.report();
  expect(groups.fuzz).toEqual({ cases: 10_000, failed: 10_000 });
  expect(findings).toHaveLength(2000);
  expect(findings.filter(({ departures }) => departures[0] === 'The same.')).toHaveLength(200);
  expect(JSON.stringify(findings).length).toBeLessThan(8_000_000);
  await wire.close();
});

test('that a target has no rate limit is a gap with a reason, and no finding', async () => {
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
