import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

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
