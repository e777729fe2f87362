import type { ReportServices } from '../../platform/report-services.ts';
import type { RequestSource, SecurityEvent } from '../../platform/security-log.ts';
import type { DeliveryServices, StorageServices } from '../services.ts';
import { changeVerification } from './change-verification.ts';
import { deleteOrphanedFiles } from './orphaned-files.ts';

type Parts = StorageServices & DeliveryServices & ReportServices;

/**
 * Deletes a user and the user's data, and writes it to the security log. Partners can still see that a submission was
 * completed or that a request was canceled. Rejects with `StoreUnavailable`; the call can be repeated.
 */
export async function deleteAccount(
  parts: Parts,
  userId: string,
  actor: SecurityEvent['actor'],
  origin?: RequestSource,
): Promise<void> {
  await eraseAll(parts, userId);
  await parts.store.deleteUser(userId);
  // Erases what the user claimed in the meantime: submissions and requests. `eraseUnlessThere` erases later ones.
  await eraseAll(parts, userId);
  parts.security({ event: 'account_deleted', actor, user_id: userId }, origin);
}

/**
 * Checks, after a user claimed or decided a submission or request, whether the user was deleted at the same time. If
 * so, erases the data. Resolves to whether the user exists.
 */
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
    // If the request has expired, the sweep cancels it. An expired request contains no personal data.
    if (request.status === 'incomplete') await changeVerification(parts, request, { kind: 'cancel', userId });
    await store.disownVerification(request, userId);
  }
}
