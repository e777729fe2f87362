import { changeVerification } from './change-verification.ts';
import { deleteOrphanedFiles } from './orphaned-files.ts';
import type { LifecycleParts } from './parts.ts';

type Parts = Pick<
  LifecycleParts,
  'store' | 'files' | 'encryptor' | 'clock' | 'log' | 'submissionWindow' | 'verificationWindow' | 'dispatcher'
>;

/**
 * Deletes a user and the user's data. Partners still see that a submission was completed or that a request was
 * canceled. Rejects with `StoreUnavailable`; you can call the function again.
 */
export async function deleteAccount(parts: Parts, userId: string): Promise<void> {
  await eraseAll(parts, userId);
  await parts.store.deleteUser(userId);
  // Erases what the user opened meanwhile. From here on, `eraseUnlessThere` erases what another request opens.
  await eraseAll(parts, userId);
}

/**
 * Checks, after a user opened something, whether the user was deleted at the same moment. If so, erases what was
 * opened. Resolves to whether the user exists.
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
    // The sweep cancels an expired request, which contains no data of the user.
    if (request.status === 'incomplete') await changeVerification(parts, request, { kind: 'cancel', userId });
    await store.disownVerification(request, userId);
  }
}
