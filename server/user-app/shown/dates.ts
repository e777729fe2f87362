import type { Micros } from '../../domain/clock.ts';
import type { DateShown, ValidityShown } from './types.ts';

const months = 'January February March April May June July August September October November December'.split(' ');

/**
 * A calendar date, or a year alone, for people. It is read as text, because a `Date` is a moment and falls on another
 * day in other time zones.
 */
export function dateShown(date: string): DateShown {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(date) ?? [];
  const name = months[Number(month) - 1];
  return { machine: date, text: name === undefined ? date : `${Number(day)} ${name} ${year}` };
}

/** The day of a moment, in UTC. */
export function dayShown(at: Micros): DateShown {
  return dateShown(isoDay(at));
}

/** A moment with its time, in UTC, because the server does not know the reader's time zone. */
export function momentShown(at: Micros): DateShown {
  const machine = `${new Date(Math.floor(at / 1000)).toISOString().slice(0, 16)}Z`;
  return { machine, text: `${dayShown(at).text}, ${machine.slice(11, 16)} UTC` };
}

/** The day of a moment in UTC as `YYYY-MM-DD`, as `today` is given to what is shown. */
export function isoDay(at: Micros): string {
  return new Date(Math.floor(at / 1000)).toISOString().slice(0, 10);
}

/** Something is still valid on its last day. */
export function validityShown(expiry: string | null | undefined, today: string): ValidityShown | null {
  return expiry ? { expires: dateShown(expiry), expired: expiry < today } : null;
}
