import { createHmac, randomUUID } from 'node:crypto';
import type { User } from './database/users/user-store.ts';
import type { StorageServices } from './services.ts';

/** `issuer` and `subject` never change (OpenID Connect Core 1.0, section 5.7). */
export interface Account {
  issuer: string;
  subject: string;
}

/** No identity provider can use this issuer, because an issuer is an https URL. */
export const SANDBOX_ISSUER = 'urn:sandbox';

type AccountServices = Pick<StorageServices, 'store' | 'encryptor'>;

/** Returns an HMAC, so that a stored hash does not reveal the account without the key. */
export function accountHash(key: Uint8Array, { issuer, subject }: Account): string {
  // JSON separates issuer and subject, so that different accounts never have the same hash.
  return createHmac('sha256', key)
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
}

/** Tries all data keys, because a key rotation does not change the stored hashes. */
export async function findUserOf({ store, encryptor }: AccountServices, account: Account): Promise<User | null> {
  for (const key of encryptor.deriveAll('account')) {
    const user = await store.findUserByAccount(accountHash(key, account));
    if (user !== null) return user;
  }
  return null;
}

export async function signIn(services: AccountServices, account: Account): Promise<User> {
  const { store, encryptor } = services;
  const user = await findUserOf(services, account);
  // If the user was deleted after the lookup, `noteSignIn` resolves to false, and `ensureUser` creates a new user.
  if (user !== null && (await store.noteSignIn(user.id))) return user;
  const [key] = encryptor.deriveAll('account');
  return store.ensureUser({ id: randomUUID(), accountHash: accountHash(key, account) });
}
