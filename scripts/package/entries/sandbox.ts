#!/usr/bin/env node
// Starts the whole service as a sandbox, with the settings in server/README.md. Ignores NODE_ENV=production.
delete process.env['NODE_ENV'];
await import('../../../server/main.ts');
