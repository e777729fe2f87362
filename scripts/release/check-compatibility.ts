// Compares the contract with the last release in spec/releases/, which `npm run release` writes.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Contract } from '../contract/openapi.ts';
import { root } from '../project/root.ts';
import { type Change, compareContracts, type Difference } from './compare-contracts.ts';
import { isEqual } from './keyword-rules.ts';

export interface Break extends Change {
  message?: string;
}

interface Exemption {
  reason: string;
  differences: readonly Difference[];
}

export interface Unreleased {
  /** Differences that no correct client can notice. */
  equivalent: readonly Exemption[];
  /** Differences that restrict requests on purpose. */
  stricter: readonly Exemption[];
}

/** Returns each breaking change without an exemption, and each exemption for a change that does not exist. */
export function breaksOf(released: Contract, revision: Contract, unreleased = NOTHING_UNRELEASED): Break[] {
  const changes = compareContracts(released, revision);
  const exemptions = [...unreleased.equivalent, ...unreleased.stricter].flatMap(({ reason, differences }) => {
    if (!reason) throw new TypeError(`${UNRELEASED} has no reason for ${JSON.stringify(differences)}.`);
    return differences;
  });
  const isFor = (exemption: Difference, change: Change) =>
    isEqual(exemption, { pointer: change.pointer, before: change.before, after: change.after });
  const message = `${UNRELEASED} exempts a difference that does not exist. Remove or update the exemption.`;
  return [
    ...changes.filter((change) => !exemptions.some((each) => isFor(each, change))),
    ...exemptions
      .filter((each) => !changes.some((change) => isFor(each, change)))
      .map((each) => ({ ...each, isUnderDevelopment: false, message })),
  ];
}

export async function lastRelease(): Promise<Contract> {
  const folder = path.join(root, 'spec', 'releases');
  const versions = (await readdir(folder)).flatMap((name) => /^(\d.*)\.json$/.exec(name)?.[1] ?? []);
  const newest = versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1);
  return JSON.parse(await readFile(path.join(folder, `${newest}.json`), 'utf8'));
}

/** File with the exemptions for changes since the last release. `npm run release` removes all exemptions. */
export const UNRELEASED = 'spec/releases/unreleased.json';
export const NOTHING_UNRELEASED: Unreleased = { equivalent: [], stricter: [] };

export async function unreleasedChanges(): Promise<Unreleased> {
  return JSON.parse(await readFile(path.join(root, UNRELEASED), 'utf8'));
}

export async function checkCompatibility(): Promise<string> {
  const released = await lastRelease();
  const revision = JSON.parse(await readFile(path.join(root, 'generated', 'openapi.json'), 'utf8'));
  const found = breaksOf(released, revision, await unreleasedChanges());
  const list = (isUnderDevelopment: boolean) =>
    found
      .filter((each) => each.isUnderDevelopment === isUnderDevelopment)
      .map(({ message = '', isUnderDevelopment: _, ...difference }) => `  ${JSON.stringify(difference)} ${message}\n`)
      .join('');
  const { version } = released.info;
  const [allowed, forbidden] = [list(true), list(false)];
  const note =
    allowed && `Breaking changes in operations with x-under-development, which the version rules allow:\n${allowed}`;
  if (forbidden)
    throw new Error(
      `${note}The contract is not compatible with release ${version}:\n${forbidden}` +
        `Undo each change. If no correct client can notice a change, add its line and the reason to ${UNRELEASED}.`,
    );
  return `${note}The contract is compatible with release ${version}`;
}
