import { type ParseArgsConfig, parseArgs } from 'node:util';
import { contractVersion as version } from '../../generated/operations.ts';
import type { Setting } from './setting-table.ts';

/** Error in a command line. The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export interface Option {
  /** Placeholder for the value, such as `N`. A flag has none. */
  value?: string;
  text: string;
}

type Options = Readonly<Record<string, Option>>;

/** Parses a command line. `--no-may-vouch` sets the flag `may-vouch` to false. Throws `UsageError`. */
export function parseCommandLine(args: readonly string[], options: Options) {
  const known: NonNullable<ParseArgsConfig['options']> = { help: { type: 'boolean', short: 'h' } };
  for (const [name, { value }] of Object.entries(options))
    known[name] = { type: value === undefined ? 'boolean' : 'string' };
  try {
    return parseArgs({ args: [...args], allowNegative: true, allowPositionals: true, options: known });
  } catch (error) {
    // Keeps only the first sentence: the rest is about operands that start with a hyphen.
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length)) + 3;
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}\n`).join('');
}

export const optionLines = (options: Options): string =>
  columns(Object.entries(options).map(([name, { value, text }]) => [`--${name}${value ? ` ${value}` : ''}`, text]));

export interface Program {
  /** Command that users type, such as `npm start --`. */
  command: string;
  summary: string;
  /** Settings that options can set: `--base-url URL` sets BASE_URL. */
  settings: readonly Setting[];
}

const optionOf = (setting: string) => setting.toLowerCase().replaceAll('_', '-');

/**
 * Parses the command line of a program that starts a server. Returns its environment, in which options replace
 * variables, or the text of `--help` or `--version`. Throws `UsageError`.
 */
export function readProgramArguments(
  { command, summary, settings }: Program,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { help: string } | { env: NodeJS.ProcessEnv } {
  if (args[0] === '--version') return { help: `${version}\n` };
  const options: Record<string, Option> = {};
  for (const { name, default: byDefault, description, isFlag } of settings) {
    const variable = byDefault === undefined ? name : `${name}; default: ${byDefault}`;
    const text = `${description.split('. ')[0]} (${variable})`;
    options[optionOf(name)] = isFlag ? { text } : { value: 'VALUE', text };
  }
  const { values, positionals } = parseCommandLine(args, options);
  if (positionals.length > 0) throw new UsageError(`The operand ${positionals[0]} is not expected`);
  if (values['help'])
    return {
      help: `Usage: ${command} [options]\n\n${summary}\n\nOptions, with the settings that they replace:\n${optionLines(options)}`,
    };
  const result = { ...env };
  for (const { name } of settings) {
    const value = values[optionOf(name)];
    if (value !== undefined) result[name] = String(value);
  }
  return { env: result };
}

const PARENT_CHECK_MS = 200;

/**
 * Resolves to the signal or other reason when this process must stop. A signal to `npm start` terminates npm and its
 * shell but does not reach this process. So if npm runs `script`, the exit of the parent process counts as a signal.
 */
export function stopRequest(script: string): Promise<string> {
  return new Promise((resolve) => {
    // Uses `on` instead of `once`, because a second signal (npm causes two for Ctrl-C) must not abort the shutdown.
    for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, resolve);
    if (process.env['npm_lifecycle_event'] !== script) return;
    const parent = process.ppid;
    setInterval(() => process.ppid !== parent && resolve('the exit of npm'), PARENT_CHECK_MS).unref();
  });
}
