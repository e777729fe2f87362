import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import Libsql from 'libsql';
import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { COMMANDS } from '../../server/cli/commands.ts';
import { systemClock } from '../../server/domain/clock.ts';
import { createLogger } from '../../server/platform/log.ts';
import { clientAddressBehind, createSecurityLog } from '../../server/platform/security-log.ts';
import { blocksOf } from '../docs/paste.ts';
import { person } from '../pages/person.ts';
import { example } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { bundled, ROOT, runCli } from '../support/process.ts';
import { startService, type TestService } from '../support/service.ts';
import { sized } from '../support/size.ts';
import { submitBatch } from '../work/lifecycle/support.ts';

interface Added {
  id: string;
  link: string;
  name: string;
}

async function add(service: TestService, token: string): Promise<Added> {
  const [id, name] = [randomUUID(), `Alex ${randomUUID()}`];
  const { data, ...rest } = example('EducationWithTranscript');
  const credential = { ...data.credential, full_name: name };
  const body = { ...rest, id, data: { ...data, credential, document: null } };
  const answer = await service.call('POST', operations.addEducation.path, { token, body });
  expect(answer.status).toBe(201);
  return { id, name, link: answer.body.redirect_uri };
}

/** Copies the embedded database and the files of a running service, as the operator guide describes. */
async function copyData({ dataDir }: TestService, folder: string): Promise<void> {
  const database = new Libsql(path.join(dataDir, 'service.db'));
  database.exec(`vacuum into '${folder}/service.db'`);
  database.close();
  for (const name of ['files', 'data-key'])
    await cp(path.join(dataDir, name), path.join(folder, name), { recursive: true });
}

/** Checks that the links are unchanged and show the submitted content. */
async function expectAllBack(service: TestService, added: readonly Added[], withFile: string): Promise<void> {
  const token = await service.token();
  const { data, ...rest } = example('EducationWithTranscript');
  for (const { id, link } of added) {
    const body = { ...rest, id, data: { ...data, document: null } };
    const again = await service.call('POST', operations.addEducation.path, { token, body });
    expect([again.body.redirect_uri, again.headers.get('idempotent-replayed')]).toEqual([link, 'true']);
  }
  for (const each of [added[0], added.at(-1)]) {
    const { html } = await person(service.services).openAs('alex@example.com', each?.link ?? '');
    expect(html).toContain(each?.name ?? 'nobody');
  }
  const alex = person(service.services);
  const { html } = await alex.openAs('alex@example.com', withFile);
  const [, href = ''] = /href="([^"]*\/files\/[^"]*)"/.exec(html) ?? [];
  expect(Buffer.from(await (await alex.tab.send(href)).arrayBuffer())).toEqual(Buffer.from(example('PdfFile')));
}

test('if an operator backs up the embedded database under load, the backup contains all data that was stored before', async () => {
  const folder = await temporaryFolder();
  const service = await startService();
  const token = await service.token();
  const withFile = await submitBatch(service, token, 1);
  const known = [await add(service, token)];
  let isCopied = false;
  const load = (async () => {
    while (!isCopied) await add(service, token);
  })();
  await copyData(service, folder);
  isCopied = true;
  await load;
  await service.stop();
  const restored = await startService({ env: { DATA_DIR: folder } });
  await expectAllBack(restored, known, withFile.link);
  await restored.stop();
});

const REPEATED = ['add', 'change', 'disable', 'enable', 'new-secret']
  .map((name) => `partners ${name}`)
  .concat('keys rotate');

/** Runs a shell command with the settings of the restored service. Resolves to its standard output. */
type Shell = (command: string) => Promise<string>;

/** Follows the checklist in the guide. `outputs` contains the output of each command that the checklist repeats. */
async function followRestoreChecklist(shell: Shell, securityLogPath: string) {
  const guide = await readFile(path.join(ROOT, 'server/operate/docs/run.md'), 'utf8');
  const [, section = ''] = guide.split('### Checklist after a restore\n');
  const steps = blocksOf(section.split('\n## ')[0] ?? '').map(({ text }) =>
    text.replaceAll('security.log', securityLogPath),
  );
  const [end, erase, list, webhooks] = steps as [string, string, string, string];
  if (steps.length !== 4) throw new Error(`The checklist has ${steps.length} steps with commands`);
  await shell(end);
  await shell(erase);
  const outputs: string[] = [];
  for (const line of (await shell(list)).trim().split('\n')) {
    const { command, operands, options } = JSON.parse(line);
    const confirmed = COMMANDS[command]?.effect === 'interruption' ? ' --yes' : '';
    if (REPEATED.includes(command))
      outputs.push(await shell(`npm run -s cli -- ${command} ${quoted(operands, options)}${confirmed}`));
  }
  return { outputs, webhooks: await shell(webhooks) };
}

function quoted(operands: readonly string[], options: Record<string, string | boolean>): string {
  const words = Object.entries(options).flatMap(([name, value]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value === 'boolean') return [value ? `--${flag}` : `--no-${flag}`];
    return [`--${flag}`, value];
  });
  return [...operands, ...words].map((word) => `'${word}'`).join(' ');
}

// Only the nightly build runs this test, which is slow. test/flows/erasure.test.ts is the quick test of the commands.
sized(test.skip, test)(
  'after an operator follows the restore checklist, secrets, tokens, sessions, and accounts that were revoked or deleted after the backup are invalid',
  {
    timeout: 180_000,
  },
  async () => {
    const [folder, restored] = [await temporaryFolder(), await temporaryFolder()];
    const securityLogPath = path.join(folder, 'security.log');
    const log = createLogger('info', { write: (line) => appendFileSync(securityLogPath, line) });
    const start = (dataDir: string) =>
      startService({
        env: { DATA_DIR: dataDir },
        // The clock must be the system clock, which the commands also use.
        clock: { ...systemClock, advance() {} },
        change: () => ({ security: createSecurityLog(log, clientAddressBehind([])) }),
      });
    async function cli(...args: string[]): Promise<string> {
      const { code, stdout, stderr } = await runCli({ DATA_DIR: folder, OPERATOR: 'jo', LOG_LEVEL: 'info' }, ...args);
      expect(code, stderr).toBe(0);
      appendFileSync(securityLogPath, stderr);
      return stdout;
    }
    const secretIn = (output: string) => /client_secret (\S+)/.exec(output)?.[1] ?? '';
    const service = await start(folder);
    const grants = ['--scopes', 'write.webhooks read.webhooks'];
    const addPartner = async (id: string) => ({
      clientId: id,
      secret: secretIn(await cli('partners', 'add', id, '--name', id, ...grants)),
    });
    const [old, globex] = [await addPartner('acme'), await addPartner('globex')];
    const leaked = await service.token(old);
    const webhook = await service.call('POST', operations.createWebhook.path, {
      token: leaked,
      body: { url: 'http://127.0.0.1:9/' },
    });
    const token = await service.token();
    const accept = async (email: string) => {
      const batch = await submitBatch(service, token, 1);
      const who = person(service.services);
      return { batch, who, page: await who.accept(await who.openAs(email, batch.link)) };
    };
    const [ada, alan] = [await accept('ada@example.com'), await accept('alan@example.com')];
    const [declined, kept] = [await submitBatch(service, token, 1), await accept('grace@example.com')];
    const grace = kept.who;
    const offered = await grace.open(declined.link);

    await copyData(service, restored);
    const copied = [ada.who, grace].map(({ tab }) => new Map(tab.cookies));
    // Empties the security log at the time of the backup, so that all later lines describe changes after the backup.
    writeFileSync(securityLogPath, '');

    const { method, path: rotation } = operations.rotateWebhookSecret;
    await service.call(method, rotation.replace('{id}', webhook.body.id), { token: leaked });
    await cli('partners', 'new-secret', 'acme', '--yes');
    await cli('partners', 'end-tokens', 'acme', '--yes');
    await cli('partners', 'disable', 'globex', '--yes');
    const form = /\/credentials\/[\w-]+(\?|$)/;
    const confirm = async (who: typeof grace, page: typeof offered, name: string) =>
      who.submit(await who.submit(page, { decision: name }, form), { decision: `${name}_confirmed` }, form);
    await ada.who.submit(await ada.who.visit('/account/delete'), { decision: 'delete_confirmed' });
    await confirm(alan.who, alan.page, 'delete');
    await confirm(grace, offered, 'decline');
    await grace.submit(await grace.visit('/credentials'), {}, /sign-out/);
    await service.stop();

    // Replaces `npm run -s cli` with the bundled command, because npm takes much longer to start.
    const program = `${process.execPath} ${bundled('server/cli.ts')}`;
    const shell = async (command: string) =>
      (
        await promisify(execFile)('bash', ['-c', command.replaceAll('npm run -s cli --', program)], {
          cwd: ROOT,
          env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: restored, OPERATOR: 'jo' },
        })
      ).stdout;
    const { outputs, webhooks } = await followRestoreChecklist(shell, securityLogPath);
    expect(webhooks).toBe('"client_id":"acme"\n');

    const after = await start(restored);
    const { store } = after.services;
    expect((await after.call('GET', operations.listWebhooks.path, { token: leaked })).status).toBe(401);
    expect([await after.token(old), await after.token(globex)]).toEqual([undefined, undefined]);
    const secret = outputs.map(secretIn).find((each) => each !== '') ?? '';
    expect(await after.token({ clientId: 'acme', secret })).toBeDefined();
    for (const cookies of copied) {
      const thief = person(after.services);
      for (const [name, value] of cookies) thief.tab.cookies.set(name, value);
      expect((await thief.visit('/credentials')).path).toMatch(/^\/sign-in/);
    }
    for (const each of [ada.batch, alan.batch, declined]) expect(await store.readContent(each)).toBeNull();
    expect(await store.readContent(kept.batch)).not.toBeNull();
    await after.stop();
  },
);
