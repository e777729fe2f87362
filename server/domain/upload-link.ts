import { createHmac, timingSafeEqual } from 'node:crypto';
import { operations } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';
import { type Micros, toUnixSeconds } from './clock.ts';
import type { DeclaredAsset } from './documents.ts';

/**
 * The signature of an upload link: HMAC-SHA256, 43 characters of base64url. The same input always gives the same
 * signature, so a replayed add answers the same links. Throws `RangeError` for a time that is not a whole number.
 */
export function signUploadLink(key: Uint8Array, assetKey: string, expiresAtUnixSeconds: number): string {
  if (!Number.isSafeInteger(expiresAtUnixSeconds)) throw new RangeError('Not a time in whole seconds');
  // The number comes first, so that no two links have the same text, whatever the asset key contains.
  return createHmac('sha256', key).update(`upload:${expiresAtUnixSeconds}:${assetKey}`).digest('base64url');
}

/** Whether the link was signed with this key for this asset and end, and has not expired at `nowUnixSeconds`. */
export function verifyUploadLink(
  key: Uint8Array,
  assetKey: string,
  expiresAtUnixSeconds: number,
  signature: string,
  nowUnixSeconds: number,
): boolean {
  if (!Number.isSafeInteger(expiresAtUnixSeconds)) return false;
  // Compares bytes, because `timingSafeEqual` throws on buffers of different length. Compares the text and not the
  // decoded signature, because base64url has several spellings of the same bytes.
  const expected = Buffer.from(signUploadLink(key, assetKey, expiresAtUnixSeconds));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected) && nowUnixSeconds < expiresAtUnixSeconds;
}

/**
 * Where and how the file of an asset is uploaded. The link is signed with the first key, and valid until the window of
 * its submission ends.
 */
export function uploadOf(
  service: { baseUrl: string; submissionWindow: Micros; uploadLinkKeys: readonly Uint8Array[] },
  { clientId, createdAt }: { clientId: string; createdAt: Micros },
  { assetKey, assetId, assetType }: DeclaredAsset,
): components['schemas']['AssetUpload'] {
  const expires = toUnixSeconds(createdAt + service.submissionWindow);
  const path = operations.uploadAsset.path.replace('{asset_key}', assetKey);
  const [key] = service.uploadLinkKeys;
  if (key === undefined) throw new TypeError('There is no key to sign upload links with');
  const signature = signUploadLink(key, assetKey, expires);
  // The partner says where the asset is to be found. A wrong one finds none, so that it need not be signed.
  const query = new URLSearchParams({ client_id: clientId, expires: String(expires), signature });
  return { asset_id: assetId, asset_type: assetType, url: `${service.baseUrl}${path}?${query}` };
}
