import { describe } from 'vitest';
import { openPostgresStore } from '../../server/store/open-store.ts';
import { citusUrl, createCitusDatabase } from '../support/citus.ts';
import { connectPostgres } from '../support/postgres.ts';
import type { DatabaseUnderTest } from './database-under-test.ts';
import { describeDeliveries } from './deliveries-contract.ts';
import { describeDocuments } from './documents-contract.ts';
import { describeLifecycle } from './lifecycle-contract.ts';
import { describeReport } from './report-contract.ts';
import { describeStore } from './store-contract.ts';
import { describeVerification } from './verification-contract.ts';
import { describeWebhooks } from './webhooks-contract.ts';

/** As on PostgreSQL, but that a database is distributed as soon as it is up to date. */
async function createDatabase(): Promise<DatabaseUnderTest> {
  const { url, drop } = await createCitusDatabase(citusUrl ?? '');
  const client = await connectPostgres(url);
  return {
    location: url,
    open: () => {
      const store = openPostgresStore(url);
      return {
        ...store,
        async migrate() {
          await store.migrate();
          await store.distribute(() => {});
        },
      };
    },
    sql: async (statement) => (await client.query(statement)).rows,
    drop: async () => {
      await client.end();
      await drop();
    },
  };
}

describe.skipIf(citusUrl === undefined)('Citus (CITUS_URL)', () => {
  describeStore('Citus', createDatabase);
  describeLifecycle('Citus', createDatabase);
  describeVerification('Citus', createDatabase);
  describeWebhooks('Citus', createDatabase);
  describeDeliveries('Citus', createDatabase);
  describeDocuments('Citus', createDatabase);
  describeReport('Citus', createDatabase);
});
