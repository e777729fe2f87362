import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { CITUS, citusUrl, createCitusDatabase } from '../../support/citus.ts';
import { connectPostgres } from '../../support/postgres.ts';
import { describeContract } from './contract.ts';
import { type DatabaseUnderTest, onServer } from './database-under-test.ts';
import type { DatedStore } from './dated-store.ts';
import {
  aBatch,
  aChange,
  anAttempt,
  anEvent,
  aSubmission,
  assetAt,
  aVerificationRequest,
  aWebhook,
  ROOM,
  submissionAt,
  T0,
  WINDOW,
} from './samples.ts';

async function createDatabase(): Promise<DatabaseUnderTest> {
  const database = await onServer(await createCitusDatabase(citusUrl ?? ''));
  // Some test statements need this setting to join rows of different partners.
  await database.sql('set citus.enable_repartition_joins to on');
  return {
    ...database,
    open: () => {
      const store = database.open();
      return {
        ...store,
        async migrate() {
          await store.migrate();
          await store.distribute(() => {});
        },
      };
    },
  };
}

describe.skipIf(citusUrl === undefined)(CITUS, () => {
  describeContract('Citus', createDatabase);
  describeShards();
});

/** Methods that can query every shard, because they serve background work, operators, or users of several partners. */
const CROSS_SHARD = [
  ...'cancelExpiredSubmissions claimDocuments countOutbox expireVerifications findDueWebhooks'.split(' '),
  ...'findOwnSubmission findUnknownFiles forgetOrphanedFiles forgetUsers forgetVerifications keepDocuments'.split(' '),
  ...'listDueDocuments listFiles listHeldSubmissions listOrphanedFiles listOwnedVerifications'.split(' '),
  ...'listWaitingWebhooks reencryptNext trimDeliveryLog'.split(' '),
];

/** Methods that use only reference tables or coordinator tables, or no tables. */
const UNSHARDED = [
  ...'addPartner addSigningKey appendAudit assignEnvironment assignFilesName clock close connections'.split(' '),
  ...'deleteSigningKeysSupersededBefore deleteUser distribute endSession endSessions ensureUser'.split(' '),
  ...'findEnvironment findFilesName findPartner findSchemaState findUnreachableNodes findUser'.split(' '),
  ...'findUserByAccount isSessionEnded isSessionOpen retainSecret limitClockOffset listKeptKeys'.split(' '),
  ...'listNewestAudit listPartners listSigningKeys migrate noteMobileSignIn noteSignIn ping setFilesName'.split(' '),
  ...'updatePartner'.split(' '),
];

function describeShards(): void {
  let database: DatabaseUnderTest;
  let store: DatedStore;
  const sent: { method: string; text: string; values: readonly unknown[] }[] = [];
  const called = new Set<string>();
  let method = '';

  /** Records the called methods. Calls must not overlap, because they share the variable `method`. */
  const recording = (inner: DatedStore): DatedStore =>
    new Proxy(inner, {
      get(target, name: keyof DatedStore) {
        const member = target[name] as (...args: unknown[]) => Promise<unknown>;
        return async (...args: unknown[]) => {
          called.add(name);
          method = name;
          return member(...args);
        };
      },
    });

  beforeAll(async () => {
    database = await createDatabase();
    store = database.open();
    await store.migrate();
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    await store?.close();
    await database?.drop();
  });

  test('each SQL statement for a request or a delivery uses a single shard', async () => {
    const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
    vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
      const [first, second] = args;
      // A named prepared statement is passed as a single object.
      const { text, values } = typeof first === 'string' ? { text: first, values: second } : (first as pg.QueryConfig);
      if (typeof text === 'string' && /^\s*(select|insert|update|delete|with)\b/.test(text))
        sent.push({ method, text, values: Array.isArray(values) ? values : [] });
      return query.apply(this, args) as never;
    });
    await useEveryPath(recording(store));
    vi.restoreAllMocks();

    expect([...called, ...CROSS_SHARD, ...UNSHARDED].sort()).toEqual(Object.keys(store).sort());
    const client = await connectPostgres(database.location);
    const wide: string[] = [];
    for (const { method, text, values } of sent) {
      const { rows } = await client.query(`explain ${text}`, [...values]);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count));
      if (tasks.length <= 1 && tasks.every((count) => count <= 1)) continue;
      wide.push(`${method}: ${text}\n${plan}`);
    }
    await client.end();
    expect(wide).toEqual([]);
    // Fails if the test has not recorded the statements.
    expect(sent.length).toBeGreaterThan(60);
  });
}

async function useEveryPath(store: DatedStore): Promise<void> {
  const [single, batch] = [
    aSubmission({ documents: [{ documentKey: randomUUID(), ref: 'r', assetType: 'pdf' }] }),
    aBatch(),
  ];
  await store.addSubmissions([single, batch], WINDOW);
  // Replays both submissions, and then reuses the id of the batch after the batch has expired.
  await store.addSubmissions(
    [single, batch].map((one) => ({ ...one, requestId: randomUUID() })),
    WINDOW,
  );
  const again = { ...batch, requestId: randomUUID(), createdAt: T0 + WINDOW, assets: aBatch().assets };
  await store.addSubmissions([again], WINDOW);
  await store.findSubmissions([single, batch]);
  await store.addSubmission(aSubmission());
  await store.findSubmission(single);
  await store.listSubmissionIds({ clientId: single.clientId, limit: 10 });
  const key = assetAt(again.assets[0]?.assetKey);
  await store.findAsset(key);
  for (const [fileKey, uploadedAt] of [
    ['file-1', again.createdAt],
    ['file-2', again.createdAt + 1],
  ] as const) {
    await store.registerFile(fileKey, uploadedAt);
    await store.recordUpload(key, { fileKey, size: 1, uploadedAt }, ROOM);
  }
  await store.findLinkedSubmission(again);
  const act = (requestId: string, kind: 'take' | 'consent' | 'decline', now: number) =>
    store.changeSubmission(submissionAt(requestId), { action: { kind, userId: 'user' }, now, window: WINDOW });
  await act(single.requestId, 'take', T0 + 1);
  await act(single.requestId, 'decline', T0 + 2);
  await act(again.requestId, 'take', again.createdAt);
  await act(again.requestId, 'consent', again.createdAt);
  await store.readContent(again);
  await store.listAssets(again);
  await store.listDocuments([again, single]);
  await store.recordDocument({
    clientId: 'partner-a',
    documentKey: 'd',
    claim: 'c',
    window: WINDOW,
    result: { state: 'unavailable', error: 'e' },
  });
  await store.deleteDocuments(again, again.content);
  await store.eraseSubmission(again, { userId: 'user', now: again.createdAt, window: WINDOW });

  const webhook = aWebhook();
  await store.addWebhook(webhook, 10);
  await store.listWebhooks(webhook.clientId);
  await store.findWebhook(webhook);
  await store.replaceWebhook(webhook, aWebhook({ url: 'https://hooks.example.com' }));
  await store.rotateWebhookSecret(webhook, { secret: webhook.secret, previousEndsAt: T0 });
  const delivery = await store.addTestDelivery(webhook, { deliveryId: randomUUID(), event: anEvent() });
  await store.redeliver(webhook, { redeliveryOf: delivery?.id ?? '', deliveryId: randomUUID(), createdAt: T0 });
  await store.listDeliveries(webhook, { limit: 10 });
  const request = aVerificationRequest();
  await store.addVerificationRequest(request);
  await store.findVerificationRequests(request.clientId, [request.requestId, 'other']);
  await store.readVerificationContent(request);
  await store.changeVerification(request, aChange({ kind: 'take', userId: 'user' }));
  await store.disownVerification(request, 'user');
  await store.changeVerification(request, aChange({ kind: 'refuse', userId: 'user' }));
  const [verified, times] = [aVerificationRequest(), { now: T0 + 2, lease: 1 }];
  await store.addVerificationRequests([verified]);
  for (const kind of ['take', 'verify'] as const)
    await store.changeVerification(verified, aChange({ kind, userId: 'user' }, { identity: verified.content }));

  const shares = [{ clientId: webhook.clientId, webhookId: webhook.id, share: 9 }];
  const claimed = await store.claimDeliveries({ ...times, shares, claim: 'c' });
  const attempt = anAttempt();
  const next = [{ state: 'delivered' }, { state: 'failed' }, { state: 'pending', nextAttemptAt: T0 + 4 }] as const;
  expect(claimed.length).toBeGreaterThanOrEqual(next.length);
  await store.recordAttempts(
    next.flatMap((next, at) => {
      const delivery = claimed[at];
      return delivery === undefined ? [] : [{ delivery, claim: delivery.claim, attempt, next }];
    }),
  );
  await store.deleteWebhook(webhook);
}
