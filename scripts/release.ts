// Releases contract and package: `npm run release -- <patch|minor|major>` says what would happen, `--write` does it.
// Nothing is committed and nothing is published.
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { lastRelease, NOTHING_UNRELEASED, UNRELEASED, unreleasedChanges } from './check-compatibility.ts';
import { drift, writeGenerated } from './generate.ts';
import { makePackage } from './package.ts';
import { CannotRelease, readArguments, USAGE } from './release/arguments.ts';
import { changelogEntry } from './release/changelog.ts';
import { changesBetween, refusalOf } from './release/changes.ts';
import { newTexts, VERSIONED, type VersionedTexts } from './release/new-texts.ts';
import { nextVersion } from './release/version.ts';
import { isMain, root } from './root.ts';

/** Does as the command line says, and tells it to `say`. Rejects with `CannotRelease`. */
export async function release(args: readonly string[], say: (text: string) => unknown): Promise<void> {
  const given = readArguments(args);
  if (given === 'help') {
    say(USAGE);
    return;
  }
  const { bump, write } = given;
  const stale = await drift(path.join(root, 'generated'));
  if (stale.length > 0)
    throw new CannotRelease(`generated/ is not what spec/ gives. Run npm run generate.\n${stale.join('\n')}\n`);
  const released = await lastRelease();
  const changes = await changesBetween(
    released,
    JSON.parse(await readFile(path.join(root, 'generated/openapi.json'), 'utf8')),
    await unreleasedChanges(),
  );
  const refusal = refusalOf(changes, bump);
  if (refusal !== null) throw new CannotRelease(`${refusal}\n`);

  const from = released.info.version;
  const to = nextVersion(from, bump);
  const entry = changelogEntry(to, new Date().toISOString().slice(0, 10), changes);
  const texts = newTexts(await present(), from, to, entry);
  const snapshot = `spec/releases/${to}.json`;
  say(
    `${from} -> ${to}\n\n${entry}\n${VERSIONED.join(', ')}: the version and the entry\n` +
      `generated/: made anew\n${snapshot}: the contract\ndist/: the package\n`,
  );
  if (!write) {
    say('\nNothing was written. With --write it is.\n');
    return;
  }
  for (const file of VERSIONED) await writeFile(path.join(root, file), texts[file]);
  await writeGenerated();
  const contract = await readFile(path.join(root, 'generated/openapi.json'));
  await writeFile(path.join(root, snapshot), contract);
  await writeFile(path.join(root, UNRELEASED), `${JSON.stringify(NOTHING_UNRELEASED, null, 2)}\n`);
  const { tarball } = await makePackage();
  say(
    `\nWritten, and packed as ${path.relative(root, tarball)}. Read it, run npm run check and npm test, commit it, tag it v${to}.\n`,
  );
}

async function present(): Promise<VersionedTexts> {
  const texts = VERSIONED.map(async (file) => [file, await readFile(path.join(root, file), 'utf8')] as const);
  return Object.fromEntries(await Promise.all(texts)) as VersionedTexts;
}

if (isMain(import.meta.url))
  await release(process.argv.slice(2), (text) => process.stdout.write(text)).catch((error: unknown) => {
    if (!(error instanceof CannotRelease)) throw error;
    process.stderr.write(error.message);
    process.exitCode = 2;
  });
