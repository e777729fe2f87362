import { type Changes, placeInWords } from './changes.ts';

/** The entry of a version. `date`: YYYY-MM-DD. */
export function changelogEntry(version: string, date: string, { breaks, narrowed, others, wording }: Changes): string {
  const told = (isUnderDevelopment: boolean) =>
    breaks
      .filter((each) => each.isUnderDevelopment === isUnderDevelopment)
      .map(({ message, place }) => `${placeInWords(place)}: ${message}`);
  const words = wording > 0 ? [`Words, examples and code samples, in ${wording} places`] : [];
  const sections: [string, string[]][] = [
    ['Breaking', told(false)],
    ['Under development: changed in a way that clients notice', told(true)],
    ['Rules that refuse more', narrowed],
    ['Changes', [...others, ...words]],
  ];
  const written = sections
    .filter(([, entries]) => entries.length > 0)
    .map(([title, entries]) => `\n### ${title}\n\n${entries.map((entry) => `- ${entry}\n`).join('')}`);
  const body = written.length > 0 ? written.join('') : '\nThe contract is unchanged.\n';
  return `## ${version} (${date})\n${body}`;
}

/** The changelog with an entry before the newest one. Throws when it has none. */
export function withEntry(changelog: string, entry: string): string {
  const newest = changelog.indexOf('\n## ');
  if (newest < 0) throw new Error('CHANGELOG.md has no entry to put the new one before');
  return `${changelog.slice(0, newest + 1)}${entry}\n${changelog.slice(newest + 1)}`;
}
