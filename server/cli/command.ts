import type { Services } from '../services.ts';

/** Says what is wrong with a command. The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const OPTIONS = ['name', 'scopes', 'domains', 'keep-old-for', 'state', 'limit'] as const;
/** Those without a value. */
export const FLAGS = ['yes', 'json', 'help'] as const;
export type OptionName = (typeof OPTIONS)[number] | (typeof FLAGS)[number];
export type Options = Partial<
  Record<(typeof OPTIONS)[number], string | undefined> & Record<(typeof FLAGS)[number], boolean | undefined>
>;

/** The arguments after a command's name, at least as many as its `operands`. */
export type Operands = readonly [string, string, ...string[]];

/** What a command lists, for people and, with `--json`, for programs. */
export interface Listing {
  lines: readonly string[];
  /** Printed as one JSON object a line. */
  objects: readonly object[];
}

/** Resolves to what to print. Rejects with `UsageError`. */
export type Run<T = string | Listing> = (services: Services, operands: Operands, options: Options) => Promise<T>;

interface Command {
  operands: 0 | 1 | 2;
  /** Whether it takes more of the last one. */
  more?: true;
  options: readonly OptionName[];
  inSandboxOnly?: true;
  run: Run;
}

/** Commands by name. */
export type Commands = Readonly<Record<string, Command>>;

/** A command that lists, which is what takes `--json`. */
export const listing = (
  run: Run<Listing>,
  { operands = 0, options = [] }: Partial<Pick<Command, 'operands' | 'options'>> = {},
): Command => ({ operands, options: [...options, 'json'], run });

/** A whole number from 1 to `max`. Throws `UsageError`. */
export function countIn(option: OptionName, text: string, max: number): number {
  const number = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (number >= 1 && number <= max) return number;
  throw new UsageError(`--${option} takes a whole number from 1 to ${max}`);
}
