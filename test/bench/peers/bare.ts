// Baseline server: `bare.ts STATUS BYTES` reads the whole request, and responds with this status and number of bytes.
import { createServer } from 'node:http';

const [status, bytes] = process.argv.slice(2);
const body = Buffer.alloc(Number(bytes), 'x');
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };

createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => response.writeHead(Number(status), headers).end(body));
}).listen(Number(process.env['PORT']), '127.0.0.1');
