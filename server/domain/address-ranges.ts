import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Whether the text is an IP address or a CIDR range. An address with a zone has a meaning on one machine only. */
export function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** Whether an address, as `net` writes it, is one of the entries or in one. False for what is no address. */
export function isAmong(entries: readonly string[]): (address: string) => boolean {
  const ranges = entries.map(rangeOf);
  return (address) => {
    if (isIP(address) === 0) return false;
    const ip = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === ip.kind() && ip.match(range, bits));
  };
}

/** An IPv4 address in IPv6 (RFC 4291, section 2.5.5.2) stands for what is connected to. */
function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = '', prefix] = entry.split('/');
  const ip = ipaddr.process(address);
  const bits = ip.kind() === 'ipv4' ? 32 : 128;
  const isMapped = isIP(address) === 6 && bits === 32;
  if (prefix === undefined) return [ip, bits];
  return isMapped ? [ip, Math.max(0, Number(prefix) - 96)] : [ip, Number(prefix)];
}
