import { withEntry } from './changelog.ts';

/** The texts of the files that carry the version, by their paths in the project. */
export const VERSIONED = ['spec/openapi.yaml', 'package.json', 'package-lock.json', 'CHANGELOG.md'] as const;

export type VersionedTexts = Record<(typeof VERSIONED)[number], string>;

/** These files after the release. Throws where one of them has not the released version in its place. */
export function newTexts(texts: VersionedTexts, from: string, to: string, entry: string): VersionedTexts {
  const replaced = (file: keyof VersionedTexts, before: string, times = 1) => {
    const parts = texts[file].split(`${before}${from}`);
    if (parts.length < times + 1)
      throw new Error(`${file} does not say that the version is ${from}: put that right first`);
    return (
      parts.slice(0, times + 1).join(`${before}${to}`) +
      parts
        .slice(times + 1)
        .map((rest) => `${before}${from}${rest}`)
        .join('')
    );
  };
  return {
    'spec/openapi.yaml': replaced('spec/openapi.yaml', '\n  version: '),
    'package.json': replaced('package.json', '\n  "version": "'),
    // Once for the project, once for its root package.
    'package-lock.json': replaced('package-lock.json', '"version": "', 2),
    'CHANGELOG.md': withEntry(texts['CHANGELOG.md'], entry),
  };
}
