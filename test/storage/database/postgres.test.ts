import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import {
  createPostgresEngine,
  isPostgresRetryable,
  isPostgresUnavailable,
  type PostgresOptions,
} from '../../../server/storage/database/engine/postgres.ts';
import { createTestDatabase, queryPostgres, type TestDatabase } from '../../support/postgres.ts';
import { startProxy } from '../../support/tcp-proxy.ts';
import { claimDue } from './claim-due.ts';
import { describeContract } from './contract.ts';
import { createPostgresDatabase, openDatedPostgres } from './database-under-test.ts';
import type { DatedStore } from './dated-store.ts';
import { aChange, anEvent, aSubmission, aVerificationRequest, aWebhook, T0, WINDOW } from './samples.ts';

describeContract('PostgreSQL', createPostgresDatabase);

test('the store names the Citus workers that the database cannot reach', async () => {
  const database = await createTestDatabase('tables');
  const [single, store] = [openDatedPostgres(database.url), openDatedPostgres(database.url)];
  try {
    expect(await single.findUnreachableNodes()).toEqual([]);
    // Creates a fake Citus catalog, because the test database does not have the Citus extension.
    await queryPostgres(
      database.url,
      `create table pg_dist_node (nodename text, nodeport int, isactive bool, noderole text, groupid int);
       insert into pg_dist_node values ('coordinator', 1, true, 'primary', 0), ('up', 1, true, 'primary', 1),
         ('down', 2, true, 'primary', 2), ('standby', 3, true, 'secondary', 2), ('removed', 4, false, 'primary', 3);
       create function citus_check_connection_to_node(text, int) returns bool language sql return $1 = 'up'`,
    );
    expect(await store.findUnreachableNodes()).toEqual(['down:2']);
  } finally {
    await Promise.all([single.close(), store.close()]);
    await database.drop();
  }
});

describe('PostgreSQL', () => {
  let database: TestDatabase;
  let other: pg.Client;
  const cleanups: (() => Promise<unknown>)[] = [];

  const unavailable = (code: string) => ({ name: 'StoreUnavailable', cause: { code } });
  const open = (url = database.url, options?: PostgresOptions): DatedStore => {
    const store = openDatedPostgres(url, options);
    cleanups.push(() => store.close());
    return store;
  };

  const terminateBackends = () =>
    queryPostgres(
      database.url,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'partner-credential-service'`,
    );

  const untilWaitingForLock = (count: number) =>
    expect
      .poll(
        async () => {
          const rows = await queryPostgres(
            database.url,
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
          );
          return rows.length;
        },
        { interval: 20 },
      )
      .toBe(count);

  /** Inserts the id in an open transaction, so that calls that add the same id must wait. */
  const lockId = async (partnerRef: string) => {
    await other.query('begin');
    await insertPastTheStore(partnerRef);
  };

  const insertPastTheStore = (partnerRef: string) =>
    other.query(
      `insert into submissions (request_id, client_id, partner_ref, kind, created_at)
       values ($1, 'partner-a', $2, 'education', $3)`,
      [randomUUID(), partnerRef, T0],
    );

  beforeAll(async () => {
    database = await createTestDatabase('tables');
  });
  beforeEach(async () => {
    other = new pg.Client({ connectionString: database.url });
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    for (const cleanup of cleanups.splice(0)) await cleanup();
  });
  afterAll(() => database?.drop());

  test('the store refuses to distribute a database without the citus extension', async () => {
    expect(await open().distribute(() => {})).toMatch('does not have the extension citus');
  });

  test('the service keeps running if database connections break while idle or during a transaction', async () => {
    const engine = createPostgresEngine(database.url);
    cleanups.push(() => engine.db.destroy());
    // Opens three connections. `terminateBackends` breaks two while they are idle, and one during a transaction.
    await Promise.all([1, 2, 3].map(() => sql`select 1`.execute(engine.db)));
    const transaction = engine.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await terminateBackends();
      await sleep(100);
      await sql`select 2`.execute(trx);
    });
    await expect(transaction).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(sql`select 3`.execute(engine.db)).resolves.toBeDefined();
  });

  test('a statement that exceeds the statement timeout fails with StoreUnavailable, and the next statement succeeds', async () => {
    const store = open(database.url, { statementTimeoutMs: 200, maxConnections: 1 });
    const held = aSubmission();
    await lockId(held.partnerRef);
    await expect(store.addSubmissions([held], WINDOW)).rejects.toMatchObject(unavailable('57014'));
    await other.query('rollback');
    expect((await store.addSubmissions([held], WINDOW))[0]?.outcome).toBe('created');
  });

  test('the search for due deliveries works in a read-only transaction, and a claim skips locked deliveries', async () => {
    const store = open();
    const readOnly = new URL(database.url);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const [free, locked] = [aWebhook(), aWebhook()];
    for (const webhook of [free, locked]) {
      await store.addWebhook(webhook, 2);
      const event = anEvent({ createdAt: T0 + 1 });
      await store.addTestDelivery(webhook, { deliveryId: `delivery-${webhook.id}`, event });
    }
    expect(await open(readOnly.href).findDueWebhooks(T0)).toEqual([]);
    await other.query('begin');
    await other.query('select 1 from deliveries where webhook_id = $1 for update', [locked.id]);
    const claimed = await claimDue(store, { now: T0 + 1 });
    expect(claimed.map(({ webhookId }) => webhookId)).toEqual([free.id]);
    await other.query('rollback');
    for (const webhook of [free, locked]) await store.deleteWebhook(webhook);
  });

  test('the search for due deliveries reads only due deliveries, even if many webhooks exist', async () => {
    const own = await createTestDatabase('tables');
    cleanups.push(own.drop);
    const store = openDatedPostgres(own.url);
    await queryPostgres(
      own.url,
      `insert into webhooks (id, client_id, url, event_types, created_at, version, secret)
         select n, 'partner-a', 'u', '[]', 1, 1, '' from generate_series(1, 1000) n;
       insert into events (event_id, client_id, type, resource_id, status, created_at, body)
         select n, 'partner-a', 'verification', 'r', 'verified', 1, '{}' from generate_series(1, 1000) n;
       insert into deliveries (id, client_id, webhook_id, event_id, created_at, next_attempt_at, available_at)
         select n, 'partner-a', n, n, 1, ${T0 + 1}, ${T0 + 1} from generate_series(1, 1000) n`,
    );
    await queryPostgres(own.url, 'analyze');
    expect(await store.findDueWebhooks(T0)).toEqual([]);
    // Closes the store, because PostgreSQL reports the statistics of a connection only after the connection closes.
    await store.close();
    const read = () =>
      queryPostgres(
        own.url,
        `select sum(case indexrelname when 'deliveries_next' then indexes.idx_scan end)::int as looks,
           sum(idx_tup_read)::int as entries, max(seq_tup_read)::int as rows
         from pg_stat_user_indexes indexes join pg_stat_user_tables tables using (relid)
         where tables.relname = 'deliveries'`,
      );
    await expect.poll(read, { interval: 20 }).toEqual([{ looks: 1, entries: 0, rows: 0 }]);
  });

  test('if a webhook is deleted during a change of a verification request, the change succeeds, and only the remaining webhook gets a delivery', async () => {
    const store = open();
    const [kept, gone] = [aWebhook(), aWebhook()];
    for (const webhook of [kept, gone]) await store.addWebhook(webhook, 2);
    const request = aVerificationRequest();
    await store.addVerificationRequest(request);
    await other.query('begin');
    await other.query('delete from webhooks where id = $1', [gone.id]);
    const changed = store.changeVerification(request, aChange({ kind: 'take', userId: 'u' }));
    const tested = store.addTestDelivery(gone, { deliveryId: randomUUID(), event: anEvent() });
    await untilWaitingForLock(2);
    await other.query('commit');
    expect(await changed).toMatchObject({ outcome: 'changed' });
    expect(await tested).toBeNull();
    expect(await store.listDeliveries(kept, { limit: 10 })).toHaveLength(1);
    await store.deleteWebhook(kept);
  });

  test('the store throws StoreUnavailable when no connection becomes free in time', async () => {
    const store = open(database.url, { maxConnections: 1, connectionTimeoutMs: 200 });
    const held = aSubmission();
    await lockId(held.partnerRef);
    const blocked = store.addSubmissions([held], WINDOW);
    await untilWaitingForLock(1);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await other.query('rollback');
    expect((await blocked)[0]?.outcome).toBe('created');
  });

  test('the store throws StoreUnavailable on old and new connections during a network outage, and then reconnects', async () => {
    const proxy = await startProxy(database.url);
    cleanups.push(proxy.close);
    const options = { statementTimeoutMs: 100, connectionTimeoutMs: 1000 };
    const [store, late] = [open(proxy.url, options), open(proxy.url, options)];
    await store.ping();
    proxy.silence();
    await expect(store.addSubmissions([aSubmission()], WINDOW)).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(late.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    proxy.resume();
    for (const each of [store, late]) await expect(each.ping()).resolves.toMatchObject({ wrong: null });
  });

  test('the store retries a call that PostgreSQL aborts because of a deadlock', async () => {
    const shortTimeout = new URL(database.url);
    shortTimeout.searchParams.set('options', '-c deadlock_timeout=500ms');
    const store = open(shortTimeout.href);
    await other.query(`set deadlock_timeout = '10s'`);
    const submissions = ['dead-1', 'dead-2'].map((partnerRef) => aSubmission({ partnerRef }));
    await lockId('dead-2');
    const added = store.addSubmissions(submissions, WINDOW);
    await untilWaitingForLock(1);
    // This insert causes a deadlock. PostgreSQL aborts `addSubmissions`, because the store has the shorter timeout.
    await insertPastTheStore('dead-1');
    await other.query('rollback');
    expect((await added).map(({ outcome }) => outcome)).toEqual(['created', 'created']);
  });

  test('instances that add the same ids in opposite orders cause no deadlock', async () => {
    const own = await createTestDatabase('tables');
    cleanups.push(own.drop);
    const instances = [openDatedPostgres(own.url), openDatedPostgres(own.url)];
    const refs = Array.from({ length: 100 }, () => randomUUID());
    for (let round = 0; round < 10; round++) {
      const posts = [refs, refs.toReversed(), refs.toReversed(), refs].map((ordered, n) =>
        instances[n % 2]?.addSubmissions(
          ordered.map((partnerRef) => aSubmission({ partnerRef, createdAt: T0 + round * WINDOW })),
          WINDOW,
        ),
      );
      await Promise.all(posts);
    }
    // Closes the stores, because PostgreSQL reports the statistics of a connection only after the connection closes.
    await Promise.all(instances.map((store) => store.close()));
    const ownDatabase = `where datname = '${new URL(own.url).pathname.slice(1)}'`;
    await expect.poll(() => queryPostgres(database.url, `select 1 from pg_stat_activity ${ownDatabase}`)).toEqual([]);
    expect(await queryPostgres(database.url, `select deadlocks from pg_stat_database ${ownDatabase}`)).toEqual([
      { deadlocks: 0 },
    ]);
  });
});

const withCode = (code: string) => Object.assign(new pg.DatabaseError('x', 1, 'error'), { code });

// Examples: 53100 is a full disk, 53300 too many connections, 57P03 a starting server, and XX001 corruption.
test.each([
  ['unavailable', '08006 25006 28P01 53100 53300 55P03 57014 57P01 57P03 58030 XX001', true, false],
  ['unavailable until a retry', '40001 40P01', true, true],
  ['a mistake of the caller', '22021 23505 23514 42601 42P01', false, false],
])('the store classifies these PostgreSQL errors as "%s": %s', (_, codes, unavailable, retryable) => {
  for (const code of codes.split(' ').map(withCode)) {
    expect([code.code, isPostgresUnavailable(code)]).toEqual([code.code, unavailable]);
    expect([code.code, isPostgresRetryable(code)]).toEqual([code.code, retryable]);
  }
});

test('the store does not classify an error from outside PostgreSQL as unavailable or retryable', () => {
  expect(isPostgresUnavailable(new TypeError('x'))).toBe(false);
  expect(isPostgresRetryable(new TypeError('x'))).toBe(false);
});
