import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { service } from '../../generated/operations.ts';

const { ipv6_networks: ipv6 } = service;

/** Reads `X-Forwarded-For` from the end to the first untrusted address, because clients can forge the start. */
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

/** Matches `192.0.2.1:80`, `[2001:db8::1]`, and `[2001:db8::1]:80`. */
const PORT = /^(?:([\d.]+):\d{1,5}|\[([^\]]*)\](?::\d{1,5})?)$/;

export const subscriberOf = (address: string | undefined): string => networksOf(address)[0]?.key ?? '';

/** Returns several IPv6 networks, because a subscriber can have a /48 (RFC 6177). `times` multiplies the rate limit. */
export function networksOf(address: string | undefined) {
  if (address === undefined || isIP(address) === 0) return [{ key: 'unknown', times: 1 }];
  const ip = ipaddr.process(address.replace(/%.*/, ''));
  if (!(ip instanceof ipaddr.IPv6)) return [{ key: ip.toString(), times: 1 }];
  return (['48', '56', '64'] as const).map((prefix) => ({
    key: `${ipaddr.IPv6.networkAddressFromCIDR(`${ip}/${prefix}`)}/${prefix}`,
    times: ipv6[prefix],
  }));
}
