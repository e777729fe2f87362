import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import Database from 'libsql';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { auditCommands } from '../../server/cli/audit.ts';
import type { AuditEntry } from '../../server/domain/audit.ts';
import { openPostgresStore, openSqliteStore } from '../../server/store/open-store.ts';
import type { Store } from '../../server/store/store.ts';
import { temporaryFolder } from '../support/folders.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import { bundled, cleanUp, runCli } from '../support/process.ts';

const databases: TestDatabase[] = [];
afterAll(async () => {
  await cleanUp();
  for (const database of databases) await database.drop();
});

interface Place {
  open(): Store;
  /** Runs a statement as a person with access to the database would. */
  query(sql: string): Promise<unknown>;
}

async function onSqlite(): Promise<Place> {
  const file = path.join(await temporaryFolder(), 'service.db');
  return {
    open: () => openSqliteStore(file),
    async query(sql) {
      const database = new Database(file);
      database.exec(sql);
      database.close();
    },
  };
}

async function onPostgres(): Promise<Place> {
  const database = await createTestDatabase('tables');
  databases.push(database);
  return { open: () => openPostgresStore(database.url), query: (sql) => queryPostgres(database.url, sql) };
}

async function opened(place: Place): Promise<Store> {
  const store = place.open();
  onTestFinished(() => store.close());
  await store.migrate();
  return store;
}

const add = (store: Store, command: string) => store.appendAudit({ operator: 'jo', command, details: '{}' });
const verify = (store: Store, head?: string) =>
  auditCommands['audit verify']?.run({ store } as never, ['', ''], head === undefined ? {} : { head });

describe.each([
  ['SQLite', onSqlite],
  ['PostgreSQL', onPostgres],
])('The audit log on %s', (engine, create) => {
  test('commands of several processes form one chain', async () => {
    const place = await create();
    const stores = [await opened(place), await opened(place)];
    await Promise.all(stores.flatMap((store) => Array.from({ length: 15 }, (_, i) => add(store, `command ${i}`))));
    const [newest] = await (stores[0] as Store).listNewestAudit(1);
    expect(newest?.sequence).toBe(30);
    expect(await verify(stores[0] as Store)).toBe(
      `30 entries, no change found. Hash of the newest entry: ${newest?.hash}`,
    );
  });

  test('the database rejects changes and deletions of entries', async () => {
    const place = await create();
    await add(await opened(place), 'keys rotate');
    for (const change of [`update audit_log set operator = 'someone'`, 'delete from audit_log'])
      await expect(place.query(change), change).rejects.toThrow('append-only');
    const replacement = `insert or replace into audit_log values (1, 0, 'jo', 'sweep', '{}', 'abc')`;
    if (engine === 'SQLite') await expect(place.query(replacement)).rejects.toThrow('append-only');
    if (engine === 'PostgreSQL') await expect(place.query('truncate audit_log')).rejects.toThrow('append-only');
  });

  const triggers =
    engine === 'SQLite'
      ? 'drop trigger audit_log_update; drop trigger audit_log_delete'
      : 'drop trigger append_only on audit_log';
  const move = 'update audit_log set sequence = sequence';
  test.each([
    ['changed operator', `update audit_log set operator = 'someone' where sequence = 2`, 2],
    ['changed details', `update audit_log set details = '{"a":1}' where sequence = 3`, 3],
    ['changed time', 'update audit_log set at = at - 1 where sequence = 1', 1],
    ['removed entry', 'delete from audit_log where sequence = 2', 3],
    [
      'exchanged entries',
      `${move} + 100 where sequence = 2; ${move} - 1 where sequence = 3; ${move} - 99 where sequence = 102`,
      2,
    ],
    ['inserted entry', `insert into audit_log values (5, 0, 'jo', 'keys rotate', '{}', 'abc')`, 5],
  ])('after the removal of the triggers, a %s is found', async (_, statement, first) => {
    const place = await create();
    const store = await opened(place);
    for (const command of ['one', 'two', 'three', 'four']) await add(store, command);
    await place.query(`${triggers}; ${statement}`);
    await expect(verify(store)).rejects.toThrow(`Entry ${first} does not follow entry`);
  });

  test('a removal of the newest entries is found with the hash of one of them', async () => {
    const place = await create();
    const store = await opened(place);
    const entries: AuditEntry[] = [];
    for (const command of ['one', 'two', 'three']) entries.push(await add(store, command));
    const [, , newest] = entries;
    expect(await verify(store, newest?.hash)).toMatch(/^3 entries/);
    await place.query(`${triggers}; delete from audit_log where sequence = 3`);
    expect(await verify(store)).toMatch(/^2 entries/);
    await expect(verify(store, newest?.hash)).rejects.toThrow('newer entries were removed');
  });
});

describe('Commands that change something', { timeout: 60_000 }, () => {
  const add = ['partners', 'add', 'acme', '--name', 'Acme Ltd', '--scopes', 'write.education'];

  test('each command is recorded with its operator and without secrets, and the log line has its hash', async () => {
    const env = { DATA_DIR: await temporaryFolder(), OPERATOR: 'jo@ops', LOG_LEVEL: 'info' };
    const added = await runCli(env, ...add);
    const secret = added.stdout.split(' ').at(-1)?.trim();
    expect((await runCli(env, 'partners', 'disable', 'acme', '--yes')).code).toBe(0);
    expect((await runCli(env, 'sweep', '--dry-run')).code).toBe(0);
    const listed = await runCli(env, 'audit', 'list', '--json');
    const entries = listed.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(entries).toMatchObject([
      { sequence: 2, operator: 'jo@ops', command: 'partners disable', details: '{"operands":["acme"],"options":{}}' },
      { sequence: 1, operator: 'jo@ops', command: 'partners add' },
    ]);
    expect(entries[1].details).toContain('"scopes":"write.education"');
    expect(listed.stdout).not.toContain(secret);
    const lines = added.stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(lines.filter(({ msg }) => msg === 'security')).toMatchObject([
      { event: 'operator_command', operator: 'jo@ops', command: 'partners add', hash: entries[1].hash },
      { event: 'partner_added', actor: 'operator', operator: 'jo@ops', client_id: 'acme' },
    ]);
    expect(await runCli(env, 'audit', 'verify', '--head', entries[0].hash)).toMatchObject({ code: 0 });
    expect(await runCli(env, 'audit', 'verify', '--head', 'none')).toMatchObject({
      ...{ code: 1, stdout: '' },
      stderr: 'The log has no entry with the hash none: newer entries were removed.\n',
    });
  });

  test('without a terminal and without --yes, a command that interrupts partners changes nothing', async () => {
    const env = { DATA_DIR: await temporaryFolder(), OPERATOR: 'jo' };
    await runCli(env, ...add);
    for (const command of [
      'partners disable acme',
      'partners new-secret acme',
      'sweep',
      'keys rotate',
      'keys reencrypt',
    ])
      expect(await runCli(env, ...command.split(' ')), command).toMatchObject({
        ...{ code: 2, stdout: '' },
        stderr: `Confirm "${command}" with --yes: the input is not a terminal\n`,
      });
    expect((await runCli(env, 'audit', 'list', '--json')).stdout.trim().split('\n')).toHaveLength(1);
    expect((await runCli(env, 'partners', 'list', '--json')).stdout).toContain('"enabled":true');
  });

  test.each([
    ['a name with a control character', 'jo\u0007'],
    ['a name that is too long', 'j'.repeat(201)],
  ])('the setting OPERATOR rejects %s', async (_, name) => {
    const { code, stderr } = await runCli({ DATA_DIR: await temporaryFolder(), OPERATOR: name }, ...add);
    expect([code, stderr]).toEqual([2, expect.stringContaining('OPERATOR must be at most 200 characters')]);
  });

  const hasTerminal = process.platform === 'linux' && existsSync('/usr/bin/script');
  test.runIf(hasTerminal).each([
    ['y', 'changed acme', 'false'],
    ['n', 'Nothing was changed', 'true'],
  ])('on a terminal, the answer %s decides', async (answer, shown, isEnabled) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: await temporaryFolder(), OPERATOR: 'jo', LOG_LEVEL: 'silent' };
    await runCli(env, ...add);
    const command = `${process.execPath} ${bundled('server/cli.ts')} partners disable acme`;
    const terminal = spawn('script', ['-qec', command, '/dev/null'], { env });
    onTestFinished(() => void terminal.kill());
    let output = '';
    terminal.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
    await expect.poll(() => output, { timeout: 30_000 }).toContain('Run "partners disable acme"? [y/N]');
    terminal.stdin.write(`${answer}\n`);
    await once(terminal, 'close');
    expect(output).toContain(shown);
    expect((await runCli(env, 'partners', 'list', '--json')).stdout).toContain(`"enabled":${isEnabled}`);
  });
});
