import { readFile } from 'node:fs/promises';
import path from 'node:path';
import spectral from '@stoplight/spectral-core';
import parsers from '@stoplight/spectral-parsers';
import { root } from './project/root.ts';

/** Checks the bundled contract against the rules in spec/rules/spectral.cjs. Rejects with all findings. */
export async function checkSpectral(): Promise<string> {
  const source = path.join(root, 'spec/rules/spectral.cjs');
  const { default: rules } = await import(source);
  const linter = new spectral.Spectral();
  linter.setRuleset(new spectral.Ruleset(rules, { source }));
  const file = path.join(root, 'generated/openapi.json');
  const findings = await linter.run(new spectral.Document(await readFile(file, 'utf8'), parsers.Json, file));
  if (findings.length === 0) return 'The contract follows the rules of Spectral and OWASP';
  const lines = findings.map(({ code, message, path: keys }) => `${code}: ${message} (${keys.join('/')})`);
  throw new Error(lines.join('\n'));
}
