// Checks that the lists of settings, commands, operations, and options in the READMEs match the code and the contract.
// With `--write`, updates the READMEs instead.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { load as parseYaml } from 'js-yaml';
import { operations } from '../generated/operations.ts';
import { helpOf } from '../server/cli/command.ts';
import { COMMANDS } from '../server/cli/commands.ts';
import { SETTINGS, type Setting } from '../server/config.ts';
import { SECURITY_EVENTS } from '../server/security-log.ts';
import { SWEEP_FIELDS } from '../server/sweep-log.ts';
import { createMetrics } from '../server/telemetry/metrics.ts';
import { usage } from './conformance/options.ts';
import { root } from './root.ts';

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |\n`).join('');

const verbatim = (text: string) => `\`\`\`text\n${text}\`\`\`\n`;

function defaultOf({ default: byDefault, productionDefault, requiredInProduction }: Setting): string {
  const sandbox = byDefault === undefined ? 'none' : `\`${byDefault.replace(/<([A-Z_]+)>/g, '{$1}')}\``;
  if (requiredInProduction) return `${sandbox}; production: must be given`;
  return productionDefault === undefined ? sandbox : `${sandbox}; production: \`${productionDefault}\``;
}

const settings = table(
  ['setting', 'default', 'meaning'],
  SETTINGS.map((setting) => [`\`${setting.name}\``, defaultOf(setting), setting.description]),
);
const listed = table(
  ['operation', 'method and path', 'what it does'],
  Object.entries(operations).map(([id, { method, path, summary }]) => [`\`${id}\``, `\`${method} ${path}\``, summary]),
);

const described = (head: string[], entries: Readonly<Record<string, string>>) =>
  table(
    head,
    Object.entries(entries).map(([name, description]) => [`\`${name}\``, description]),
  );
const events = described(['event', 'what happened'], SECURITY_EVENTS);
const sweeps = described(['field', 'what it is'], SWEEP_FIELDS);

const metrics = table(
  ['metric', 'labels', 'what it is'],
  createMetrics().own.map(({ name, labels, help }) => [
    `\`${name}\``,
    labels.map((label) => `\`${label}\``).join(', '),
    help,
  ]),
);

interface Alerts {
  groups: { rules: { alert: string; annotations: { summary: string; description: string } }[] }[];
}

const { groups } = parseYaml(await readFile(path.join(root, 'server/operate/alerts.yaml'), 'utf8')) as Alerts;
const alarms = table(
  ['alarm', 'when', 'what to do'],
  groups
    .flatMap(({ rules }) => rules)
    .map(({ alert, annotations }) => [`\`${alert}\``, annotations.summary, annotations.description]),
);

/** Generated parts of each file, by the name in the markers `<!-- name -->` and `<!-- /name -->` around the part. */
const PARTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'server/README.md': {
    settings,
    commands: verbatim(helpOf(COMMANDS, 'npm run cli --')),
    'security events': events,
    sweeps,
    metrics,
    alarms,
  },
  'spec/README.md': { operations: listed },
  'scripts/conformance/README.md': { options: verbatim(usage('npm run conformance --', true)) },
};

/** Rejects if a README differs from its generated parts. With `write`, updates the READMEs instead. */
export async function checkReadme({ write }: { write: boolean }): Promise<string> {
  const outdated: string[] = [];
  for (const [name, parts] of Object.entries(PARTS)) {
    const file = path.join(root, name);
    const present = await readFile(file, 'utf8');
    let wanted = present;
    for (const [part, text] of Object.entries(parts)) {
      const place = new RegExp(`(<!-- ${part} -->\n)[\\s\\S]*?(<!-- /${part} -->)`);
      if (!place.test(wanted)) throw new Error(`${name} has no markers for the part ${part}`);
      wanted = wanted.replace(place, (_whole, start: string, end: string) => start + text + end);
    }
    if (write) await writeFile(file, wanted);
    else if (wanted !== present) outdated.push(name);
  }
  if (outdated.length === 0) return 'The tables in the READMEs match the code';
  throw new Error(`${outdated.join(', ')}: not up to date with the code. Run npm run check -- readme --write.`);
}
