import { assetMediaTypes } from '../generated/operations.ts';
import type { AssetType } from '../server/domain/file-type.ts';

const types = Object.keys(assetMediaTypes) as AssetType[];

/** The length of the server's keys. */
const KEY_BYTES = 16;

/** An asset key that tells the type of its asset, so that an upload can be judged without anything remembered. */
export function assetKeyOf(assetType: AssetType, digest: Uint8Array): string {
  const type = types.indexOf(assetType);
  return Buffer.of(type, ...digest.subarray(0, KEY_BYTES - 1)).toString('base64url');
}

/** The type that the key was made for; null when it was not made here. */
export function assetTypeOf(assetKey: string): AssetType | null {
  return types[Buffer.from(assetKey, 'base64url')[0] ?? types.length] ?? null;
}
