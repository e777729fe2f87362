import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The signature of an upload link: HMAC-SHA256, 43 characters of base64url. The same input always gives the same
 * signature, so a replayed add answers the same links. Throws `RangeError` for a time that is not a whole number.
 */
export function signUploadLink(key: Uint8Array, assetKey: string, expiresAtUnixSeconds: number): string {
  if (!Number.isSafeInteger(expiresAtUnixSeconds)) throw new RangeError('Not a time in whole seconds');
  // The number comes first: whatever the asset key holds, no two links have the same text.
  return createHmac('sha256', key).update(`upload:${expiresAtUnixSeconds}:${assetKey}`).digest('base64url');
}

/** Whether the link was signed with this key, for this asset and end, and has not ended at `nowUnixSeconds`. */
export function verifyUploadLink(
  key: Uint8Array,
  assetKey: string,
  expiresAtUnixSeconds: number,
  signature: string,
  nowUnixSeconds: number,
): boolean {
  if (!Number.isSafeInteger(expiresAtUnixSeconds)) return false;
  // Bytes, not characters: `timingSafeEqual` throws on buffers of different length. And the text, not what it decodes
  // to: base64url has several spellings of the same bytes.
  const expected = Buffer.from(signUploadLink(key, assetKey, expiresAtUnixSeconds));
  const given = Buffer.from(signature);
  return (
    given.length === expected.length &&
    timingSafeEqual(given, expected) &&
    nowUnixSeconds < expiresAtUnixSeconds
  );
}
