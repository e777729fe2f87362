import type { Services } from '../services.ts';

/** Error in the command line. The command exits with code 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;

/** All options, in the format that `parseArgs` expects. `--no-may-vouch` sets the option `may-vouch` to false. */
export const OPTIONS = {
  ...{ name: text, scopes: text, domains: text, 'keep-old-for': text, state: text, limit: text },
  ...{ 'may-vouch': flag, 'link-secret': flag, 'dry-run': flag, json: flag, help: { ...flag, short: 'h' } },
};
export type OptionName = keyof typeof OPTIONS;
export type Options = {
  [N in OptionName]?: ((typeof OPTIONS)[N]['type'] extends 'string' ? string : boolean) | undefined;
};

/** Arguments after the name of a command. There are at least as many as its `operands`. */
export type Operands = readonly [string, string, ...string[]];

/** Output of a command: a string to print, a list with one object per line, or a single object. */
export type Output = string | readonly object[] | object;

export interface Command {
  /** Number of required operands. Default: 0. */
  operands?: 1 | 2;
  /** True if the command accepts more operands than it requires. */
  more?: true;
  options?: readonly OptionName[];
  /** Runs the command. Rejects with `UsageError` if the command line is invalid or the command is refused. */
  run(services: Services, operands: Operands, options: Options): Promise<Output>;
}

export type Commands = Readonly<Record<string, Command>>;

/** Parses the value of an option as a whole number from 1 to `max`. Throws `UsageError` for other values. */
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
