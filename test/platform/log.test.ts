import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { createLogger, type Logger, type LogLevel } from '../../server/platform/log.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { ROOT } from '../support/process.ts';

const TOKEN = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJhY21lIn0.c2lnbmF0dXJlLWhlcmU';
const SECRET = 'c2FuZGJveC1zZWNyZXQ6cGFzc3dvcmQ';

function lines(level: LogLevel, write: (log: Logger) => void): string[] {
  const written: string[] = [];
  write(createLogger(level, { write: (line: string) => written.push(line) }));
  return written;
}

test('a log line is a JSON object with a level, a time and no other metadata', () => {
  const [line = ''] = lines('info', (log) => log.info({ status: 201 }, 'answered'));
  expect(JSON.parse(line)).toEqual({
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    status: 201,
    msg: 'answered',
  });
  expect(line.endsWith('\n')).toBe(true);
});

const error = Object.assign(new Error(`refused Bearer ${TOKEN}`, { cause: new Error(`at ${TOKEN}`) }), {
  config: { headers: { authorization: `Basic ${SECRET}` } },
  detail: `Failing row contains (${SECRET})`,
});
const cases: [string, (log: Logger) => void][] = [
  ['an authorization property', (log) => log.info({ authorization: `Bearer ${SECRET}` })],
  ['request headers', (log) => log.info({ headers: { authorization: SECRET, cookie: SECRET } })],
  ['capitalized headers', (log) => log.info({ req: { headers: { Authorization: SECRET } } })],
  ['headers at the top level', (log) => log.info({ AUTHORIZATION: SECRET, 'Proxy-Authorization': SECRET })],
  ['raw headers', (log) => log.info({ rawHeaders: ['Authorization', `Bearer ${TOKEN}`] })],
  ['raw headers with Basic', (log) => log.info({ rawHeaders: ['Authorization', `Basic ${SECRET}`] })],
  ['a client_secret property', (log) => log.info({ body: { client_secret: SECRET } })],
  ['a clientSecret property', (log) => log.info({ clientSecret: SECRET })],
  ['a nested access_token', (log) => log.info({ a: { b: { c: { d: [{ access_token: SECRET }] } } } })],
  ['a webhook secret', (log) => log.info({ webhook: { secret: SECRET } })],
  ['a Standard Webhooks secret', (log) => log.info({ webhook: { standard_webhooks_secret: SECRET } })],
  ['a webhook secret in a message', (log) => log.info(`the key is whsec_${SECRET}`)],
  ['a secret hash', (log) => log.info({ partner: { secretHash: SECRET } })],
  ['an object with toJSON', (log) => log.info({ it: { toJSON: () => ({ secret: SECRET }) } })],
  ['a header in a message', (log) => log.info(`sent Authorization: Bearer ${TOKEN}`)],
  ['a bare token in a message', (log) => log.info(`token ${TOKEN} refused`)],
  ['a form in a message', (log) => log.info(`grant_type=x&client_secret=${SECRET}&scope=y`)],
  ['an interpolated object', (log) => log.info('got %j', { token: TOKEN })],
  ['an error', (log) => log.error(error)],
  ['an error in the err property', (log) => log.error({ err: error }, 'failed')],
  ['an error in an array', (log) => log.error({ reasons: [error] }, 'failed')],
  ['a buffer', (log) => log.info({ body: Buffer.from(SECRET) })],
];
test.each(cases)('the logger removes secrets from %s', (_, write) => {
  const [line = ''] = lines('info', write);
  expect(JSON.parse(line)).toHaveProperty('level');
  expect(line).not.toContain(SECRET);
  expect(line).not.toContain(TOKEN);
  expect(line).not.toContain([...Buffer.from(SECRET)].slice(0, 6).join());
});

test('the logger does not change values that are not secrets', () => {
  const list = [1, 'two', null, { three: true }];
  const value = { status: 201, path: '/api', list, note: 'Basic authentication' };
  const [line = ''] = lines('info', (log) => log.info(value));
  expect(JSON.parse(line)).toMatchObject(value);
});

test('the logger writes the message, code, stack and cause of an error', () => {
  const error = Object.assign(new Error('it broke', { cause: new TypeError('why') }), { code: 'ENOSPC' });
  const [line = ''] = lines('info', (log) => log.error(error));
  expect(JSON.parse(line)).toMatchObject({
    msg: 'it broke',
    err: {
      type: 'Error',
      message: 'it broke',
      code: 'ENOSPC',
      stack: expect.stringContaining('log.test.ts'),
      cause: { type: 'TypeError', message: 'why' },
    },
  });
});

test('the logger writes circular references, deep objects and long strings within a second', () => {
  const cycle: Record<string, unknown> = { name: 'cycle' };
  cycle['self'] = cycle;
  let deep: unknown = 'bottom';
  for (let i = 0; i < 10_000; i += 1) deep = { deep };
  const hostile = 'eyJ-'.repeat(50_000);
  const spent = cpuTime();
  const written = lines('info', (log) => log.info({ cycle, deep, hostile }));
  expect(spent()).toBeLessThan(1000);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({ cycle: { name: 'cycle', self: '[Circular]' } });
});

test.each([
  'process.exit(3)',
  'throw new Error()',
])('the log output contains the last line when the process ends with %j', (end) => {
  const script = `import { logOutput } from './server/platform/log.ts';
      const output = logOutput();
      output.write('last\\n');
      ${end};`;
  const words = ['--import', 'tsx', '--input-type', 'module', '--eval', script];
  expect(spawnSync(process.execPath, words, { cwd: ROOT, encoding: 'utf8' }).stdout).toBe('last\n');
});
