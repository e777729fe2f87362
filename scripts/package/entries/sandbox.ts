#!/usr/bin/env node
// Starts the whole service as a sandbox, with the settings of server/README.md. It cannot run in production.
delete process.env['NODE_ENV'];
await import('../../../server/main.ts');
