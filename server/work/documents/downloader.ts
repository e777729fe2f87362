import { randomUUID } from 'node:crypto';
import { seconds } from '../../domain/clock.ts';
import { downloadDeadline, downloadDelay, referencedDocuments } from '../../domain/documents.ts';
import { isOnDomain } from '../../domain/url-host.ts';
import { createGuardedAgent, type GuardPolicy } from '../../platform/outbound/guarded-agent.ts';
import { keyedSemaphore } from '../../platform/semaphore.ts';
import { writeFile } from '../../storage/changes/change-submission.ts';
import { deleteOrphanedFiles } from '../../storage/changes/orphaned-files.ts';
import type {
  ClaimedDocument,
  DownloadResult,
  FailedDownload,
} from '../../storage/database/documents/document-store.ts';
import { decryptJson, submissionContent } from '../../storage/encryption/encrypted-json.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import type { PartnerDirectory } from '../../storage/partner-directory.ts';
import type { ReportServices, StorageServices } from '../../storage/services.ts';
import { WorkLoop } from '../work-loop.ts';
import { createFetchDocument, type FetchDocument, type Fetched } from './fetch-document.ts';

export interface DownloaderOptions extends StorageServices, Pick<ReportServices, 'log' | 'telemetry'> {
  partners: PartnerDirectory;
  destinations: GuardPolicy;
  fetchDocument?: FetchDocument;
  /** Maximum number of concurrent downloads, with at most one per partner and per host. */
  concurrency?: number;
  pollMs?: number;
}

/** Long enough for all slots to download from the same host, one after another. */
const LEASE = seconds(120);
const PAUSE_AFTER_FAILURE = seconds(60);
const POLL_MS = 5_000;
const GAP_MS = 50;

export class Downloader extends WorkLoop<ClaimedDocument> {
  readonly #options: DownloaderOptions;
  readonly #agent: ReturnType<typeof createGuardedAgent>;
  readonly #fetchDocument: FetchDocument;
  readonly #acquireHostSlot = keyedSemaphore(1);
  #pausedUntil = 0;

  constructor(options: DownloaderOptions) {
    const { log, pollMs = POLL_MS } = options;
    super({ name: 'document downloads', log, pollMs, gapMs: GAP_MS });
    this.#options = options;
    this.#agent = createGuardedAgent(options.destinations);
    this.#fetchDocument = options.fetchDocument ?? createFetchDocument(this.#agent);
  }

  protected override async claim(): Promise<readonly ClaimedDocument[]> {
    const { store, clock, concurrency = 4 } = this.#options;
    const busy = this.inFlight.map(({ submission }) => submission.clientId);
    const limit = concurrency - busy.length;
    if (clock.now() < this.#pausedUntil || limit <= 0) return [];
    return store.claimDocuments({ lease: LEASE, claim: randomUUID(), limit, busy });
  }

  /** If the result is not recorded, the document is due again when its lease ends. */
  protected override async perform(document: ClaimedDocument): Promise<void> {
    const { clock, log } = this.#options;
    try {
      const fetched = await this.#fetch(document);
      // Does not record an aborted download, because an abort says nothing about the server.
      if (fetched === null || this.isStopped) return;
      if ('bytes' in fetched) await this.#keep(document, fetched.bytes);
      else await this.#record(document, failed(document, fetched.error));
    } catch (err) {
      this.#pausedUntil = clock.now() + PAUSE_AFTER_FAILURE;
      if (!this.isStopped) log.warn({ err }, 'document downloads are paused for a minute');
    }
  }

  protected override close(): Promise<void> {
    return this.#agent.destroy();
  }

  /** Resolves to null if the partner is disabled or the submission was erased. */
  async #fetch(document: ClaimedDocument): Promise<Fetched | null> {
    const { store, encryptor, log, clock, partners, submissionWindow } = this.#options;
    const { submission } = document;
    if (clock.now() >= downloadDeadline(submission, submissionWindow)) return { error: 'submission_ended' };
    const partner = await partners.findActive(submission.clientId);
    if (partner === null) return null;
    const encrypted = await store.readContent(submission);
    if (encrypted === null) return null;
    const url = await orLogged(log, 'submissions', submission, () => {
      const content = decryptJson(encryptor, submissionContent(submission), encrypted);
      return referencedDocuments(submission.kind, content)[document.position]?.url;
    });
    if (url == null) return { error: 'unreadable_content' };
    // The operator can remove a domain after the submission.
    if (!isOnDomain(url, partner.domains)) return { error: 'unregistered_domain' };
    const release = await this.#acquireHostSlot(URL.canParse(url) ? new URL(url).host : '');
    try {
      return await this.#fetchAndLog(document, url);
    } finally {
      release();
    }
  }

  async #fetchAndLog({ documentKey, assetType, attemptsMade, submission }: ClaimedDocument, url: string) {
    const { log, telemetry } = this.#options;
    const startedAt = performance.now();
    const fetched = await this.#fetchDocument(url, assetType);
    if (this.isStopped) return fetched;
    const durationMs = Math.round(performance.now() - startedAt);
    const about = { document_key: documentKey, client_id: submission.clientId };
    const isFetched = 'bytes' in fetched;
    const outcome = isFetched ? 'downloaded' : fetched.error;
    const bytes = isFetched ? fetched.bytes.byteLength : undefined;
    // Shortens `status_404` to `status_4xx`, so that the metric has few label values.
    const label = outcome.startsWith('status_') ? `status_${outcome['status_'.length]}xx` : outcome;
    const transfer = { kind: 'download', outcome: label, failed: !isFetched, durationMs, about } as const;
    const traceId = telemetry.transferEnded(transfer);
    const attempt = { attempt: attemptsMade + 1, outcome, bytes, duration_ms: durationMs, trace_id: traceId };
    log.info({ ...about, ...attempt }, 'download');
    return fetched;
  }

  async #keep(document: ClaimedDocument, bytes: Uint8Array): Promise<void> {
    const { pendingUploadsQuota: quota } = this.#options;
    const file = await writeFile(this.#options, document.submission, bytes);
    const ifFull = failed(document, 'no_room');
    const recorded = await this.#record(document, { state: 'stored', file, quota, ifFull });
    if (recorded === 'dropped') await deleteOrphanedFiles(this.#options, [file.fileKey]);
  }

  #record({ documentKey, claim, submission: { clientId } }: ClaimedDocument, result: DownloadResult) {
    const { store, submissionWindow: window } = this.#options;
    return store.recordDocument({ clientId, documentKey, claim, window, result });
  }
}

const FINAL_ERRORS = ['refused_address', 'submission_ended'];

const failed = ({ attemptsMade }: ClaimedDocument, error: string): FailedDownload =>
  FINAL_ERRORS.includes(error)
    ? { state: 'unavailable', error }
    : { state: 'pending', error, delay: downloadDelay(attemptsMade + 1) };
