import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { isAmong } from './address-ranges.ts';

export type AddressKind = 'public' | 'loopback' | 'special';

/**
 * An address is `special` if it is invalid, has a zone (RFC 4007), belongs to a cloud service, or is in an IANA
 * special-purpose registry (RFC 6890). An IPv4-mapped IPv6 address (RFC 4291 2.5.5.2) counts as its IPv4 address.
 */
export function addressKind(address: string): AddressKind {
  // Checks the notation first, because ipaddr.js accepts more notations than `node:net`, such as `127.1` and `0x7f.1`.
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return 'special';
  const ip = ipaddr.process(version === 6 ? inHexadecimal(address) : address);
  const range = ip.range();
  if (range === 'loopback') return 'loopback';
  if (range !== 'unicast' || isCloudService(address)) return 'special';
  return ip instanceof ipaddr.IPv6 && !isGlobalUnicast(ip) ? 'special' : 'public';
}

/** Public addresses of cloud services that trust requests from the machines of their customers. */
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

/** Rewrites dotted decimals (RFC 4291 2.2), because ipaddr.js parses `::8.8.8.8` as the IPv4 address `8.8.8.8`. */
const inHexadecimal = (address: string): string => new URL(`http://[${address}]`).hostname.slice(1, -1);

/** Checks the range 2000::/3 (RFC 4291 2.4), because ipaddr.js returns "unicast" for unallocated ranges, too. */
function isGlobalUnicast(ip: ipaddr.IPv6): boolean {
  const [first = 0] = ip.parts;
  return (first & 0xe000) === 0x2000;
}

/** Returns `name` for a DNS name. `hostname` must come from a `URL`, which normalizes IPv4 notations. */
export function hostKind(hostname: string): AddressKind | 'name' {
  if (hostname.startsWith('[')) return addressKind(hostname.slice(1, -1));
  if (isIP(hostname) !== 0) return addressKind(hostname);
  // Also matches subdomains of `localhost` (RFC 6761 6.3), and fully qualified names, which end with a dot.
  return /(?:^|\.)localhost\.?$/i.test(hostname) ? 'loopback' : 'name';
}

/** Permits every DNS name, because the addresses of the name are checked after resolution. */
export function mayConnect(kind: AddressKind | 'name', allowLoopback: boolean): boolean {
  return kind === 'public' || kind === 'name' || (kind === 'loopback' && allowLoopback);
}
