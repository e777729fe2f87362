import { type LookupAddress, type LookupAllOptions, promises } from 'node:dns';
import { hostKind } from '../domain/addresses.ts';

/** Resolves a name to at least one address, or fails. Replaces `dns.lookup` with `all: true`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Family = 4 | 6;

/** Timeout in milliseconds. A query without a response is repeated once with twice the timeout. */
const QUERY = { timeout: 1000, tries: 2 };
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Creates a resolver that queries the DNS servers of the system; tests pass other `servers`. `dns.lookup` is not used,
 * because it takes one of four threads of the whole process: a few names whose servers never respond would block all
 * other lookups. The hosts file is ignored; `localhost` is always this machine (RFC 6761, section 6.3).
 */
export function createResolveName(servers?: readonly string[]): Resolve {
  const resolver = new promises.Resolver(QUERY);
  if (servers !== undefined) resolver.setServers(servers);

  async function ask(hostname: string, family: Family): Promise<LookupAddress[]> {
    const addresses = await (family === 4 ? resolver.resolve4(hostname) : resolver.resolve6(hostname));
    return addresses.map((address) => ({ address, family }));
  }

  async function find(hostname: string, families: readonly Family[]): Promise<LookupAddress[]> {
    if (hostKind(hostname) === 'loopback')
      return LOOPBACK.filter(({ family }) => families.some((wanted) => wanted === family));
    const answers = await Promise.allSettled(families.map((family) => ask(hostname, family)));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    // A name without addresses of one family fails with ENODATA. The error of the other family is more useful.
    const failures = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []));
    throw failures.find(({ code }) => code !== 'ENODATA') ?? failures[0];
  }

  return (hostname, { family }, callback) => {
    const families = FAMILIES[String(family)] ?? [4, 6];
    find(hostname, families).then(
      (addresses) => callback(null, addresses),
      (error: NodeJS.ErrnoException) => callback(error, []),
    );
  };
}

/** Families by Node's names; any other value means both. */
const FAMILIES: Readonly<Record<string, readonly Family[]>> = { 4: [4], 6: [6], IPv4: [4], IPv6: [6] };
