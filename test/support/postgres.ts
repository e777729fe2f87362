import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPostgresStore } from '../../server/store/open-store.ts';

export interface TestDatabase {
  url: string;
  /** Deletes the database, and ends whatever is still connected to it. */
  drop(): Promise<void>;
}

/** A PostgreSQL database of the caller's own, on the server of this test run: empty, or with the tables of this version. */
export const createTestDatabase = (content: 'empty' | 'tables' = 'empty'): Promise<TestDatabase> =>
  createDatabase(inject('postgresUrl'), content === 'tables' ? inject('postgresTemplate') : undefined);

/** A database on a server, empty or a copy of another, to which nobody is connected. */
export async function createDatabase(serverUrl: string, template = 'template1'): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await queryPostgres(serverUrl, `create database ${name} template ${template}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: async () => {
      await queryPostgres(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** What the operator's command does before a version is started. */
export async function migratePostgres(databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) return;
  const store = openPostgresStore(databaseUrl);
  await store.migrate();
  await store.close();
}

/** A connection, until its `end`. Integers of 64 bits come back as numbers. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.setTypeParser(pg.types.builtins.INT8, Number);
  await client.connect();
  return client;
}

/** Runs one statement on a connection of its own. */
export async function queryPostgres(
  url: string,
  statement: string,
  parameters: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = await connectPostgres(url);
  try {
    const { rows } = await client.query(statement, parameters);
    return rows;
  } finally {
    await client.end();
  }
}
