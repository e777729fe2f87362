// Uploads of the largest size, in a process of its own: each message has links, and what to send to them. It writes
// hundreds of megabytes, so it leaves the processor to who measures. The uploads stand still until it ends.
import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { operations } from '../../generated/operations.ts';

export interface ToHostile {
  port: number;
  links: string[];
  /** All but the last byte of a file, or lists within lists. */
  send: 'stalled' | 'nested';
}

const LARGEST = operations.uploadAsset.bodyLimit;
const DEPTH = LARGEST / 2 - 4;
const BODIES = {
  stalled: { type: 'application/pdf', bytes: Buffer.alloc(LARGEST - 1) },
  nested: {
    type: 'application/json',
    bytes: Buffer.from(`{"a":  ${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`),
  },
};

/** Resolves when it is answered or broken off. */
function begin(port: number, link: URL, { type, bytes }: { type: string; bytes: Buffer }): Promise<void> {
  const socket = connect(port, '127.0.0.1');
  socket.write(
    `PUT ${link.pathname}${link.search} HTTP/1.1\r\nHost: ${link.host}\r\nContent-Type: ${type}\r\n` +
      `Content-Length: ${LARGEST}\r\n\r\n`,
  );
  socket.write(bytes);
  return new Promise((resolve) => {
    socket.once('data', () => resolve());
    socket.on('error', () => {}).on('close', () => resolve());
  });
}

setPriority(constants.priority.PRIORITY_LOW);
process.on('message', async ({ port, links, send }: ToHostile) => {
  const answered = Promise.all(links.map((link) => begin(port, new URL(link), BODIES[send])));
  if (send === 'nested') await answered;
  process.send?.('sent');
});
