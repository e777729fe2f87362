import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { load as parseYaml } from 'js-yaml';
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

test('the compose file has Prometheus ask the service, by the name that the alarms have', () => {
  type Compose = {
    services: Record<
      string,
      { environment: Record<string, unknown>; volumes: string[]; configs: { source: string }[] }
    >;
    configs: Record<string, { content: string }>;
  };
  const { services, configs } = parseYaml(compose) as Compose;
  const { scrape_configs, rule_files } = parseYaml(configs['prometheus']?.content ?? '') as {
    scrape_configs: { job_name: string; dns_sd_configs: { names: string[]; port: number }[] }[];
    rule_files: string[];
  };
  const [
    {
      job_name,
      dns_sd_configs: [at],
    } = { job_name: '', dns_sd_configs: [] },
  ] = scrape_configs;
  expect(read('alerts.yaml')).toContain(`{job="${job_name}"}`);
  expect(services).toHaveProperty(at?.names[0] ?? '');
  expect(at?.port).toBe(services['service']?.environment['METRICS_PORT']);
  expect(services['prometheus']?.volumes).toContain(`./alerts.yaml:${rule_files[0]}:ro`);
  const dashboards = parseYaml(configs['grafana-dashboards']?.content ?? '') as {
    providers: [{ options: { path: string } }];
  };
  const { path: shown } = dashboards.providers[0].options;
  expect(services['grafana']?.volumes).toContain(`./grafana-dashboard.json:${shown}/service.json:ro`);
  for (const { source } of Object.values(services).flatMap(({ configs = [] }) => configs))
    expect(configs).toHaveProperty(source);
});
