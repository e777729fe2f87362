import { randomBytes } from 'node:crypto';
import { openJson, type SealContext, sealJson } from '../crypto/sealed-json.ts';
import { SealBroken, type Sealer, UnknownDataKey } from '../crypto/sealer.ts';
import type { Clock, Micros } from '../domain/clock.ts';

/** The properties of every content that is sealed for a browser. */
export interface SealedContent {
  /** Random id from `newSealedId`. */
  id: string;
  /** From this moment on the content is ignored. */
  expiresAt: Micros;
}

/** Returns 128 random bits in base64url: 22 characters. */
export const newSealedId = (): string => randomBytes(16).toString('base64url');

/**
 * Encrypted text that a browser keeps or carries, and can neither read nor change.
 *
 * `<data key id>.<id>.<sealed JSON>`. The id is part of the sealing context, which gives each text its own key (see
 * `createSealer`), because visitors can make as many as they like. `purpose` is part of it too.
 */
export function createSealedText<T extends SealedContent>(
  purpose: string,
  { sealer, clock }: { sealer: Pick<Sealer, 'seal' | 'open'>; clock: Clock },
) {
  const contextOf = (id: string): SealContext<T> => `${purpose}:${id}`;
  return {
    /** Returns a text of letters, digits, `-`, `_` and `.`. */
    seal(content: T): string {
      const { keyId, bytes } = sealJson(sealer, contextOf(content.id), content);
      return `${keyId}.${content.id}.${Buffer.from(bytes).toString('base64url')}`;
    },

    /** Returns null when the text is altered, expired, or was sealed for another purpose. */
    open(text: string): T | null {
      const [, keyId, id, sealed] = /^([\w-]{1,32})\.([\w-]{22})\.([\w-]+)$/.exec(text) ?? [];
      if (keyId === undefined || id === undefined || sealed === undefined) return null;
      try {
        const content = openJson(sealer, contextOf(id), { keyId, bytes: Buffer.from(sealed, 'base64url') });
        return content.expiresAt > clock.now() ? content : null;
      } catch (error) {
        if (error instanceof SealBroken || error instanceof UnknownDataKey) return null;
        throw error;
      }
    },
  };
}
