import { assetMediaTypes } from '../generated/operations.ts';
import type { AssetType } from '../server/domain/file-type.ts';

const types = Object.keys(assetMediaTypes) as AssetType[];

/** The length of the server's keys, in bytes. */
const KEY_BYTES = 16;

/** An asset key that encodes the type of its asset, so that an upload can be checked without state. */
export function assetKeyOf(assetType: AssetType, digest: Uint8Array): string {
  const type = types.indexOf(assetType);
  return Buffer.of(type, ...digest.subarray(0, KEY_BYTES - 1)).toString('base64url');
}

/** The type encoded in the key; null for a key that `assetKeyOf` did not make. */
export function assetTypeOf(assetKey: string): AssetType | null {
  return types[Buffer.from(assetKey, 'base64url')[0] ?? types.length] ?? null;
}
