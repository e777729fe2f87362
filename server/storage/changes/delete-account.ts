import type { RequestSource, SecurityEvent } from '../../platform/security-log.ts';
import type { DeliveryServices, ReportServices, StorageServices } from '../services.ts';
import { changeVerification } from './change-verification.ts';
import { deleteOrphanedFiles } from './orphaned-files.ts';

type Parts = StorageServices & DeliveryServices & ReportServices;

/** Erases the user's data, but not the final status that partners can read. Can be called again after a failure. */
export async function deleteAccount(
  parts: Parts,
  userId: string,
  actor: SecurityEvent['actor'],
  origin?: RequestSource,
): Promise<void> {
  await eraseAll(parts, userId);
  await parts.store.deleteUser(userId);
  // Erases resources that the user claimed between the first call of `eraseAll` and the deletion.
  await eraseAll(parts, userId);
  parts.security({ event: 'account_deleted', actor, user_id: userId }, origin);
}

/** Resolves to true if the user exists; otherwise, erases the data that a concurrent decision stored for the user. */
export async function eraseUnlessThere(parts: Parts, userId: string): Promise<boolean> {
  if ((await parts.store.findUser(userId)) !== null) return true;
  await eraseAll(parts, userId);
  return false;
}

async function eraseAll(parts: Parts, userId: string): Promise<void> {
  const { store, submissionWindow: window } = parts;
  for (const submission of await store.listHeldSubmissions(userId)) {
    const orphanedFiles = await store.eraseSubmission(submission, { userId, window });
    if (submission.state !== 'completed') parts.dispatcher.wake();
    await deleteOrphanedFiles(parts, orphanedFiles ?? []);
  }
  for (const request of await store.listOwnedVerifications(userId)) {
    // The refusal has no effect on an expired request. Such a request has no personal data, and a sweep cancels it.
    if (request.status === 'incomplete') await changeVerification(parts, request, { kind: 'refuse', userId });
    await store.disownVerification(request, userId);
  }
}
