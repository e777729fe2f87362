import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openPostgresStore } from '../../server/storage/database/store.ts';

export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export const createTestDatabase = (content: 'empty' | 'tables' = 'empty'): Promise<TestDatabase> =>
  createDatabase(inject('postgresUrl'), content === 'tables' ? inject('postgresTemplate') : undefined);

/** Creates a database from a template, which must have no open connections. */
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
