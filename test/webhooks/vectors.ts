import { readFileSync } from 'node:fs';

export interface SignedVector {
  name: string;
  secrets: [current: string, previous?: string];
  event_id: string;
  timestamp: number;
  body: string;
  headers: Record<string, string>;
}

/** A delivery as a receiver with these secrets gets it at `now` (Unix seconds). */
export interface ReceivedVector {
  name: string;
  secrets: string[];
  now: number;
  body?: string;
  body_base64?: string;
  headers: Record<string, string>;
}

export interface RefusedVector extends ReceivedVector {
  code: string;
}

const file: { signed: SignedVector[]; accepted: ReceivedVector[]; refused: RefusedVector[] } = JSON.parse(
  readFileSync(new URL('signature-vectors.json', import.meta.url), 'utf8'),
);

export const { signed, accepted, refused } = file;

export function bytesOf({ body, body_base64: base64 }: { body?: string; body_base64?: string }): Buffer {
  return body === undefined ? Buffer.from(base64 ?? '', 'base64') : Buffer.from(body);
}
