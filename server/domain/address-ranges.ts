import { BlockList, isIP } from 'node:net';

export function isAddressOrRange(entry: string): boolean {
  const [address = '', prefix, ...rest] = entry.split('/');
  const version = address.includes('%') ? 0 : isIP(address);
  if (version === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128));
}

export function isAmong(entries: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
}

/** Sample addresses. A list of ranges counts as the whole internet if it contains all IPv4 or all IPv6 samples. */
const SPREAD = [
  ['1.1.1.1', '64.1.1.1', '130.1.1.1', '200.1.1.1'],
  ['2001:200::1', '2400::1', '2600::1', '2a00::1'],
];

export const containInternet = (entries: readonly string[]): boolean =>
  SPREAD.some((addresses) => addresses.every(isAmong(entries)));

function familyOf(address: string) {
  return isIP(address) === 6 ? 'ipv6' : 'ipv4';
}

const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

export const isDestination = (entry: string): boolean =>
  isAddressOrRange(entry) || (entry.length <= 253 && NAME.test(entry) && !/^[\d.]+$/.test(entry));

export type DeniedDestinations = ReturnType<typeof denyDestinations>;

export function denyDestinations(entries: readonly string[]) {
  const deniesAddress = isAmong(entries.filter(isAddressOrRange));
  const names = entries.filter((entry) => !isAddressOrRange(entry)).map((name) => name.toLowerCase());
  return {
    deniesAddress,
    deniesHost(hostname: string): boolean {
      const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
      return deniesAddress(host) || names.some((name) => host === name || host.endsWith(`.${name}`));
    },
  };
}
