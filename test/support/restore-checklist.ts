import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { COMMANDS } from '../../server/cli/commands.ts';
import { blocksOf } from '../docs/paste.ts';
import { ROOT } from './process.ts';

const REPEATED = ['add', 'change', 'disable', 'enable', 'new-secret']
  .map((name) => `partners ${name}`)
  .concat('keys rotate');

/** Runs a shell command with the settings of the restored service. Resolves to its standard output. */
type Shell = (command: string) => Promise<string>;

/**
 * Follows the checklist after a restore in the guide for operators. `securityLog` is the path of the exported log.
 * Resolves to the outputs of the repeated commands, and to the partners whose webhooks have changed.
 */
export async function followRestoreChecklist(shell: Shell, securityLog: string) {
  const guide = await readFile(path.join(ROOT, 'server/operate/docs/run.md'), 'utf8');
  const [, section = ''] = guide.split('### Checklist after a restore\n');
  const steps = blocksOf(section.split('\n## ')[0] ?? '').map(({ text }) =>
    text.replaceAll('security.log', securityLog),
  );
  const [end, erase, list, webhooks] = steps as [string, string, string, string];
  if (steps.length !== 4) throw new Error(`The checklist has ${steps.length} steps with commands`);
  await shell(end);
  await shell(erase);
  const outputs: string[] = [];
  for (const line of (await shell(list)).trim().split('\n')) {
    const { command, operands, options } = JSON.parse(line);
    const confirmed = COMMANDS[command]?.effect === 'interruption' ? ' --yes' : '';
    if (REPEATED.includes(command))
      outputs.push(await shell(`npm run -s cli -- ${command} ${quoted(operands, options)}${confirmed}`));
  }
  return { outputs, webhooks: await shell(webhooks) };
}

function quoted(operands: readonly string[], options: Record<string, string | boolean>): string {
  const words = Object.entries(options).flatMap(([name, value]) => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    if (typeof value === 'boolean') return [value ? `--${flag}` : `--no-${flag}`];
    return [`--${flag}`, value];
  });
  return [...operands, ...words].map((word) => `'${word}'`).join(' ');
}
