import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { operations } from '../../../generated/operations.ts';
import { loadConfig } from '../../../server/config.ts';
import { createServices } from '../../../server/create-services.ts';
import { type Clock, hours, type Micros } from '../../../server/domain/clock.ts';
import { StoreUnavailable } from '../../../server/domain/unavailable.ts';
import { cancelExpired } from '../../../server/lifecycle/cancel-expired.ts';
import { changeVerification } from '../../../server/lifecycle/change-verification.ts';
import { collectLooseFiles } from '../../../server/lifecycle/loose-files.ts';
import { createLogger } from '../../../server/log.ts';
import type { Services } from '../../../server/services.ts';
import { guardOnClock } from '../../support/erasures.ts';
import { queryPostgres } from '../../support/postgres.ts';
import type { OwnPostgresServer } from '../../support/postgres-server.ts';
import {
  type Answer,
  BASE_URL,
  type CallOptions,
  type ServiceProcess,
  startProcess,
  temporaryFolder,
} from '../../support/process.ts';
import { randomKey } from '../../support/production.ts';
import type { S3Server } from '../../support/s3-server.ts';
import {
  type Acknowledged,
  acknowledgedOf,
  aPdf,
  aPost,
  batchWithAssets,
  keyIn,
  lostAdds,
  lostContents,
  lostUploads,
  type Post,
  type Uploads,
} from '../load.ts';

export interface FleetOptions {
  postgres: OwnPostgresServer;
  /** What the instances are given; the database itself, or a pooler before it. */
  databaseUrl: string;
  bucket: S3Server;
  /** Between one fault and the next. */
  betweenMs: number;
  storeDownMs: number;
  /** Clients, each with one request under way. */
  clients: number;
  /** Submissions whose window ends during the run, with two files each. */
  expiring: number;
}

/** What was sent, and what came of it. Where all is well, the lists are empty. */
export interface FleetLedger {
  added: number;
  uploaded: number;
  verified: number;
  /** Deliveries that were made, and requests that made them: some come twice. */
  delivered: number;
  received: number;
  /** Submissions whose window ended. */
  swept: number;
  /** In the bucket, at the end. */
  files: number;
  /** Requests that had no answer, or 503, and were sent again. */
  unanswered: number;
  refused: number;
  wrong: string[];
  lost: string[];
  orphans: string[];
  ends: unknown[];
}

const INSTANCES = 3;
const CLIENT = 'sandbox-partner';
/** However busy the machine is. */
const GIVE_UP_MS = 120_000;

interface Place {
  dataDir: string;
  running: ServiceProcess;
}

/** Puts three instances under load, kills, stops and starts them, and takes database and files away for a while. */
export async function runFleet(options: FleetOptions): Promise<FleetLedger> {
  const { postgres, bucket, databaseUrl, betweenMs } = options;
  const env = {
    ...bucket.settings,
    DATA_KEYS: `k1:${randomKey('k1')}`,
    WEBHOOK_RETRY_SPEED: '1000',
    // With 0 nothing would be counted.
    RATE_LIMIT_PER_SECOND: '1000000',
    RATE_LIMIT_BURST: '1000000',
    LIMITS: 'database',
  };
  const start = (dataDir: string) => startProcess({ dataDir, databaseUrl, migrateUrl: postgres.url, env });
  const places: Place[] = [];
  while (places.length < INSTANCES) {
    const dataDir = await temporaryFolder();
    places.push({ dataDir, running: await start(dataDir) });
  }
  const [first, second] = places as [Place, Place];
  const clock = clockThatCanBeAdvanced();
  const dataDir = await temporaryFolder();
  const services = await createServices(
    loadConfig({ ...env, PORT: '0', BASE_URL, DATA_DIR: dataDir, DATABASE_URL: postgres.url }),
    clock,
    createLogger('silent'),
  );
  const receiver = await startReceiver();
  const ends: unknown[] = [];
  try {
    const clients = createClients(places, await first.running.token(), services);
    await clients.send('POST', operations.createWebhook.path, { token: clients.token, body: { url: receiver.url } });
    const expiring: Acknowledged[] = [];
    while (expiring.length < options.expiring) expiring.push(await clients.add(batchWithAssets()));
    const half = Math.ceil(expiring.length / 2);
    const load = clients.load(options.clients);

    await sleep(betweenMs);
    await expire(postgres.url, expiring.slice(0, half));
    ends.push((await first.running.kill('SIGKILL')).end);
    await sleep(betweenMs / 2);
    first.running = await start(first.dataDir);
    await sleep(betweenMs);
    ends.push((await second.running.kill('SIGTERM')).end);
    second.running = await start(second.dataDir);
    await sleep(betweenMs);
    await postgres.restart();
    await sleep(betweenMs);
    await bucket.pause();
    await expire(postgres.url, expiring.slice(half));
    // The files of what it erases cannot be deleted now.
    await cancelExpired(services);
    await sleep(options.storeDownMs);
    await bucket.resume();
    await sleep(betweenMs);
    await load.stop();

    await until(async () => (await services.store.countOutbox({ now: clock.now(), limit: 1 })).pending === 0);
    await until(async () => (await stillOpen(postgres.url, expiring)) === 0);
    const { ledger } = clients;
    const acknowledged = ledger.acknowledged.filter(({ id }) => !expiring.some((other) => other.id === id));
    const uploads = ledger.uploads.filter(({ url }) =>
      acknowledged.some((add) => add.uploads?.some((to) => to.url === url)),
    );
    const lost = await lostAdds(first.running, clients.token, acknowledged);
    for (const { running } of places) ends.push((await running.kill('SIGTERM')).end);

    // The hour has passed after which what is loose is deleted.
    clock.advance(hours(2));
    await collectLooseFiles({ ...services, erasures: guardOnClock(services, clock, 100) });
    lost.push(...(await lostContents(services, acknowledged)), ...(await lostUploads(services, uploads)));
    const deliveries = await deliveriesOf(postgres.url);
    lost.push(...deliveries.filter(({ state }) => state !== 'delivered').map(({ id }) => `${id} was not delivered`));
    lost.push(...deliveries.filter((to) => !receiver.seen.has(to.event)).map(({ id }) => `${id} has not arrived`));
    lost.push(...(await lostVerifications(postgres.url, clients.verified)));
    const { files, orphans } = await compareFiles(services, postgres.url);
    return {
      added: ledger.acknowledged.length,
      uploaded: ledger.uploads.flatMap((to) => to.files).filter(({ isAcknowledged }) => isAcknowledged).length,
      verified: clients.verified.length,
      delivered: deliveries.length,
      received: receiver.count(),
      swept: expiring.length,
      files,
      unanswered: ledger.unanswered,
      refused: ledger.refused,
      wrong: ledger.wrong,
      lost,
      orphans,
      ends,
    };
  } finally {
    receiver.stop();
    await services.dispatcher.stop(0);
    await services.downloader.stop(0);
    await services.close();
  }
}

function clockThatCanBeAdvanced(): Clock & { advance(by: Micros): void } {
  let ahead = 0;
  return {
    now: () => Date.now() * 1000 + ahead,
    advance(by) {
      ahead += by;
    },
  };
}

/** Partners that send again, to any instance, what was not answered or answered 503. */
function createClients(places: readonly Place[], token: string, services: Services) {
  const ledger = {
    acknowledged: [] as Acknowledged[],
    uploads: [] as Uploads[],
    wrong: [] as string[],
    unanswered: 0,
    refused: 0,
  };
  const verified: string[] = [];
  let turn = 0;

  async function send(method: string, target: string, options: CallOptions): Promise<Answer> {
    const until = performance.now() + GIVE_UP_MS;
    while (performance.now() < until) {
      const place = places[Math.floor(Math.random() * places.length)];
      const answer = await place?.running.call(method, target, options).catch(() => null);
      if (answer && answer.status !== 503) return answer;
      if (answer) ledger.refused += 1;
      else ledger.unanswered += 1;
      await sleep(20);
    }
    throw new Error(`${method} ${target} was never answered`);
  }

  async function add(post: Post): Promise<Acknowledged> {
    const answer = await send('POST', post.target, { token, body: post.body });
    if (answer.status !== 201) throw new Error(`${post.target} was answered ${answer.status}`);
    const acknowledged = acknowledgedOf(post, answer);
    ledger.acknowledged.push(acknowledged);
    for (const { url } of acknowledged.uploads ?? []) {
      const file = { bytes: aPdf(), isAcknowledged: false };
      ledger.uploads.push({ url, files: [file] });
      const headers = { 'Content-Type': 'application/pdf' };
      const { status } = await send('PUT', url, { body: file.bytes, headers });
      if (status !== 200) throw new Error(`An upload was answered ${status}`);
      file.isAcknowledged = true;
    }
    return acknowledged;
  }

  /** A person verifies, at an instance that stays. */
  async function verify(): Promise<void> {
    const requestId = randomUUID();
    const body = { request_id: requestId, display_options: { partner_name: 'Acme' } };
    const { status } = await send('POST', operations.createVerificationRequest.path, { token, body });
    if (status !== 201) throw new Error(`A verification request was answered ${status}`);
    const identity = { full_name: 'Ada Lovelace' };
    for (const action of [
      { kind: 'open', userId: requestId },
      { kind: 'verify', userId: requestId, identity },
    ] as const) {
      const until = performance.now() + GIVE_UP_MS;
      for (;;) {
        try {
          await changeVerification(services, { clientId: CLIENT, requestId }, action);
          break;
        } catch (error) {
          if (!(error instanceof StoreUnavailable) || performance.now() > until) throw error;
          await sleep(20);
        }
      }
    }
    verified.push(requestId);
  }

  return {
    token,
    ledger,
    verified,
    send,
    add,
    load(clients: number) {
      let isStopped = false;
      const work = async () => {
        while (!isStopped) {
          turn += 1;
          const work = turn % 4 === 0 ? verify() : add(aPost(turn));
          await work.catch((error: Error) => ledger.wrong.push(error.message));
        }
      };
      const ended = Promise.all(Array.from({ length: clients }, work));
      return {
        async stop() {
          isStopped = true;
          await ended;
        },
      };
    },
  };
}

/** Refuses every fifth event when it comes first. */
async function startReceiver() {
  const seen = new Set<string>();
  let count = 0;
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    const { event_id: id } = JSON.parse(text);
    count += 1;
    const isRefused = !seen.has(id) && seen.size % 5 === 4;
    seen.add(id);
    response.writeHead(isRefused ? 500 : 200).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    seen,
    count: () => count,
    stop: () => server.close().closeAllConnections(),
  };
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + GIVE_UP_MS; performance.now() < end; await sleep(100)) if (await holds()) return;
}

const idsOf = (submissions: readonly Acknowledged[]) =>
  submissions.map(({ redirectUri }) => keyIn(redirectUri).requestId);

/** Their window ended a minute ago. */
const expire = (url: string, submissions: readonly Acknowledged[]) =>
  queryPostgres(
    url,
    'update submissions set created_at = created_at - 172860 * 1000000::bigint where request_id = any($1)',
    [idsOf(submissions)],
  );

async function stillOpen(url: string, submissions: readonly Acknowledged[]): Promise<number> {
  const open =
    "select request_id from submissions where request_id = any($1) and (state <> 'canceled' or content is not null)";
  return (await queryPostgres(url, open, [idsOf(submissions)])).length;
}

async function deliveriesOf(url: string) {
  const rows = await queryPostgres(url, 'select id, event_id, state from deliveries');
  return rows.map((row) => ({ id: String(row['id']), event: String(row['event_id']), state: row['state'] }));
}

/** Those that have not one event of each change. */
async function lostVerifications(url: string, requestIds: readonly string[]): Promise<string[]> {
  const query = `
    select request_id from verification_requests where request_id = any($1) and status = 'verified'
      and (select string_agg(status, ' ' order by created_at) from events
           where events.client_id = verification_requests.client_id
             and events.request_id = verification_requests.request_id) = 'incomplete verified'`;
  const found = new Set((await queryPostgres(url, query, [requestIds])).map((row) => row['request_id']));
  return requestIds.filter((id) => !found.has(id)).map((id) => `${id} is not verified, or not by two events`);
}

/** The files that the bucket has and the database does not, or the other way round. */
async function compareFiles({ files }: Services, url: string): Promise<{ files: number; orphans: string[] }> {
  const inBucket = new Set<string>();
  for await (const page of files.list()) for (const { fileKey } of page) inBucket.add(fileKey);
  const rows = await queryPostgres(
    url,
    `select file_key from assets where file_key is not null
     union select file_key from documents where file_key is not null`,
  );
  const known = new Set(rows.map((row) => String(row['file_key'])));
  const orphans = [...inBucket].filter((key) => !known.has(key)).map((key) => `${key} belongs to nothing`);
  const gone = [...known].filter((key) => !inBucket.has(key)).map((key) => `${key} is not there`);
  return { files: inBucket.size, orphans: [...orphans, ...gone] };
}
