import { citusUrl, createCitusDatabase } from '../support/citus.ts';
import { migratePostgres, queryPostgres, type TestDatabase } from '../support/postgres.ts';
import type { Bench, Figure } from './bench.ts';
import { distribute } from './citus.ts';
import { secondsOf } from './commands.ts';
import { newSubmission } from './growth.ts';
import { inTurns } from './in-turns.ts';
import { CLIENT, closeServices, openServices, type Place } from './open-services.ts';
import { addsTo, readsOf, shareOf, startService } from './requests.ts';

const PARTNERS = 100;

/** What very many submissions cost on Citus: to distribute them, and the requests of a partner of them beside an empty cluster. */
export async function measureCitusSize(bench: Bench): Promise<(Figure | string)[]> {
  if (citusUrl === undefined) return Array<string>(5).fill('needs CITUS_URL');
  const databases: TestDatabase[] = [];
  try {
    const sides = [];
    const figures: Figure[] = [];
    for (const stored of [bench.numbers.stored, 0]) {
      const database = await createCitusDatabase(citusUrl);
      databases.push(database);
      const place = { ...(await bench.place('SQLite')), databaseUrl: database.url };
      await migratePostgres(database.url);
      if (stored === 0) await distribute(database.url);
      else figures.push(...(await distributeFilled(place, stored)));
      const server = await startService(bench, place);
      sides.push({ add: await addsTo(server), read: await readsOf(server) });
    }
    const [full, empty] = sides;
    if (full === undefined || empty === undefined) return figures;
    const [added, addedToEmpty] = await inTurns(bench, [full.add, empty.add]);
    // As autovacuum does within minutes: without it, each read of a new table may go through all rows of the partner.
    for (const { url } of databases) await queryPostgres(url, 'analyze submissions');
    const [read, readOfEmpty] = await inTurns(bench, [full.read, empty.read]);
    await Promise.all(sides.map(({ add }) => add.server.stop()));
    const tail = { value: added.p99Ms / addedToEmpty.p99Ms };
    return [...figures, shareOf(added, addedToEmpty), tail, shareOf(read, readOfEmpty)];
  } finally {
    for (const database of databases) await database.drop();
  }
}

/** The seconds that it takes, and the size of the submissions. */
async function distributeFilled(place: Place & { databaseUrl: string }, count: number): Promise<Figure[]> {
  const { databaseUrl } = place;
  await fill(place, count);
  const seconds = await secondsOf(() => distribute(databaseUrl));
  const [size] = await queryPostgres(databaseUrl, "select citus_total_relation_size('submissions') as bytes");
  return [{ value: seconds }, { value: Number(size?.['bytes']) / 2 ** 20 }];
}

/** Copies one submission, by SQL: to make each would take hours. */
async function fill(place: Place & { databaseUrl: string }, count: number): Promise<void> {
  const services = await openServices(place);
  await services.store.addSubmissions([newSubmission(services)], services.submissionWindow);
  await closeServices(services);
  await queryPostgres(
    place.databaseUrl,
    `insert into submissions
      (request_id, client_id, partner_ref, kind, document_type, state, created_at, key_id, content)
    select 's-' || n, case n % ${PARTNERS} when 0 then '${CLIENT}' else 'partner-' || n % ${PARTNERS} end, 'ref-' || n,
      kind, document_type, state, created_at, key_id, content
    from submissions, generate_series(1, ${count}) as n`,
  );
}
