import type { Micros } from '../../../domain/clock.ts';
import { createBatcher } from '../../../platform/batcher.ts';
import { type AddResult, keyOf, type NewSubmission, type Submission, type SubmissionKey } from './submission.ts';
import type { SubmissionStore } from './submission-store.ts';

const MAX = 256;

/** Maximum size of a commit in bytes. A larger commit would delay the next calls and use more memory. */
const MAX_COMMIT_BYTES = 4 * 1024 * 1024;

/** Maximum size of the queue in bytes, so that a stalled database does not exhaust memory. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

export type OnCommit = (submissions: number, durationMs: number) => void;

/** Batches the inserts and lookups of concurrent requests. An insert also rejects if too many bytes are queued. */
export function groupCommits(
  store: Pick<SubmissionStore, 'addSubmissions' | 'findSubmissions'>,
  window: Micros,
  onCommit: OnCommit = () => {},
) {
  const addSubmission = createBatcher<NewSubmission, AddResult>(
    async (submissions) => {
      const startedAt = performance.now();
      const results = await store.addSubmissions(submissions, window);
      onCommit(submissions.length, performance.now() - startedAt);
      return results;
    },
    {
      max: MAX,
      sizeOf: ({ content }) => content.byteLength,
      maxBytes: MAX_COMMIT_BYTES,
      maxWaitingBytes: MAX_WAITING_BYTES,
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

  return { addSubmission, findSubmission };
}
