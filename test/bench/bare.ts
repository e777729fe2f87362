// Baseline server: `bare.ts STATUS BYTES` reads the whole request, and responds with this status and number of bytes.
// `bare.ts STATUS BYTES sign` also signs a JWT for each response, as the token endpoint must do.
import { generateKeyPairSync, sign } from 'node:crypto';
import { createServer } from 'node:http';

const [status, bytes, signs] = process.argv.slice(2);
const body = Buffer.alloc(Number(bytes), 'x');
const headers = { 'Content-Type': 'application/json', 'Content-Length': body.length };
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const header = base64({ alg: 'ES256', typ: 'at+jwt', kid: 'bare' });

function writeToken(): void {
  const signed = `${header}.${base64({ sub: 'sandbox-partner', iat: Date.now() })}`;
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  body.write(`${signed}.${signature.toString('base64url')}`);
}

createServer((request, response) => {
  request.on('data', () => {});
  request.on('end', () => {
    if (signs) writeToken();
    response.writeHead(Number(status), headers).end(body);
  });
}).listen(Number(process.env['PORT']), '127.0.0.1');
