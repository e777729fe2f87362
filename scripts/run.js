// Runs a TypeScript file of the project: `run.js server/main.ts ARGUMENT...`
import module from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundled } from './project/bundle.js';

const [, , entry] = process.argv;
const file = await bundled(entry);
// The program can start itself again by the path of the bundle.
process.argv.splice(1, 2, file);
// Node 22.8 and later can cache the compiled code, which makes the next start faster.
module.enableCompileCache?.(path.join(path.dirname(file), 'compiled'));
await import(pathToFileURL(file).href);
