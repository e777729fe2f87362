import { type Contract, listOperations, type Response, resolve } from './contract.ts';

/**
 * Gives every response of an operation whose 429 tells of a limit (`RateLimit`) the same fields. What is refused
 * before an operation is reached, which `default` says, is not counted.
 */
export function tellRateLimits(contract: Contract): void {
  for (const { operation } of listOperations(contract)) {
    const { headers = {} } = resolve<Response>(contract, operation.responses['429'] ?? {});
    const fields = Object.entries(headers).filter(([name]) => name.startsWith('RateLimit'));
    for (const [status, reference] of Object.entries(operation.responses)) {
      if (status === 'default') continue;
      const response = resolve<Response>(contract, reference);
      response.headers = { ...response.headers, ...Object.fromEntries(fields) };
    }
  }
}
