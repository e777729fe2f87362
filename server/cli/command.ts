import type { Services } from '../services.ts';

/** Reports a wrong command line. The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** All options, in the form of `parseArgs`. */
export const OPTIONS = {
  ...{ name: text, scopes: text, domains: text, 'keep-old-for': text, state: text, limit: text },
  ...{ yes: flag, json: flag, help: { ...flag, short: 'h' } },
};
export type OptionName = keyof typeof OPTIONS;
export type Options = {
  [N in OptionName]?: ((typeof OPTIONS)[N]['type'] extends 'string' ? string : boolean) | undefined;
};

/** Arguments after a command's name, at least as many as its `operands`. */
export type Operands = readonly [string, string, ...string[]];

/** A text to print, a list with an object for each line, or one object. */
export type Output = string | readonly object[] | object;

export interface Command {
  /** Number of required operands. Default: 0. */
  operands?: 1 | 2;
  /** Accepts more operands than required. */
  more?: true;
  options?: readonly OptionName[];
  /** Runs the command. Rejects with `UsageError`. */
  run(services: Services, operands: Operands, options: Options): Promise<Output>;
}

/** Commands by name. */
export type Commands = Readonly<Record<string, Command>>;

/** Parses a whole number from 1 to `max`. Throws `UsageError`. */
export function countIn(option: OptionName, value: string, max: number): number {
  const number = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= max) return number;
  throw new UsageError(`--${option} must be a whole number from 1 to ${max}`);
}

/**
 * Formats the output of a command. With `json`, each object is one line of JSON. Otherwise, each object of a list is a
 * line of values separated by tabs, and a single object has a line for each property. Lists of objects inside an object
 * are omitted.
 */
export function textOf(output: Output, json: boolean): string {
  if (typeof output === 'string') return output;
  if (json)
    return [output]
      .flat()
      .map((each) => JSON.stringify(each))
      .join('\n');
  if (!Array.isArray(output))
    return Object.entries(output)
      .map(([name, value]) => `${name.replaceAll('_', ' ')}\t${cellOf(value)}`)
      .join('\n');
  const isShown = (value: unknown) => !(Array.isArray(value) && typeof value[0] === 'object');
  return output.map((each) => Object.values(each).filter(isShown).map(cellOf).join('\t')).join('\n');
}

const cellOf = (value: unknown): string => (Array.isArray(value) ? value.join(' ') : String(value ?? '-'));
