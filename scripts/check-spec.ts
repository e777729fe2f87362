// Lints spec/ with Redocly's rules and our own (spec/rules/). Any finding fails.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { redocly } from './generate/redocly.ts';
import { root } from './generate.ts';

const { status } = spawnSync(
  process.execPath,
  [
    redocly,
    'lint',
    path.join(root, 'spec/openapi.yaml'),
    `--config=${path.join(root, 'spec/redocly.yaml')}`,
    '--max-problems=1000',
  ],
  { stdio: 'inherit' },
);
process.exit(status ?? 1);
