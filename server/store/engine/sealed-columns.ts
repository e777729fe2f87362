import type { Sealed } from '../../crypto/sealer.ts';
import type { StoredBytes } from './schema.ts';

export function toSealed(keyId: string, bytes: StoredBytes): Sealed;
export function toSealed(keyId: string | null, bytes: StoredBytes | null): Sealed | null;
/** What two columns hold together. Null when either is: the tables see to it that then both are. */
export function toSealed(keyId: string | null, bytes: StoredBytes | null): Sealed | null {
  if (keyId === null || bytes === null) return null;
  // A plain Uint8Array that owns its memory: a Buffer from pg is a window on what else the socket delivered.
  return { keyId, bytes: new Uint8Array(bytes) };
}
