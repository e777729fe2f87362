import { isAddressOrRange, isAmong } from './address-ranges.ts';

/** Where the operator forbids the service to connect to. */
export interface DeniedDestinations {
  /** Judges the address of a connection, in the spelling that `net` uses. */
  deniesAddress(address: string): boolean;
  /** Judges the host of a URL: each name stands for itself and all names below it. */
  deniesHost(hostname: string): boolean;
}

/** A DNS name of letters, digits and hyphens. */
const NAME = /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*$/i;

/** Whether it is an IP address, a CIDR range, or the name of a host. */
export const isDestination = (entry: string): boolean =>
  isAddressOrRange(entry) || (entry.length <= 253 && NAME.test(entry) && !/^[\d.]+$/.test(entry));

/** `entries` are destinations. */
export function denyDestinations(entries: readonly string[]): DeniedDestinations {
  const deniesAddress = isAmong(entries.filter(isAddressOrRange));
  const names = entries.filter((entry) => !isAddressOrRange(entry)).map((name) => name.toLowerCase());
  return {
    deniesAddress,
    deniesHost(hostname) {
      const host = hostname.toLowerCase().replace(/^\[|\]$|\.$/g, '');
      return deniesAddress(host) || names.some((name) => host === name || host.endsWith(`.${name}`));
    },
  };
}
