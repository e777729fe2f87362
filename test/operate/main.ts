// Tests the deployment files: `npm run nightly -- operate`. CI omits these tests, because they need a network.
// Builds the image in clean folders, and starts the service as an unprivileged user that can write only to DATA_DIR.
// Checks the Dockerfile with dockerfile-utils. If Go is installed, also checks the Compose file and the Helm chart.
import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { contractVersion as version } from '../../generated/operations.ts';
import { root } from '../../scripts/project/root.ts';
import { SETTINGS } from '../../server/start/settings.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { productionSettings } from '../support/production.ts';
import { buildImage, type Image } from './build-image.ts';

const run = promisify(execFile);
const HELM = 'v3.16.4';
const COMPOSE = 'v2.16.2';
const VALIDATOR = 'kubernetes-validate==1.37.0';
const KUBERNETES = '1.30.0';
const valuesSchema = JSON.parse(await readFile(path.join(root, 'server/operate/chart/values.schema.json'), 'utf8'));
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

function expectTrue(statement: string, isTrue: boolean): void {
  process.stdout.write(`${isTrue ? 'passed' : 'FAILED'}: ${statement}\n`);
  if (!isTrue) process.exitCode = 1;
}

async function checkImage(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'image-'));
  const postgres = await startPostgres({ syncs: false });
  try {
    await chmod(folder, 0o755);
    const image = await buildImage(folder);
    const packages = await readdir(path.join(image.folder, image.workdir, 'node_modules'));
    for (const tool of ['esbuild', 'tsx', 'typescript', 'vitest'])
      expectTrue(`the image does not contain ${tool}`, !packages.includes(tool));
    const libsql = await readdir(path.join(image.folder, image.workdir, 'node_modules/@libsql'));
    expectTrue(`the image contains one libsql binary: ${libsql}`, libsql.length === 1);
    await run('chmod', ['-R', 'a-w,a+rX', image.folder]);
    const data = path.join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    if (isRoot) await chown(data, NOBODY, NOBODY);
    const production = { ...productionSettings(postgres.url), DATA_DIR: data };
    await commandIn(image, ['node', 'dist/server/cli.js', 'migrate'], production);
    await checkRun(image, production);
    await rm(data, { recursive: true });
    await mkdir(data, { mode: 0o700 });
    if (isRoot) await chown(data, NOBODY, NOBODY);
    await checkRun(image, { NODE_ENV: 'sandbox', DATA_DIR: data });
    expectTrue('DATA_DIR contains the database', (await readdir(data)).includes('service.db'));
  } finally {
    await postgres.stop();
    await run('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true });
  }
}

/** TMPDIR and HOME are not writable, so that the service can write only to DATA_DIR. */
const optionsIn = (image: Image, env: NodeJS.ProcessEnv) => ({
  cwd: path.join(image.folder, image.workdir),
  env: { PATH: process.env['PATH'], ...image.env, TMPDIR: image.folder, HOME: '/nonexistent', ...env },
  ...user,
});

const commandIn = (image: Image, [command = '', ...args]: string[], env: NodeJS.ProcessEnv) =>
  run(command === 'node' ? process.execPath : command, args, optionsIn(image, env));

async function checkRun(image: Image, settings: NodeJS.ProcessEnv): Promise<void> {
  const kind = settings['NODE_ENV'] ?? '';
  const env = { ...settings, PORT: String(await freePort()) };
  const service = spawn(process.execPath, image.command.slice(1), {
    ...optionsIn(image, env),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const exited = new Promise((resolve) => service.on('exit', (code, signal) => resolve(code ?? signal)));
  const ready = async () => (await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => null))?.status === 200;
  let isReady = false;
  for (let tries = 0; tries < 100 && !isReady; tries++) {
    isReady = await ready();
    if (!isReady) await sleep(100);
  }
  expectTrue(`in ${kind}, /readyz returns 200`, isReady);
  const health = await commandIn(image, image.healthCheck, env).then(
    () => 0,
    ({ code }) => code,
  );
  expectTrue(`in ${kind}, the health check exits with status 0`, health === 0);
  service.kill('SIGTERM');
  expectTrue(`in ${kind}, the service exits with status 0 after SIGTERM`, (await exited) === 0);
}

/** Installs a Go program. Returns the folder of the program, or null if Go is missing. */
async function installGoProgram(module: string, subject: string): Promise<string | null> {
  const bin = path.join(root, 'node_modules/.cache/operate');
  await mkdir(bin, { recursive: true });
  try {
    await run('go', ['install', module], { env: { ...process.env, GOBIN: bin } });
    return bin;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    process.stdout.write(`skipped: ${subject}, because ${module} needs Go, which is not installed\n`);
    return null;
  }
}

async function checkCompose(): Promise<void> {
  const bin = await installGoProgram(`github.com/compose-spec/compose-go/v2/cmd@${COMPOSE}`, 'the Compose file');
  if (bin === null) return;
  const operate = path.join(root, 'server/operate');
  const folder = await mkdtemp(path.join(tmpdir(), 'compose-'));
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  try {
    const text = await readFile(path.join(operate, 'compose.yaml'), 'utf8');
    // Replaces the variables with `x`, because the Compose module does not substitute them.
    await write('compose.yaml', text.replace(/\$\{\w+:[?-][^}]*\}/g, 'x'));
    const { stdout } = await run(path.join(bin, 'cmd'), ['--format=json', path.join(folder, 'compose.yaml')]);
    const { configs, services } = JSON.parse(stdout);
    expectTrue(`Compose accepts the file: ${Object.keys(services)}`, services.service.environment.DATABASE_URL !== '');
    const rules = path.join(operate, 'alerts.yaml');
    await write('prometheus.yml', configs.prometheus.content.replace('/etc/prometheus/alerts.yaml', rules));
    const config = path.join(folder, 'prometheus.yml');
    const check = await run('promtool', ['check', 'config', config]).catch((error) => error);
    if (check.code === 'ENOENT') process.stdout.write('skipped: Prometheus, which needs promtool\n');
    else expectTrue('Prometheus accepts the configuration and the alerts', check.code === undefined);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Installs the validator of Kubernetes resources. Resolves to false if Python is missing. */
async function installValidator(folder: string): Promise<boolean> {
  const args = ['-m', 'pip', 'install', '--quiet', `--target=${folder}`, VALIDATOR];
  return run('python3', args).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error;
      process.stdout.write(`skipped: the schemas of Kubernetes, because ${VALIDATOR} needs Python\n`);
      return false;
    },
  );
}

const ALL_VALUES = {
  image: { digest: `sha256:${'0'.repeat(64)}` },
  autoscaling: { enabled: true },
  ingress: { enabled: true, className: 'nginx', tlsSecretName: 'tls', annotations: { a: 'b' } },
  metrics: { enabled: true, serviceMonitor: { enabled: true, labels: { release: 'prometheus' } } },
  networkPolicy: { enabled: true, http: [{ podSelector: {} }] },
  serviceAccountName: 'account',
  tolerations: [{ key: 'a', operator: 'Exists' }],
  nodeSelector: { a: 'b' },
  podAnnotations: { a: 'b' },
};

async function checkChart(): Promise<void> {
  const bin = await installGoProgram(`helm.sh/helm/v3/cmd/helm@${HELM}`, 'the chart');
  if (bin === null) return;
  const chart = path.join(root, 'server/operate/chart');
  const folder = await mkdtemp(path.join(tmpdir(), 'chart-'));
  type Tree = { [name: string]: unknown };
  const needed = SETTINGS.filter(({ requiredInProduction, secret }) => requiredInProduction && !secret);
  const required: Tree = Object.fromEntries(needed.map(({ name }) => [name, valueFor(name, undefined)]));
  const helm = async (command: string[], settings: Tree = {}, values: Tree = {}) => {
    const file = path.join(folder, 'values.json');
    await writeFile(file, JSON.stringify({ secretName: 's', settings: { ...required, ...settings }, ...values }));
    // States the Kubernetes version, because a Helm binary built with `go install` assumes an old version.
    const kube = `--kube-version=${KUBERNETES}`;
    return (await run(path.join(bin, 'helm'), [...command, chart, `--values=${file}`, kube])).stdout;
  };
  const render = (settings?: Tree, values?: Tree) => helm(['template', 'x'], settings, values);
  const refusal = (settings?: Tree, values?: Tree) =>
    render(settings, values).then(
      () => '',
      ({ stderr }) => stderr,
    );
  try {
    await helm(['lint', '--strict']);
    const plain = await render();
    const whole = await render({}, ALL_VALUES);
    const kindsIn = (text: string) => [...text.matchAll(/^kind: (\w+)$/gm)].map((match) => match[1]).toSorted();
    const least = ['Deployment', 'Job', 'PersistentVolumeClaim', 'PodDisruptionBudget', 'Service'];
    const more = ['HorizontalPodAutoscaler', 'Ingress', 'NetworkPolicy', 'ServiceMonitor'];
    const both = await render({ INSECURE: 'otlp' }, { metrics: { enabled: true } });
    for (const [statement, isTrue] of [
      [`the chart creates ${least}`, kindsIn(plain).join() === least.join()],
      [`values add ${more}`, kindsIn(whole).join() === [...least, ...more].toSorted().join()],
      ['the grace period is 20 seconds', plain.includes('terminationGracePeriodSeconds: 20\n')],
      ['with autoscaling, the Deployment sets no number of replicas', !/^ {2}replicas:/m.test(whole)],
      ['the metrics are reachable', /name: METRICS_HOST\n +value: 0\.0\.0\.0/.test(whole)],
      ['production tolerates that', /name: INSECURE\n +value: "metrics"/.test(whole)],
      ['other tolerated risks remain', both.includes('value: "otlp,metrics"')],
      ['the Ingress has both hosts', /host: base-url\.example\.org[\s\S]*host: app-url\.example\.org/.test(whole)],
      ['the image is the version of the chart', plain.includes(`image: "partner-credential-service:${version}"`)],
    ] as const)
      expectTrue(statement, isTrue);
    const direct = await render({}, { migration: { urlKey: 'DIRECT' } });
    expectTrue('migration.urlKey applies to the Job', direct.split('key: DIRECT').length === 2);

    const settings = Object.fromEntries(inChart.map((each) => [each.name, valueFor(each.name, each.default)]));
    const table = await render(settings, ALL_VALUES);
    for (const [name, value] of Object.entries(settings)) {
      if (name === 'INSECURE') continue;
      const isSet = table.includes(`- name: ${name}\n              value: "${value}"`);
      expectTrue(`${name} has the value ${value}`, isSet);
    }
    for (const [, env = ''] of table.matchAll(/ env:\n([\s\S]*?)\n {10,12}(?:volumeMounts|command|ports)/g)) {
      const names = [...env.matchAll(/- name: (\w+)/g)].map((match) => match[1]);
      expectTrue(`${names.length} variables have different names`, new Set(names).size === names.length);
    }
    for (const [wrong, change, values] of [
      ['BSAE_URL', { BSAE_URL: 'x' }],
      ['PORT', { PORT: '80' }],
      ['DATA_KEYS', { DATA_KEYS: 'k1:x' }],
      ['OIDC_ISSUER', { OIDC_ISSUER: '' }],
      ['replica', {}, { replica: 3 }],
      ['secretName', {}, { secretName: '' }],
      ['ReadWriteMany', {}, { files: { accessMode: 'ReadWriteOnce' } }],
    ] as [string, Tree, Tree?][])
      expectTrue(`Helm rejects the value of ${wrong}`, (await refusal(change, values)).includes(wrong));
    const inBucket = await render({ FILES_URL: 's3://bucket' });
    expectTrue('a bucket replaces the PersistentVolumeClaim', !kindsIn(inBucket).includes('PersistentVolumeClaim'));
    const isOptional = /AWS_SECRET_ACCESS_KEY\n +valueFrom:[^-]*optional: true/.test(inBucket);
    expectTrue('the Secret can contain the access key of the bucket', isOptional);

    const tools = path.join(folder, 'tools');
    if (!(await installValidator(tools))) return;
    for (const [name, text] of Object.entries({ plain, whole, table, inBucket })) {
      const file = path.join(folder, `${name}.yaml`);
      // Omits ServiceMonitor resources, for which the validator has no schema.
      const resources = text.split(/^---$/m).filter((resource) => !resource.includes('kind: ServiceMonitor'));
      await writeFile(file, resources.join('---'));
      const args = ['--strict', '--quiet', '-k', KUBERNETES.replace(/\.0$/, ''), file];
      const checked = await run(path.join(tools, 'bin/kubernetes-validate'), args, {
        env: { ...process.env, PYTHONPATH: tools },
      }).catch((error) => error);
      const isValid = checked.code === undefined;
      const output = isValid ? '' : checked.stdout + checked.stderr;
      expectTrue(`the resources match the schemas of Kubernetes (${name})${output}`, isValid);
    }
  } finally {
    await rm(folder, { recursive: true });
  }
}

const { enum: excluded } = valuesSchema.properties.settings.propertyNames.not;
const inChart = SETTINGS.filter(({ name }) => !excluded.includes(name));

/** Uses large numbers, because Helm can render a large number as `1e+06`. */
function valueFor(name: string, byDefault: string | undefined): string | number {
  if (byDefault !== undefined && /^\d+$/.test(byDefault)) return 1_000_000;
  return name.endsWith('_URL') ? `https://${name.toLowerCase().replaceAll('_', '-')}.example.org` : 'x';
}

async function checkDockerfile(): Promise<void> {
  const lint = ['--yes', 'dockerfile-utils@0.16.3', 'lint', path.join(root, 'server/operate/Dockerfile')];
  const output = await run('npx', lint).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
  expectTrue(`dockerfile-utils reports no problem${output && `:\n${output}`}`, output.trim() === '');
}

await checkDockerfile();
await checkCompose();
await checkChart();
await checkImage();
