import { createHash } from 'node:crypto';

/** 32 bytes that depend only on the parts, where the server generates and stores random values. */
export function digestOf(...parts: readonly string[]): Buffer {
  // JSON, so that no two lists of parts have the same text.
  return createHash('sha256').update(JSON.stringify(parts)).digest();
}

/** A UUID made from the parts (RFC 9562, section 5.8: version 8). */
export function uuidOf(...parts: readonly string[]): string {
  const bytes = digestOf(...parts).subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
