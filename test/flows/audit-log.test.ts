import Database from 'libsql';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { COMMANDS } from '../../server/cli/commands.ts';
import { createPostgresDatabase, createSqliteDatabase } from '../storage/database/database-under-test.ts';
import { temporaryFolder } from '../support/folders.ts';
import { cleanUp, runCli } from '../support/process.ts';

afterAll(cleanUp);

describe.each([
  ['SQLite', createSqliteDatabase],
  ['PostgreSQL', createPostgresDatabase],
])('The audit log on %s', (engine, create) => {
  test('audit log entries of several processes are numbered without gaps, and cannot be changed or deleted', async () => {
    const database = await create();
    const stores = [database.open(), database.open()];
    onTestFinished(async () => {
      for (const store of stores) await store.close();
      await database.drop();
    });
    for (const store of stores) await store.migrate();
    const entry = { operator: 'jo', command: 'keys rotate', details: '{}' };
    await Promise.all(stores.flatMap((store) => Array.from({ length: 15 }, () => store.appendAudit(entry))));
    const sequences = (await stores[0]?.listNewestAudit(100))?.map(({ sequence }) => sequence);
    expect(sequences).toEqual(Array.from({ length: 30 }, (_, i) => 30 - i));

    const changes = {
      SQLite: `insert or replace into audit_log values (1, 0, 'jo', 'sweep', '{}')`,
      PostgreSQL: 'truncate audit_log',
    };
    for (const change of [
      `update audit_log set operator = 'someone'`,
      'delete from audit_log',
      changes[engine as keyof typeof changes],
    ]) {
      const run = async () =>
        engine === 'SQLite' ? new Database(database.location).exec(change) : database.sql(change);
      await expect(run(), change).rejects.toThrow('append-only');
    }
  });
});

const add = ['partners', 'add', 'acme', '--name', 'Acme Ltd', '--scopes', 'write.education'];

const linesOf = (output: string) =>
  output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

test('the database and the security log contain the same record of each command, without secrets', async () => {
  const env = { DATA_DIR: await temporaryFolder(), OPERATOR: 'jo@ops', LOG_LEVEL: 'info' };
  const added = await runCli(env, ...add);
  const secret = added.stdout.split(' ').at(-1)?.trim();
  const disable = ['partners', 'disable', 'acme'];
  expect((await runCli(env, ...disable, '--yes')).code).toBe(0);
  expect((await runCli(env, 'partners', 'disable', 'nobody', '--yes')).code).toBe(2);
  expect((await runCli(env, 'status')).code).toBe(0);
  const listed = await runCli(env, 'audit', 'list', '--json');
  const entries = linesOf(listed.stdout).map((entry) => ({ ...entry, details: JSON.parse(entry.details) }));
  const disabled = { operator: 'jo@ops', command: 'partners disable' };
  expect(entries).toMatchObject([
    { sequence: 6, ...disabled, details: { outcome: 'failed', of: 5 } },
    { sequence: 5, ...disabled, details: { operands: ['nobody'], options: {} } },
    { sequence: 4, ...disabled, details: { outcome: 'succeeded', of: 3 } },
    { sequence: 3, ...disabled, details: { operands: ['acme'], options: {} } },
    { sequence: 2, operator: 'jo@ops', command: 'partners add', details: { outcome: 'succeeded', of: 1 } },
    { sequence: 1, operator: 'jo@ops', command: 'partners add' },
  ]);
  const { details } = entries[5];
  expect(details.options).toMatchObject({ scopes: 'write.education' });
  const command = { event: 'operator_command', operator: 'jo@ops', command: 'partners add', sequence: 1, ...details };
  expect(linesOf(added.stderr).filter(({ msg }) => msg === 'security')).toMatchObject([
    command,
    { event: 'partner_added', actor: 'operator', operator: 'jo@ops', client_id: 'acme' },
  ]);
  expect(listed.stdout + added.stderr).not.toContain(secret);
  expect((await runCli(env, 'audit', 'verify')).code).toBe(2);
});

test('the command line requires --yes for commands that interrupt partners or cannot be undone', () => {
  const interruptions = Object.entries(COMMANDS).filter(([, { effect }]) => effect === 'interruption');
  expect(interruptions.map(([name]) => name)).toEqual(
    expect.arrayContaining([
      ...['partners disable', 'partners new-secret', 'keys rotate', 'keys reencrypt'],
      ...['tokens end', 'sessions end', 'users erase', 'submissions erase'],
    ]),
  );
});
