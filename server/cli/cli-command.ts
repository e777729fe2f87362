import { contractVersion as version } from '../../generated/operations.ts';
import { nearestName } from '../domain/nearest-name.ts';
import { columns, type Option, optionLines, parseCommandLine, UsageError } from '../platform/command-line.ts';
import type { Services } from '../start/create-services.ts';

export { UsageError };

/** Failure of a command, with a message for the operator. The exit code is 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

const OPTIONS = {
  name: { value: 'NAME', text: 'Name of the partner, which users see and no other partner has' },
  scopes: { value: '"A B"', text: 'Scopes of the partner, separated by spaces' },
  domains: { value: 'HOSTS', text: 'Host names that URLs of the partner can have, separated by commas' },
  'may-vouch': { text: 'Let the partner submit digital identities, which other partners rely on; --no-may-vouch' },
  'link-secret': { text: 'Add a secret to the links of all new verification requests; --no-link-secret' },
  'keep-old-for': { value: 'TIME', text: 'Time for which the old secret stays valid, such as 90m, 24h, or 7d' },
  yes: { text: 'Confirm the command' },
  json: { text: 'Print one JSON object per line' },
} satisfies Record<string, Option>;
export type OptionName = keyof typeof OPTIONS;
export type Options = {
  [N in OptionName]?: ((typeof OPTIONS)[N] extends { value: string } ? string : boolean) | undefined;
};

/** Arguments after the command's name. Their number is at least the number of `operands`. */
export type Operands = readonly [string, string, ...string[]];

export type Output = string | object;

export interface Command {
  summary: string;
  /** Names of the operands, separated by spaces. A name that ends with `...` can be repeated. */
  operands?: string;
  options?: readonly OptionName[];
  /** The audit log records commands with an effect. An `interruption` and irreversible commands need `--yes`. */
  effect?: 'change' | 'interruption';
  /** Rejects with `UsageError` if an operand or option is invalid, or the command is refused. */
  run(services: Services, operands: Operands, options: Options): Promise<Output>;
}

/** Command that needs only the settings, for example because the schema does not exist yet. */
export interface OfflineCommand extends Omit<Command, 'run'> {
  runOffline(env: NodeJS.ProcessEnv): Promise<Output>;
}

export type Commands = Readonly<Record<string, Command>>;
export type AllCommands = Readonly<Record<string, Command | OfflineCommand>>;

/** Returns the text of `--help`. `program` is the part of the command line before the command's name. */
export function helpOf(commands: AllCommands, program: string): string {
  const lines = Object.entries(commands).map(
    ([name, command]) => [synopsisOf(name, command), command.summary] as const,
  );
  return `Usage: ${program} COMMAND [options]

The commands read the server's settings from the environment:
${columns(lines)}
Options, of the commands whose --help lists them:
${optionLines(OPTIONS)}`;
}

function helpOfCommand(name: string, command: Command | OfflineCommand, program: string): string {
  const { summary } = command;
  const lines = optionsOf(command).length === 0 ? '' : `\nOptions:\n${optionLines(pickOptions(command))}`;
  return `Usage: ${program} ${synopsisOf(name, command)}${lines && ' [options]'}\n\n${summary}\n${lines}`;
}

const synopsisOf = (name: string, { operands = '' }: Command | OfflineCommand) => `${name} ${operands}`.trimEnd();

/** Parses the name, the operands, and the options of a command. Returns text for `--help` and `--version` instead. */
export function readCommand(commands: AllCommands, args: readonly string[], program: string) {
  const firstOption = args.findIndex((arg) => arg.startsWith('-'));
  const words = firstOption === -1 ? args : args.slice(0, firstOption);
  const name = Object.keys(commands).find((known) => `${words.join(' ')} `.startsWith(`${known} `));
  const command = name === undefined ? undefined : commands[name];
  if (name === undefined || command === undefined) {
    if (args[0] === '--version') return version;
    if (args.some((arg) => arg === '--help' || arg === '-h')) return helpOf(commands, program);
    throw new UsageError(`${problemOf(words.join(' '), Object.keys(commands))}\n\n${helpOf(commands, program)}`);
  }
  const help = helpOfCommand(name, command, program);
  try {
    const { values, positionals } = parseCommandLine(args.slice(name.split(' ').length), pickOptions(command));
    if (values['help']) return help;
    const needed = command.operands?.split(' ') ?? [];
    const missing = needed.slice(positionals.length);
    if (missing.length > 0) throw new UsageError(`The operand ${missing.join(' ').replace('...', '')} is missing`);
    const extra = needed.at(-1)?.endsWith('...') ? [] : positionals.slice(needed.length);
    if (extra.length > 0) throw new UsageError(`The operand ${extra[0]} is not expected`);
    const [first = '', second = '', ...others] = positionals;
    return { name, command, operands: [first, second, ...others] as Operands, options: values as Options };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`${error.message}.\n\n${help}`);
  }
}

function problemOf(words: string, commands: readonly string[]): string {
  if (words === '') return 'The command is missing.';
  const nearest = nearestName(words, commands);
  return `There is no command "${words}".${nearest === undefined ? '' : ` Did you mean "${nearest}"?`}`;
}

const optionsOf = ({ options = [], effect }: Pick<Command, 'options' | 'effect'>): readonly OptionName[] =>
  effect === 'interruption' ? [...options, 'yes'] : options;

const pickOptions = (command: Pick<Command, 'options' | 'effect'>) =>
  Object.fromEntries(optionsOf(command).map((option) => [option, OPTIONS[option]]));

/** Formats a list as a table, and an object with one property per line. With `json`, an object is a line of JSON. */
export function textOf(output: Output, json: boolean): string {
  if (typeof output === 'string') return output;
  const list = [output].flat() as Record<string, unknown>[];
  if (json) return list.map((each) => JSON.stringify(each)).join('\n');
  if (!Array.isArray(output))
    return tableOf(Object.entries(output).map(([name, value]) => [name.replaceAll('_', ' '), cellOf(value)]));
  if (list.length === 0) return 'Nothing was found';
  const names = Object.keys(list[0] ?? {});
  return tableOf([names, ...list.map((each) => names.map((name) => cellOf(each[name])))]);
}

function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)) + 2) ?? [];
  const lines = rows.map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(''));
  return lines.map((line) => line.trimEnd()).join('\n');
}

const cellOf = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value ?? '-'));
