import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { finishRecord, type RequestEnv, requestLog, startRecord } from '../../server/api/request-log.ts';
import { createLogger } from '../../server/platform/log.ts';
import { noTelemetry } from '../../server/platform/telemetry/telemetry.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';

function openLog() {
  const written: string[] = [];
  const log = createLogger('info', { write: (line: string) => written.push(line) });
  return { sinks: { log, telemetry: noTelemetry }, written };
}

test('the log line of a request omits unknown values and redacts secrets in IDs', () => {
  const { sinks, written } = openLog();
  const record = startRecord(sinks, undefined);
  finishRecord(sinks, record, 'GET', 404);
  const known = {
    ...startRecord(sinks, undefined),
    trace: { traceId: TRACE, end: () => {} },
    operation: 'addEducation',
    clientId: 'a "client_secret=hidden"',
    userId: 'u-1',
    resources: ['a "b"', 'Bearer 0123456789'],
  };
  finishRecord(sinks, known as typeof record, 'POST', 201);
  const line = { level: 'info', time: expect.any(String), msg: 'request', duration_ms: expect.any(Number) };
  expect(written.map((text) => JSON.parse(text))).toEqual([
    { ...line, request_id: record.requestId, method: 'GET', route: 'unknown', status: 404 },
    {
      ...line,
      request_id: known.requestId,
      method: 'POST',
      operation: 'addEducation',
      trace_id: TRACE,
      client_id: 'a "client_secret=[Redacted]"',
      user_id: 'u-1',
      resources: ['a "b"', 'Bearer [Redacted]'],
      status: 201,
    },
  ]);
  const quiet = createLogger('warn', { write: (text: string) => written.push(text) });
  finishRecord({ ...sinks, log: quiet }, record, 'GET', 404);
  expect(written).toHaveLength(2);
});

test('the log line of a page request contains the route instead of the URL, or "unknown" for an unknown path', async () => {
  const { sinks, written } = openLog();
  const pages = new Hono<RequestEnv>().get('/credentials/:id', (c) => c.text('')).use((_, next) => next());
  const app = new Hono<RequestEnv>().use(requestLog(sinks)).route('/', pages);
  for (const path of ['/credentials/4711', '/credentials/4711/more', '/4711']) await app.request(path);
  expect(written.map((text) => JSON.parse(text).route)).toEqual(['/credentials/:id', 'unknown', 'unknown']);
  expect(written.join('')).not.toContain('4711');
});

test('the server writes no log line and no span for a health check, but counts the request in the metrics', async () => {
  const { sinks, written } = openLog();
  const counted: string[] = [];
  const telemetry = {
    ...noTelemetry,
    traceRequest: () => {
      throw new Error('A health check must not start a trace');
    },
    requestEnded: (operation: string) => counted.push(operation),
  };
  const app = new Hono<RequestEnv>().use(requestLog({ ...sinks, telemetry }));
  for (const path of ['/livez', '/readyz']) app.get(path, (c) => c.text('ok'));
  for (const path of ['/livez', '/readyz?verbose'])
    expect((await app.request(path)).headers.get('x-request-id')).toMatch(/^[\w-]{36}$/);
  expect([written, counted]).toEqual([[], ['/livez', '/readyz']]);
});
