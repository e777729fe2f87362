import type { Logger } from './log.ts';

/** The members of the lines about sweeps, for the operator; server/README.md shows this table. */
export const SWEEP_FIELDS = {
  submissions: 'open submissions that were canceled and erased, because their window had passed',
  documents_of: 'completed submissions whose documents were deleted',
  verification_requests: 'verification requests that were canceled, because their window had passed',
  deliveries: 'deliveries that were deleted from the log',
  files: 'files that nothing refers to, and that were deleted',
  reason: 'why nothing was: `clock` or `share`',
  ahead_seconds: 'how far the clock of this machine is ahead of the database’s; below 0, behind',
  what: 'what too much would have ended of: `submissions`, `documents` or `verifications`',
  late: 'how many of them ended over an hour ago',
  open: 'how many of them there are',
} as const;

type Fields = Partial<Record<keyof typeof SWEEP_FIELDS, number | string>>;

/** Writes what a sweep did; as an error, with `why`, that it did nothing. */
export function tellSweep(log: Logger, fields: Fields, why?: string): void {
  if (why === undefined) log.info(fields, 'swept');
  else log.error({ ...fields, why }, 'swept nothing');
}
