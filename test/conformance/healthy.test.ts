import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, test } from 'vitest';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { createTestDatabase } from '../support/postgres.ts';
import { cleanUp, ROOT, type ServiceOptions, type ServiceProcess, startProcess } from '../support/process.ts';
import { type Handle, startProxy } from './proxy.ts';

// The bundled server is correct, so every finding in these tests is a false finding. The nightly job `healthy` runs the
// whole kit HEALTHY_RUNS times in every environment, and the jobs `seeds` and `limited-seeds` run HEALTHY_SEEDS seeds.
// `npm run conformance` checks the server with its default settings in every build.

const runs = Number(process.env['HEALTHY_RUNS'] ?? 0);
const seeds = Number(process.env['HEALTHY_SEEDS'] ?? 0);

afterAll(cleanUp);

const run = promisify(execFile);

/** Runs the conformance command. Resolves to `passed`, or to the output if the exit code is not 0. */
async function check(baseUrl: string, options: readonly string[], hasOther = true): Promise<string> {
  const secrets = { CLIENT_SECRET: 'sandbox-secret', ...(hasOther && { OTHER_CLIENT_SECRET: 'sandbox-secret-2' }) };
  const given = ['--base-url', baseUrl, '--client-id', 'sandbox-partner', '--max-seconds', '1800', ...options];
  if (hasOther) given.push('--other-client-id', 'sandbox-partner-2');
  const env = { ...process.env, ...secrets };
  const args = ['--import', 'tsx', 'scripts/conformance.ts', ...given];
  return run(process.execPath, args, { cwd: ROOT, env, maxBuffer: 64 * 1024 ** 2 }).then(
    () => 'passed',
    ({ code, stdout, stderr }) => `exit code ${code}\n${stdout}\n${stderr}`,
  );
}

async function startSandbox({ env, databaseUrl }: Pick<ServiceOptions, 'env' | 'databaseUrl'> = {}) {
  const port = String(await freePort());
  const [dataDir, BASE_URL] = [await temporaryFolder(), `http://127.0.0.1:${port}`];
  return startProcess({ dataDir, databaseUrl, env: { PORT: port, BASE_URL, ...env } });
}

/** Simulates a proxy that adds headers to requests and responses. */
const addHeaders: Handle = async (asked, send) => {
  const more = { via: '1.1 proxy', 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'http' };
  const answer = await send({ ...asked, headers: { ...asked.headers, ...more } });
  const added = { via: '1.1 proxy', 'x-cache': 'MISS', 'server-timing': 'proxy;dur=1', 'alt-svc': 'clear' };
  return { ...answer, headers: { ...answer.headers, ...added } };
};
const proxies: { stop(): void }[] = [];
afterAll(() => {
  for (const proxy of proxies) proxy.stop();
});

/** Simulates a busy machine: suspends the process for 90 % of the time until the process exits. */
function slowDown({ pid, ended }: ServiceProcess): void {
  const kill = (signal: NodeJS.Signals) => process.kill(pid, signal);
  const timer = setInterval(() => {
    kill('SIGSTOP');
    setTimeout(() => kill('SIGCONT'), 90).unref();
  }, 100);
  ended.finally(() => clearInterval(timer)).catch(() => {});
}

const environments: Record<string, () => Promise<string>> = {
  'with the default rate limits': async () => {
    const { url } = await startSandbox({ env: { RATE_LIMIT_PER_SECOND: '100' } });
    return url;
  },
  'behind a proxy that adds headers and changes the case of their names, and with APP_URL on another host':
    async () => {
      const PORT = String(await freePort());
      const proxy = await startProxy(Number(PORT), addHeaders);
      proxies.push(proxy);
      await startSandbox({ env: { PORT, BASE_URL: proxy.baseUrl, APP_URL: 'http://app.elsewhere.test' } });
      return proxy.baseUrl;
    },
  'on PostgreSQL': async () => {
    const { url: databaseUrl } = await createTestDatabase();
    const { url } = await startSandbox({ databaseUrl });
    return url;
  },
  'at one tenth of its speed': async () => {
    const service = await startSandbox();
    slowDown(service);
    return service.url;
  },
};

test.skipIf(runs === 0).concurrent.for(Object.entries(environments))(
  'the kit reports no findings for a correct server %s',
  { timeout: 36_000_000 },
  async ([, start], context) => {
    const url = await start();
    // The runs share one server, so each run finds the data of the previous runs.
    for (let seed = 1; seed <= runs; seed++) context.expect(await check(url, ['--seed', `${seed}`])).toBe('passed');
  },
);

const sequences = ['--only', 'relations', '--only', 'links'];
const choices = [false, true];
const matrix = choices.flatMap((hasOther) =>
  choices.flatMap((isLimited) => choices.map((isFresh) => [hasOther, isLimited, isFresh] as const)),
);

test.skipIf(seeds === 0).concurrent.for(matrix)(
  'the kit reports no findings for a correct server with any seed (second partner: %s, rate limits: %s, new server for each seed: %s)',
  { timeout: 240_000 + seeds * 30_000 },
  async ([hasOther, isLimited, isFresh], context) => {
    const env = { RATE_LIMIT_PER_SECOND: isLimited ? '400' : '0', RATE_LIMIT_BURST: '50' };
    let next = 1;
    async function work(): Promise<void> {
      let service: ServiceProcess | undefined;
      while (next <= seeds) {
        const seed = next++;
        if (isFresh) await service?.kill('SIGKILL');
        if (isFresh || service === undefined) service = await startSandbox({ env });
        const verdict = await check(service.url, ['--seed', `${seed}`, ...sequences], hasOther);
        context.expect(verdict, `seed ${seed}`).toBe('passed');
      }
      await service?.kill('SIGKILL');
    }
    // With rate limits, each run waits most of the time, so the test runs up to 20 of them at once.
    const width = Math.ceil(Math.min(seeds / 2, isLimited ? 20 : 1));
    await Promise.all(Array.from({ length: width }, work));
  },
);
