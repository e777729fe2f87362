import { readdir } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { journeys } from '../../generated/journeys.ts';
import { operations } from '../../generated/operations.ts';
import { type JourneyOptions, runJourneys as walk } from '../../scripts/conformance/checks/journeys.ts';
import { workflows as all, contract } from '../../scripts/conformance/own/own-contract.ts';
import type { Finding, Target } from '../../scripts/conformance/types.ts';
import { startService, type TestService } from '../support/service.ts';

const runJourneys = (at: Target, options: Omit<JourneyOptions, 'contract' | 'all'>) =>
  walk(at, { contract, all, ...options });

type Change = (answer: { url: string; status: number; headers: IncomingHttpHeaders; text: string }) => {
  status: number;
  headers: IncomingHttpHeaders;
  text: string;
};

/** Stands before the service at the address that its upload links lead to, and changes its answers. */
async function startFront() {
  let change: Change = (answer) => answer;
  let port = 0;
  const server = createServer((incoming, outgoing) => {
    const { method, url = '', headers } = incoming;
    const own = { ...headers, host: `127.0.0.1:${incoming.socket.localPort}` };
    const forwarded = request({ port, host: '127.0.0.1', method, path: url, headers: own }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const changed = change({ url, status: answer.statusCode ?? 0, headers: { ...answer.headers }, text });
        delete changed.headers['content-length'];
        outgoing.writeHead(changed.status, changed.headers).end(changed.text);
      });
    });
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    leadTo(url: string) {
      port = Number(new URL(url).port);
    },
    changing(by: Change) {
      change = by;
    },
    stop: () => new Promise((resolve) => server.close(resolve).closeAllConnections()),
  };
}

let front: Awaited<ReturnType<typeof startFront>>;
let service: TestService;
let target: Target;

beforeAll(async () => {
  front = await startFront();
  service = await startService({ env: { BASE_URL: front.url } });
  front.leadTo(service.url);
  target = {
    name: 'server',
    baseUrl: front.url,
    clientId: 'sandbox-partner',
    clientSecret: 'sandbox-secret',
    registeredDomains: ['*'],
  };
});

afterAll(async () => {
  await front?.stop();
  await service?.stop();
});

const unchanged: Change = (answer) => answer;
const without =
  (header: string): Change =>
  (answer) => {
    const { [header]: _left, ...headers } = answer.headers;
    return { ...answer, headers };
  };

/** Sets a member of every JSON answer of a path. */
const withMember =
  (part: string, change: (body: Record<string, unknown>) => void): Change =>
  (answer) => {
    if (!answer.url.includes(part)) return answer;
    const body = JSON.parse(answer.text);
    change(body);
    return { ...answer, text: JSON.stringify(body) };
  };

describe('on a server that keeps the contract', () => {
  test('every journey goes through to its last step', { timeout: 60_000 }, async () => {
    front.changing(unchanged);
    const report = await runJourneys(target, { seed: 1 });
    expect(report.findings).toEqual([]);
    expect(report.leftOut).toEqual([]);
    expect(report.cases).toBe(journeys.flatMap((journey) => Object.keys(journey.operations)).length);
    expect(report.outcomes).toHaveLength(report.cases);
  });

  test('a second run under the same seed finds nothing, nor where answers have members that the contract does not name', {
    timeout: 60_000,
  }, async () => {
    const workflows = ['repeat-a-submission', 'submit-education'];
    front.changing(unchanged);
    expect((await runJourneys(target, { seed: 7, workflows })).findings).toEqual([]);
    front.changing(withMember('/add/', (body) => Object.assign(body, { queue: 'short' })));
    expect((await runJourneys(target, { seed: 7, workflows })).findings).toEqual([]);
  });
});

test('what relies on state is left out for a target without state, and said so', {
  timeout: 60_000,
}, async () => {
  front.changing(unchanged);
  const report = await runJourneys(target, { seed: 3, stateless: true });
  const stateful = journeys.filter((journey) => journey.stateful).map(({ workflowId }) => workflowId);
  expect(stateful).not.toEqual([]);
  expect(report.leftOut.map(({ workflow }) => workflow)).toEqual(stateful);
  expect(report.findings).toEqual([]);
  expect(report.cases).toBeGreaterThan(0);
});

describe('a server that does not keep the contract', () => {
  // One run finds them all: none is hidden by another, and what ends a journey stands in one of its own.
  const faults: [string, Change, string, string, RegExp][] = [
    [
      'a repeated answer without its header',
      without('idempotent-replayed'),
      'repeat-a-submission',
      'submit-again',
      /wants \$response\.header\.Idempotent-Replayed == 'true'/m,
    ],
    [
      'another link for the same id',
      withMember('/add/right_to_work', (body) => {
        body['redirect_uri'] = `${body['redirect_uri']}-${Math.random()}`;
      }),
      'repeat-a-submission',
      'submit-again',
      /wants \$response\.body#\/redirect_uri == /m,
    ],
    [
      'a status that is none',
      withMember('/status.json', (body) => Object.assign(body, { status: 'done' })),
      'submit-education',
      'get-status',
      /^Body \/status breaks enum/m,
    ],
    ['an answer without X-Request-Id', without('x-request-id'), 'submit-education', 'submit', /X-Request-Id/i],
    [
      'a failure',
      (answer) => (answer.url.includes('/add/english') ? { ...answer, status: 500 } : answer),
      'submit-english-proficiency',
      'submit',
      /wants \$statusCode == 201, and the status is 500/m,
    ],
    [
      'a webhook that is still there',
      (answer) =>
        answer.status === 404 ? { ...answer, status: 200, headers: { 'content-type': 'text/plain' } } : answer,
      'look-after-a-webhook',
      'get-deleted',
      /wants \$statusCode == 404/m,
    ],
  ];
  const secrets: string[] = [];
  let findings: Finding[];

  beforeAll(async () => {
    front.changing((answer) => {
      for (const [, secret = ''] of answer.text.matchAll(/"(?:access_token|secret)":"([^"]+)"|signature=([\w-]+)/g))
        secrets.push(secret);
      return faults.reduce((changed, [, change]) => Object.assign(changed, change(changed)), { ...answer });
    });
    const workflows = [...faults.map(([, , workflow]) => workflow), 'submit-with-a-file'];
    ({ findings } = await runJourneys(target, { seed: 4, workflows }));
  }, 60_000);

  test.each(faults)('%s is found, and the step is named', (_what, _change, workflow, step, departure) => {
    const finding = findings.find(({ case: name }) => name === `${workflow}: ${step}`);
    expect(finding?.departures.join('\n')).toMatch(departure);
    expect(Object.keys(operations)).toContain(finding?.operation);
    expect(finding?.answer).toMatch(/^HTTP \d{3}\n/);
  });

  test('no finding repeats a secret, a token or an upload link', () => {
    expect(findings.length).toBeGreaterThan(10);
    expect(secrets.length).toBeGreaterThan(3);
    for (const secret of [target.clientSecret, ...secrets].filter((text) => text !== ''))
      expect(JSON.stringify(findings)).not.toContain(secret);
  });

  test('a target that nobody answers at is a finding, not a failure of the kit', {
    timeout: 60_000,
  }, async () => {
    const closed = await startFront();
    await closed.stop();
    const { findings, outcomes } = await runJourneys(
      { ...target, baseUrl: closed.url },
      { seed: 6, workflows: ['submit-education'] },
    );
    expect(findings).toMatchObject([{ case: 'submit-education: get-token', operation: 'createTokenV2' }]);
    expect(findings[0]?.departures[0]).toMatch(/^There was no answer/);
    expect(outcomes).toEqual([]);
  });
});

describe('an upload link', () => {
  const workflows = ['submit-with-a-file'];
  const leadingTo = (origin: string) =>
    withMember('/batch', (body) => {
      for (const each of (body['asset_uploads'] ?? []) as { url: string }[])
        each.url = each.url.replace(new URL(each.url).origin, origin);
    });

  test('that leads to another host is a finding, and is not followed', { timeout: 60_000 }, async () => {
    const asked: string[] = [];
    const elsewhere = createServer((request, response) => {
      asked.push(String(request.url));
      response.end();
    });
    await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
    front.changing(leadingTo(`http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`));
    const { findings } = await runJourneys(target, { seed: 9, workflows });
    elsewhere.close();
    expect(asked).toEqual([]);
    const [found] = findings.filter(({ operation }) => operation === 'uploadAsset');
    expect(found?.departures.join()).toMatch(/leads to another host/);
  });

  test('that has the name by which the target calls itself is followed at the target', {
    timeout: 60_000,
  }, async () => {
    front.changing(leadingTo('http://service.example'));
    const { findings } = await runJourneys(target, { seed: 10, workflows, serverUrl: 'http://service.example' });
    expect(findings).toEqual([]);
  });
});

test('a run that takes too long is ended, and leaves no file behind', { timeout: 60_000 }, async () => {
  front.changing(unchanged);
  const folders = async () => (await readdir(tmpdir())).filter((name) => name.startsWith('journeys-')).sort();
  const before = await folders();
  await expect(runJourneys(target, { seed: 8, timeoutMs: 50 })).rejects.toThrow(/did not end within 50 ms/);
  expect(await folders()).toEqual(before);
});
