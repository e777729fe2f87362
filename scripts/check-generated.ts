// Generates again and compares with generated/: fails on any changed, missing or extra file.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { generate, root } from './generate.ts';

/** Built, not committed. */
const BUILT = new Set(['reference.html']);

const folder = path.join(root, 'generated');
const expected = await generate();
const present = (await readdir(folder)).filter((name) => !BUILT.has(name));
const findings = present.filter((name) => !expected.has(name)).map((name) => `extra: generated/${name}`);
for (const [name, text] of expected) {
  if (!present.includes(name)) findings.push(`missing: generated/${name}`);
  else if ((await readFile(path.join(folder, name), 'utf8')) !== text)
    findings.push(`changed: generated/${name}`);
}
if (findings.length > 0) {
  process.stderr.write(`${findings.join('\n')}\ngenerated/ is not what spec/ gives. Run npm run generate.\n`);
  process.exit(1);
}
process.stdout.write(`generated/ is what spec/ gives: ${expected.size} files\n`);
