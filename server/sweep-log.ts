import type { Logger } from './log.ts';
import type { Telemetry } from './telemetry/telemetry.ts';

/** Fields of the log lines of sweeps, for the operator. server/README.md contains this table. */
export const SWEEP_FIELDS = {
  submissions: 'open submissions that were canceled and erased, because their window had passed',
  documents_of: 'completed submissions whose documents were deleted',
  verification_requests: 'verification requests that were canceled, because their window had passed',
  results: 'verification requests that were forgotten, with the identities in them',
  people: 'people without anything here who had not signed in for as long',
  deliveries: 'deliveries that were deleted from the log',
  files: 'files that nothing refers to, and that were deleted',
  reason: 'why nothing was: `clock` or `share`',
  ahead_seconds: 'how far the clock of this machine is ahead of the database’s; below 0, behind',
  what: 'what too much would have ended of: `submissions`, `documents`, `verifications` or `results`',
  late: 'how many of them ended over an hour ago',
  open: 'how many of them there are',
} as const;

type Field = keyof typeof SWEEP_FIELDS;

/** Logs the result of a sweep. With `quietly`, logs nothing for a sweep without effect. */
export function logSweep(
  { log, telemetry }: { log: Logger; telemetry: Telemetry },
  counts: Partial<Record<Field, number>>,
  { quietly = false } = {},
): void {
  telemetry.swept(counts);
  if (!quietly || Object.values(counts).some((count) => count > 0)) log.info(counts, 'swept');
}

/** Logs an error with the reason why a sweep did nothing. */
export function logRefusedSweep(log: Logger, fields: Partial<Record<Field, number | string>>, why: string): void {
  log.error({ ...fields, why }, 'swept nothing');
}
