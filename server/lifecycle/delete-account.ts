import { changeVerification } from './change-verification.ts';
import { deleteOrphanedFiles } from './orphaned-files.ts';
import type { LifecycleParts } from './parts.ts';

type Parts = Pick<
  LifecycleParts,
  'store' | 'files' | 'encryptor' | 'clock' | 'log' | 'submissionWindow' | 'verificationWindow' | 'dispatcher'
>;

/**
 * Deletes a user with everything that is theirs. What partners have had stays theirs: that a submission was completed,
 * and that a request was canceled. Rejects with `StoreUnavailable`; it may be called again then.
 */
export async function deleteAccount(parts: Parts, userId: string): Promise<void> {
  await eraseAll(parts, userId);
  await parts.store.deleteUser(userId);
  // What the user opened meanwhile in another tab. Nothing can be opened any more: see `eraseUnlessThere`.
  await eraseAll(parts, userId);
}

/**
 * Called when a user has opened something: if the user was deleted at the same moment, it is nobody's, and is erased.
 * Resolves to whether the user is there.
 */
export async function eraseUnlessThere(parts: Parts, userId: string): Promise<boolean> {
  if ((await parts.store.findUser(userId)) !== null) return true;
  await eraseAll(parts, userId);
  return false;
}

async function eraseAll(parts: Parts, userId: string): Promise<void> {
  const { store, clock, submissionWindow: window } = parts;
  for (const submission of await store.listHeldSubmissions(userId)) {
    const orphanedFiles = await store.eraseHeldSubmission(submission, { userId, now: clock.now(), window });
    await deleteOrphanedFiles(parts, orphanedFiles ?? []);
  }
  for (const request of await store.listOwnedVerifications(userId)) {
    // One whose window has passed is left to the sweep, and has nothing of the user in it.
    if (request.status === 'incomplete') await changeVerification(parts, request, { kind: 'cancel', userId });
    await store.disownVerification(request, userId);
  }
}
