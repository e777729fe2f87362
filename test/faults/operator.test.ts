import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { blocksOf } from '../docs/paste.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { freePort } from '../support/free-port.ts';
import { backUp, restorePostgres, startArchiving } from '../support/postgres-backup.ts';
import { ROOT } from '../support/process.ts';
import { productionSettings, randomKey } from '../support/production.ts';
import { sized } from '../support/size.ts';

const run = promisify(execFile);
const ARCHIVE_TIMEOUT_SECONDS = 2;

const started = new Set<ChildProcess>();
const kill = (child: ChildProcess, signal: NodeJS.Signals) => process.kill(-(child.pid ?? 0), signal);

afterEach(() => {
  for (const child of started) kill(child, 'SIGKILL');
});

interface Added {
  id: string;
  link: string;
  /** Time of the response, in milliseconds since the Unix epoch. */
  at: number;
}

// This test builds the service, which is slow, so only the nightly build runs it.
sized(test.skip, test)(
  'an operator who follows the guides can start the service in production, add a partner, replace the data key, and restore a backup',
  { timeout: 900_000 },
  async () => {
    const folder = await temporaryFolder();
    const [checkout, archive, archived, backup, log] = ['checkout', 'archive', 'archived', 'backup', 'log'].map(
      (name) => path.join(folder, name),
    ) as [string, string, string, string, string];
    await run('chmod', ['a+rwx', folder]);
    await run('git', ['clone', '--quiet', ROOT, checkout]);
    await symlink(path.join(ROOT, 'node_modules'), path.join(checkout, 'node_modules'));
    const guide = await readFile(path.join(ROOT, 'server/operate/docs/install.md'), 'utf8');
    const steps = blocksOf(guide.split('## Container image')[0] ?? '').filter(({ language }) => language === 'bash');
    const [migrate, start, addPartner] = steps.map(({ text }) => text) as [string, string, string];
    expect(steps).toHaveLength(3);

    let postgres = await startArchiving(archive, ['-c', `archive_timeout=${ARCHIVE_TIMEOUT_SECONDS}`]);
    const port = String(await freePort());
    let settings: NodeJS.ProcessEnv = {
      ...productionSettings(postgres.url),
      PORT: port,
      DATA_DIR: path.join(folder, 'data'),
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      OPERATOR: 'walk',
    };
    /** Runs a command in the checkout. Resolves to its exit code and output. Appends standard error to the log file. */
    async function shell(command: string, env = settings): Promise<{ code: number; output: string }> {
      const ended = await run('bash', ['-c', command], { cwd: checkout, env }).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
      );
      await appendFile(log, ended.stderr);
      return { code: ended.code, output: ended.code === 0 ? ended.stdout : ended.stdout + ended.stderr };
    }
    async function serve(command = 'node dist/server/main.js'): Promise<ChildProcess> {
      const child = spawn('bash', ['-c', `exec >>'${log}' 2>&1; ${command}`], {
        cwd: checkout,
        env: settings,
        detached: true,
        stdio: ['ignore', 'ignore', 'inherit'],
      });
      started.add(child);
      const isReady = () =>
        fetch(`http://127.0.0.1:${port}/readyz`).then(
          ({ ok }) => ok,
          () => false,
        );
      for (let waited = 0; !(await isReady()); waited += 50) {
        if (waited > 120_000) throw new Error('The service is not ready after two minutes');
        await sleep(50);
      }
      return child;
    }
    async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
      const closed = once(child, 'close');
      kill(child, signal);
      await closed;
      started.delete(child);
    }

    const { DATA_KEYS: _, ...incomplete } = settings;
    expect(await shell(migrate, incomplete)).toMatchObject({ code: 2, output: expect.stringContaining('DATA_KEYS') });
    expect(await shell(migrate)).toMatchObject({ code: 0 });
    let service = await serve(start);
    const { output } = await shell(addPartner);
    const client_secret = /client_secret (\S+)/.exec(output)?.[1] ?? '';
    const requestToken = async () => {
      const form = new URLSearchParams({ grant_type: 'client_credentials', client_id: 'example', client_secret });
      const answer = await fetch(`http://127.0.0.1:${port}${operations.createTokenV2.path}`, {
        method: 'POST',
        body: form,
      });
      return String(((await answer.json()) as { access_token?: string }).access_token);
    };
    const token = await requestToken();
    async function add(id: string = randomUUID()): Promise<Added | null> {
      const { data, ...rest } = example('EducationWithTranscript');
      const answer = await fetch(`http://127.0.0.1:${port}${operations.addEducation.path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ ...rest, id, data: { ...data, document: null } }),
      }).catch(() => null);
      if (answer?.status !== 201) return null;
      return { id, link: ((await answer.json()) as { redirect_uri: string }).redirect_uri, at: Date.now() };
    }
    const first = await add();
    expect(first?.link).toContain('/partner/add/education#');
    const expectFirst = async () => expect((await add(first?.id))?.link).toBe(first?.link);

    const [old, next] = [settings['DATA_KEYS'], `k2:${randomKey('k2')}`];
    settings = { ...settings, DATA_KEYS: `${next},${old}` };
    await stop(service);
    service = await serve();
    expect(await shell('npm run cli -- keys reencrypt --yes')).toMatchObject({ code: 0 });
    settings = { ...settings, DATA_KEYS: next };
    await stop(service);
    service = await serve();
    await expectFirst();

    await backUp(postgres, backup);
    const added: Added[] = [];
    let isLoaded = true;
    const loading = (async () => {
      while (isLoaded) added.push(...[await add()].filter((each) => each !== null));
    })();
    await sleep(3000 * ARCHIVE_TIMEOUT_SECONDS);
    // Simulates the loss of the server by copying only complete WAL segments, which have exactly 16 MiB.
    const lostAt = Date.now();
    await mkdir(archived);
    await run('find', [archive, '-type', 'f', '-size', '16384k', '-exec', 'cp', '-a', '-t', archived, '{}', '+']);
    isLoaded = false;
    await loading;
    const [pid] = (await readFile(path.join(postgres.dataDir ?? '', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
    const killedAt = Date.now();
    await stop(service);
    const broken = postgres;
    postgres = await restorePostgres(broken, { archive: archived, backup });
    settings = { ...settings, DATABASE_URL: productionSettings(postgres.url)['DATABASE_URL'] };
    service = await serve();
    await expectFirst();
    const rto = Date.now() - killedAt;
    const lost: Added[] = [];
    for (const each of added.filter(({ at }) => at <= lostAt))
      if ((await add(each.id))?.link !== each.link) lost.push(each);
    const rpo = lostAt - Math.min(lostAt, ...lost.map(({ at }) => at));
    process.stdout.write(
      `restore: ${added.length} adds since the backup, ${lost.length} lost, the oldest ${rpo} ms before the loss; available after ${rto} ms\n`,
    );
    expect(added.length).toBeGreaterThan(lost.length);
    expect(rpo).toBeLessThan(2000 * ARCHIVE_TIMEOUT_SECONDS);

    expect((await shell('npm run -s cli -- audit list')).output).toMatch(/walk/);
    await stop(service);
    await postgres.stop();
  },
);
