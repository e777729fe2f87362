#!/usr/bin/env node
// The command of the package: the mock of the service, and the kit that holds a server to the contract.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { journeys as workflows } from '../../../generated/journeys.ts';
import { contractVersion } from '../../../generated/operations.ts';
import type { Contract } from '../../generate/contract.ts';
import { NAME, SANDBOX_NAME } from '../manifest.ts';
import { packageFiles } from './package-files.ts';
import { PeersMissing, requirePeers } from './peers.ts';

const COMMAND = `npx ${NAME}`;

interface Subcommand {
  says: string;
  /** What can be typed behind its name, each instead of the setting of that name; undefined: it reads that itself. */
  options?: Readonly<Record<string, { value: string; says: string }>>;
  /** Resolves to the exit code, or to null where it goes on. What may not be installed is loaded only here. */
  start(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number | null>;
}

const COMMANDS: Readonly<Record<string, Subcommand>> = {
  mock: {
    says: 'Starts the mock of the service',
    options: {
      port: { value: 'N', says: 'Where it listens (4010)' },
      host: { value: 'ADDRESS', says: 'Of which network (127.0.0.1)' },
      'base-url': { value: 'URL', says: 'Its address as others see it (http://localhost and the port)' },
      'events-url': { value: 'URL', says: 'Where test events, redeliveries and events of decisions go (nowhere)' },
    },
    async start(_argv, env) {
      const { runMock } = await import('../../../mock/command.ts');
      runMock(packageFiles, env);
      return null;
    },
  },
  sandbox: {
    says: `Starts the whole service, of the package ${SANDBOX_NAME}`,
    options: {
      port: { value: 'N', says: 'Where it listens (3000)' },
      host: { value: 'ADDRESS', says: 'Of which network (127.0.0.1)' },
      'data-dir': { value: 'FOLDER', says: 'Where it keeps its database and its files (.data)' },
    },
    async start(_argv, env) {
      try {
        import.meta.resolve(SANDBOX_NAME);
      } catch {
        process.stderr.write(`The sandbox is a package of its own:\n\n  npm install --save-dev ${SANDBOX_NAME}\n`);
        return 2;
      }
      Object.assign(process.env, env);
      await import(SANDBOX_NAME);
      return null;
    },
  },
  conformance: {
    says: 'Checks a server against the contract. `conformance --help` lists the options',
    async start(argv) {
      const { optionsIn, usage } = await import('../../conformance/options.ts');
      const command = `${COMMAND} conformance`;
      if (optionsIn(argv).help === true) return tell(usage(command, false));
      requirePeers('conformance');
      const { runCommand } = await import('../../conformance/command.ts');
      const contract: Contract = JSON.parse(readFileSync(packageFiles.contract, 'utf8'));
      const reference = `${contract.servers[0]?.url}/reference`;
      return runCommand({ contract, workflows, reference, command }, argv);
    },
  },
};

const COMMON = { help: { type: 'boolean', short: 'h' }, version: { type: 'boolean' } } as const;

const settingOf = (option: string) => option.toUpperCase().replaceAll('-', '_');
const listed = (lines: readonly (readonly [string, string])[]) =>
  lines.map(([typed, says]) => `  ${typed.padEnd(22)}  ${says}\n`).join('');

const USAGE = `Usage: ${COMMAND} <command> [options]

${listed([
  ...Object.entries(COMMANDS).map(([name, { says }]) => [name, says] as const),
  ['--help', 'Tells this, and behind a command its options'],
  ['--version', 'Tells the version, which is that of the contract'],
])}`;

const usageOf = (name: string, { says, options = {} }: Subcommand) => `Usage: ${COMMAND} ${name} [options]

${says}.

${listed(
  Object.entries(options).map(([option, { value, says }]) => [
    `--${option} ${value}`,
    `${says}; or ${settingOf(option)} in the environment`,
  ]),
)}`;

/** Ends what was typed wrong: told on the standard error. */
function refuse(why: string): number {
  process.stderr.write(`${why}\n${COMMAND} --help tells what there is.\n`);
  return 2;
}

function tell(text: string): number {
  process.stdout.write(text);
  return 0;
}

/** Does what was typed; the exit code, or null where a command goes on. */
async function run([name = '', ...argv]: readonly string[]): Promise<number | null> {
  const known = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (known === undefined && !name.startsWith('-')) {
    return refuse(name === '' ? 'Which command?' : `There is no command ${name}.`);
  }
  if (known !== undefined && known.options === undefined) return known.start(argv, process.env);
  const options = Object.keys(known?.options ?? {});
  const strings = Object.fromEntries(options.map((option) => [option, { type: 'string' }] as const));
  const args = known === undefined ? [name, ...argv] : [...argv];
  const { help, version, ...values } = parseArgs({ args, options: { ...strings, ...COMMON } }).values;
  if (help === true) return tell(known === undefined ? USAGE : usageOf(name, known));
  if (version === true || known === undefined) return tell(`${contractVersion}\n`);
  const settings = Object.entries(values).map(([option, value]) => [settingOf(option), String(value)]);
  return known.start([], { ...process.env, ...Object.fromEntries(settings) });
}

try {
  const exitCode = await run(process.argv.slice(2));
  if (exitCode !== null) process.exitCode = exitCode;
} catch (error) {
  const { code = '', name, message } = error as NodeJS.ErrnoException;
  const isTyped = name === 'ArgumentError' || code.startsWith('ERR_PARSE_ARGS_');
  if (!isTyped && !(error instanceof PeersMissing)) throw error;
  if (isTyped) refuse(message);
  else process.stderr.write(`${message}\n`);
  process.exitCode = 2;
}
