import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Micros } from '../domain/clock.ts';
import type { Logger } from '../log.ts';
import { createRequestTimes } from './request-times.ts';
import type { Telemetry } from './telemetry.ts';

/** What is read when somebody asks for the numbers, and not counted as it happens. */
export interface Sources {
  log: Pick<Logger, 'warn'>;
  clock: { now(): Micros };
  /** Rejects when the database does not answer. */
  readClock(): Promise<{ ahead: Micros }>;
  countOutbox(options: {
    now: Micros;
    limit: number;
  }): Promise<{ pending: number; due: number; oldestDueAt: Micros | null }>;
  /** Null where there is no pool. */
  connections(): { busy: number; idle: number; waiting: number } | null;
}

export interface Described {
  name: string;
  help: string;
  labels: readonly string[];
}

export interface Metrics extends Omit<Telemetry, 'traceRequest' | 'attemptEnded' | 'downloadEnded'> {
  attemptEnded(attempt: Parameters<Telemetry['attemptEnded']>[0]): void;
  downloadEnded(download: Parameters<Telemetry['downloadEnded']>[0]): void;
  /** From now on these are read too. */
  watch(sources: Sources): void;
  /** In the text format of Prometheus. Answers within about a second, whatever the database does. */
  read(): Promise<string>;
  contentType: string;
  /** All that `read` gives but what is the same of any process on Node. */
  own: readonly Described[];
}

/** Several servers that ask, or one that asks often, must not cost the database more. */
const LOOK_EVERY_MS = 5_000;
const LOOK_LIMIT_MS = 1_000;
/** Some ten milliseconds of the database. */
const MOST_COUNTED = 100_000;

const COMMIT_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** To the time limits of an attempt and of a download. */
const OUTGOING_SECONDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The numbers of this process, for Prometheus. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const own: Described[] = [];
  const withLabels = <T extends string>(name: string, help: string, ...labelNames: T[]) => {
    own.push({ name, help, labels: labelNames });
    return { name, help, labelNames, registers };
  };

  const requests = createRequestTimes();
  const { name, help } = withLabels(
    'http_server_request_duration_seconds',
    'How long requests took to answer',
    'operation',
    'status',
  );
  const commitSize = new Histogram({
    ...withLabels('pcs_commit_submissions', 'How many submissions a commit stored'),
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
  });
  const commitTime = new Histogram({
    ...withLabels('pcs_commit_duration_seconds', 'How long a commit of submissions took'),
    buckets: COMMIT_SECONDS,
  });
  const attempts = new Histogram({
    ...withLabels('pcs_delivery_attempt_duration_seconds', 'How long attempts to deliver took', 'outcome'),
    buckets: OUTGOING_SECONDS,
  });
  const givenUp = new Counter(withLabels('pcs_deliveries_given_up_total', 'Deliveries that failed for good'));
  const downloads = new Histogram({
    ...withLabels('pcs_document_download_duration_seconds', 'How long downloads of documents took', 'outcome'),
    buckets: OUTGOING_SECONDS,
  });
  const files = new Counter(withLabels('pcs_files_total', 'Files put, got and deleted', 'action'));
  const fileBytes = new Counter(withLabels('pcs_file_bytes_total', 'Bytes of files put and got', 'action'));
  const fileFailures = new Counter(withLabels('pcs_file_failures_total', 'What the file store failed at', 'action'));
  const swept = new Counter(withLabels('pcs_swept_total', 'What sweeps ended or deleted', 'what'));
  const sweptAt = new Gauge(
    withLabels('pcs_sweep_last_success_timestamp_seconds', 'When this instance last swept', 'what'),
  );
  const refused = new Counter(withLabels('pcs_sweeps_refused_total', 'Sweeps that did nothing', 'reason'));

  // Prometheus sees no increase where there was nothing before.
  for (const action of ['put', 'get', 'delete']) fileFailures.inc({ action }, 0);
  for (const reason of ['clock', 'share']) refused.inc({ reason }, 0);

  const databaseUp = new Gauge(
    withLabels('pcs_database_up', 'Whether the database answered and takes writes when it was asked last'),
  );
  const ahead = new Gauge(
    withLabels('pcs_clock_ahead_seconds', 'How far the clock of this machine is ahead of the database’s'),
  );
  const pending = new Gauge(
    withLabels('pcs_outbox_pending', 'Deliveries that have not ended, at most 100,000; the same from all instances'),
  );
  const due = new Gauge(withLabels('pcs_outbox_due', 'Those of them that are due and that no instance has taken on'));
  const oldestDue = new Gauge(
    withLabels('pcs_outbox_oldest_due_seconds', 'For how long the oldest of these has been due; 0 when there is none'),
  );
  const connections = new Gauge(
    withLabels('pcs_database_connections', 'Connections of this instance to PostgreSQL', 'state'),
  );
  const waiting = new Gauge(withLabels('pcs_database_waiting', 'Calls that wait for a connection to PostgreSQL'));
  collectDefaultMetrics({ register: registry });

  let sources: Sources | null = null;
  let looking: Promise<void> | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;

  let isTold = false;

  async function look({ log, clock, readClock, countOutbox }: Sources): Promise<void> {
    try {
      const reading = await readClock();
      ahead.set(reading.ahead / 1e6);
      const now = clock.now();
      const outbox = await countOutbox({ now, limit: MOST_COUNTED });
      pending.set(outbox.pending);
      due.set(outbox.due);
      oldestDue.set(outbox.oldestDueAt === null ? 0 : (now - outbox.oldestDueAt) / 1e6);
      databaseUp.set(1);
      isTold = false;
    } catch (err) {
      if (!isTold) log.warn({ err }, 'the database could not be asked for numbers');
      isTold = true;
      forget();
    } finally {
      lookedAt = performance.now();
      looking = null;
    }
  }

  /** What was true before the database stopped to answer says nothing now. */
  function forget(): void {
    databaseUp.set(0);
    for (const gauge of [ahead, pending, due, oldestDue]) gauge.remove();
  }
  // A gauge without labels is 0 from its beginning.
  for (const gauge of [databaseUp, ahead, pending, due, oldestDue, waiting]) gauge.remove();

  async function refresh(): Promise<void> {
    if (sources === null) return;
    const pool = sources.connections();
    if (pool !== null) {
      connections.set({ state: 'busy' }, pool.busy);
      connections.set({ state: 'idle' }, pool.idle);
      waiting.set(pool.waiting);
    }
    if (looking === null && performance.now() - lookedAt < LOOK_EVERY_MS) return;
    looking ??= look(sources);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<'late'>((resolve) => {
      timer = setTimeout(resolve, LOOK_LIMIT_MS, 'late');
    });
    if ((await Promise.race([looking, late])) === 'late') forget();
    clearTimeout(timer);
  }

  return {
    requestEnded: (operation, status, durationMs) => requests.observe(operation, status, durationMs / 1000),
    committed(submissions, durationMs) {
      commitSize.observe(submissions);
      commitTime.observe(durationMs / 1000);
    },
    attemptEnded({ outcome, durationMs, gaveUp }) {
      attempts.observe({ outcome }, durationMs / 1000);
      if (gaveUp) givenUp.inc();
    },
    downloadEnded: ({ outcome, durationMs }) => downloads.observe({ outcome }, durationMs / 1000),
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
    sweepRefused: (reason) => refused.inc({ reason }),
    watch(given) {
      sources = given;
    },
    async read() {
      await refresh();
      return `${requests.text(name, help)}\n${await registry.metrics()}`;
    },
    contentType: registry.contentType,
    own,
  };
}
