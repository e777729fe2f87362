// Serves a receiver from the guide: `serve.ts <module>`. The module exports an app or a POST handler.
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';

const [, , file = ''] = process.argv;
const { app, POST } = await import(pathToFileURL(file).href);
const settings = { port: 0, hostname: '127.0.0.1' };
const printPort = (port: number) => process.stdout.write(`port ${port}\n`);
const fetch = POST ?? app?.fetch;
if (fetch !== undefined) serve({ fetch, ...settings }, ({ port }) => printPort(port));
else {
  const server = app.listen(0, settings.hostname, () => printPort(server.address().port));
}
