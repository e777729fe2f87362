import type { Services } from '../services.ts';

/** Says what is wrong with a command. The exit code is 2. */
export class UsageError extends Error {
  override name = 'UsageError';
}

export const OPTIONS = ['name', 'scopes', 'domains', 'keep-old-for'] as const;
/** Those without a value. */
export const FLAGS = ['yes'] as const;
export type OptionName = (typeof OPTIONS)[number] | (typeof FLAGS)[number];
export type Options = Partial<
  Record<(typeof OPTIONS)[number], string | undefined> & Record<(typeof FLAGS)[number], boolean | undefined>
>;

/** The arguments after a command's name, as many as its `operands`. */
export type Operands = readonly [string, string];

/** Resolves to the text to print. Rejects with `UsageError`. */
export type Run = (services: Services, operands: Operands, options: Options) => Promise<string>;

/** Commands by name. */
export type Commands = Readonly<
  Record<string, { operands: 0 | 1 | 2; options: readonly OptionName[]; inSandboxOnly?: true; run: Run }>
>;
