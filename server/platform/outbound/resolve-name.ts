import { type LookupAddress, type LookupAllOptions, promises } from 'node:dns';
import { hostKind } from '../../domain/address-kind.ts';

/** Replacement for `dns.lookup` with `all: true`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Family = 4 | 6;

/** Timeout in milliseconds and number of attempts. The second attempt has twice the timeout. */
const QUERY = { timeout: 1000, tries: 2 };
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Creates a resolver that queries the DNS servers of the system; tests pass other `servers`. `dns.lookup` is not used,
 * because it occupies one of the four threads in libuv's pool: a few names whose servers never respond would block all
 * other lookups. The hosts file is ignored; `localhost` is always this machine (RFC 6761, section 6.3).
 */
export function createResolveName(servers?: readonly string[]): Resolve {
  const resolver = new promises.Resolver(QUERY);
  if (servers !== undefined) resolver.setServers(servers);

  async function query(hostname: string, family: Family): Promise<LookupAddress[]> {
    const addresses = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
    return addresses.map((address) => ({ address, family }));
  }

  async function find(hostname: string, families: readonly Family[]): Promise<LookupAddress[]> {
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
