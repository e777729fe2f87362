import { type Contract, deliveryRulesOf } from '../contract/openapi.ts';
import { formatFigure } from './figures.ts';

const MARKER = '<!-- retry schedule -->';

/** Replaces the marker in the guides with a table of the attempts to deliver an event, without jitter. */
export function addRetrySchedule(contract: Contract): void {
  const delays = deliveryRulesOf(contract)?.['retry_delays_seconds'] as number[] | undefined;
  let total = 0;
  const retries = (delays ?? []).map((delay, at) => {
    total += delay;
    return `| ${at + 2} | ${formatFigure('delay_seconds', delay)} after attempt ${at + 1} | about ${rounded(total)} |`;
  });
  const table = ['| attempt | starts | after the first attempt |', '|---|---|---|', '| 1 | at once | |', ...retries];
  for (const tag of contract.tags) tag.description = tag.description.replace(MARKER, table.join('\n'));
}

/** Formats a duration in seconds, rounded to the largest unit that it contains. */
function rounded(seconds: number): string {
  const unit = [3600, 60, 1].find((size) => seconds >= size) ?? 1;
  return String(formatFigure('total_seconds', Math.round(seconds / unit) * unit));
}
