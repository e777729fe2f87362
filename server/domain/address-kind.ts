import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isAmong } from './address-ranges.ts';

/** Kind of an address: on the internet (`public`), on this machine (`loopback`), or neither (private or reserved). */
export type AddressKind = 'public' | 'loopback' | 'special';

/**
 * Returns the kind of an IP address in the notation of `node:net`. An IPv4-mapped IPv6 address (RFC 4291 2.5.5.2) has
 * the kind of its IPv4 address, because the system connects to that address. An address is `special` if it is in an
 * IANA special-purpose registry (RFC 6890), even if it is reachable from the internet. Invalid addresses, addresses
 * with a zone (RFC 4007), and those that a cloud uses for its own services are also `special`.
 */
export function addressKind(address: string): AddressKind {
  // ipaddr.js accepts more notations than `node:net` (`127.1`, `0x7f.1`) and parses some differently: `::8.8.8.8` as
  // `8.8.8.8`. Both must parse an address in the same way.
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return 'special';
  const ip = ipaddr.process(version === 6 ? inHexadecimal(address) : address);
  const range = ip.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast' || isCloudService(address)) return 'special';
  return ip instanceof ipaddr.IPv6 && !isGlobalUnicast(ip) ? 'special' : 'public';
}

/**
 * Addresses that look public but belong to services of the cloud that the machine runs in. Those services trust the
 * machine. Other addresses of cloud services are in IANA's ranges: 169.254.0.0/16 and fc00::/7 (metadata of AWS,
 * Google, Azure, Oracle, Tencent, and others), 100.100.100.200 (Alibaba), 192.0.0.192 (Oracle's older address).
 */
const CLOUD_SERVICES: readonly string[] = [
  // Azure: agent, DNS, health probes; learn.microsoft.com/azure/virtual-network/what-is-ip-address-168-63-129-16.
  '168.63.129.16/32',
  // IBM: DNS, mirrors, and services within its network; cloud.ibm.com/docs/vpc?topic=vpc-service-endpoints-for-vpc.
  '161.26.0.0/16',
  '166.8.0.0/14',
  // Google: Private Google Access (cloud.google.com/vpc/docs/configure-private-google-access).
  '199.36.153.4/30',
  '199.36.153.8/30',
  '2600:2d00:2:1000::/56',
  '2600:2d00:2:2000::/56',
];

const isCloudService = isAmong(CLOUD_SERVICES);

/** Rewrites dotted decimals at the end of an IPv6 address (RFC 4291 2.2) as hexadecimal. */
const inHexadecimal = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/**
 * Returns whether the address is in 2000::/3, the only range that IANA allocates for the internet (RFC 4291 2.4, RFC
 * 3587 2). ipaddr.js returns "unicast" for all unknown ranges, for example ::/96 (IPv4 in IPv6, RFC 4291 2.5.5.1),
 * 100:0:0:1::/64 (RFC 9780), and unallocated ones.
 */
function isGlobalUnicast(ip: ipaddr.IPv6): boolean {
  const [first = 0] = ip.parts;
  return (first & 0xe000) === 0x2000;
}

/**
 * Returns the kind of the host in a WHATWG `URL` (`url.hostname`). The URL parser has already normalized other
 * notations of IPv4 addresses. IPv6 addresses can be in brackets. `name` is a DNS name, which must still be resolved.
 */
export function hostKind(hostname: string): AddressKind | 'name' {
  if (hostname.startsWith('[')) return addressKind(hostname.slice(1, -1));
  if (isIP(hostname) !== 0) return addressKind(hostname);
  // `localhost` and its subdomains (RFC 6761 6.3). A trailing dot marks a fully qualified name.
  return /(?:^|\.)localhost\.?$/i.test(hostname) ? 'loopback' : 'name';
}

/** Permits every name, because its addresses are checked after resolution. `allowLoopback` is false in production. */
export function mayConnect(kind: AddressKind | 'name', allowLoopback: boolean): boolean {
  return kind === 'public' || kind === 'name' || (kind === 'loopback' && allowLoopback);
}
