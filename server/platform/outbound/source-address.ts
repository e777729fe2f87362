import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';

/**
 * Resolves to the first entry that is an address of this machine. An entry is an IP address or a CIDR range; ranges
 * only announce possible sources and are skipped. Rejects when the system has no free socket.
 */
export async function findSourceAddress(entries: readonly string[]): Promise<string | undefined> {
  for (const entry of entries) if (isIP(entry) !== 0 && (await isLocalAddress(entry))) return entry;
  return undefined;
}

/** Error codes for an address that is not assigned, whose family is unavailable, or that lacks a zone. */
const NOT_LOCAL_CODES: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL'];

async function isLocalAddress(address: string): Promise<boolean> {
  // Uses a UDP socket, which can bind the same addresses as a TCP socket but does not accept connections.
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
