import type { Command as Parser } from 'commander';
import { createParser, UsageError } from '../platform/command-line.ts';
import type { Services } from '../start/create-services.ts';

export { UsageError };

/** Error with a message for the operator. The process exits with code 1. */
export class CommandFailed extends Error {
  override name = 'CommandFailed';
}

export const OPTIONS = {
  name: ['--name <name>', 'Name of the partner, which users see and no other partner has'],
  scopes: ['--scopes <scopes>', 'Scopes of the partner, separated by spaces'],
  domains: ['--domains <hosts>', 'Host names that URLs of the partner can have, separated by commas'],
  homePage: ['--home-page <url>', 'Page to which users can return after a decision; "" for none'],
  mayVouch: ['--may-vouch', 'Let the partner submit digital identities, which other partners rely on'],
  noMayVouch: ['--no-may-vouch', 'Do not let the partner submit digital identities'],
  linkSecret: ['--link-secret', 'Add a secret to the links of all new verification requests'],
  noLinkSecret: ['--no-link-secret', 'Add a secret only to links with a guessable request ID'],
  keepOldFor: ['--keep-old-for <time>', 'Time for which the old secret stays valid, such as 90m, 24h, or 7d'],
  yes: ['--yes', 'Confirm the command'],
  json: ['--json', 'Print one JSON object per line'],
} as const;
export type OptionName = keyof typeof OPTIONS;

export interface Options {
  name?: string;
  scopes?: string;
  domains?: string;
  homePage?: string;
  mayVouch?: boolean;
  linkSecret?: boolean;
  keepOldFor?: string;
  yes?: boolean;
  json?: boolean;
}

/** Operands of a command. Missing operands are empty strings. */
export type Operands = readonly [string, string, ...string[]];

export type Output = string | object;

export interface Command {
  summary: string;
  /** Names of the operands, such as `<id> <submission...>`. The `...` permits several values. */
  operands?: string;
  options?: readonly OptionName[];
  /** Commands with an effect are recorded in the audit log. Commands with the effect `interruption` require `--yes`. */
  effect?: 'change' | 'interruption';
  run(services: Services, operands: Operands, options: Options): Promise<Output>;
}

/** Command that needs only the settings, for example because the schema does not exist yet. */
export interface OfflineCommand extends Omit<Command, 'run'> {
  runOffline(env: NodeJS.ProcessEnv): Promise<Output>;
}

export type Commands = Readonly<Record<string, Command>>;
export type AllCommands = Readonly<Record<string, Command | OfflineCommand>>;

export interface Invocation {
  name: string;
  command: Command | OfflineCommand;
  operands: Operands;
  options: Options;
}

const GROUP_DESCRIPTIONS: Readonly<Record<string, string>> = {
  partners: 'Add, change, and disable partners',
  tokens: 'End access tokens',
  sessions: 'End the sessions of users',
  users: 'Find and erase users',
  submissions: 'Erase submissions',
  keys: 'Rotate signing keys, and re-encrypt data',
  database: 'Distribute the database',
  audit: 'List the commands of operators',
  files: 'Assign files to the database',
};

export function parserOf(commands: AllCommands, program: string, run: (typed: Invocation) => Promise<void>): Parser {
  const parser = createParser(program).description(
    'The commands read the settings of the server from the environment.',
  );
  for (const [name, command] of Object.entries(commands)) {
    const [first = '', second] = name.split(' ');
    const parent = second === undefined ? parser : groupNamed(parser, first);
    const leaf = parent.command(second ?? first).description(command.summary);
    if (command.operands !== undefined) leaf.arguments(command.operands);
    for (const option of optionsOf(command)) {
      const [flags, text] = OPTIONS[option];
      leaf.option(flags, text);
    }
    leaf.action(() => {
      const [one = '', two = '', ...others] = leaf.args;
      return run({ name, command, operands: [one, two, ...others], options: leaf.opts() });
    });
  }
  return parser;
}

function groupNamed(parser: Parser, word: string): Parser {
  const known = parser.commands.find((each) => each.name() === word);
  return (
    known ??
    parser
      .command(word)
      .description(GROUP_DESCRIPTIONS[word] ?? '')
      .helpCommand(false)
  );
}

export const optionsOf = ({ options = [], effect }: Pick<Command, 'options' | 'effect'>): readonly OptionName[] =>
  effect === 'interruption' ? [...options, 'yes'] : options;

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
