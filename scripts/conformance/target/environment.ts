import { environments } from '../../../generated/operations.ts';
import { hostKind } from '../../../server/domain/address-kind.ts';

/** Whether the address is one of this machine's own. */
export const isLoopback = (baseUrl: string) => hostKind(new URL(baseUrl).hostname) === 'loopback';

/**
 * Whether the kit may send thousands of requests without being told twice: to this machine, and to hosts that the
 * contract names and does not call production.
 */
export function isKnownSandbox(baseUrl: string): boolean {
  if (isLoopback(baseUrl)) return true;
  const { host } = new URL(baseUrl);
  const named = Object.entries(environments).filter(([url]) => new URL(url).host === host);
  return named.length > 0 && named.every(([, environment]) => environment !== 'production');
}
