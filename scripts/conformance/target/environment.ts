import type { Contract } from '../../generate/contract.ts';
import { hostKindOf } from '../judge/rules/hosts.ts';

/** Whether the address is one of this machine's own. */
export const isLoopback = (baseUrl: string) => hostKindOf(baseUrl) === 'this machine';

/**
 * Whether the kit may send thousands of requests without being told twice: to this machine, and to hosts that the
 * contract calls a sandbox or staging.
 */
export function isKnownSandbox({ servers = [] }: Partial<Contract>, baseUrl: string): boolean {
  if (isLoopback(baseUrl)) return true;
  const { host } = new URL(baseUrl);
  const named = servers.filter(({ url }) => URL.canParse(url) && new URL(url).host === host);
  return named.length > 0 && named.every((server) => ['sandbox', 'staging'].includes(server['x-environment']));
}
