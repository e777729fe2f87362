import type { SubmissionAction } from '../../domain/submission-lifecycle.ts';
import type { ReportServices } from '../../platform/report-services.ts';
import type { SubmissionId } from '../database/submissions/submission.ts';
import type { SubmissionChange } from '../database/submissions/submission-store.ts';
import type { DeliveryServices, StorageServices } from '../services.ts';
import { deleteOrphanedFiles } from './orphaned-files.ts';

/** Applies a user's action. With `ifFiles` (sorted file keys), only if the submission has exactly these files. */
export async function changeSubmission(
  parts: StorageServices & DeliveryServices & ReportServices,
  id: SubmissionId,
  action: Exclude<SubmissionAction, { kind: 'expire' }>,
  ifFiles?: readonly string[],
): Promise<SubmissionChange | null> {
  const { store, submissionWindow: window, dispatcher } = parts;
  const files = ifFiles && { ifFiles };
  const change = await store.changeSubmission(id, { action, window, ...files });
  if (change?.outcome !== 'changed' || change.next.finalizedAt === null) return change;
  dispatcher.wake();
  await deleteOrphanedFiles(parts, change.orphanedFiles);
  return change;
}
