import { readFile } from 'node:fs/promises';
import { createServer, get, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { load as parseYaml } from 'js-yaml';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations, contractVersion as version } from '../../../generated/operations.ts';
import { createLogger } from '../../../server/platform/log.ts';
import { createMetrics, type Sources } from '../../../server/platform/telemetry/metrics.ts';
import { startTelemetry } from '../../../server/platform/telemetry/start-telemetry.ts';
import { createTracing } from '../../../server/platform/telemetry/tracing.ts';
import { sweep } from '../../../server/work/lifecycle/sweep.ts';
import { example } from '../../support/contract.ts';
import { engines, type OpenService } from '../../support/engines.ts';
import { ROOT } from '../../support/process.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

async function listen(status = 200) {
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    received.push(body);
    response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  servers.push(server);
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, received };
}

/** Uses `http.get`, because `fetch` does not permit a `Host` header. */
const statusFor = (port: number, host: string) =>
  new Promise((resolve, reject) => {
    get({ port, path: '/metrics', headers: { host } }, (response) => resolve(response.resume().statusCode)).on(
      'error',
      reject,
    );
  });

function valuesByMetric(text: string): ReadonlyMap<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

describe.each(engines)('The telemetry of a service on $engine', ({ engine, open }) => {
  let opened: OpenService;
  let telemetry: Awaited<ReturnType<typeof startTelemetry>>;
  let collector: Awaited<ReturnType<typeof listen>>;
  let url: string;

  beforeAll(async () => {
    collector = await listen();
    telemetry = await startTelemetry({ metricsPort: 0, metricsHost: '127.0.0.1', tracesEndpoint: collector.url });
    opened = await open({ telemetry: telemetry.telemetry });
    const { log, store, checkFiles } = opened.service.services;
    const address = await telemetry.serveMetrics({ ...store, log, checkFiles });
    url = `http://127.0.0.1:${address?.port}/metrics`;
  });
  afterAll(async () => {
    await opened.service.stop();
    await opened.drop();
  });

  test('the service exports metrics, and a span for each request and delivery attempt, without personal data', async () => {
    const { service } = opened;
    const token = await service.token();
    const traceparent = `00-${TRACE}-${SPAN}-01`;
    const body = { ...example('EducationAwaitingGraduation'), id: 'a personal id' };
    await service.call('POST', operations.addEducation.path, { token, body, headers: { traceparent } });
    await service.call('GET', '/credentials', { headers: { Host: 'app.test' } });
    await service.call('GET', '/no/such/place/a-personal-id', { token });
    const receiver = await listen(500);
    const webhook = await service.call('POST', operations.createWebhook.path, { token, body: { url: receiver.url } });
    const { id } = webhook.body;
    await service.call('POST', operations.sendTestEvent.path.replace('{id}', id), { token });
    await service.services.dispatcher.drain();
    await sweep(service.services);

    const response = await fetch(url);
    expect(response.headers.get('content-type')).toContain('text/plain');
    const text = await response.text();
    expect(Object.fromEntries(valuesByMetric(text))).toMatchObject({
      'http_server_request_duration_seconds_count{operation="addEducation",status="2xx"}': 1,
      'http_server_request_duration_seconds_bucket{le="+Inf",operation="addEducation",status="2xx"}': 1,
      'http_server_request_duration_seconds_count{operation="/credentials",status="3xx"}': 1,
      'http_server_request_duration_seconds_count{operation="unknown",status="4xx"}': 1,
      pcs_commit_submissions_sum: 1,
      pcs_commit_duration_seconds_count: 1,
      'pcs_delivery_attempt_duration_seconds_count{outcome="status_5xx"}': 1,
      pcs_deliveries_given_up_total: 0,
      'pcs_swept_total{what="submissions"}': 0,
      'pcs_file_failures_total{action="put"}': 0,
      pcs_database_up: 1,
      pcs_files_up: 1,
      pcs_citus_workers_down: 0,
      [`pcs_build_info{version="${version}",node="${process.version}"}`]: 1,
      pcs_outbox_pending: 1,
      pcs_outbox_due: 0,
      pcs_outbox_oldest_due_seconds: 0,
    });
    const connections = valuesByMetric(text).get('pcs_database_connections_idle');
    expect(connections === undefined).toBe(engine === 'SQLite');
    for (const about of ['personal', 'sandbox-partner', id]) expect(text).not.toContain(about);
    expect((await fetch(url.replace('/metrics', '/'))).status).toBe(404);
    const { port } = new URL(url);
    for (const [host, status] of [
      ['rebound.test', 421],
      [`rebound.test:${port}`, 421],
      ['10.1.2.3:9464', 200],
    ] as const)
      expect([host, await statusFor(Number(port), host)]).toEqual([host, status]);
    expect((await fetch(url, { method: 'POST' })).status).toBe(405);

    await service.call('GET', '/livez');

    await telemetry.stop();
    const [{ resource }] = JSON.parse(collector.received[0] ?? '').resourceSpans;
    expect(resource.attributes).toContainEqual({ key: 'service.version', value: { stringValue: version } });
    const spans = collector.received.flatMap((sent) => JSON.parse(sent).resourceSpans[0].scopeSpans[0].spans);
    const [server, client] = [2, 3];
    const named = (name: string) => spans.find((span) => span.name === name);
    expect(named('addEducation')).toMatchObject({ traceId: TRACE, parentSpanId: SPAN, kind: server });
    expect(named('/credentials')).toMatchObject({ kind: server, traceId: expect.not.stringContaining(TRACE) });
    expect(named('/livez')).toBeUndefined();
    expect(named('deliver event')).toMatchObject({ kind: client, status: { code: 2 } });
    for (const about of ['personal', receiver.url]) expect(collector.received.join('')).not.toContain(about);
  });
});

const SOURCES: Sources = {
  log: createLogger('silent'),
  clock: { now: () => 9e6 },
  connections: () => null,
  checkFiles: async () => null,
  findUnreachableNodes: async () => [],
  ping: async () => ({ ahead: 2e6, wrong: null }),
  countOutbox: async () => ({ pending: 5, due: 3, dueSince: 5e6 }),
};

const readWith = async (change: Partial<Sources>) => {
  const values = valuesByMetric(await createMetrics().read({ ...SOURCES, ...change }));
  return ['pcs_database_up', 'pcs_clock_ahead_seconds', 'pcs_outbox_due', 'pcs_outbox_oldest_due_seconds'].map((name) =>
    values.get(name),
  );
};

const isDown = [0, undefined, undefined, undefined];
test.each<[string, Partial<Sources>, (number | undefined)[]]>([
  ['contains the database metrics', {}, [1, 2, 3, 4]],
  [
    'omits the outbox metrics while the clock of this machine is wrong',
    { ping: async () => ({ ahead: 99e6, wrong: 'wrong' }) },
    [1, 99, undefined, undefined],
  ],
  ['omits metrics of the database while it is down', { ping: () => Promise.reject(new Error('down')) }, isDown],
  ['omits metrics of the database while it is slow', { countOutbox: () => new Promise(() => {}) }, isDown],
])('the metrics response %s', async (_, change, values) => expect(await readWith(change)).toEqual(values));

test('the dashboard and the alerts use only metrics that the service exports', async () => {
  const metrics = createMetrics();
  const sources = { ...SOURCES, connections: () => ({ busy: 0, idle: 0, waiting: 0 }) };
  const given = new Set([...(await metrics.read(sources)).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  const read = (name: string) => readFile(path.join(ROOT, 'server/operate', name), 'utf8');
  const { panels } = JSON.parse(await read('grafana-dashboard.json')) as { panels: { targets?: { expr: string }[] }[] };
  const rules = parseYaml(await read('alerts.yaml')) as { groups: { rules: { expr: string }[] }[] };
  const expressions = [
    ...panels.flatMap(({ targets = [] }) => targets),
    ...rules.groups.flatMap((group) => group.rules),
  ].map(({ expr }) => expr);
  expect(expressions.length).toBeGreaterThan(40);
  const used = new Set(expressions.flatMap((expr) => expr.match(/\b(?:http|pcs|process|nodejs)_\w+/g) ?? []));
  const ofHistogram = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
  expect([...used].filter((name) => !given.has(name) && !given.has(ofHistogram(name)))).toEqual([]);
  // The dashboard or an alert must use every metric that the service exports.
  const seen = new Set([...used].map(ofHistogram));
  expect(metrics.own.filter(({ name }) => !seen.has(name) && !used.has(name))).toEqual([]);
});

const traceIdFor = (header: string | undefined) => createTracing('http://127.0.0.1:1').request(header).traceId;

test.each([
  `00-${TRACE}-${SPAN}-01`,
  `cc-${TRACE}-${SPAN}-00-more`,
])('the service continues the trace of a valid traceparent header: %s', (header) => {
  expect(traceIdFor(header)).toBe(TRACE);
});

test.each([
  undefined,
  '',
  `00-${TRACE}-${SPAN}`,
  `00-${TRACE}-${SPAN}-01-more`,
  `ff-${TRACE}-${SPAN}-01`,
  `00-${'0'.repeat(32)}-${SPAN}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `00-${TRACE.toUpperCase()}-${SPAN}-01`,
])('the service starts a new trace for an invalid traceparent header: %s', (header) => {
  expect(traceIdFor(header)).not.toContain(TRACE);
});
