import type { SubmissionKey } from '../store.ts';

/** One string for a partner and its id. NUL separates them because neither can hold one in the database. */
export const keyOf = ({ clientId, partnerRef }: SubmissionKey): string => `${clientId}\0${partnerRef}`;

/** By code units, so that every instance sorts alike whatever its locale. */
export function compareKeys(a: SubmissionKey, b: SubmissionKey): number {
  if (a.clientId !== b.clientId) return a.clientId < b.clientId ? -1 : 1;
  if (a.partnerRef !== b.partnerRef) return a.partnerRef < b.partnerRef ? -1 : 1;
  return 0;
}
