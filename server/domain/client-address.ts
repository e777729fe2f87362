import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { service } from '../../generated/operations.ts';

const { ipv6_networks: ipv6 } = service;

/**
 * Returns the address that a request came from; undefined if it is unknown. `remoteAddress` is the address of the
 * connection. Only trusted proxies add reliable entries, so `X-Forwarded-For` is read from its end, up to the first
 * address that is not a trusted proxy. If an entry is not an address, the result is the address of the connection.
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

/** Returns the key of the largest network that can belong to one subscriber. */
export const subscriberOf = (address: string | undefined): string => networksOf(address)[0]?.key ?? '';

/**
 * Returns the networks under which requests from an address are counted. An IPv6 subscriber can have a whole /48 (RFC
 * 6177), so its /48, /56, and /64 are counted. Each limit is that of an address, multiplied by `times`.
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
