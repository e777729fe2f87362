import { parseArgs } from 'node:util';
import { type Bump, isBump } from './version.ts';

export const USAGE = `Usage: npm run release -- <patch|minor|major> [--write]

Checks that the version fits what changed in the contract since the last release, and tells what would be written.
With --write it writes that: the version, the changelog, spec/releases/<version>.json, generated/, and the package in dist/.
`;

/** A release that cannot be: what is wrong, for whoever asked for it. */
export class CannotRelease extends Error {
  override name = 'CannotRelease';
}

/** Reads the command line: a dry run unless it says `--write`. Throws `CannotRelease`. */
export function readArguments(args: readonly string[]): { bump: Bump; write: boolean } | 'help' {
  const { values, positionals } = parsed(args);
  if (values.help) return 'help';
  const [bump, ...surplus] = positionals;
  if (!isBump(bump) || surplus.length > 0 || (values.write && values['dry-run'])) throw new CannotRelease(USAGE);
  return { bump, write: values.write };
}

function parsed(args: readonly string[]) {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { write: flag, 'dry-run': flag, help: flag },
    });
  } catch (error) {
    throw new CannotRelease(`${(error as Error).message}\n${USAGE}`);
  }
}
