import type { Micros } from '../../domain/clock.ts';
import { createBatcher } from '../../work/batcher.ts';
import { isWithinWindow, keyOf } from './submission-rows.ts';
import type { AddResult, NewSubmission, Submission, SubmissionKey, SubmissionStore } from './submission-store.ts';

/** As many submissions as one commit, and as many keys as one read, takes on. */
const MAX = 256;

/** A commit of more holds up all that wait behind it, and is held in memory several times on its way. */
const MAX_COMMIT_BYTES = 4 * 1024 * 1024;

/** What may wait for a commit. A database that stalls must not fill the memory with what nobody has acknowledged. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/** What tells whether an id is used again. */
export type AddKey = Pick<NewSubmission, 'clientId' | 'partnerRef' | 'kind' | 'createdAt'>;

/** Adds and reads of one submission, for request handlers: those that arrive together share a commit or a read. */
export interface GroupedStore {
  /**
   * As `SubmissionStore.addSubmissions`, for one. Resolves after the commit; rejects with `StoreUnavailable`, also
   * when too much waits already.
   */
  addSubmission(submission: NewSubmission): Promise<AddResult>;
  /**
   * What `addSubmission` would answer an id that was used a moment ago, for less: nothing need be sealed or written.
   * Null when `addSubmission` must be asked. Rejects with `StoreUnavailable`.
   */
  findRecentAdd(key: AddKey): Promise<AddResult | null>;
  /** The newest submission of an id this partner has, or null. Rejects with `StoreUnavailable`. */
  findSubmission(key: SubmissionKey): Promise<Submission | null>;
}

/** Groups the commits and reads of this process over `store`. The caller still closes the store. */
export function groupCommits(store: SubmissionStore, windowMicros: Micros): GroupedStore {
  const write = createBatcher<NewSubmission, AddResult>(
    (submissions) => store.addSubmissions(submissions, windowMicros),
    {
      max: MAX,
      bytes: {
        sizeOf: ({ content }) => content.bytes.byteLength,
        perRun: MAX_COMMIT_BYTES,
        waiting: MAX_WAITING_BYTES,
      },
    },
  );

  const findSubmission = createBatcher<SubmissionKey, Submission | null>(
    async (keys) => {
      const found = await store.findSubmissions(keys);
      const byKey = new Map(found.map((submission) => [keyOf(submission), submission]));
      return keys.map((key) => byKey.get(keyOf(key)) ?? null);
    },
    { max: MAX },
  );

  const recent = createRecentKeys();

  return {
    findSubmission,
    async addSubmission(submission) {
      const result = await write(submission);
      recent.add(keyOf(submission));
      return result;
    },
    async findRecentAdd(key) {
      if (!recent.has(keyOf(key))) return null;
      const submission = await findSubmission(key);
      if (submission === null || !isWithinWindow(submission, key, windowMicros)) return null;
      // Of a batch, the answer tells the assets too, which are not read here.
      if (submission.kind === 'credential_batch') return null;
      return { outcome: submission.kind === key.kind ? 'replayed' : 'conflict', submission, assets: [] };
    },
  };
}

/** As many keys are remembered at least, and twice as many at most: some 2 MB. */
const KEPT = 10_000;

/** Remembers the newest of the keys that it is told of. */
export function createRecentKeys(): Pick<Set<string>, 'has'> & { add(key: string): void } {
  let newer = new Set<string>();
  let older = new Set<string>();
  return {
    has: (key) => newer.has(key) || older.has(key),
    add(key) {
      if (newer.size === KEPT) [older, newer] = [newer, new Set()];
      newer.add(key);
    },
  };
}
