import type { Micros } from '../domain/clock.ts';
import { createBatcher } from './batcher.ts';
import type { AddResult, NewSubmission, Store, Submission, SubmissionKey } from './store.ts';
import { keyOf } from './submission-key.ts';

/** As many submissions as one commit, and as many keys as one read, takes on. */
const MAX = 256;

/** The store's adds and reads one at a time, for request handlers: those that arrive together share a commit or a read. */
export interface GroupedStore {
  /** As `Store.addSubmissions`, for one. Resolves after the commit; rejects with `StoreUnavailable`. */
  addSubmission(submission: NewSubmission, windowMicros: Micros): Promise<AddResult>;
  /** The newest submission of an id this partner has, or null. Rejects with `StoreUnavailable`. */
  findSubmission(key: SubmissionKey): Promise<Submission | null>;
}

/** Groups the commits and reads of this process over `store`. The caller still closes the store. */
export function groupCommits(store: Store): GroupedStore {
  const addersByWindow = new Map<Micros, (submission: NewSubmission) => Promise<AddResult>>();

  function adderFor(windowMicros: Micros) {
    const known = addersByWindow.get(windowMicros);
    if (known) return known;
    const add = createBatcher<NewSubmission, AddResult>(
      (submissions) => store.addSubmissions(submissions, windowMicros),
      { max: MAX },
    );
    addersByWindow.set(windowMicros, add);
    return add;
  }

  const findSubmission = createBatcher<SubmissionKey, Submission | null>(
    async (keys) => {
      const found = await store.findSubmissions(keys);
      const byKey = new Map(found.map((submission) => [keyOf(submission), submission]));
      return keys.map((key) => byKey.get(keyOf(key)) ?? null);
    },
    { max: MAX },
  );

  return {
    addSubmission: (submission, windowMicros) => adderFor(windowMicros)(submission),
    findSubmission,
  };
}
