// Runs a TypeScript file of the project: `run.js server/main.ts ARGUMENT...`
import { pathToFileURL } from 'node:url';
import { bundled } from './bundle.js';

const [, , entry] = process.argv;
process.argv.splice(1, 1);
await import(pathToFileURL(await bundled(entry)).href);
