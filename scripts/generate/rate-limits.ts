import { type Contract, listOperations, type Response, resolve } from '../contract/openapi.ts';
import { policiesOf, type RateLimitPolicy } from '../contract/operation-shape.ts';
import { formatFigure } from './figures.ts';

/**
 * Adds the `RateLimit` headers to all responses of each operation whose 429 response has them, except `default`: those
 * requests are rejected before they reach the operation, and do not count toward a limit.
 */
export function addRateLimitHeaders(contract: Contract): void {
  for (const { operation } of listOperations(contract)) {
    const { default: _, ...responses } = operation.responses;
    const { headers = {} } = resolve<Response>(contract, responses['429'] ?? {});
    const fields = Object.entries(headers).filter(([name]) => name.startsWith('RateLimit'));
    for (const response of Object.values(responses).map((each) => resolve<Response>(contract, each)))
      response.headers = { ...response.headers, ...Object.fromEntries(fields) };
  }
}

/** Returns the limit and the burst of a policy as text. */
export function limitText({ per_second, burst, per_second_bytes, burst_bytes }: RateLimitPolicy): string {
  const rate = per_second ?? formatFigure('bytes', per_second_bytes);
  return `${rate} per second, bursts of ${burst ?? formatFigure('bytes', burst_bytes)}`;
}

/** Replaces the marker in the guides with a table of the policies that operations name in `x-rate-limit`. */
export function addRateLimitTable(contract: Contract): void {
  const policies = new Map(listOperations(contract).flatMap(({ operation }) => [...policiesOf(contract, operation)]));
  const rows = [...policies.values()].map((policy) => `| ${policy.counts} | ${limitText(policy)} |`);
  const table = ['| counted for each partner | limit |', '|---|---|', ...rows];
  for (const tag of contract.tags) tag.description = tag.description.replace('<!-- rate limits -->', table.join('\n'));
}
