import { type ParseArgsConfig, parseArgs } from 'node:util';
import { version } from './version.ts';

/** Error in a command line. The process exits with code 2. */
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
    // The rest of Node's message explains how to pass an operand that starts with a hyphen.
    throw new UsageError((error as Error).message.split('. ')[0]);
  }
}

/** Returns the lines of `--help` for the options. */
export function optionLines(options: Options): string {
  const names = Object.entries(options).map(([name, { value }]) => `--${name}${value ? ` ${value}` : ''}`);
  const width = Math.max(...names.map((name) => name.length)) + 3;
  return Object.values(options)
    .map(({ text }, index) => `  ${(names[index] ?? '').padEnd(width)}${text}\n`)
    .join('');
}

/** An environment variable that configures a program. */
export interface ProgramSetting {
  name: string;
  /** Default value. `<NAME>` is replaced with the value of the setting NAME. */
  default?: string;
  description: string;
}

export interface Program {
  /** Command that users type, such as `npm start --`. */
  command: string;
  summary: string;
  /** Settings that options can set: `--base-url URL` sets BASE_URL. */
  settings: readonly ProgramSetting[];
}

/**
 * Parses the command line of a program that starts a server. Returns its environment, in which options replace
 * variables, or the text of `--help` or `--version`. Throws `UsageError`.
 */
export function readProgramArguments(
  { command, summary, settings }: Program,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): { help: string } | { env: NodeJS.ProcessEnv } {
  const options = Object.fromEntries(
    settings.map(({ name, default: byDefault, description }) => {
      const text = `${description.split('. ')[0]} (${name}${byDefault === undefined ? '' : `; default: ${byDefault}`})`;
      return [optionOf(name), { value: 'VALUE', text }];
    }),
  );
  if (args[0] === '--version') return { help: `${version}\n` };
  const { values, positionals } = parseCommandLine(args, options);
  if (positionals.length > 0) throw new UsageError(`The operand ${positionals[0]} is not expected`);
  if (values['help'])
    return {
      help: `Usage: ${command} [options]\n\n${summary}\n\nOptions, with the settings that they replace:\n${optionLines(options)}`,
    };
  const set = settings.flatMap(({ name }) => {
    const value = values[optionOf(name)];
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { env: { ...env, ...Object.fromEntries(set) } };
}

const optionOf = (setting: string) => setting.toLowerCase().replaceAll('_', '-');
