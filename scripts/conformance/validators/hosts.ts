import { BlockList, isIP } from 'node:net';

const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

/** Returns a function that checks whether an address, or its embedded IPv4 address (RFC 4291), is in given ranges. */
function isIn(ranges: string): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges.split(/\s+/)) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), familyOf(address));
  }
  return (address) => list.check(address, familyOf(address));
}

const isLoopback = isIn('127.0.0.0/8 ::1/128');
/** All public IPv6 addresses are in 2000::/3 (RFC 3587, section 2). */
const isAllocated = isIn('0.0.0.0/0 2000::/3');
/** Special-purpose addresses (RFC 6890), multicast addresses, and internal services of Azure, IBM, and Google. */
const isSpecial = isIn(`0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  168.63.129.16/32 161.26.0.0/16 166.8.0.0/14 199.36.153.4/30 199.36.153.8/30
  2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 2600:2d00:2:1000::/56 2600:2d00:2:2000::/56`);

export function hostKindOf(url: string): 'this machine' | 'public' | 'special' {
  const address = (hostOf(url) ?? '').replace(/^\[|\]$/g, '');
  // `localhost` and its subdomains always refer to this machine (RFC 6761, section 6.3).
  if (/(^|\.)localhost\.?$/.test(address) || isLoopback(address)) return 'this machine';
  const isPublic = isIP(address) === 0 ? address !== '' : isAllocated(address) && !isSpecial(address);
  return isPublic ? 'public' : 'special';
}

/** Returns the host of a URL, normalized as in the URL standard; null for a URL without a host. */
export const hostOf = (url: string) => (URL.canParse(url) ? new URL(url).hostname || null : null);

export const withHost = (url: string, host: string) => url.replace(/^([a-z]+:\/\/)[^/?#]*/i, `$1${host}`);
