import { hash } from 'node:crypto';
import { assetMediaTypes } from '../generated/operations.ts';
import type { AssetType } from '../server/domain/file-type.ts';

// Ids that depend only on the request, where the server generates and stores random ones.

/** A UUID made from the parts (RFC 9562, section 5.8: version 8). */
export function uuidOf(...parts: readonly string[]): string {
  // JSON, so that no two lists of parts have the same text.
  const hex = hash('sha256', JSON.stringify(parts), 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return `${groups.join('-')}-${hex.slice(20, 32)}`;
}

const assetTypes = Object.keys(assetMediaTypes) as AssetType[];

/** The server's keys have this many bytes. */
const KEY_BYTES = 16;

/** An asset key that encodes the type of its asset, so that an upload can be checked without state. */
export function assetKeyOf(assetType: AssetType, ...parts: readonly string[]): string {
  const digest = hash('sha256', JSON.stringify(parts), 'buffer');
  return Buffer.of(assetTypes.indexOf(assetType), ...digest.subarray(0, KEY_BYTES - 1)).toString('base64url');
}

/** The type encoded in the key; null for a key that `assetKeyOf` did not make. */
export function assetTypeOf(assetKey: string): AssetType | null {
  return assetTypes[Buffer.from(assetKey, 'base64url')[0] ?? assetTypes.length] ?? null;
}
