import { Command, Option } from 'commander';
import { contractVersion as version } from '../../generated/operations.ts';
import type { Setting } from './setting-table.ts';

/** Error in a command line. The process exits with code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const HELP_WIDTH = 120;

export function createParser(command: string): Command {
  return new Command(command)
    .version(version)
    .helpCommand(false)
    .configureOutput({ getOutHelpWidth: () => HELP_WIDTH, getErrHelpWidth: () => HELP_WIDTH })
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

export interface Program {
  /** Command that users type, such as `npm start --`. */
  command: string;
  summary: string;
  /** Settings that options can set: `--base-url URL` sets BASE_URL. */
  settings: readonly Setting[];
}

/** Returns a copy of `env` in which the options replace variables. */
export function readProgramArguments(
  { command, summary, settings }: Program,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const parser = createParser(command).description(`${summary} The options replace settings.`);
  const result = { ...env };
  for (const { name, default: byDefault, description, isFlag } of settings) {
    const flag = `--${name.toLowerCase().replaceAll('_', '-')}`;
    const variable = byDefault === undefined ? name : `${name}; default: ${byDefault}`;
    const option = new Option(isFlag ? flag : `${flag} <value>`, `${description.split('. ')[0]} (${variable})`);
    parser.addOption(option).on(`option:${option.name()}`, (value?: string) => {
      result[name] = value ?? 'true';
    });
  }
  parser.parse(args, { from: 'user' });
  return result;
}

const PARENT_CHECK_MS = 200;

/** Resolves on a signal or, if npm runs `script`, when npm exits: a signal to npm does not reach this process. */
export function stopRequest(script: string): Promise<string> {
  return new Promise((resolve) => {
    // With `once`, a second signal (npm causes two for Ctrl-C) would abort the shutdown.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, resolve);
    if (process.env['npm_lifecycle_event'] !== script) return;
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && resolve('the exit of npm'), PARENT_CHECK_MS).unref();
  });
}
