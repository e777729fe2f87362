import { BlockList, isIP } from 'node:net';

/** Kind of host: a name, a public address, this machine, or a special-purpose address. */
export type HostKind = 'name' | 'public' | 'this machine' | 'special';

/** Special-purpose addresses (RFC 6890), multicast addresses, and internal services of Azure, IBM, and Google. */
const SPECIAL_4 = `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24
  192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24
  203.0.113.0/24 224.0.0.0/4 240.0.0.0/4
  168.63.129.16/32 161.26.0.0/16 166.8.0.0/14 199.36.153.4/30 199.36.153.8/30`;
/** Special-purpose ranges in 2000::/3. All public IPv6 addresses are in 2000::/3 (RFC 3587, section 2). */
const SPECIAL_6 =
  '2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 2600:2d00:2:1000::/56 2600:2d00:2:2000::/56';

const listOf = (ranges: string, family: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const range of ranges.split(/\s+/)) {
    const [address = '', bits] = range.split('/');
    list.addSubnet(address, Number(bits), family);
  }
  return (address: string) => list.check(address, family);
};
const isSpecial4 = listOf(SPECIAL_4, 'ipv4');
const isSpecial6 = listOf(SPECIAL_6, 'ipv6');
const isLoopback4 = listOf('127.0.0.0/8', 'ipv4');
const isAllocated6 = listOf('2000::/3', 'ipv6');

/** Returns the kind of the host in a URL; null if the URL is invalid or has no host. */
export function hostKindOf(url: string): HostKind | null {
  const host = hostOf(url);
  if (host === null) return null;
  if (host.startsWith('[')) return kindOf6(host.slice(1, -1));
  if (isIP(host) === 4) return kindOf4(host);
  // `localhost` and its subdomains are this machine (RFC 6761, section 6.3).
  const labels = host.replace(/\.$/, '').split('.');
  return labels.at(-1) === 'localhost' ? 'this machine' : 'name';
}

/** Returns the host of a URL, normalized as in the URL standard; null if there is no host. */
export function hostOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).hostname || null : null;
}

function kindOf4(address: string): HostKind {
  if (isLoopback4(address)) return 'this machine';
  return isSpecial4(address) ? 'special' : 'public';
}

/** Returns the kind of a normalized IPv6 address, or of its embedded IPv4 address (RFC 4291, section 2.5.5.2). */
function kindOf6(address: string): HostKind {
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(address) ?? [];
  if (high !== undefined && low !== undefined) {
    const bytes = [high, low].map((group) => Number.parseInt(group, 16)).flatMap((group) => [group >> 8, group & 255]);
    return kindOf4(bytes.join('.'));
  }
  if (address === '::1') return 'this machine';
  return isAllocated6(address) && !isSpecial6(address) ? 'public' : 'special';
}
