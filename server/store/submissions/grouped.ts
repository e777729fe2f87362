import type { Micros } from '../../domain/clock.ts';
import { createBatcher } from '../../work/batcher.ts';
import { type AddResult, keyOf, type NewSubmission, type Submission, type SubmissionKey } from './submission.ts';
import type { SubmissionStore } from './submission-store.ts';

/** As many submissions as one commit, and as many keys as one read, takes on. */
const MAX = 256;

/** A commit of more holds up all that wait behind it, and is held in memory several times on its way. */
const MAX_COMMIT_BYTES = 4 * 1024 * 1024;

/** What may wait for a commit. A database that stalls must not fill the memory with what nobody has acknowledged. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

/**
 * Groups the adds and reads of request handlers: those that arrive together share a commit or a read. Both reject with
 * `StoreUnavailable`; an add also does when too many bytes wait already. The caller still closes the store. `committed`
 * is called after each commit with the number of submissions and the duration.
 */
export function groupCommits(
  store: Pick<SubmissionStore, 'addSubmissions' | 'findSubmissions'>,
  windowMicros: Micros,
  committed: (submissions: number, durationMs: number) => void = () => {},
) {
  /** As `SubmissionStore.addSubmissions`, for one submission. Resolves after the commit. */
  const addSubmission = createBatcher<NewSubmission, AddResult>(
    async (submissions) => {
      const startedAt = performance.now();
      const results = await store.addSubmissions(submissions, windowMicros);
      committed(submissions.length, performance.now() - startedAt);
      return results;
    },
    {
      max: MAX,
      bytes: {
        sizeOf: ({ content }) => content.bytes.byteLength,
        perRun: MAX_COMMIT_BYTES,
        waiting: MAX_WAITING_BYTES,
      },
    },
  );

  /** Finds the newest submission of an id that the partner has; null when there is none. */
  const findSubmission = createBatcher<SubmissionKey, Submission | null>(
    async (keys) => {
      const found = await store.findSubmissions(keys);
      const byKey = new Map(found.map((submission) => [keyOf(submission), submission]));
      return keys.map((key) => byKey.get(keyOf(key)) ?? null);
    },
    { max: MAX },
  );

  return { addSubmission, findSubmission };
}
