// A receiver to try webhooks with: prints each event that verifies. `WEBHOOK_SECRET=... npm run receiver`; PORT is
// 4000.
import { createReceiver } from '../server/partner-kit/example-receiver.ts';

const secrets = (process.env['WEBHOOK_SECRET'] ?? '').split(',');
const port = Number(process.env['PORT'] ?? 4000);

const { server } = createReceiver({
  secrets,
  onEvent: (event) => void process.stdout.write(`${JSON.stringify(event)}\n`),
});
server.listen(port, '127.0.0.1');
