// The README's tables of settings and operations are made from server/config.ts and the contract: `--write` puts them in,
// without it any difference fails.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { operations } from '../generated/operations.ts';
import { SETTINGS, type Setting } from '../server/config.ts';
import { root } from './generate.ts';

const row = (...cells: string[]) => `| ${cells.join(' | ')} |\n`;

function defaultOf({ default: byDefault, productionDefault, requiredInProduction }: Setting): string {
  const sandbox = byDefault === '' ? 'none' : `\`${byDefault.replace(/<([A-Z_]+)>/g, '{$1}')}\``;
  if (requiredInProduction) return `${sandbox}; production: must be given`;
  return productionDefault === undefined ? sandbox : `${sandbox}; production: \`${productionDefault}\``;
}

const tables: Record<string, string> = {
  settings:
    row('setting', 'default', 'meaning') +
    row('---', '---', '---') +
    SETTINGS.map((setting) => row(`\`${setting.name}\``, defaultOf(setting), setting.description)).join(''),
  operations:
    row('operation', 'method and path', 'what it does') +
    row('---', '---', '---') +
    Object.entries(operations)
      .map(([id, { method, path, summary }]) => row(`\`${id}\``, `\`${method} ${path}\``, summary))
      .join(''),
};

const file = path.join(root, 'README.md');
const present = await readFile(file, 'utf8');
let wanted = present;
for (const [name, table] of Object.entries(tables)) {
  const block = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- /${name} -->)`);
  if (!block.test(wanted)) throw new Error(`README.md has no place for the table of ${name}`);
  wanted = wanted.replace(block, (_whole, start: string, end: string) => start + table + end);
}
if (process.argv.includes('--write')) await writeFile(file, wanted);
else if (wanted !== present) {
  process.stderr.write('README.md has old tables. Run npm run check:readme -- --write.\n');
  process.exit(1);
}
