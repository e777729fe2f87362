import { readFileSync } from 'node:fs';

/** Packages that the conformance kit needs. They are optional, because the client does not need them. */
export const peers = ['@redocly/cli', 'ajv', 'ajv-formats', 'fast-check'];

/** Returns the peer dependencies that are not installed, with their version ranges: `'ajv@^8.20.0'`. */
export function missingPeers(): string[] {
  const manifest: { peerDependencies: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  return peers.filter((name) => !isInstalled(name)).map((name) => `'${name}@${manifest.peerDependencies[name]}'`);
}

function isInstalled(name: string): boolean {
  try {
    // Redocly has no main file to resolve, but exports its manifest.
    import.meta.resolve(name === '@redocly/cli' ? `${name}/package.json` : name);
    return true;
  } catch {
    return false;
  }
}
