import type { Sealed, Sealer } from './crypto/sealer.ts';

const contextOf = (requestId: string) => `submission:${requestId}`;

/** Seals the body that a partner sent. */
export function sealContent(sealer: Pick<Sealer, 'seal'>, requestId: string, content: object): Sealed {
  return sealer.seal(Buffer.from(JSON.stringify(content)), contextOf(requestId));
}

/** Throws as `Sealer.open` does, and `SyntaxError` for what is no JSON, which quotes it. */
export function openContent<T>(sealer: Pick<Sealer, 'open'>, requestId: string, content: Sealed): T {
  return JSON.parse(Buffer.from(sealer.open(content, contextOf(requestId))).toString());
}
