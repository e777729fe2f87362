// Prints each webhook event that has a valid signature: `WEBHOOK_SECRET=... npm run receiver`. PORT defaults to 4000.
import { createReceiver } from '../spec/samples/receive-webhook/typescript.ts';

const secrets = (process.env['WEBHOOK_SECRET'] ?? '').split(',');
const print = async (event: object) => void process.stdout.write(`${JSON.stringify(event)}\n`);

createReceiver(secrets, print).listen(Number(process.env['PORT'] ?? 4000), '127.0.0.1');
