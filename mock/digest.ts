import { hash } from 'node:crypto';

/** 32 bytes that depend only on the parts, where the server generates and stores random values. */
export function digestOf(...parts: readonly string[]): Buffer {
  // JSON, so that no two lists of parts have the same text.
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

/** A UUID made from the parts (RFC 9562, section 5.8: version 8). */
export function uuidOf(...parts: readonly string[]): string {
  const hex = hash('sha256', JSON.stringify(parts), 'hex');
  const variant = ((Number.parseInt(hex.charAt(16), 16) & 0x3) | 0x8).toString(16);
  const groups = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, variant + hex.slice(17, 20)];
  return `${groups.join('-')}-${hex.slice(20, 32)}`;
}
