import { hash } from 'node:crypto';
import { assetMediaTypes } from '../generated/operations.ts';
import type { AssetType } from '../server/domain/file-type.ts';

const assetTypes = Object.keys(assetMediaTypes) as AssetType[];

/** Returns an asset key that encodes the asset type, so that an upload can be checked without state. */
export function assetKeyOf(assetType: AssetType, ...parts: readonly string[]): string {
  const digest = hash('sha256', JSON.stringify(parts), 'buffer');
  // The key has 16 bytes, which is the length that the contract requires.
  return Buffer.of(assetTypes.indexOf(assetType), ...digest.subarray(0, 15)).toString('base64url');
}

/** Returns the asset type that an asset key encodes; undefined if it encodes none. */
export const assetTypeOf = (assetKey: string): AssetType | undefined =>
  assetTypes[Buffer.from(assetKey, 'base64url')[0] ?? assetTypes.length];
