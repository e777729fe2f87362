import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Libsql from 'libsql';
import { openPostgresStore } from '../../server/store/postgres.ts';
import { openSqliteStore } from '../../server/store/sqlite.ts';
import { createTestDatabase, queryPostgres } from '../support/postgres.ts';
import { describeDocuments } from './documents-contract.ts';

describeDocuments('SQLite', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'service-test-sqlite-'));
  const location = join(folder, 'test.db');
  return {
    location,
    open: () => openSqliteStore(location),
    sql: async (statement) => {
      const connection = new Libsql(location, { timeout: 5_000 });
      try {
        const prepared = connection.prepare(statement);
        if (prepared.reader) return prepared.all() as Record<string, unknown>[];
        prepared.run();
        return [];
      } finally {
        connection.close();
      }
    },
    drop: () => rm(folder, { recursive: true, force: true }),
  };
});

describeDocuments('PostgreSQL', async () => {
  const { url, drop } = await createTestDatabase();
  return {
    location: url,
    open: () => openPostgresStore(url),
    sql: (statement) => queryPostgres(url, statement),
    drop,
  };
});
