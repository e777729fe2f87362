import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/**
 * The entries that connections can leave from on this machine, in their order. An entry is an IP address or a CIDR
 * range; a range only announces possible sources and is left out. Rejects when the system has no free socket.
 */
export async function usableSourceAddresses(entries: readonly string[]): Promise<string[]> {
  const usable: string[] = [];
  for (const entry of entries) {
    if (isIP(entry) !== 0 && (await isLocalAddress(entry))) usable.push(entry);
  }
  return usable;
}

/** The errors for an address that the machine does not have, of a family it does not have, or that lacks a zone. */
const NOT_LOCAL_CODES: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

async function isLocalAddress(address: string): Promise<boolean> {
  // UDP can bind the same addresses as TCP, but accepts no connections meanwhile.
  const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
  try {
    socket.bind({ address, port: 0, exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch (error) {
    if (NOT_LOCAL_CODES.includes((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  } finally {
    socket.close();
  }
}
