import { describe } from 'vitest';
import { sized } from '../support/size.ts';
import { createPostgresDatabase, createSqliteDatabase, type DatabaseUnderTest } from './database-under-test.ts';
import { describeDeliveries } from './deliveries-contract.ts';
import { describeDocuments } from './documents-contract.ts';
import { describeLifecycle } from './lifecycle-contract.ts';
import { describeReport } from './report-contract.ts';
import { describeStore } from './store-contract.ts';
import { describeVerification } from './verification-contract.ts';
import { describeWebhooks } from './webhooks-contract.ts';

// A later version may give a table another column, and this one goes on beside it. A query of two tables that names a column
// without its table then fails, where the other table gets a column of that name. So here each table has the columns of all.

const COLUMNS = {
  SQLite: `select tables.name as of, columns.name from sqlite_master as tables, pragma_table_info(tables.name) as columns
    where tables.type = 'table'`,
  PostgreSQL: `select table_name as of, column_name as name from information_schema.columns where table_schema = 'public'`,
};

const widened = (create: () => Promise<DatabaseUnderTest>, listColumns: string, adds: string) => async () => {
  const database = await create();
  const widen = async () => {
    const columns = (await database.sql(listColumns)).map((row) => [String(row['of']), String(row['name'])] as const);
    const names = new Set(columns.map(([, name]) => name));
    for (const table of new Set(columns.map(([of]) => of)))
      for (const name of names)
        if (!columns.some(([of, other]) => of === table && other === name))
          await database.sql(`alter table ${table} ${adds} "${name}" text`);
  };
  return {
    ...database,
    open() {
      const store = database.open();
      return { ...store, migrate: () => store.migrate().then(widen) };
    },
  };
};

for (const [engine, create, adds] of [
  ['SQLite', createSqliteDatabase, 'add column'],
  // Several instances migrate at once.
  ['PostgreSQL', createPostgresDatabase, 'add column if not exists'],
] as const) {
  const [title, open] = [`${engine} with later columns`, widened(create, COLUMNS[engine], adds)];
  // Each takes as long as the tests of the engine.
  sized(describe.skip, describe)('in the nightly run', () => {
    describeStore(title, open);
    describeLifecycle(title, open);
    describeVerification(title, open);
    describeWebhooks(title, open);
    describeDeliveries(title, open);
    describeDocuments(title, open);
    describeReport(title, open);
  });
}
