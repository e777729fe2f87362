import { setTimeout as sleep } from 'node:timers/promises';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Clock, Micros } from '../../domain/clock.ts';
import type { Logger } from '../log.ts';
import { version } from '../version.ts';
import type { Telemetry } from './telemetry.ts';

/** Sources of the values that each scrape reads. */
export interface Sources {
  clock: Clock;
  /** Resolves to the state of the clock. Rejects if the database does not respond. */
  ping(): Promise<{ ahead: Micros; wrong: string | null }>;
  /** Returns the connections to the database; null for the embedded database. */
  connections(): { busy: number; idle: number; waiting: number } | null;
  countOutbox(of: {
    now: Micros;
    limit: number;
  }): Promise<{ pending: number; due: number; oldestDueAt: Micros | null }>;
  findUnreachableNodes(): Promise<string[]>;
  /** Resolves to the problem with the file store, or to null. */
  checkFiles(): Promise<string | null>;
  log: Pick<Logger, 'warn'>;
}

/** Maximum time that a scrape waits for the database. */
const READ_TIMEOUT_MS = 1_000;
/** Maximum number of counted rows. Counting that many takes the database about ten milliseconds. */
const MAX_COUNTED = 100_000;

/** Histogram buckets in seconds. */
const FAST = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Histogram buckets in seconds, up to the time limits of an attempt and a download. */
const SLOW = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics() {
  const registry = new Registry();
  /** Metrics that are specific to this service. */
  const own: { name: string; help: string; labels: readonly string[] }[] = [];
  const named = <T extends string>(name: string, help: string, ...labelNames: T[]) => {
    own.push({ name, help, labels: labelNames });
    return { name, help, labelNames, registers: [registry] };
  };
  const histogram = <T extends string>(buckets: number[], name: string, help: string, ...labels: T[]) =>
    new Histogram({ ...named(name, help, ...labels), buckets });
  const counter = <T extends string>(name: string, help: string, ...labels: T[]) =>
    new Counter(named(name, help, ...labels));
  const gauge = <T extends string>(name: string, help: string, ...labels: T[]) =>
    new Gauge(named(name, help, ...labels));

  const requests = histogram(
    FAST,
    'http_server_request_duration_seconds',
    'Duration of requests',
    ...(['operation', 'status'] as const),
  );
  const commitSize = histogram(
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
    'pcs_commit_submissions',
    'Number of submissions in a commit',
  );
  const commitTime = histogram(FAST, 'pcs_commit_duration_seconds', 'Duration of a commit of submissions');
  const attempts = histogram(SLOW, 'pcs_delivery_attempt_duration_seconds', 'Duration of delivery attempts', 'outcome');
  const givenUp = counter('pcs_deliveries_given_up_total', 'Deliveries that failed permanently');
  const downloads = histogram(
    SLOW,
    'pcs_document_download_duration_seconds',
    'Duration of document downloads',
    'outcome',
  );
  const files = counter('pcs_files_total', 'Files written, read, and deleted', 'action');
  const fileBytes = counter('pcs_file_bytes_total', 'Bytes of files written and read', 'action');
  const fileFailures = counter('pcs_file_failures_total', 'Failed operations of the file store', 'action');
  const swept = counter('pcs_swept_total', 'Resources that sweeps ended or deleted', 'what');
  const sweptAt = gauge('pcs_sweep_last_success_timestamp_seconds', 'Time of the last sweep of this instance', 'what');

  // Counters start at 0, because Prometheus cannot see the first increase of a counter that did not exist.
  for (const action of ['put', 'get', 'delete']) fileFailures.inc({ action }, 0);

  const databaseUp = gauge('pcs_database_up', '1 if the database responded and was writable at the last check');
  const filesUp = gauge('pcs_files_up', '1 if the file store responded at the last check');
  const workersDown = gauge('pcs_citus_workers_down', 'Citus workers that the database cannot reach');
  const ahead = gauge('pcs_clock_ahead_seconds', 'Seconds that the clock of this machine is ahead of the database');
  const pending = gauge('pcs_outbox_pending', 'Pending deliveries, at most 100,000; equal on all instances');
  const due = gauge('pcs_outbox_due', 'Pending deliveries that are due and unclaimed');
  const oldestDue = gauge(
    'pcs_outbox_oldest_due_seconds',
    'Seconds for which the oldest of these deliveries has been due; 0 if there are none',
  );
  const connections = gauge('pcs_database_connections', 'Connections of this instance to PostgreSQL', 'state');
  const waiting = gauge('pcs_database_waiting', 'Calls that are waiting for a connection to PostgreSQL');
  gauge(
    'pcs_build_info',
    'Always 1. The labels are the versions of the service and of Node.js',
    ...(['version', 'node'] as const),
  ).set({ version, node: process.version }, 1);
  collectDefaultMetrics({ register: registry });

  let reading: Promise<void> | null = null;

  async function readDatabase({ log, clock, ping, countOutbox, findUnreachableNodes }: Sources): Promise<void> {
    let isConnected = false;
    try {
      const state = await ping();
      isConnected = true;
      removeValues();
      ahead.set(state.ahead / 1e6);
      databaseUp.set(1);
      // The store reads no rows while the clock is wrong.
      if (state.wrong !== null) return;
      const now = clock.now();
      workersDown.set((await findUnreachableNodes()).length);
      const outbox = await countOutbox({ now, limit: MAX_COUNTED });
      pending.set(outbox.pending);
      due.set(outbox.due);
      oldestDue.set(outbox.oldestDueAt === null ? 0 : (now - outbox.oldestDueAt) / 1e6);
    } catch (err) {
      log.warn({ err }, 'the metrics could not be read from the database');
      // The database itself can respond while one of its Citus workers does not.
      if (!isConnected) removeValues();
    } finally {
      reading = null;
    }
  }

  /** Removes values that were read before a database outage, because they are outdated. */
  function removeValues(): void {
    databaseUp.set(0);
    for (const value of [ahead, workersDown, pending, due, oldestDue]) value.remove();
  }
  // A gauge without labels starts at 0, so its value is removed until it is known.
  for (const value of [databaseUp, filesUp, ahead, workersDown, pending, due, oldestDue, waiting]) value.remove();

  let checkingFiles: Promise<void> | null = null;

  async function readFiles({ checkFiles }: Sources): Promise<void> {
    filesUp.set((await checkFiles().catch(() => 'failed')) === null ? 1 : 0);
    checkingFiles = null;
  }

  async function refresh(from: Sources): Promise<void> {
    const pool = from.connections();
    if (pool !== null) {
      connections.set({ state: 'busy' }, pool.busy);
      connections.set({ state: 'idle' }, pool.idle);
      waiting.set(pool.waiting);
    }
    // Concurrent scrapes share one query.
    reading ??= readDatabase(from);
    checkingFiles ??= readFiles(from);
    const late = sleep(READ_TIMEOUT_MS, false, { ref: false });
    const inTime = [reading, checkingFiles].map((read) => Promise.race([read.then(() => true), late]));
    const [isDatabaseRead, areFilesRead] = await Promise.all(inTime);
    if (!isDatabaseRead) removeValues();
    if (!areFilesRead) filesUp.set(0);
  }

  const telemetry: Omit<Telemetry, 'traceRequest'> = {
    requestEnded: (operation, status, durationMs) =>
      requests.observe({ operation, status: `${Math.trunc(status / 100)}xx` }, durationMs / 1000),
    committed(submissions, durationMs) {
      commitSize.observe(submissions);
      commitTime.observe(durationMs / 1000);
    },
    attemptEnded({ outcome, durationMs, gaveUp }) {
      attempts.observe({ outcome }, durationMs / 1000);
      if (gaveUp) givenUp.inc();
      return undefined;
    },
    downloadEnded({ outcome, durationMs }) {
      downloads.observe({ outcome }, durationMs / 1000);
      return undefined;
    },
    fileTouched(action, bytes) {
      if (bytes === null) fileFailures.inc({ action });
      else {
        files.inc({ action });
        fileBytes.inc({ action }, bytes);
      }
    },
    swept(counts) {
      for (const [what, count] of Object.entries(counts)) {
        swept.inc({ what }, count);
        sweptAt.set({ what }, Date.now() / 1000);
      }
    },
  };

  return {
    telemetry,
    /** Resolves to the metrics in Prometheus text format, within a second even if the database does not respond. */
    async read(sources: Sources | null): Promise<string> {
      if (sources === null) databaseUp.set(0);
      else await refresh(sources);
      return registry.metrics();
    },
    contentType: registry.contentType,
    own,
  };
}
