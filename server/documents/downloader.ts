import { randomUUID } from 'node:crypto';
import { openJson, submissionContent } from '../crypto/sealed-json.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { announcedDocuments } from '../domain/announced-documents.ts';
import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import { downloadDelay, downloadsEnd } from '../domain/document-downloads.ts';
import type { FileStore } from '../files/file-store.ts';
import { deleteLooseFiles } from '../lifecycle/loose-files.ts';
import type { Logger } from '../log.ts';
import type { ClaimedDocument, DownloadResult } from '../store/documents/document-store.ts';
import type { Store } from '../store/store.ts';
import { createWorker, type Worker, type WorkerState } from '../work/worker.ts';
import type { FetchDocument } from './fetch-document.ts';

export interface DownloaderOptions {
  store: Pick<
    Store,
    'claimDocuments' | 'recordDocument' | 'readContent' | 'announceFile' | 'forgetLooseFiles'
  >;
  files: FileStore;
  sealer: Pick<Sealer, 'open'>;
  clock: Clock;
  log: Logger;
  fetchDocument: FetchDocument;
  /** From the first POST, and from consent, as the contract gives it. */
  submissionWindow: Micros;
  newId?: () => string;
  /** How many documents are downloaded at once, each of another partner and of another host. 4 by default. */
  concurrency?: number;
  pollMs?: number;
  /** Called once it has stopped. */
  close?: () => Promise<void>;
}

/** Downloads the documents that submissions give the addresses of. */
export type Downloader = Worker;

/** Longer than a download takes, one of each place that wait for the same host, and their recording. */
const LEASE = seconds(120);
/** After the disk or the database failed. Whatever was claimed meanwhile would be downloaded for nothing. */
const REST = seconds(60);
const POLL_MS = 5_000;
/** A storm of submissions must not make one look for documents of each. */
const WAKE_GAP_MS = 50;

export function createDownloader(options: DownloaderOptions): Downloader {
  const { store, files, sealer, clock, log, fetchDocument, submissionWindow: window } = options;
  const { newId = randomUUID, concurrency = 4, pollMs = POLL_MS } = options;

  let restsUntil = 0;

  /** By partner. */
  const running = new Map<string, Promise<void>>();
  /** The last download of each host, for the next one to wait for: two partners may share a host. */
  const hosts = new Map<string, Promise<unknown>>();
  const worker: Worker & WorkerState = createWorker({
    claim,
    // A race of none would never end.
    underWay: () => (running.size === 0 ? null : Promise.race(running.values())),
    finish: () => Promise.all(running.values()),
    ...(options.close && { close: options.close }),
    pollMs,
    wakeGapMs: WAKE_GAP_MS,
  });

  /** Resolves to whether nothing more is due that there is room for. */
  async function claim(): Promise<boolean> {
    const now = clock.now();
    if (worker.isStopping || now < restsUntil || running.size >= concurrency) return true;
    let claimed: ClaimedDocument[];
    try {
      const busy = [...running.keys()];
      const limit = concurrency - running.size;
      claimed = await store.claimDocuments({ now, leaseUntil: now + LEASE, claim: newId(), limit, busy });
    } catch (err) {
      rest(err);
      throw err;
    }
    // What is claimed while it stops comes back at the end of its lease.
    if (worker.isStopping) return true;
    for (const document of claimed) begin(document);
    return claimed.length === 0;
  }

  function begin(document: ClaimedDocument): void {
    const { clientId } = document.submission;
    const work = download(document)
      // What is not noted comes back at the end of its lease; a file that was written stays loose, and goes with the others.
      .catch(rest)
      .then(() => {
        running.delete(clientId);
        worker.wake();
      });
    running.set(clientId, work);
  }

  function rest(err: unknown): void {
    restsUntil = clock.now() + REST;
    if (!worker.isGivenUp) log.warn({ err }, 'downloads of documents rest for a minute');
  }

  async function download(document: ClaimedDocument): Promise<void> {
    const { documentKey, claim, submission } = document;
    if (clock.now() >= downloadsEnd(submission, window)) {
      const result = { state: 'unavailable' as const, error: 'submission_ended' };
      await store.recordDocument({ documentKey, claim, at: clock.now(), window, result });
      return;
    }
    const url = await addressOf(document);
    if (url === null) return;
    const fetched =
      url === undefined
        ? ({ error: 'unreadable_content' } as const)
        : await oneAtATime(url, () => fetchDocument(url, document.assetType as 'pdf' | 'png' | 'jpg'));
    // A download that was cut off says nothing of the server.
    if (worker.isGivenUp) return;
    if ('bytes' in fetched) await keep(document, fetched.bytes);
    else {
      const result = failed(document, fetched.error);
      await store.recordDocument({ documentKey, claim, at: clock.now(), window, result });
    }
  }

  /** In the order that `storeUpload` keeps: announced, written, recorded, and then what is not needed goes. */
  async function keep({ documentKey, claim }: ClaimedDocument, bytes: Uint8Array): Promise<void> {
    const fileKey = files.newKey();
    await store.announceFile(fileKey, clock.now());
    await files.put(fileKey, bytes);
    const at = clock.now();
    const file = { fileKey, size: bytes.byteLength, storedAt: at };
    const result = { state: 'stored' as const, file };
    const outcome = await store.recordDocument({ documentKey, claim, at, window, result });
    if (outcome === 'dropped') await deleteLooseFiles({ store, files, log }, [fileKey]);
  }

  /**
   * What a server gives out may change, so everything is tried again but an address that the service does not connect to. Once
   * the end is known, the last attempt that is due is at the end: it makes the document unavailable without a download.
   */
  function failed({ submission, attemptsMade }: ClaimedDocument, error: string): DownloadResult {
    if (error === 'refused_address') return { state: 'unavailable', error };
    const next = clock.now() + downloadDelay(attemptsMade + 1);
    const end = submission.state === 'completed' ? downloadsEnd(submission, window) : next;
    return { state: 'pending', error, availableAt: Math.min(next, end) };
  }

  /** Null when the submission is erased; undefined when its content cannot be opened, which the operator can mend. */
  async function addressOf({
    submission,
    position,
    documentKey,
  }: ClaimedDocument): Promise<string | null | undefined> {
    const { requestId, kind } = submission;
    const sealed = await store.readContent(requestId);
    if (sealed === null) return null;
    try {
      const content = openJson(sealer, submissionContent(requestId), sealed);
      return announcedDocuments(kind, content)[position]?.url;
    } catch (error) {
      // The error itself may quote what it could not read.
      const reason = error instanceof Error ? error.name : 'Error';
      log.error({ documentKey, reason }, 'the address of a document cannot be read');
      return undefined;
    }
  }

  async function oneAtATime<T>(url: string, work: () => Promise<T>): Promise<T> {
    const host = URL.canParse(url) ? new URL(url).host : '';
    const mine = (hosts.get(host) ?? Promise.resolve()).then(work);
    const settled = mine.then(
      () => {},
      () => {},
    );
    hosts.set(host, settled);
    try {
      return await mine;
    } finally {
      if (hosts.get(host) === settled) hosts.delete(host);
    }
  }

  return worker;
}
