import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPostgresStore } from '../../server/storage/database/store.ts';

export interface TestDatabase {
  url: string;
  /** Deletes the database, and closes all connections to it. */
  drop(): Promise<void>;
}

/** Creates a PostgreSQL database on the server of the test run, either empty or with the tables of this version. */
export const createTestDatabase = (content: 'empty' | 'tables' = 'empty'): Promise<TestDatabase> =>
  createDatabase(inject('postgresUrl'), content === 'tables' ? inject('postgresTemplate') : undefined);

/** Creates a database on a server as a copy of a template database, which must have no open connections. */
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

/** Migrates a database, as the operator does before starting a new version. */
export async function migratePostgres(databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) return;
  const store = openPostgresStore(databaseUrl);
  await store.migrate();
  await store.close();
}

/** Opens a connection that returns 64-bit integers as numbers. */
export async function connectPostgres(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.setTypeParser(pg.types.builtins.INT8, Number);
  await client.connect();
  return client;
}

/** Runs a statement on a new connection. */
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
