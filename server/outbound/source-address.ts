import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/**
 * Those of the entries that a connection from this machine can leave from, in their order. An entry is an IP address or
 * a range in CIDR notation; a range only announces where connections may come from, and is left out.
 * Rejects when the system has no socket to spare.
 */
export async function usableSourceAddresses(entries: readonly string[]): Promise<string[]> {
  const usable: string[] = [];
  for (const entry of entries) {
    if (isIP(entry) !== 0 && (await isOfThisMachine(entry))) usable.push(entry);
  }
  return usable;
}

/** The answers of a system that does not have the address, or not its family, or not without a zone. */
const NOT_HERE: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

async function isOfThisMachine(address: string): Promise<boolean> {
  // UDP: the same addresses can be bound as with TCP, but nobody can connect meanwhile.
  const socket = createSocket(isIP(address) === 6 ? 'udp6' : 'udp4');
  try {
    socket.bind({ address, port: 0, exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch (error) {
    if (NOT_HERE.includes((error as NodeJS.ErrnoException).code)) return false;
    throw error;
  } finally {
    socket.close();
  }
}
