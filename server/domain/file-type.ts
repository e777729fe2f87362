import { type assetMediaTypes, service } from '../../generated/operations.ts';
import type { components } from '../../generated/types.ts';

/** The `asset_type` of an asset (service description 2.8). */
export type AssetType = keyof typeof assetMediaTypes;

/** The `document_type` of a submission or of an item of a v1 batch (service description 2.1.1). */
export type DocumentType = components['schemas'][
  | 'EducationSubmission'
  | 'EnglishProficiencySubmission'
  | 'MicrocredentialSubmission'
  | 'RightToWorkSubmission'
  | 'MicrocredentialBatchItem']['document_type'];

/** File type of each document type; null for documents without a file. */
export const fileTypes: Readonly<Record<DocumentType, AssetType | null>> = {
  pdf: 'pdf',
  png: 'png',
  jpg: 'jpg',
  open_cert: 'open_cert',
  english_assessment: 'pdf',
  none: null,
};

/** Returns whether a page can show a file of this type. Types that can contain scripts are downloaded instead. */
export const canShowInline = (type: AssetType): boolean => type === 'jpg' || type === 'png';

/** Returns whether the bytes have the file format of the type. Does not detect harmful content. */
export const matchesAssetType = (bytes: Uint8Array, type: AssetType): boolean =>
  ({ pdf: isPdf, jpg: isJpeg, png: isPng, open_cert: isJsonObject })[type](bytes);

/** Media types of logos (guide on verification): images that cannot contain scripts or load other resources. */
type LogoType = (typeof service.logo.media_types)[number];

/** Detects the media type of a logo from its first bytes. Returns null for other formats. */
export function logoType(bytes: Uint8Array): LogoType | null {
  if (isPng(bytes)) return 'image/png';
  if (isJpeg(bytes)) return 'image/jpeg';
  const text = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  return /^RIFF[\s\S]{4}WEBP$/.test(text) ? 'image/webp' : null;
}

/**
 * Requires a header near the start and an end marker near the end, as PDF readers do (PDF Reference 1.7, appendix H,
 * notes 13 and 18). Real files can have a byte order mark or a stray line before the header, and spaces or zeros after
 * the end. A missing end marker reveals a truncated file.
 */
function isPdf(bytes: Uint8Array): boolean {
  const range = service.pdf_marker_bytes;
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const header = /%PDF-\d/.exec(view.toString('latin1', 0, range));
  const end = view.lastIndexOf('%%EOF');
  return header !== null && end > header.index && end >= bytes.length - range;
}

/**
 * Requires SOI and the first byte of a marker that can follow it (ITU-T T.81 B.1.1.3). Fill bytes, byte stuffing, and
 * markers without a segment cannot follow it. The end is not checked, because cameras and editors append other data.
 */
function isJpeg(bytes: Uint8Array): boolean {
  const marker = bytes[3] ?? 0;
  return startsWith(bytes, [0xff, 0xd8, 0xff]) && marker >= 0xc0 && marker !== 0xff && (marker < 0xd0 || marker > 0xd9);
}

/** Requires the signature, and an IHDR chunk of 13 bytes with a width and a height above zero (PNG 5.2, 11.2.1). */
function isPng(bytes: Uint8Array): boolean {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const chunk = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  if (bytes.length < 33 || !startsWith(bytes, [...signature, ...chunk])) return false;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return view.getUint32(16) > 0 && view.getUint32(20) > 0;
}

const startsWith = (bytes: Uint8Array, expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[index] === byte);

const { max_depth: MAX_DEPTH, max_values: MAX_VALUES } = service.json_files;

/** Returns whether a file is a JSON object in UTF-8 within the limits of `json_files` in the contract. */
export function isJsonObject(bytes: Uint8Array): boolean {
  if (!isWithinLimits(bytes)) return false;
  try {
    // The decoder drops a byte order mark, which RFC 8259 8.1 permits.
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

/**
 * Returns whether the nesting depth and the number of values are within the limits, without parsing. Parsing 10 MiB of
 * nested lists would block all requests for more than a second.
 */
function isWithinLimits(json: Uint8Array): boolean {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    switch (json[at]) {
      case 0x22: // "
        isInString = !isInString;
        break;
      case 0x5c: // A backslash and the character that it escapes (RFC 8259, section 7).
        if (isInString) at++;
        break;
      case 0x5b: // [
      case 0x7b: // {
        if (isInString) break;
        depth++;
        // Counts the first value of an object or array. The comma before each further value counts that value.
        values++;
        break;
      case 0x5d: // ]
      case 0x7d: // }
        if (!isInString) depth--;
        break;
      case 0x2c: // ,
        if (!isInString) values++;
        break;
    }
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}
