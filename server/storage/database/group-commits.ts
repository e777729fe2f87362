import type { Micros } from '../../domain/clock.ts';
import { createBatcher } from '../../platform/batcher.ts';
import {
  type AddResult,
  keyOf,
  type NewSubmission,
  type Submission,
  type SubmissionKey,
} from './submissions/submission.ts';
import type { SubmissionStore } from './submissions/submission-store.ts';
import type { AddedRequest, NewVerificationRequest, VerificationStore } from './verifications/verification-store.ts';

const MAX = 256;

/** The limits of a queue of inserts. */
const INSERTS = {
  max: MAX,
  sizeOf: ({ content }: { content: Uint8Array }) => content.byteLength,
  /** A larger commit would delay the next calls and use more memory. */
  maxBytes: 4 * 1024 * 1024,
  /** A stalled database must not exhaust memory. */
  maxWaitingBytes: 64 * 1024 * 1024,
};

export type OnCommit = (submissions: number, durationMs: number) => void;

type GroupedStore = Pick<SubmissionStore, 'addSubmissions' | 'findSubmissions'> &
  Pick<VerificationStore, 'addVerificationRequests'>;

/** Batches the inserts and lookups of concurrent requests. An insert also rejects if too many bytes are queued. */
export function groupCommits(store: GroupedStore, window: Micros, onCommit: OnCommit = () => {}) {
  const addSubmission = createBatcher<NewSubmission, AddResult>(async (submissions) => {
    const startedAt = performance.now();
    const results = await store.addSubmissions(submissions, window);
    onCommit(submissions.length, performance.now() - startedAt);
    return results;
  }, INSERTS);

  const addVerificationRequest = createBatcher<NewVerificationRequest, AddedRequest>(
    store.addVerificationRequests,
    INSERTS,
  );

  const findSubmission = createBatcher<SubmissionKey, Submission | null>(
    async (keys) => {
      const found = await store.findSubmissions(keys);
      const byKey = new Map(found.map((submission) => [keyOf(submission), submission]));
      return keys.map((key) => byKey.get(keyOf(key)) ?? null);
    },
    { max: MAX },
  );

  return { addSubmission, addVerificationRequest, findSubmission };
}
