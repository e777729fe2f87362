import type { Micros } from '../../domain/clock.ts';
import type { DocumentState } from '../../domain/document-downloads.ts';
import type { NewDocument, Submission, SubmissionId } from '../submissions/submission-store.ts';

export interface DownloadedFile {
  /** Name of the encrypted file in the file store. */
  fileKey: string;
  /** Bytes before encryption. */
  size: number;
  storedAt: Micros;
}

export interface StoredDocument extends NewDocument {
  requestId: string;
  state: DocumentState;
  attemptsMade: number;
  /** When it may be claimed: the next attempt, or the end of the lease while it is claimed. Null unless `pending`. */
  availableAt: Micros | null;
  /** What was wrong with the last attempt, in a word; null before, and when it is stored. */
  error: string | null;
  /** Null unless `stored`. */
  file: DownloadedFile | null;
}

/** A document that an instance has taken on, until its lease ends. */
export interface ClaimedDocument extends NewDocument {
  /** Names the taking on: what is recorded under a claim that has ended is not kept. */
  claim: string;
  /** Its place among the documents of its submission, from 0. */
  position: number;
  attemptsMade: number;
  submission: Submission;
}

/** What a download came to. */
export type DownloadResult =
  /** `ifFull` is noted in its place when the partner's files of open submissions would hold more than `quota` bytes. */
  { state: 'stored'; file: DownloadedFile; quota: number; ifFull: FailedDownload } | FailedDownload;

export type FailedDownload =
  | { state: 'pending'; error: string; availableAt: Micros }
  | { state: 'unavailable'; error: string };

/** The documents that submissions give the addresses of. They are added and erased with their submissions. */
export interface DocumentStore {
  /**
   * Takes on documents that are due at `now`, at most `limit`, and of each partner only one, the longest due; of the
   * partners in `busy` none. It is the partners' turn one after the other. Others do not get them before
   * `leaseUntil`; after that they are due again. Instances that claim at the same time get different ones, and none
   * waits for another.
   */
  claimDocuments(options: {
    now: Micros;
    leaseUntil: Micros;
    claim: string;
    limit: number;
    busy: readonly string[];
  }): Promise<ClaimedDocument[]>;
  /**
   * Notes a download made under a claim. `dropped`: the claim has ended or the document is gone, and nothing was
   * noted; or the submission ended by `at`, and the document is unavailable; or there was no room for the file. A file
   * that was announced stays loose then.
   */
  recordDocument(record: {
    clientId: string;
    documentKey: string;
    claim: string;
    at: Micros;
    window: Micros;
    result: DownloadResult;
  }): Promise<'recorded' | 'dropped'>;
  /** The documents of submissions, of each in the order in which they were submitted. */
  listDocuments(ids: readonly SubmissionId[]): Promise<StoredDocument[]>;
  /** Documents that are pending or unavailable, by their keys; at most `limit`, those after the key `after`. */
  listMissingDocuments(options: { limit: number; after?: string }): Promise<StoredDocument[]>;
}
