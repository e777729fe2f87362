// A receiver in a process of its own, so that it shares the event loop with nothing that is measured. It takes every
// request and says over IPC when it arrived, by the machine's monotonic clock, which all processes read alike.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FromReceiver, ToReceiver } from './start-receiver.ts';

let mode: ToReceiver = { type: 'each' };
let count = 0;

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const at = String(process.hrtime.bigint());
    response.writeHead(200).end();
    if (mode.type === 'each') {
      const { request_id: requestId, status } = JSON.parse(Buffer.concat(chunks).toString());
      say({ type: 'received', requestId, status, at });
    } else if (++count === mode.count) say({ type: 'counted' });
  });
});

function say(message: FromReceiver): void {
  process.send?.(message);
}

process.on('message', (message: ToReceiver) => {
  mode = message;
  count = 0;
  say({ type: 'set' });
});
process.on('disconnect', () => process.exit(0));

// Longer than a round of the benchmark takes to prepare.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => say({ type: 'listening', port: (server.address() as AddressInfo).port }));
