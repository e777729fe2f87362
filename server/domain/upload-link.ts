import { createHmac } from 'node:crypto';
import { operations } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, toUnixSeconds } from './clock.ts';
import type { DeclaredAsset } from './documents.ts';
import { isEqualText } from './signature.ts';

/** The signature is deterministic, so that an idempotent replay returns the same link. */
export function signUploadLink(key: Uint8Array, assetKey: string, expiresAtUnixSeconds: number): string {
  if (!Number.isSafeInteger(expiresAtUnixSeconds)) throw new RangeError('The time must be a whole number of seconds');
  // The time comes first, because an asset key could contain a colon.
  return createHmac('sha256', key).update(`upload:${expiresAtUnixSeconds}:${assetKey}`).digest('base64url');
}

export function verifyUploadLink(
  key: Uint8Array,
  assetKey: string,
  expiresAtUnixSeconds: number,
  signature: string,
  nowUnixSeconds: number,
): boolean {
  if (!Number.isSafeInteger(expiresAtUnixSeconds)) return false;
  // Compares the encoded signatures, because several base64url strings decode to the same bytes.
  const isSigned = isEqualText(signUploadLink(key, assetKey, expiresAtUnixSeconds), signature);
  return isSigned && nowUnixSeconds < expiresAtUnixSeconds;
}

export function uploadOf(
  service: { baseUrl: string; submissionWindow: Micros; uploadLinkKeys: readonly [Uint8Array, ...Uint8Array[]] },
  { clientId, createdAt }: { clientId: string; createdAt: Micros },
  { assetKey, assetId, assetType }: DeclaredAsset,
): components['schemas']['AssetUpload'] {
  const expires = toUnixSeconds(createdAt + service.submissionWindow);
  const path = operations.uploadAsset.path.replace('{asset_key}', assetKey);
  const [key] = service.uploadLinkKeys;
  const signature = signUploadLink(key, assetKey, expires);
  // `client_id` selects the database node, and needs no signature, because a wrong client ID finds no asset.
  const query = new URLSearchParams({ client_id: clientId, expires: String(expires), signature });
  return { asset_id: assetId, asset_type: assetType, url: `${service.baseUrl}${path}?${query}` };
}
