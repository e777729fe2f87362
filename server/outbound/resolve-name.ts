import { type LookupAddress, type LookupAllOptions, Resolver } from 'node:dns';
import { hostKind } from '../domain/address-kind.ts';

/** The addresses of a name, at least one, or an error. Takes the part of `dns.lookup` with `all: true`. */
export type Resolve = (
  hostname: string,
  options: LookupAllOptions,
  callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

type Family = 4 | 6;

/** In milliseconds. A question that is not answered is asked once more, with twice the time: less than a delivery has. */
const QUERY = { timeout: 1000, tries: 2 };
const LOOPBACK: LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Asks the DNS servers of the system (`servers`: others, for tests). Not `dns.lookup`: that takes one of four threads which the
 * whole process shares, so that a few names whose servers never answer would keep everybody else's from being looked up.
 * The price is that the hosts file does not count; `localhost` is this machine by itself (RFC 6761, section 6.3).
 */
export function createResolveName(servers?: readonly string[]): Resolve {
  const resolver = new Resolver(QUERY);
  if (servers !== undefined) resolver.setServers(servers);

  const ask = (hostname: string, family: Family) =>
    new Promise<LookupAddress[]>((resolve, reject) => {
      const answer = (error: NodeJS.ErrnoException | null, addresses: string[]) =>
        error === null ? resolve(addresses.map((address) => ({ address, family }))) : reject(error);
      if (family === 4) resolver.resolve4(hostname, answer);
      else resolver.resolve6(hostname, answer);
    });

  async function find(hostname: string, families: readonly Family[]): Promise<LookupAddress[]> {
    if (hostKind(hostname) === 'loopback')
      return LOOPBACK.filter(({ family }) => families.some((wanted) => wanted === family));
    const answers = await Promise.allSettled(families.map((family) => ask(hostname, family)));
    const found = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (found.length > 0) return found;
    // A name without addresses of one family answers so; what is wrong with the other one tells more.
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

/** By the ways in which Node writes a family; any other one stands for both. */
const FAMILIES: Readonly<Record<string, readonly Family[]>> = { 4: [4], 6: [6], IPv4: [4], IPv6: [6] };
