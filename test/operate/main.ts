// Tests the files for operators: `npm run nightly -- operate`. CI omits these tests, because they need a network.
// Builds the image in clean folders, and starts the service as an unprivileged user that can write only to DATA_DIR.
// Checks the Dockerfile with dockerfile-utils. If Go is installed, also checks the Compose file and the Helm chart.
import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.ts';
import { SETTINGS } from '../../server/config.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { productionSettings } from '../support/production.ts';
import { buildImage, type Image } from './build-image.ts';

const run = promisify(execFile);
const HELM = 'v3.16.4';
const COMPOSE = 'v2.16.2';
/** User ID of "nobody", which runs the service if this process runs as root. */
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

/** Returns options for a process with its own environment, and without a writable folder for temporary files. */
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

/** Installs a program from a Go module, and returns its folder. Returns null if Go is missing, and prints a message. */
async function installed(module: string, subject: string): Promise<string | null> {
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

/** Checks the Compose file with the Go module of Compose, and its Prometheus configuration with promtool. */
async function checkCompose(): Promise<void> {
  const bin = await installed(`github.com/compose-spec/compose-go/v2/cmd@${COMPOSE}`, 'the Compose file');
  if (bin === null) return;
  const operate = path.join(root, 'server/operate');
  const folder = await mkdtemp(path.join(tmpdir(), 'compose-'));
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  try {
    const text = await readFile(path.join(operate, 'compose.yaml'), 'utf8');
    // The Compose module does not substitute variables.
    await write('compose.yaml', text.replace(/\$\{\w+:[?-][^}]*\}/g, 'x'));
    const { stdout } = await run(path.join(bin, 'cmd'), ['--format=json', path.join(folder, 'compose.yaml')]);
    const { configs, services } = JSON.parse(stdout);
    expectTrue(`Compose accepts the file: ${Object.keys(services)}`, services.service.environment.DATABASE_URL !== '');
    const rules = path.join(operate, 'alerts.yaml');
    await write('prometheus.yml', configs.prometheus.content.replace('/etc/prometheus/alerts.yaml', rules));
    const check = await run('promtool', ['check', 'config', path.join(folder, 'prometheus.yml')]).catch(
      (error) => error,
    );
    if (check.code === 'ENOENT') process.stdout.write('skipped: Prometheus, which needs promtool\n');
    else expectTrue('Prometheus accepts the configuration and the alerts', check.code === undefined);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function checkChart(): Promise<void> {
  const bin = await installed(`helm.sh/helm/v3/cmd/helm@${HELM}`, 'the chart');
  if (bin === null) return;
  const chart = path.join(root, 'server/operate/chart');
  const helm = (command: string[], values: string[]) => {
    const names = SETTINGS.filter(({ requiredInProduction, secret }) => requiredInProduction && !secret);
    const settings = names.map(({ name }) => `settings.${name}=x`);
    const set = [...settings, 'image.tag=1', 'secretName=s', ...values].join(',');
    // A Helm binary that is built from the Go module assumes an old Kubernetes version.
    return run(path.join(bin, 'helm'), [...command, chart, `--set=${set}`, '--kube-version=1.30.0']);
  };
  const fails = (values: string[]) =>
    helm(['template', 'x'], values).then(
      () => false,
      () => true,
    );
  await helm(['lint', '--strict'], []);
  const { stdout } = await helm(['template', 'x'], ['autoscaling.enabled=true']);
  const kinds = [...stdout.matchAll(/^kind: (\w+)$/gm)].map((match) => match[1]);
  for (const kind of [
    'Deployment',
    'Service',
    'PersistentVolumeClaim',
    'HorizontalPodAutoscaler',
    'PodDisruptionBudget',
  ])
    expectTrue(`the chart creates a ${kind}`, kinds.includes(kind));
  expectTrue('the grace period is 20 seconds', stdout.includes('terminationGracePeriodSeconds: 20\n'));
  expectTrue('two containers read DATABASE_URL from the Secret', stdout.split('key: DATABASE_URL').length === 3);
  const direct = await helm(['template', 'x'], ['migrateUrlKey=DIRECT']);
  expectTrue('migrateUrlKey applies to the first container', /key: DIRECT[\s\S]*key: DATABASE_URL/.test(direct.stdout));
  expectTrue('with autoscaling, the Deployment sets no number of replicas', !/^ {2}replicas:/m.test(stdout));
  expectTrue('Helm rejects the chart if a required value is missing', await fails(['secretName=']));
  const bucket = await helm(['template', 'x'], ['settings.FILES_URL=s3://b', 'settings.METRICS_PORT=9464']);
  expectTrue('a bucket replaces the PersistentVolumeClaim', !bucket.stdout.includes('PersistentVolumeClaim'));
  expectTrue('the bucket key comes from the Secret', /FILES_SECRET_ACCESS_KEY\n +valueFrom/.test(bucket.stdout));
  expectTrue('without a bucket, the chart needs no bucket key', !stdout.includes('FILES_SECRET_ACCESS_KEY'));
  expectTrue('Helm rejects several instances without shared files', await fails(['files.accessMode=ReadWriteOnce']));
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
