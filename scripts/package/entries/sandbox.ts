#!/usr/bin/env node
// The whole service as a sandbox: the settings of server/README.md, but never production.
delete process.env['NODE_ENV'];
await import('../../../server/main.ts');
