import { type assetMediaTypes, service } from '../../generated/operations.ts';
import type { SingleSubmission } from './credential-types.ts';
import { parseJsonObject } from './json-object.ts';

export type AssetType = keyof typeof assetMediaTypes;

export type DocumentType = SingleSubmission['document_type'];

export const fileTypes: Readonly<Record<DocumentType, AssetType | null>> = {
  pdf: 'pdf',
  png: 'png',
  jpg: 'jpg',
  open_cert: 'open_cert',
  english_assessment: 'pdf',
  none: null,
};

/** Permits only images, because a PDF file can contain scripts. */
export const canShowInline = (type: AssetType): boolean => type === 'jpg' || type === 'png';

interface ImageSize {
  width: number;
  height: number;
}

type FileProblem = { error: 'wrong_type' } | ({ error: 'too_many_pixels' } & ImageSize);

/** Checks only the format and the number of pixels. Does not detect malware. */
export function problemOfFile(bytes: Uint8Array, type: AssetType): FileProblem | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (type === 'pdf') return isPdf(file) ? null : { error: 'wrong_type' };
  if (type === 'open_cert') return isJsonObject(file) ? null : { error: 'wrong_type' };
  const size = { jpg: jpegSize, png: pngSize }[type](file);
  if (size === null) return { error: 'wrong_type' };
  return size.width * size.height > service.max_image_pixels ? { error: 'too_many_pixels', ...size } : null;
}

/** Media types that cannot contain scripts or load other resources. */
type LogoType = (typeof service.logo.media_types)[number];

export function logoType(bytes: Uint8Array): LogoType | null {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const readers = { 'image/png': pngSize, 'image/jpeg': jpegSize };
  const fits = (size: ImageSize | null) => size !== null && size.width * size.height <= service.logo.max_pixels;
  return service.logo.media_types.find((mediaType) => fits(readers[mediaType](file))) ?? null;
}

/** Like PDF readers, permits other bytes before the header and after the end marker (PDF Reference 1.7, appendix H). */
function isPdf(file: Buffer): boolean {
  const range = service.pdf_marker_bytes;
  const header = /%PDF-\d/.exec(file.toString('latin1', 0, range));
  const end = file.lastIndexOf('%%EOF');
  return header !== null && end > header.index && end >= file.length - range;
}

/** Reads the frame header (ITU-T T.81 B.2.2). Skips stray bytes, because image viewers skip stray bytes, too. */
function jpegSize(file: Buffer): ImageSize | null {
  if (!startsWith(file, [0xff, 0xd8, 0xff])) return null;
  const { DHT, JPG, DAC, SOI, SOS } = MARKERS;
  for (let at = 2; at < file.length; ) {
    while (at < file.length && file[at] !== 0xff) at++;
    while (file[at] === 0xff) at++;
    const marker = file[at++] ?? 0;
    if (marker >= 0xc0 && marker <= 0xcf && ![DHT, JPG, DAC].includes(marker)) {
      return at + 7 > file.length ? null : sizeUnlessEmpty(file.readUInt16BE(at + 5), file.readUInt16BE(at + 3));
    }
    if (marker >= SOI && marker <= SOS) return null;
    // Skips the segment after the marker. The markers 0, 1 (TEM), and D0 to D7 (RST) have no segment.
    if (marker > 1 && (marker < 0xd0 || marker > 0xd7)) at += ((file[at] ?? 0) << 8) | (file[at + 1] ?? 0);
  }
  return null;
}

/** JPEG markers (ITU-T T.81, table B.1). */
const MARKERS = { DHT: 0xc4, JPG: 0xc8, DAC: 0xcc, SOI: 0xd8, SOS: 0xda };

/** Reads the size in the IHDR chunk (PNG 5.2, 11.2.1). */
function pngSize(file: Buffer): ImageSize | null {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const chunk = [0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  if (file.length < 33 || !startsWith(file, [...signature, ...chunk])) return null;
  return sizeUnlessEmpty(file.readUInt32BE(16), file.readUInt32BE(20));
}

const sizeUnlessEmpty = (width: number, height: number): ImageSize | null =>
  width > 0 && height > 0 ? { width, height } : null;

const startsWith = (bytes: Uint8Array, expected: readonly number[]): boolean =>
  expected.every((byte, index) => bytes[index] === byte);

const { max_depth: MAX_DEPTH, max_values: MAX_VALUES } = service.json_files;

function isJsonObject(bytes: Uint8Array): boolean {
  if (!isWithinLimits(bytes)) return false;
  try {
    // Accepts a byte order mark (RFC 8259 8.1), because `TextDecoder` removes the mark before parsing.
    return parseJsonObject(new TextDecoder('utf-8', { fatal: true }).decode(bytes)) !== null;
  } catch {
    return false;
  }
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPENING_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

/** Checks the depth and the number of values before parsing, because parsing can block the process for a second. */
function isWithinLimits(json: Uint8Array): boolean {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let at = 0; at < json.length; at++) {
    const byte = json[at];
    if (isInString && byte === BACKSLASH) at++;
    else if (byte === QUOTE) isInString = !isInString;
    else if (isInString) continue;
    else if (byte === COMMA) values++;
    else if (byte === CLOSING_BRACKET || byte === CLOSING_BRACE) depth--;
    else if (byte === OPENING_BRACKET || byte === OPENING_BRACE) {
      depth++;
      // Counts the first item of the array or object, because only later items follow a comma.
      values++;
    }
    if (depth > MAX_DEPTH || values > MAX_VALUES) return false;
  }
  return true;
}
