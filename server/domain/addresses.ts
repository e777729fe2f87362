import { BlockList, isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { service } from '../../generated/operations.ts';

const { ipv6_networks: ipv6 } = service;

/** Kind of an IP address: on the internet, on this machine, or neither (private, reserved). */
export type AddressKind = 'public' | 'loopback' | 'special';

export interface AddressPolicy {
  /** True if loopback addresses are permitted; never in production. */
  allowLoopback: boolean;
}

/**
 * Returns the kind of an IP address, in a notation that `node:net` accepts. An IPv4-mapped IPv6 address (RFC 4291
 * 2.5.5.2) has the kind of its IPv4 address, because the system connects to that address. An address is `special` if it
 * is in an IANA special-purpose registry (RFC 6890), even if it is reachable, if it cannot be parsed or has a zone (RFC
 * 4007), or if it belongs to a service that a cloud offers to its own machines.
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

/** Returns whether connections to such a host are permitted. For a name, its addresses are checked after resolution. */
export function mayConnect(kind: AddressKind | 'name', policy: AddressPolicy): boolean {
  return kind === 'public' || kind === 'name' || (kind === 'loopback' && policy.allowLoopback);
}

/** Returns whether the string is an IP address without a zone, or a CIDR range. */
export function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Returns a function that returns whether an address, in the notation of `node:net`, matches an entry. */
export function isAmong(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Addresses from all parts of the internet, of IPv4 and of IPv6. */
const SPREAD = [
  ['1.1.1.1', '64.1.1.1', '130.1.1.1', '200.1.1.1'],
  ['2001:200::1', '2400::1', '2600::1', '2a00::1'],
];

/** Returns whether addresses and CIDR ranges together contain all parts of the internet of IPv4 or of IPv6. */
export const containInternet = (entries: readonly string[]): boolean =>
  SPREAD.some((addresses) => addresses.every(isAmong(entries)));

function familyOf(address: string) {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

/** DNS name of letters, digits, hyphens, and underscores. */
const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

/** Returns whether the string is an IP address, a CIDR range, or a host name. */
export const isDestination = (entry: string): boolean =>
  isAddressOrRange(entry) || (entry.length <= 253 && NAME.test(entry) && !/^[\d.]+$/.test(entry));

export type DeniedDestinations = ReturnType<typeof denyDestinations>;

export function denyDestinations(entries: readonly string[]) {
  const deniesAddress = isAmong(entries.filter(isAddressOrRange));
  const names = entries.filter((entry) => !isAddressOrRange(entry)).map((name) => name.toLowerCase());
  return {
    /** Returns whether the address of a connection, in the notation of `node:net`, is forbidden. */
    deniesAddress,
    /** Returns whether the host of a URL is forbidden. A name also forbids its subdomains. */
    deniesHost(hostname: string): boolean {
      const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
      return deniesAddress(host) || names.some((name) => host === name || host.endsWith(`.${name}`));
    },
  };
}

/**
 * Returns the address that a request came from; undefined if it is unknown. `remoteAddress` is the address of the
 * connection. Only entries from trusted proxies are reliable, so `X-Forwarded-For` is read from its end, up to the
 * first address that is not a trusted proxy. An entry can have a port. If an entry is not an address, the result is the
 * address of the connection.
 */
export function clientAddress(
  { remoteAddress, forwardedFor }: { remoteAddress: string | undefined; forwardedFor: string | undefined },
  isTrusted: (address: string) => boolean,
): string | undefined {
  if (remoteAddress === undefined || isIP(remoteAddress) === 0) return undefined;
  let address = remoteAddress;
  for (const before of (forwardedFor ?? '').split(',').reverse()) {
    if (!isTrusted(address)) break;
    const named = before.trim().replace(PORT, '$1$2');
    const isAddress = isIP(named) !== 0 && !named.includes('%');
    address = isAddress ? named : remoteAddress;
    if (!isAddress) break;
  }
  return ipaddr.process(address.replace(/%.*/, '')).toString();
}

/** Matches an IPv4 address with a port, and an IPv6 address in brackets, with or without a port. */
const PORT = /^(?:([\d.]+):\d{1,5}|\[([^\]]*)\](?::\d{1,5})?)$/;

/** Returns the key of the largest network that can belong to the subscriber with the address. */
export const subscriberOf = (address: string | undefined): string => networksOf(address)[0]?.key ?? '';

/**
 * Returns the networks under which requests from an address are counted. An IPv6 subscriber can have
 * a whole /48 (RFC 6177), so each of its networks has a limit: that of an address, multiplied by `times`
 * (`x-service/ipv6_networks`). Unknown addresses have one key.
 */
export function networksOf(address: string | undefined) {
  if (address === undefined || isIP(address) === 0) return [{ key: 'unknown', times: 1 }];
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  if (!(ip instanceof ipaddr.IPv6)) return [{ key: ip.toString(), times: 1 }];
  return (['48', '56', '64'] as const).map((prefix) => ({
    key: `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${prefix}`)}/${prefix}`,
    times: ipv6[prefix],
  }));
}
