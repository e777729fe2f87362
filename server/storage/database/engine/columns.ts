import type { Encrypted } from '../../encryption/encryptor.ts';
import type { Db, StoredBytes } from './schema.ts';

export function toEncrypted(keyId: string, bytes: StoredBytes): Encrypted;
export function toEncrypted(keyId: string | null, bytes: StoredBytes | null): Encrypted | null;
/** Combines the two columns of an encrypted value. Returns null if they are null. */
export function toEncrypted(keyId: string | null, bytes: StoredBytes | null): Encrypted | null {
  if (keyId === null || bytes === null) return null;
  // Copies the bytes, because a Buffer from pg shares its memory with other data from the socket.
  return { keyId, bytes: new Uint8Array(bytes) };
}

// PostgreSQL rejects NUL, and libsql truncates strings at NUL. Both replace unpaired surrogates with U+FFFD, so
// different IDs would be equal.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Returns whether both engines store all strings unchanged. Other strings must not reach a store. */
export const isStorableText = (...texts: readonly string[]): boolean => !texts.some((text) => UNSTORABLE.test(text));

/** Throws a TypeError if a parameter is a string that cannot be stored. The message does not contain the string. */
export function assertStorableText(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (typeof value === 'string' && !isStorableText(value)) {
      throw new TypeError(`Parameter ${index + 1} contains NUL or an unpaired surrogate and cannot be stored`);
    }
  }
}

/** Reads an encrypted request body. Resolves to null if the row does not exist or its content was erased. */
export async function readEncryptedContent(
  db: Db,
  table: 'submissions' | 'verification_requests',
  { clientId, requestId }: { clientId: string; requestId: string },
): Promise<Encrypted | null> {
  const query = db.selectFrom(table).select(['keyId', 'content']);
  const row = await query.where(({ and }) => and({ clientId, requestId })).executeTakeFirst();
  return row ? toEncrypted(row.keyId, row.content) : null;
}
