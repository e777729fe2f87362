import type { Micros } from './clock.ts';

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const TIME = '\\d{2}:\\d{2}:\\d{2}';
/** RFC 9110 5.6.7, with the two obsolete forms, which a recipient must accept too. */
const HTTP_DATE = new RegExp(
  `^(?:[A-Z][a-z]{2}, \\d{2} ${MONTH} \\d{4} ${TIME} GMT` +
    `|[A-Z][a-z]{5,8}, \\d{2}-${MONTH}-\\d{2} ${TIME} GMT` +
    `|[A-Z][a-z]{2} ${MONTH} [ \\d]\\d ${TIME} \\d{4})$`,
);

/** The whole seconds that `Retry-After` asks for: 0 for a past time, null for neither seconds nor an HTTP-date. */
export function parseRetryAfter(value: string, now: Micros): number | null {
  if (/^\d+$/.test(value)) return Math.min(Number(value), Number.MAX_SAFE_INTEGER);
  if (!HTTP_DATE.test(value)) return null;
  const millis = Date.parse(value.endsWith('GMT') ? value : `${value} GMT`);
  return Number.isNaN(millis) ? null : Math.max(0, Math.ceil((millis - now / 1000) / 1000));
}
