import type { Micros } from '../../domain/clock.ts';
import type { ValidityShown } from './types.ts';

/** A moment in UTC to the minute, as `YYYY-MM-DDTHH:MMZ`. */
export function isoMinute(at: Micros): string {
  return `${new Date(Math.floor(at / 1000)).toISOString().slice(0, 16)}Z`;
}

/** The day of a moment in UTC as `YYYY-MM-DD`, as `today` is given to what is shown. */
export function isoDay(at: Micros): string {
  return isoMinute(at).slice(0, 10);
}

/** Something is still valid on its last day. */
export function validityShown(expiry: string | null | undefined, today: string): ValidityShown | null {
  return expiry ? { expires: expiry, expired: expiry < today } : null;
}
