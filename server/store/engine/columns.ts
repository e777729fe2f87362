import type { Kysely } from 'kysely';
import type { Encrypted } from '../../crypto/encryptor.ts';
import type { Database, StoredBytes } from './schema.ts';

export function toEncrypted(keyId: string, bytes: StoredBytes): Encrypted;
export function toEncrypted(keyId: string | null, bytes: StoredBytes | null): Encrypted | null;
/** Joins the two columns of an encrypted value. Returns null when both are null, as a constraint requires. */
export function toEncrypted(keyId: string | null, bytes: StoredBytes | null): Encrypted | null {
  if (keyId === null || bytes === null) return null;
  // Copies the bytes: a Buffer from pg shares its memory with other data from the socket.
  return { keyId, bytes: new Uint8Array(bytes) };
}

// PostgreSQL rejects NUL, and libsql truncates the text at NUL. Both replace half a surrogate pair by U+FFFD, which
// would make two different ids equal.
const UNSTORABLE = /\0|\p{Surrogate}/u;

/** Returns true when both engines store every text unchanged. */
export const isStorableText = (...texts: readonly string[]): boolean => !texts.some((text) => UNSTORABLE.test(text));

/** Throws a TypeError when a parameter is text that cannot be stored. The message does not repeat the text. */
export function assertStorableText(parameters: readonly unknown[]): void {
  for (const [index, value] of parameters.entries()) {
    if (typeof value === 'string' && !isStorableText(value)) {
      throw new TypeError(`Parameter ${index + 1} contains NUL or half a surrogate pair and cannot be stored`);
    }
  }
}

/** Reads the encrypted body that a partner sent; null when the row does not exist or its content is erased. */
export async function readEncryptedContent(
  db: Kysely<Database>,
  table: 'submissions' | 'verification_requests',
  { clientId, requestId }: { clientId: string; requestId: string },
): Promise<Encrypted | null> {
  if (!isStorableText(clientId, requestId)) return null;
  const query = db.selectFrom(table).select(['keyId', 'content']);
  const row = await query.where(({ and }) => and({ clientId, requestId })).executeTakeFirst();
  return row ? toEncrypted(row.keyId, row.content) : null;
}
