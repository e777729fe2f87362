import { createInterface } from 'node:readline';
import { createReceiver, verifyWebhook } from '../../../spec/samples/receive-webhook/typescript.ts';

const [, , mode, secrets = ''] = process.argv;
const bytesOf = (field: string | undefined) => Buffer.from(field ?? '', 'base64');
const textOf = (field: string | undefined) => (field === '-' ? undefined : bytesOf(field).toString());

if (mode === 'vectors') {
  for await (const line of createInterface({ input: process.stdin })) {
    const [now, secrets = '', timestamp, signature, previousSignature, body] = line.split(' ');
    const delivery = {
      timestamp: textOf(timestamp),
      signature: textOf(signature),
      previousSignature: textOf(previousSignature),
      body: bytesOf(body),
    };
    try {
      const list = secrets === '-' ? [] : secrets.split(',');
      process.stdout.write(`${verifyWebhook(delivery, list, Number(now))}\n`);
    } catch {
      process.stdout.write('error\n');
    }
  }
} else {
  const server = createReceiver(secrets.split(','), async ({ event_id }) => {
    process.stdout.write(`event ${event_id}\n`);
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    if (address !== null && typeof address === 'object') process.stdout.write(`port ${address.port}\n`);
  });
}
