// A webhook receiver in a separate process, because a shared event loop would distort the measurement. The receiver
// reports over IPC when the requested number of requests has arrived.
import http from 'node:http';
import type { AddressInfo } from 'node:net';

let missing = Number.NaN;

const server = http.createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(200).end();
    if (--missing === 0) process.send?.({ type: 'reached' });
  });
});

process.on('message', (count: number) => {
  missing = count;
  process.send?.({ type: 'counting' });
});
process.on('disconnect', () => process.exit(0));

// Keeps idle connections open while the benchmark prepares the next round.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'listening', port: (server.address() as AddressInfo).port });
});
