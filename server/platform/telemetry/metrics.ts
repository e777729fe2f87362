import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { contractVersion as version } from '../../../generated/operations.ts';
import type { Clock, Micros } from '../../domain/clock.ts';
import type { Logger } from '../log.ts';
import type { Telemetry } from './telemetry.ts';

export interface Sources {
  clock: Clock;
  ping(): Promise<{ ahead: Micros; wrong: string | null }>;
  /** Returns null for the embedded database. */
  connections(): { busy: number; idle: number; waiting: number } | null;
  countOutbox(of: { now: Micros; limit: number }): Promise<{ pending: number; due: number; dueSince: Micros | null }>;
  findUnreachableNodes(): Promise<string[]>;
  checkFiles(): Promise<string | null>;
  log: Pick<Logger, 'warn'>;
}

const READ_TIMEOUT_MS = 1_000;
const MAX_COUNTED_ROWS = 100_000;

/** Histogram buckets in seconds. */
const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
const COUNTS = [1, 2, 4, 8, 16, 32, 64, 128, 256];

/** Descriptions of gauges that are read on each scrape. A gauge with an unknown value is omitted. */
const SCRAPED = {
  pcs_database_up: '1 if the database responded and was writable at the last check',
  pcs_files_up: '1 if the file store responded at the last check',
  pcs_citus_workers_down: 'Citus workers that the database cannot reach',
  pcs_clock_ahead_seconds: 'Seconds that the clock of this machine is ahead of the database',
  pcs_outbox_pending: 'Pending deliveries, at most 100,000; equal on all instances',
  pcs_outbox_due: 'Pending deliveries that are due and unclaimed',
  pcs_outbox_oldest_due_seconds: 'Seconds for which the oldest of these deliveries has been due; 0 if there are none',
  pcs_database_connections_busy: 'Connections of this instance to PostgreSQL that run a statement',
  pcs_database_connections_idle: 'Connections of this instance to PostgreSQL that are not in use',
  pcs_database_waiting: 'Calls that are waiting for a connection to PostgreSQL',
} as const;
type Scraped = Partial<Record<keyof typeof SCRAPED, number>>;

function createInstruments(registers: Registry[]) {
  const histogram = (name: string, help: string, buckets: number[], labelNames: string[] = []) =>
    new Histogram({ name, help, buckets, labelNames, registers });
  const counter = (name: string, help: string, labelNames: string[] = []) =>
    new Counter({ name, help, labelNames, registers });
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name, help, labelNames, registers });
  return {
    requests: histogram('http_server_request_duration_seconds', 'Duration of requests', FAST, ['operation', 'status']),
    commitSize: histogram('pcs_commit_submissions', 'Number of submissions in a commit', COUNTS),
    commitTime: histogram('pcs_commit_duration_seconds', 'Duration of a commit of submissions', FAST),
    delivery: histogram('pcs_delivery_attempt_duration_seconds', 'Duration of delivery attempts', SLOW, ['outcome']),
    givenUp: counter('pcs_deliveries_given_up_total', 'Deliveries that failed permanently'),
    download: histogram('pcs_document_download_duration_seconds', 'Duration of document downloads', SLOW, ['outcome']),
    fileFailures: counter('pcs_file_failures_total', 'Failed operations of the file store', ['action']),
    swept: counter('pcs_swept_total', 'Resources that sweeps ended or deleted', ['what']),
    sweptAt: gauge('pcs_sweep_last_success_timestamp_seconds', 'Time of the last sweep of this instance', ['what']),
    buildInfo: gauge('pcs_build_info', 'Always 1. The labels are the versions of the service and of Node.js', [
      'version',
      'node',
    ]),
  };
}

export function createMetrics() {
  const registry = new Registry();
  const metrics = createInstruments([registry]);
  const recorded = registry.getMetricsAsArray() as unknown as { name: string; help: string; labelNames: string[] }[];
  collectDefaultMetrics({ register: registry });
  metrics.buildInfo.set({ version, node: process.version }, 1);
  // Counters start at 0, because Prometheus cannot see the first increase of a counter that did not exist.
  for (const action of ['put', 'get', 'delete']) metrics.fileFailures.inc({ action }, 0);
  const telemetry: Omit<Telemetry, 'traceRequest'> = {
    requestEnded: (operation, status, durationMs) =>
      metrics.requests.observe({ operation, status: `${Math.trunc(status / 100)}xx` }, durationMs / 1000),
    committed(submissions, durationMs) {
      metrics.commitSize.observe(submissions);
      metrics.commitTime.observe(durationMs / 1000);
    },
    transferEnded({ kind, outcome, durationMs }) {
      metrics[kind].observe({ outcome }, durationMs / 1000);
      return undefined;
    },
    deliveryGivenUp: () => metrics.givenUp.inc(),
    fileFailed: (action) => metrics.fileFailures.inc({ action }),
    swept(counts) {
      for (const [what, count] of Object.entries(counts)) {
        metrics.swept.inc({ what }, count);
        metrics.sweptAt.set({ what }, Date.now() / 1000);
      }
    },
  };
  return {
    telemetry,
    async read(sources: Sources): Promise<string> {
      const scraped = new Registry();
      for (const [name, value] of Object.entries(await readSources(sources)))
        new Gauge({ name, help: SCRAPED[name as keyof Scraped], registers: [scraped] }).set(value);
      return Registry.merge([registry, scraped]).metrics();
    },
    contentType: registry.contentType,
    own: [...recorded, ...Object.entries(SCRAPED).map(([name, help]) => ({ name, help, labelNames: [] }))],
  };
}

async function readSources(sources: Sources): Promise<Scraped> {
  const pool = sources.connections();
  const [database, files] = await Promise.all([
    inTime(readDatabase(sources), { pcs_database_up: 0 }),
    inTime(readFiles(sources), { pcs_files_up: 0 }),
  ]);
  return {
    ...database,
    ...files,
    ...(pool !== null && {
      pcs_database_connections_busy: pool.busy,
      pcs_database_connections_idle: pool.idle,
      pcs_database_waiting: pool.waiting,
    }),
  };
}

const inTime = (reading: Promise<Scraped>, late: Scraped): Promise<Scraped> =>
  Promise.race([reading, sleep(READ_TIMEOUT_MS, late, { ref: false })]);

async function readDatabase({ log, clock, ping, countOutbox, findUnreachableNodes }: Sources): Promise<Scraped> {
  try {
    const { ahead, wrong } = await ping();
    const known = { pcs_database_up: 1, pcs_clock_ahead_seconds: ahead / 1e6 };
    // While the clock is wrong, returns only these values, because the store rejects queries.
    if (wrong !== null) return known;
    const now = clock.now();
    const { pending, due, dueSince } = await countOutbox({ now, limit: MAX_COUNTED_ROWS });
    return {
      ...known,
      pcs_citus_workers_down: (await findUnreachableNodes()).length,
      pcs_outbox_pending: pending,
      pcs_outbox_due: due,
      pcs_outbox_oldest_due_seconds: dueSince === null ? 0 : (now - dueSince) / 1e6,
    };
  } catch (err) {
    log.warn({ err }, 'the metrics could not be read from the database');
    return { pcs_database_up: 0 };
  }
}

async function readFiles({ checkFiles }: Sources): Promise<Scraped> {
  return { pcs_files_up: (await checkFiles().catch(() => 'failed')) === null ? 1 : 0 };
}
