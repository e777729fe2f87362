import { type LookupAddress, type LookupAllOptions, promises } from 'node:dns';
import { hostKind } from '../../domain/address-kind.ts';

/** Replacement for `dns.lookup` with `all: true`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Family = 4 | 6;

/** Timeout of the first attempt, in milliseconds. The timeout of the second attempt is twice as long. */
const RESOLVER_OPTIONS = { timeout: 1000, tries: 2 };
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** Replaces `dns.lookup`, which blocks a thread: a few names whose DNS servers are down would delay all lookups. */
export function createResolveName(servers?: readonly string[]): Resolve {
  const resolver = new promises.Resolver(RESOLVER_OPTIONS);
  if (servers !== undefined) resolver.setServers(servers);

  async function query(hostname: string, family: Family): Promise<LookupAddress[]> {
    const addresses = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
    return addresses.map((address) => ({ address, family }));
  }

  async function find(hostname: string, families: readonly Family[]): Promise<LookupAddress[]> {
    // Does not query DNS, because `localhost` always means this machine (RFC 6761, section 6.3).
    if (hostKind(hostname) === 'loopback')
      return LOOPBACK.filter(({ family }) => families.some((wanted) => wanted === family));
    const results = await Promise.allSettled(families.map((family) => query(hostname, family)));
    const found = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (found.length > 0) return found;
    // Prefers any error to ENODATA, which means only that the name has no addresses of one family.
    const failures = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    throw failures.find(({ code }) => code !== 'ENODATA') ?? failures[0];
  }

  return (hostname, { family }, callback) => {
    find(hostname, family === 4 || family === 6 ? [family] : [4, 6]).then(
      (addresses) => callback(null, addresses),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}
