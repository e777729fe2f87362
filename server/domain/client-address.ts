import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { addressKind } from './address-kind.ts';

/**
 * The address that a request came from; undefined where it is not known. `remoteAddress` is that of the connection. Who
 * is no trusted proxy can write anything into `X-Forwarded-For`, so the list is read from its end, as far as each
 * address before was of one.
 */
export function clientAddress(
  { remoteAddress, forwardedFor }: { remoteAddress: string | undefined; forwardedFor: string | undefined },
  isTrusted: (address: string) => boolean,
): string | undefined {
  if (remoteAddress === undefined || isIP(remoteAddress) === 0) return undefined;
  let address = remoteAddress;
  for (const before of (forwardedFor ?? '').split(',').reverse()) {
    const named = before.trim();
    if (!isTrusted(address) || isIP(named) === 0 || named.includes('%')) break;
    address = named;
  }
  return ipaddr.process(address.replace(/%.*/, '')).toString();
}

/**
 * Whom requests from an address are counted for: who has an IPv6 address has 2^64 of them (RFC 6177). Undefined for a
 * private address: of a proxy that nobody told of, as all would be counted together then.
 */
export function subscriberOf(address: string): string | undefined {
  if (addressKind(address) !== 'public') return undefined;
  const ip = ipaddr.parse(address);
  return ip instanceof ipaddr.IPv6 ? ip.parts.slice(0, 4).join(':') : address;
}
