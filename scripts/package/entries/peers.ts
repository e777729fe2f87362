import { readFileSync } from 'node:fs';

/** What a command needs beside the package: the client needs none of it, so that it is not forced on anybody. */
export const peers = {
  conformance: ['@redocly/cli', 'ajv', 'ajv-formats', 'fast-check'],
} as const satisfies Record<string, readonly string[]>;

/**
 * The kit lacks packages. The message says how to install them.
 *
 * @example
 * if (error instanceof PeersMissing) console.error(error.message);
 */
export class PeersMissing extends Error {
  override name = 'PeersMissing';
}

/** Throws `PeersMissing` when a package that the command needs is not installed. */
export function requirePeers(command: keyof typeof peers): void {
  const missing = peers[command].filter((name) => !isInstalled(name));
  if (missing.length === 0) return;
  const manifest: { peerDependencies: Record<string, string> } = JSON.parse(
    readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
  );
  const wanted = missing.map((name) => `'${name}@${manifest.peerDependencies[name]}'`);
  throw new PeersMissing(
    `The ${command} needs packages that are not installed here: npm install --save-dev ${wanted.join(' ')}`,
  );
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
