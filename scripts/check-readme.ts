// Checks the lists of settings, commands, and options in the READMEs against the code, and the figures in documents
// against the contract. With `--write`, updates the documents instead.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { OPTIONS, optionsOf } from '../server/cli/cli-command.ts';
import { COMMANDS } from '../server/cli/commands.ts';
import { SECURITY_EVENTS } from '../server/platform/security-log.ts';
import type { Setting } from '../server/platform/setting-table.ts';
import { createMetrics } from '../server/platform/telemetry/metrics.ts';
import { SWEEP_FIELDS } from '../server/platform/telemetry/telemetry.ts';
import { SETTINGS } from '../server/start/settings.ts';
import { usage } from './conformance/options.ts';
import type { Contract } from './contract/openapi.ts';
import { fillMarkedFigures } from './generate/figures.ts';
import { root } from './project/root.ts';

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');

const verbatim = (text: string) => `\`\`\`text\n${text}\`\`\`\n`;

function defaultOf({ default: byDefault, productionDefault, requiredInProduction }: Setting): string {
  const sandbox = byDefault === undefined ? 'none' : `\`${byDefault.replace(/<([A-Z_]+)>/g, '{$1}')}\``;
  if (requiredInProduction) return `${sandbox}; production: must be given`;
  return productionDefault === undefined ? sandbox : `${sandbox}; production: \`${productionDefault}\``;
}

const meaningOf = ({ name, description, secret }: Setting) =>
  secret ? `${description}. Secret: \`${name}_FILE\` can name a file with the value` : description;

const settings = table(
  ['setting', 'default', 'meaning'],
  SETTINGS.map((setting) => [`\`${setting.name}\``, defaultOf(setting), meaningOf(setting)]),
);

const described = (head: string[], entries: Readonly<Record<string, string>>) =>
  table(
    head,
    Object.entries(entries).map(([name, description]) => [`\`${name}\``, description]),
  );
const commands = table(
  ['command', 'what it does', 'options'],
  Object.entries(COMMANDS).map(([name, command]) => [
    `\`${`${name} ${command.operands ?? ''}`.trim()}\``,
    command.summary,
    optionsOf(command)
      .map((option) => `\`${OPTIONS[option][0]}\``)
      .join(' '),
  ]),
);
const events = described(['event', 'what happened'], SECURITY_EVENTS);
const sweeps = described(['field', 'what it is'], SWEEP_FIELDS);

const metrics = table(
  ['metric', 'labels', 'what it is'],
  createMetrics().own.map(({ name, labelNames, help }) => [
    `\`${name}\``,
    labelNames.map((label) => `\`${label}\``).join(', '),
    help,
  ]),
);

const SECTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server/README.md': { settings },
  'server/operate/docs/run.md': {
    commands,
    'security events': events,
    sweeps,
    metrics,
  },
  'scripts/conformance/README.md': { options: verbatim(usage('npm run conformance --', true)) },
};

function withParts(name: string, present: string, parts: Readonly<Record<string, string>>): string {
  let wanted = present;
  for (const [part, text] of Object.entries(parts)) {
    const place = new RegExp(`(<!-- ${part} -->\n)[\\s\\S]*?(<!-- /${part} -->)`);
    if (!place.test(wanted)) throw new Error(`${name} has no markers for the part ${part}`);
    wanted = wanted.replace(place, (_whole, start: string, end: string) => start + text + end);
  }
  return wanted;
}

async function filesWithFigures(): Promise<string[]> {
  const { stdout } = await promisify(execFile)('git', ['ls-files', '*.md', 'server/sdk/*.ts'], { cwd: root });
  return stdout
    .split('\n')
    .filter((name) => name !== '' && name !== 'CHANGELOG.md' && !name.startsWith('spec/guides/'));
}

export async function checkReadme({ write }: { write: boolean }): Promise<string> {
  const outdated: string[] = [];
  const update = async (name: string, wantedOf: (present: string) => string) => {
    const file = path.join(root, name);
    const present = await readFile(file, 'utf8');
    const wanted = wantedOf(present);
    if (write) await writeFile(file, wanted);
    else if (wanted !== present) outdated.push(name);
  };
  for (const [name, parts] of Object.entries(SECTIONS)) await update(name, (text) => withParts(name, text, parts));
  const contract: Contract = JSON.parse(await readFile(path.join(root, 'generated/openapi.json'), 'utf8'));
  for (const name of await filesWithFigures()) await update(name, (text) => fillMarkedFigures(text, contract));
  if (outdated.length === 0) return 'The tables and figures in the documents match the code and the contract';
  throw new Error(`${outdated.join(', ')}: not up to date with the code. Run npm run check -- readme --write.`);
}
