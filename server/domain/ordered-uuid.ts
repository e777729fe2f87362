import { randomUUID } from 'node:crypto';
import type { Micros } from './clock.ts';

/**
 * A UUID of version 7 (RFC 9562 5.7): the milliseconds of `now`, then 74 random bits, too many to guess. What is stored
 * at the same time stands together in an index by it, so that a commit of many rows writes few pages, and an index that
 * has outgrown the memory is still written where it is warm.
 */
export function orderedUuid(now: Micros): string {
  const time = Math.floor(now / 1000)
    .toString(16)
    .padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
}
