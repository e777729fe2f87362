import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { isAmong } from '../../domain/address-ranges.ts';

/** Returns the first address of this machine in `entries`. Skips link-local addresses, which need a zone index. */
export function findSourceAddress(entries: readonly string[]): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const isOwn = isAmong(addresses.filter(({ scopeid }) => !scopeid).map(({ address }) => address));
  return entries.find((entry) => isIP(entry) !== 0 && isOwn(entry));
}
