// Renders generated/openapi.json as one page that works without the internet: generated/reference.html.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { redocly } from './generate/redocly.ts';
import { root } from './generate.ts';

await promisify(execFile)(process.execPath, [
  redocly,
  'build-docs',
  path.join(root, 'generated/openapi.json'),
  `--config=${path.join(root, 'spec/redocly.yaml')}`,
  `--output=${path.join(root, 'generated/reference.html')}`,
  '--inlineBundle',
]);
