import type { Services } from '../services.ts';

/** Says what is wrong with a command; the process ends with 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const OPTIONS = ['name', 'scopes', 'domains'] as const;
export type OptionName = (typeof OPTIONS)[number];
export type Options = Partial<Record<OptionName, string | undefined>>;

/** What follows a command's name; as many as it has `operands`. */
export type Operands = readonly [string, string];

/** Resolves to what is printed. Throws `UsageError`. */
export type Run = (services: Services, operands: Operands, options: Options) => Promise<string>;

/** Commands by their names. */
export type Commands = Readonly<
  Record<string, { operands: 0 | 1 | 2; options: readonly OptionName[]; inSandboxOnly?: true; run: Run }>
>;
