import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root } from '../../scripts/root.ts';
import { SETTINGS } from '../../server/config.ts';
import { startService, type TestService } from '../support/service.ts';

const folder = path.join(root, 'server/operate');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const templates = readdirSync(path.join(folder, 'chart/templates')).map((name) => `chart/templates/${name}`);
const [dockerfile, compose, values] = [read('Dockerfile'), read('compose.yaml'), read('chart/values.yaml')];
const chart = templates.map(read).join('\n');

const names = (which: (setting: (typeof SETTINGS)[number]) => unknown = () => true) =>
  SETTINGS.filter(which).map(({ name }) => name);
const defaultOf = (name: string) => SETTINGS.find((setting) => setting.name === name)?.default;
/** All that a pattern's first group finds. */
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const without = (text: string) => text.replace(/^ *#.*$/gm, '');

describe('the settings named in', () => {
  test.each([
    ['the image', found(/^ENV .*$/m.exec(dockerfile)?.[0] ?? '', /([A-Z_]+)=/g)],
    ['the compose file', found(/\n {2}environment:\n(( {4}.*\n)+)/.exec(compose)?.[1] ?? '', /^ +([A-Z_]+):/gm)],
    ['the chart', found(without(chart), /(?:name: |")([A-Z]+(?:_[A-Z]+)*)\b/g)],
    ['its values', found(values, /\b([A-Z]+(?:_[A-Z]+)+)\b/g)],
  ])('%s are some of the service', (_, used) => {
    expect(used.length).toBeGreaterThan(1);
    expect(names()).toEqual(expect.arrayContaining(used));
  });

  test('the compose file and the chart are all that production requires', () => {
    for (const name of names(({ requiredInProduction }) => requiredInProduction)) {
      expect(compose).toContain(`${name}: `);
      expect(chart).toContain(`"${name}"`);
    }
  });

  test('the chart come from its Secret where they are secret', () => {
    const fromSecret = /range list (.*) \}\}\n.*\n +- name: \{\{ \. \}\}\n +valueFrom:\n +secretKeyRef/.exec(
      chart,
    )?.[1];
    expect(found(fromSecret ?? '', /"([A-Z_]+)"/g)).toEqual(names(({ secret }) => secret));
  });
});

describe('with the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startService();
  });
  afterAll(() => service.stop());

  test('the port and the paths of the probes are its own', async () => {
    const port = defaultOf('PORT') ?? '';
    expect(dockerfile).toContain(`EXPOSE ${port}\n`);
    expect(dockerfile).toContain(`process.env.PORT || ${port}`);
    expect(compose).toContain(`:${port}:${port}'`);
    expect(chart).toContain(`name: PORT\n    value: '${port}'`);
    expect(chart).toContain(`containerPort: ${port}`);
    const paths = found(chart, /httpGet: \{ path: (\S+), port: http \}/g);
    expect(paths).toEqual(['/livez', '/livez', '/readyz']);
    for (const probed of paths) expect((await fetch(service.url + probed)).status).toBe(200);
  });

  test('the health check of the image ends with 0, and without it with 1', async () => {
    const [command = '', ...args] = JSON.parse(/^HEALTHCHECK .*\\\n +CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]');
    expect(command).toBe('node');
    const check = (PORT: string) => promisify(execFile)(process.execPath, args, { env: { PORT } });
    await check(new URL(service.url).port);
    await expect(check('1')).rejects.toMatchObject({ code: 1 });
  });
});

test('who stops the service waits for longer than it takes', () => {
  /** To close the database, and to write the last lines of the log. */
  const atTheEnd = 4;
  const longest = Number(defaultOf('SHUTDOWN_TIMEOUT_SECONDS')) + atTheEnd;
  expect(Number(found(compose, /stop_grace_period: (\d+)s/g)[0])).toBeGreaterThanOrEqual(longest);
  expect(values).toContain(`shutdownTimeoutSeconds: ${defaultOf('SHUTDOWN_TIMEOUT_SECONDS')}\n`);
  const grace = /PeriodSeconds: \{\{ add \.Values\.drainSeconds \.Values\.shutdownTimeoutSeconds (\d+) \}\}/.exec(
    chart,
  );
  expect(Number(grace?.[1])).toBeGreaterThanOrEqual(atTheEnd);
});
