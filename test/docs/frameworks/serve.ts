// Serves a receiver of the guide by its export: `serve.ts <module>`.
import { pathToFileURL } from 'node:url';
import { serve } from '@hono/node-server';

const [, , file = ''] = process.argv;
const { app, POST } = await import(pathToFileURL(file).href);
const settings = { port: 0, hostname: '127.0.0.1' };
const told = (port: number) => process.stdout.write(`port ${port}\n`);
const fetch = POST ?? app?.fetch;
if (fetch !== undefined) serve({ fetch, ...settings }, ({ port }) => told(port));
else {
  const server = app.listen(0, settings.hostname, () => told(server.address().port));
}
