import { openPostgresStore } from '../../server/store/open-store.ts';
import { citusUrl, createCitusDatabase } from '../support/citus.ts';
import { createDatabase, migratePostgres, type TestDatabase } from '../support/postgres.ts';
import type { Bench, Figure } from './bench.ts';
import { inTurns } from './in-turns.ts';
import { addsTo, shareOf, startService } from './requests.ts';

/**
 * Adds of one partner on Citus with one worker and with two, each beside those on a plain database of the coordinator's
 * server. All nodes are on one machine, so that this shows what Citus costs, and not what more machines bring.
 */
export async function measureCitus(bench: Bench): Promise<(Figure | string)[]> {
  if (citusUrl === undefined) return ['needs CITUS_URL', 'needs CITUS_URL'];
  const databases: TestDatabase[] = [];
  try {
    databases.push(await createDatabase(citusUrl));
    for (const workers of [1, 2]) databases.push(await createCitusDatabase(citusUrl, workers));
    const sides = [];
    for (const [workers, { url }] of databases.entries()) {
      await migratePostgres(url);
      if (workers > 0) await distribute(url);
      const place = { ...(await bench.place('SQLite')), databaseUrl: url };
      sides.push(await addsTo(await startService(bench, place)));
    }
    const [plain, ...measured] = await inTurns(bench, sides);
    await Promise.all(sides.map(({ server }) => server.stop()));
    return plain === undefined ? [] : measured.map((speed) => shareOf(speed, plain));
  } finally {
    for (const database of databases) await database.drop();
  }
}

/** Spreads the rows of a database over the nodes of its cluster. */
export async function distribute(url: string): Promise<void> {
  const store = openPostgresStore(url);
  await store.distribute(() => {});
  await store.close();
}
