import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Where the operator forbids the service to connect to. */
export interface DeniedDestinations {
  /** Judges the address of a connection, in the spelling that `net` uses. */
  deniesAddress(address: string): boolean;
  /** Judges the host of a URL: each name stands for itself and all names below it. */
  deniesHost(hostname: string): boolean;
}

/** A DNS name of letters, digits and hyphens, as the URL parser writes it. */
const NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/;

/** Whether it is an IP address, a CIDR range, or the name of a host. */
export const isDestination = (entry: string): boolean =>
  isAddressOrRange(entry) || (NAME.test(entry.toLowerCase()) && !/^[\d.]+$/.test(entry));

/** Whether the text is an IP address or a CIDR range. An address with a zone has a meaning on one machine only. */
export function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

/** `entries` are destinations. */
export function denyDestinations(entries: readonly string[]): DeniedDestinations {
  const ranges = entries.filter(isAddressOrRange).map(rangeOf);
  const names = entries.filter((entry) => !isAddressOrRange(entry)).map((name) => name.toLowerCase());
  const deniesAddress = (address: string) => {
    if (isIP(address) === 0) return false;
    const ip = ipaddr.process(address);
    return ranges.some(([range, bits]) => range.kind() === ip.kind() && ip.match(range, bits));
  };
  return {
    deniesAddress,
    deniesHost(hostname) {
      const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
      return deniesAddress(host) || names.some((name) => host === name || host.endsWith(`.${name}`));
    },
  };
}

/** An IPv4 address in IPv6 (RFC 4291, section 2.5.5.2) is denied as what is connected to. */
function rangeOf(entry: string): [ipaddr.IPv4 | ipaddr.IPv6, number] {
  const [address = '', prefix] = entry.split('/');
  const ip = ipaddr.process(address);
  const isMapped = isIP(address) === 6 && ip.kind() === 'ipv4';
  const bits = ip.kind() === 'ipv4' ? 32 : 128;
  if (prefix === undefined) return [ip, bits];
  return isMapped ? [ip, Math.max(0, Number(prefix) - 96)] : [ip, Number(prefix)];
}
