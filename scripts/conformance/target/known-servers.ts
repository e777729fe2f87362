import type { Contract, Operation } from '../../contract/openapi.ts';
import { hostKindOf } from '../validators/hosts.ts';

export const isLoopback = (baseUrl: string) => hostKindOf(baseUrl) === 'this machine';

/** Returns whether the kit may send thousands of requests to a server without the user's confirmation. */
export function isTestServer({ servers }: Contract, baseUrl: string, kinds = ['sandbox', 'staging']) {
  const { host } = new URL(baseUrl);
  const named = servers.filter(({ url }) => URL.canParse(url) && new URL(url).host === host);
  const isNamed = named.length > 0 && named.every((server) => kinds.includes(server['x-environment']));
  return isLoopback(baseUrl) || isNamed;
}

/** Returns the contract of a server: without sandbox-only operations, unless the server is local or a sandbox. */
export function contractAt(contract: Contract, baseUrl: string): Contract {
  if (isTestServer(contract, baseUrl, ['sandbox'])) return contract;
  const isKept = ([, operation]: [string, Operation]) => operation['x-sandbox-only'] !== true;
  const keptIn = (item: object) => Object.fromEntries(Object.entries(item).filter(isKept));
  const paths = Object.entries(contract.paths).map(([path, item]) => [path, keptIn(item)] as const);
  return { ...contract, paths: Object.fromEntries(paths.filter(([, item]) => Object.keys(item).length > 0)) };
}
