// A webhook receiver in a separate process, so that it shares no event loop with the measurement. It counts requests,
// and reports over IPC when it has received the requested number.
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

// Connections must stay open while the next round is prepared.
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'listening', port: (server.address() as AddressInfo).port });
});
