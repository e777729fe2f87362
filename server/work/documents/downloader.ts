import { randomUUID } from 'node:crypto';
import { type Clock, type Micros, seconds } from '../../domain/clock.ts';
import { downloadDeadline, downloadDelay, referencedDocuments } from '../../domain/documents.ts';
import { isOnDomain } from '../../domain/url-host.ts';
import type { Logger } from '../../platform/log.ts';
import { createGuardedAgent, type GuardPolicy } from '../../platform/outbound/guarded-agent.ts';
import { keyedSemaphore } from '../../platform/semaphore.ts';
import { noTelemetry, type Telemetry } from '../../platform/telemetry/telemetry.ts';
import { deleteOrphanedFiles } from '../../storage/changes/orphaned-files.ts';
import type { ClaimedDocument, FailedDownload } from '../../storage/database/documents/document-store.ts';
import type { Store } from '../../storage/database/store.ts';
import { decryptJson, submissionContent } from '../../storage/encryption/encrypted-json.ts';
import type { Encryptor } from '../../storage/encryption/encryptor.ts';
import type { FileStore } from '../../storage/files/file-store.ts';
import type { PartnerDirectory } from '../../storage/partner-directory.ts';
import { createWorker, type Worker, type WorkerState } from '../worker.ts';
import { createFetchDocument, type FetchDocument, type Fetched } from './fetch-document.ts';

export interface DownloaderOptions {
  store: Pick<Store, 'claimDocuments' | 'recordDocument' | 'readContent' | 'registerFile' | 'forgetOrphanedFiles'>;
  files: FileStore;
  partners: PartnerDirectory;
  encryptor: Pick<Encryptor, 'decrypt'>;
  clock: Clock;
  log: Logger;
  telemetry?: Pick<Telemetry, 'downloadEnded'>;
  /** Policy for the addresses that downloads can connect to. */
  destinations: GuardPolicy;
  /** Function that downloads a document. Default: uses the downloader's own HTTP client, which `stop` closes. */
  fetchDocument?: FetchDocument;
  /** Time from the first POST of a submission to its end. */
  submissionWindow: Micros;
  /** Maximum total size of the files of a partner's open submissions, in bytes. */
  pendingUploadsQuota: number;
  /** Maximum number of concurrent downloads. Each partner and each host can have only one at a time. */
  concurrency?: number;
  pollMs?: number;
}

/** Worker that downloads the documents that submissions refer to by URL. */
type Downloader = Worker;

/** Duration of a lease: longer than it takes to download and record one document per slot from the same host. */
const LEASE = seconds(120);
/** Pause after a disk or database failure, during which downloaded files could not be stored. */
const PAUSE = seconds(60);
const POLL_MS = 5_000;
/** Minimum time between two claims, so that one query serves many new submissions. */
const WAKE_GAP_MS = 50;

export function createDownloader(options: DownloaderOptions): Downloader {
  const { store, files, partners, encryptor, clock, log, telemetry = noTelemetry, destinations } = options;
  const { submissionWindow: window, pendingUploadsQuota: quota, concurrency = 4, pollMs = POLL_MS } = options;
  const agent = createGuardedAgent(destinations);
  const fetchDocument = options.fetchDocument ?? createFetchDocument(agent);

  let pausedUntil = 0;

  /** Downloads in progress, by client ID. */
  const running = new Map<string, Promise<void>>();
  /** Limits downloads to one at a time from each host, because two partners can use the same host. */
  const acquireSlot = keyedSemaphore(1);
  const worker: Worker & WorkerState = createWorker({
    claim,
    // `Promise.race` of an empty list never settles.
    inFlight: () => (running.size === 0 ? null : Promise.race(running.values())),
    finish: () => Promise.all(running.values()),
    // Destroying the agent aborts downloads in flight. They are not recorded.
    close: () => agent.destroy(),
    pollMs,
    wakeGapMs: WAKE_GAP_MS,
  });

  /** Claims due documents. Resolves to true when nothing more is due or all slots are in use. */
  async function claim(): Promise<boolean> {
    if (worker.isStopping || clock.now() < pausedUntil || running.size >= concurrency) return true;
    let claimed: ClaimedDocument[];
    try {
      const busy = [...running.keys()];
      const limit = concurrency - running.size;
      claimed = await store.claimDocuments({ lease: LEASE, claim: randomUUID(), limit, busy });
    } catch (err) {
      pause(err);
      throw err;
    }
    // Documents that were claimed while the worker was stopping are due again when their leases end.
    if (worker.isStopping) return true;
    for (const document of claimed) begin(document);
    return claimed.length === 0;
  }

  function begin(document: ClaimedDocument): void {
    const { clientId } = document.submission;
    const work = download(document)
      // An unrecorded download is due again when its lease ends. Its file stays orphaned until a sweep deletes it.
      .catch(pause)
      .then(() => {
        running.delete(clientId);
        worker.wake();
      });
    running.set(clientId, work);
  }

  function pause(err: unknown): void {
    pausedUntil = clock.now() + PAUSE;
    if (!worker.isStopped) log.warn({ err }, 'document downloads are paused for a minute');
  }

  async function download(document: ClaimedDocument): Promise<void> {
    if (clock.now() >= downloadDeadline(document.submission, window)) {
      await record(document, { state: 'unavailable', error: 'submission_ended' });
      return;
    }
    // The document of a disabled partner is due again when its lease ends.
    const partner = await partners.findActive(document.submission.clientId);
    if (partner === null) return;
    const url = await addressOf(document);
    if (url === null) return;
    let fetched: Fetched;
    if (url === undefined) fetched = { error: 'unreadable_content' };
    // The operator can remove a domain after the submission.
    else if (!isOnDomain(url, partner.domains)) fetched = { error: 'unregistered_domain' };
    else fetched = await oneAtATime(url, () => fetchAndLog(document, url));
    // An aborted download is not recorded, because it says nothing about the server.
    if (worker.isStopped) return;
    if ('bytes' in fetched) await keep(document, fetched.bytes);
    else await record(document, failed(document, fetched.error));
  }

  type Result = Parameters<typeof store.recordDocument>[0]['result'];
  const record = ({ documentKey, claim, submission: { clientId } }: ClaimedDocument, result: Result) =>
    store.recordDocument({ clientId, documentKey, claim, window, result });

  async function fetchAndLog({ documentKey, assetType, attemptsMade, submission }: ClaimedDocument, url: string) {
    const startedAt = performance.now();
    const fetched = await fetchDocument(url, assetType);
    // An aborted download is not logged either.
    if (worker.isStopped) return fetched;
    const durationMs = Math.round(performance.now() - startedAt);
    const about = { document_key: documentKey, client_id: submission.clientId };
    const [outcome, bytes] = 'bytes' in fetched ? ['downloaded', fetched.bytes.byteLength] : [fetched.error];
    const label = outcome.startsWith('status_') ? `${outcome.slice(0, 'status_4'.length)}xx` : outcome;
    const traceId = telemetry.downloadEnded({ outcome: label, durationMs, about });
    const attempt = { attempt: attemptsMade + 1, outcome, bytes, duration_ms: durationMs, trace_id: traceId };
    log.info({ ...about, ...attempt }, 'download');
    return fetched;
  }

  /** Registers, writes, and records the file in the same order as `storeUpload`. Deletes a file that is not needed. */
  async function keep(document: ClaimedDocument, bytes: Uint8Array): Promise<void> {
    const fileKey = files.newKey();
    await store.registerFile(fileKey);
    await files.put(fileKey, document.submission, bytes);
    const file = { fileKey, size: bytes.byteLength };
    const result = { state: 'stored' as const, file, quota, ifFull: failed(document, 'no_room') };
    if ((await record(document, result)) === 'dropped') await deleteOrphanedFiles({ store, files, log }, [fileKey]);
  }

  /** Retries every error except a refused address, because the server's response can change. */
  const failed = ({ attemptsMade }: ClaimedDocument, error: string): FailedDownload =>
    error === 'refused_address'
      ? { state: 'unavailable', error }
      : { state: 'pending', error, delay: downloadDelay(attemptsMade + 1) };

  /** Resolves to the URL; null if the submission was erased; undefined if its content cannot be decrypted. */
  async function addressOf({ submission, position, documentKey }: ClaimedDocument): Promise<string | null | undefined> {
    const encrypted = await store.readContent(submission);
    if (encrypted === null) return null;
    try {
      const content = decryptJson(encryptor, submissionContent(submission), encrypted);
      return referencedDocuments(submission.kind, content)[position]?.url;
    } catch (error) {
      // Logs only the name of the error, because its message can quote the content.
      const reason = error instanceof Error ? error.name : 'Error';
      log.error({ documentKey, reason }, 'the URL of a document could not be decrypted');
      return undefined;
    }
  }

  async function oneAtATime<T>(url: string, work: () => Promise<T>): Promise<T> {
    const { release: leave } = await acquireSlot(URL.canParse(url) ? new URL(url).host : '');
    try {
      return await work();
    } finally {
      leave();
    }
  }

  return worker;
}
