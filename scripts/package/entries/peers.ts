import { readFileSync } from 'node:fs';

/** The packages that the kit needs. They are optional peer dependencies, because the client needs none of them. */
export const peers = ['@redocly/cli', 'ajv', 'ajv-formats', 'fast-check'];

/** Returns the peers that are not installed, each with the range that the package names: `'ajv@^8.20.0'`. */
export function missingPeers(): string[] {
  const manifest: { peerDependencies: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return peers.filter((name) => !isInstalled(name)).map((name) => `'${name}@${manifest.peerDependencies[name]}'`);
}

function isInstalled(name: string): boolean {
  try {
    // Every package lets its manifest be found, or is found itself.
    import.meta.resolve(name === '@redocly/cli' ? `${name}/package.json` : name);
    return true;
  } catch {
    return false;
  }
}
