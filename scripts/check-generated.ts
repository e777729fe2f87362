// Generates again and compares with generated/: fails on any changed, missing or extra file.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { generate } from './generate.ts';
import { root } from './root.ts';
import type { Verdict } from './verdict.ts';

/** Built, not committed. */
const BUILT = new Set(['reference', 'reference.html']);

/** Every difference between a folder and what `spec/` gives; empty when there is none. */
export async function drift(folder: string): Promise<string[]> {
  const expected = await generate();
  const present = (await readdir(folder)).filter((name) => !BUILT.has(name));
  const findings = present.filter((name) => !expected.has(name)).map((name) => `extra: ${name}`);
  for (const [name, text] of expected) {
    if (!present.includes(name)) findings.push(`missing: ${name}`);
    else if ((await readFile(path.join(folder, name), 'utf8')) !== text) findings.push(`changed: ${name}`);
  }
  return findings;
}

/** Whether generated/ is what spec/ gives. */
export async function checkGenerated(): Promise<Verdict> {
  const findings = await drift(path.join(root, 'generated'));
  if (findings.length === 0) return { passed: true, text: 'generated/ is what spec/ gives\n' };
  const text = `${findings.join('\n')}\ngenerated/ is not what spec/ gives. Run npm run generate.\n`;
  return { passed: false, text };
}
