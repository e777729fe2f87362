// Tests the files for operators: `npm run nightly -- operate`. CI omits these tests, because they need a network. Runs the steps of
// the image in clean folders, and starts the result without root, with only DATA_DIR writable. Checks the Dockerfile with
// dockerfile-utils, and with Go the Compose file with Compose and the chart with Helm. Exits with 1 on a failure.
import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { root } from '../../scripts/root.ts';
import { freePort } from '../support/free-port.ts';
import { startPostgres } from '../support/postgres-server.ts';
import { productionSettings } from '../support/production.ts';
import { buildImage, type Image } from './build-image.ts';

const run = promisify(execFile);
const HELM = 'v3.16.4';
const COMPOSE = 'v2.16.2';
/** User ID of "nobody", if this process runs as root. */
const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};

function expectTrue(what: string, holds: boolean): void {
  process.stdout.write(`${holds ? 'holds' : 'FAILS'}: ${what}\n`);
  if (!holds) process.exitCode = 1;
}

async function tryImage(): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'image-'));
  const postgres = await startPostgres({ syncs: false });
  try {
    await chmod(folder, 0o755);
    const image = await buildImage(folder);
    const packages = await readdir(path.join(image.folder, image.workdir, 'node_modules'));
    for (const gone of ['esbuild', 'tsx', 'typescript', 'vitest'])
      expectTrue(`the image is without ${gone}`, !packages.includes(gone));
    const libsql = await readdir(path.join(image.folder, image.workdir, 'node_modules/@libsql'));
    expectTrue(`the image has one binary of libsql: ${libsql}`, libsql.length === 1);
    await run('chmod', ['-R', 'a-w,a+rX', image.folder]);
    const data = path.join(folder, 'data');
    await mkdir(data, { mode: 0o700 });
    if (isRoot) await chown(data, NOBODY, NOBODY);
    const production = { ...productionSettings(postgres.url), DATA_DIR: data };
    await commandIn(image, ['node', 'dist/server/cli.js', 'migrate'], production);
    await tryRun(image, production);
    await rm(data, { recursive: true });
    await mkdir(data, { mode: 0o700 });
    if (isRoot) await chown(data, NOBODY, NOBODY);
    await tryRun(image, { NODE_ENV: 'sandbox', DATA_DIR: data });
    expectTrue('DATA_DIR has the database', (await readdir(data)).includes('service.db'));
  } finally {
    await postgres.stop();
    await run('chmod', ['-R', 'u+w', folder]);
    await rm(folder, { recursive: true });
  }
}

/** Runs with its own environment, and without a writable folder for temporary files. */
const optionsIn = (image: Image, env: NodeJS.ProcessEnv) => ({
  cwd: path.join(image.folder, image.workdir),
  env: { PATH: process.env['PATH'], ...image.env, TMPDIR: image.folder, HOME: '/nonexistent', ...env },
  ...user,
});

const commandIn = (image: Image, [command = '', ...args]: string[], env: NodeJS.ProcessEnv) =>
  run(command === 'node' ? process.execPath : command, args, optionsIn(image, env));

async function tryRun(image: Image, settings: NodeJS.ProcessEnv): Promise<void> {
  const kind = settings['NODE_ENV'] ?? '';
  const env = { ...settings, PORT: String(await freePort()) };
  const service = spawn(process.execPath, image.command.slice(1), {
    ...optionsIn(image, env),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = new Promise((resolve) => service.on('exit', (code, signal) => resolve(code ?? signal)));
  const ready = async () => (await fetch(`http://127.0.0.1:${env.PORT}/readyz`).catch(() => null))?.status === 200;
  let answers = false;
  for (let tries = 0; tries < 100 && !answers; tries++) {
    answers = await ready();
    if (!answers) await sleep(100);
  }
  expectTrue(`in ${kind} it answers /readyz`, answers);
  const health = await commandIn(image, image.healthCheck, env).then(
    () => 0,
    ({ code }) => code,
  );
  expectTrue(`in ${kind} its health check ends with 0`, health === 0);
  service.kill('SIGTERM');
  expectTrue(`in ${kind} SIGTERM ends it with 0`, (await ended) === 0);
}

/** Returns the folder with a program from a Go module; null, with a message that names `what`, if Go is missing. */
async function installed(module: string, what: string): Promise<string | null> {
  const bin = path.join(root, 'node_modules/.cache/operate');
  await mkdir(bin, { recursive: true });
  try {
    await run('go', ['install', module], { env: { ...process.env, GOBIN: bin } });
    return bin;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    process.stdout.write(`${what} was not tried: ${module} is a Go module, and there is no Go.\n`);
    return null;
  }
}

/** Checks the Compose file with Compose's own module, and its Prometheus configuration with Prometheus. */
async function tryCompose(): Promise<void> {
  const bin = await installed(`github.com/compose-spec/compose-go/v2/cmd@${COMPOSE}`, 'The compose file');
  if (bin === null) return;
  const operate = path.join(root, 'server/operate');
  const folder = await mkdtemp(path.join(tmpdir(), 'compose-'));
  const write = (name: string, text: string) => writeFile(path.join(folder, name), text);
  try {
    const text = await readFile(path.join(operate, 'compose.yaml'), 'utf8');
    // The program of Compose does not look up values.
    await write('compose.yaml', text.replace(/\$\{\w+:[?-][^}]*\}/g, 'x'));
    const { stdout } = await run(path.join(bin, 'cmd'), ['--format=json', path.join(folder, 'compose.yaml')]);
    const { configs, services } = JSON.parse(stdout);
    expectTrue(`Compose reads its file: ${Object.keys(services)}`, services.service.environment.DATABASE_URL !== '');
    const rules = path.join(operate, 'alerts.yaml');
    await write('prometheus.yml', configs.prometheus.content.replace('/etc/prometheus/alerts.yaml', rules));
    const said = await run('promtool', ['check', 'config', path.join(folder, 'prometheus.yml')]).catch(
      (error) => error,
    );
    if (said.code === 'ENOENT') process.stdout.write('Its Prometheus was not tried: there is no promtool.\n');
    else expectTrue('Prometheus reads its configuration and the alarms', said.code === undefined);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function tryChart(): Promise<void> {
  const bin = await installed(`helm.sh/helm/v3/cmd/helm@${HELM}`, 'The chart');
  if (bin === null) return;
  const chart = path.join(root, 'server/operate/chart');
  const helm = (command: string[], values: string[]) => {
    const settings = ['BASE_URL', 'APP_URL', 'OIDC_ISSUER', 'OIDC_CLIENT_ID'].map((name) => `settings.${name}=x`);
    const set = [...settings, 'image.tag=1', 'secretName=s', ...values].join(',');
    // Helm built as a module reports an old Kubernetes version.
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
    expectTrue(`the chart makes a ${kind}`, kinds.includes(kind));
  expectTrue('its grace period is the sum', stdout.includes('terminationGracePeriodSeconds: 20\n'));
  expectTrue('two containers have the database from its key', stdout.split('key: DATABASE_URL').length === 3);
  const direct = await helm(['template', 'x'], ['migrateUrlKey=DIRECT']);
  expectTrue('or the first from another', /key: DIRECT[\s\S]*key: DATABASE_URL/.test(direct.stdout));
  expectTrue('the autoscaler alone says how many', !/^ {2}replicas:/m.test(stdout));
  expectTrue('a chart without a required value is refused', await fails(['secretName=']));
  const bucket = await helm(['template', 'x'], ['settings.FILES_URL=s3://b', 'settings.METRICS_PORT=9464']);
  expectTrue('with a bucket it claims no folder', !bucket.stdout.includes('PersistentVolumeClaim'));
  expectTrue('and has its key from the Secret', /FILES_SECRET_ACCESS_KEY\n +valueFrom/.test(bucket.stdout));
  expectTrue('without one it asks for no such key', !stdout.includes('FILES_SECRET_ACCESS_KEY'));
  expectTrue('and one whose instances share no files', await fails(['files.accessMode=ReadWriteOnce']));
}

async function tryDockerfile(): Promise<void> {
  const lint = ['--yes', 'dockerfile-utils@0.16.3', 'lint', path.join(root, 'server/operate/Dockerfile')];
  const said = await run('npx', lint).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }) => `${stdout}${stderr}`,
  );
  expectTrue(`dockerfile-utils says nothing${said && `:\n${said}`}`, said.trim() === '');
}

await tryDockerfile();
await tryCompose();
await tryChart();
await tryImage();
