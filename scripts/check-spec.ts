// Lints spec/ with Redocly's rules and our own (spec/rules/). Any finding fails.
import path from 'node:path';
import { redocly } from './generate/redocly.ts';
import { root } from './generate.ts';

try {
  await redocly('lint', path.join(root, 'spec/openapi.yaml'), '--max-problems=1000');
  process.stdout.write('spec/ keeps every rule\n');
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(1);
}
