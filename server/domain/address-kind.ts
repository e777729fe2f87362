import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where an address leads: to the internet, to this machine, or to what is neither. */
export type AddressKind = 'public' | 'loopback' | 'special';

export interface AddressPolicy {
  /** Whether this machine itself may be reached; never so in production. */
  allowLoopback: boolean;
}

/**
 * The kind of an IP address, as `net` spells it. An IPv4-mapped IPv6 address (RFC 4291 2.5.5.2) is the IPv4 address in
 * it, since that is what the system connects to. Whatever is in the special-purpose registries of IANA (RFC 6890) is
 * special, also where it is reachable in principle; and so is all that cannot be read, or has a zone (RFC 4007).
 */
export function addressKind(address: string): AddressKind {
  // ipaddr.js reads more than `net` does (`127.1`, `0x7f.1`), and some of it differently: `::8.8.8.8` as `8.8.8.8`.
  // Nothing may mean one thing here and another there.
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return 'special';
  const ip = ipaddr.process(version === 6 ? inHexadecimal(address) : address);
  const range = ip.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast') return 'special';
  return ip instanceof ipaddr.IPv6 && !isGlobalUnicast(ip) ? 'special' : 'public';
}

/** An IPv6 address without the dotted decimals that it may end with (RFC 4291 2.2). */
const inHexadecimal = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/**
 * Whether the address is in 2000::/3, all that IANA has given out for the internet (RFC 4291 2.4, RFC 3587 2). ipaddr.js
 * says "unicast" of any range it does not know: ::/96 (IPv4 in IPv6, RFC 4291 2.5.5.1), 100:0:0:1::/64 (RFC 9780), and
 * what is not given out at all.
 */
function isGlobalUnicast(ip: ipaddr.IPv6): boolean {
  const [first = 0] = ip.parts;
  return (first & 0xe000) === 0x2000;
}

/**
 * The kind of the host of a WHATWG `URL` (`url.hostname`), whose parser has already made dotted decimals of every other
 * way to write an IPv4 address; IPv6 may be in brackets or without. `name` is a name that only DNS can tell more about.
 */
export function hostKind(hostname: string): AddressKind | 'name' {
  if (hostname.startsWith('[')) return addressKind(hostname.slice(1, -1));
  if (isIP(hostname) !== 0) return addressKind(hostname);
  // RFC 6761 6.3. The dot at the end says that the name is complete.
  return /(?:^|\.)localhost\.?$/i.test(hostname) ? 'loopback' : 'name';
}

/** Whether a host of this kind may be connected to. A name may: each of its addresses is judged when it is resolved. */
export function mayConnect(kind: AddressKind | 'name', policy: AddressPolicy): boolean {
  return kind === 'public' || kind === 'name' || (kind === 'loopback' && policy.allowLoopback);
}
