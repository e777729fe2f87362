import type { Logger } from './log.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** Descriptions of the fields in the log lines of sweeps, which server/operate/docs/run.md lists. */
export const SWEEP_FIELDS = {
  submissions: 'open submissions that were canceled and erased at the end of their window',
  documents_of: 'completed submissions whose documents were deleted',
  verification_requests: 'verification requests that were canceled at the end of their window',
  results: 'ended verification requests that were deleted with their identities',
  people: 'deleted users, who had no data here and had not signed in for a long time',
  deliveries: 'deliveries deleted from the log',
  files: 'deleted orphaned files',
} as const;

type Field = keyof typeof SWEEP_FIELDS;

/** With `quietly`, writes no line if all counts are zero. */
export function logSweep(
  { log, telemetry }: { log: Logger; telemetry: Telemetry },
  counts: Partial<Record<Field, number>>,
  { quietly = false } = {},
): void {
  telemetry.swept(counts);
  if (!quietly || Object.values(counts).some((count) => count > 0)) log.info(counts, 'swept');
}
