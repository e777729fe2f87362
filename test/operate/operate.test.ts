import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { load as parseYaml } from 'js-yaml';
import { expect, test } from 'vitest';
import { root } from '../../scripts/project/root.ts';
import { SETTINGS } from '../../server/start/settings.ts';
import { sharedService } from '../support/shared-service.ts';

const folder = path.join(root, 'server/operate');
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');
const templates = readdirSync(path.join(folder, 'chart/templates')).map((name) => `chart/templates/${name}`);
const [dockerfile, compose, values] = [read('Dockerfile'), read('compose.yaml'), read('chart/values.yaml')];
const chart = templates.map(read).join('\n');

const names = (which: (setting: (typeof SETTINGS)[number]) => unknown = () => true) =>
  SETTINGS.filter(which).map(({ name }) => name);
const defaultOf = (name: string) => SETTINGS.find((setting) => setting.name === name)?.default;
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');
const without = (text: string) => text.replace(/^ *#.*$/gm, '');

const valuesSchema = JSON.parse(read('chart/values.schema.json')).properties.settings;
const settingsFromSecret = found(
  /range list (.*OIDC_CLIENT_SECRET") \}\}\n +- name: \{\{ \. \}\}\n +valueFrom/.exec(chart)?.[1] ?? '',
  /"([A-Z_]+)"/g,
);

test.each([
  ['the image', found(/^ENV .*$/m.exec(dockerfile)?.[0] ?? '', /([A-Z_]+)=/g)],
  ['the compose file', found(/\n {2}environment:\n(( {4}.*\n)+)/.exec(compose)?.[1] ?? '', /^ +([A-Z_]+):/gm)],
  ['the chart', found(without(chart), /(?:name: |"|settings\.)([A-Z]+(?:_[A-Z]+)*)\b/g)],
  ['the values file of the chart', found(values, /\b([A-Z]+(?:_[A-Z]+)+)\b/g)],
])('%s contains only settings that the service or the AWS SDK reads', (_, used) => {
  expect(used.length).toBeGreaterThan(1);
  const known = [...names(), 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];
  expect(known).toEqual(expect.arrayContaining(used));
});

test('the compose file and the chart set every setting that production requires', () => {
  for (const name of names(({ requiredInProduction }) => requiredInProduction)) {
    expect(compose).toContain(`${name}: `);
    expect([...valuesSchema.required, ...settingsFromSecret]).toContain(name);
  }
});

test('the Helm chart reads secret settings from a Kubernetes Secret, and rejects secret settings in the chart values', () => {
  const secrets = names(({ secret }) => secret);
  expect(settingsFromSecret).toEqual(secrets);
  expect(valuesSchema.propertyNames.not.enum).toEqual(expect.arrayContaining(secrets));
});

test('each Prometheus alert has a section in the incident guide, and each section belongs to an alert', () => {
  const guide = readFileSync(path.join(root, 'server/operate/docs/incidents.md'), 'utf8');
  const alarms = found(read('alerts.yaml'), /- alert: (\w+)/g);
  const links = found(read('alerts.yaml'), /runbook_url: (\S+)/g);
  expect(alarms.length).toBeGreaterThan(10);
  expect(found(guide, /^## (\w+)$/gm).toSorted()).toEqual(alarms.toSorted());
  expect(links).toEqual(alarms.map((name) => expect.stringMatching(`^https://.*/incidents.md#${name.toLowerCase()}$`)));
});

const service = sharedService();

test('the deployment files use the port and the probe paths of the service', async () => {
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

test('the health check of the image exits with code 0 if the service is running, and with code 1 otherwise', async () => {
  const [command = '', ...args] = JSON.parse(/^HEALTHCHECK .*\\\n +CMD (.*)$/m.exec(dockerfile)?.[1] ?? '[]');
  expect(command).toBe('node');
  const check = (PORT: string) => promisify(execFile)(process.execPath, args, { env: { PORT } });
  await check(new URL(service.url).port);
  await expect(check('1')).rejects.toMatchObject({ code: 1 });
});

test('the compose file and the chart allow the service enough time for a shutdown', () => {
  /** Seconds to close the database and to write the last log lines. */
  const closingSeconds = 4;
  const longest = Number(defaultOf('SHUTDOWN_TIMEOUT_SECONDS')) + closingSeconds;
  expect(Number(found(compose, /stop_grace_period: (\d+)s/g)[0])).toBeGreaterThanOrEqual(longest);
  expect(values).toContain(`shutdownTimeoutSeconds: ${defaultOf('SHUTDOWN_TIMEOUT_SECONDS')}\n`);
  const grace = /PeriodSeconds: \{\{ add \.Values\.drainSeconds \.Values\.shutdownTimeoutSeconds (\d+) \}\}/.exec(
    chart,
  );
  expect(Number(grace?.[1])).toBeGreaterThanOrEqual(closingSeconds);
});

// biome-ignore lint/suspicious/noExplicitAny: the test knows the structure of the file
const parsed = (text: string): any => parseYaml(text);

test('Prometheus in the compose file uses the job name that the alerts expect', () => {
  const { services, configs } = parsed(compose);
  const { scrape_configs, rule_files } = parsed(configs.prometheus.content);
  const [{ job_name, dns_sd_configs }] = scrape_configs;
  const [scraped] = dns_sd_configs;
  expect(read('alerts.yaml')).toContain(`{job="${job_name}"}`);
  expect(services).toHaveProperty(scraped.names[0]);
  expect(scraped.port).toBe(services.service.environment.METRICS_PORT);
  expect(services.prometheus.volumes).toContain(`./alerts.yaml:${rule_files[0]}:ro`);
  const [provider] = parsed(configs['grafana-dashboards'].content).providers;
  expect(services.grafana.volumes).toContain(`./grafana-dashboard.json:${provider.options.path}/service.json:ro`);
  const used = Object.values<{ configs?: { source: string }[] }>(services).flatMap(({ configs = [] }) => configs);
  for (const { source } of used) expect(configs).toHaveProperty(source);
});
