export const BUMPS = ['patch', 'minor', 'major'] as const;

/** What a version says of its changes (semver.org). */
export type Bump = (typeof BUMPS)[number];

export const isBump = (text: string | undefined): text is Bump => BUMPS.includes(text as Bump);

/** Whether a release of kind `bump` may hold changes that want `wanted`. */
export const suffices = (bump: Bump, wanted: Bump) => BUMPS.indexOf(bump) >= BUMPS.indexOf(wanted);

/** The version after `version`. Throws `TypeError` for what is not three numbers. */
export function nextVersion(version: string, bump: Bump): string {
  const [, ...numbers] = /^(\d+)\.(\d+)\.(\d+)$/.exec(version) ?? [];
  if (numbers.length === 0) throw new TypeError(`Not a version: ${version}`);
  const [major = 0, minor = 0, patch = 0] = numbers.map(Number);
  if (bump === 'major') return `${major + 1}.0.0`;
  return bump === 'minor' ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}
