import { createHmac, randomUUID } from 'node:crypto';
import type { User } from './database/users/user-store.ts';
import type { StorageServices } from './services.ts';

/** A person's account at an identity provider. The pair of values never changes (OpenID Connect Core 1.0, 5.7). */
export interface Account {
  issuer: string;
  subject: string;
}

/** Issuer of the sandbox's accounts. No provider can have this issuer, because an issuer is an https URL. */
export const SANDBOX_ISSUER = 'urn:sandbox';

type AccountServices = Pick<StorageServices, 'store' | 'encryptor'>;

/** Returns the HMAC-SHA256 of the account, in base64url. Without the key, nobody can guess which account it is. */
export function accountHash(key: Uint8Array, { issuer, subject }: Account): string {
  // JSON separates issuer and subject, so that different accounts never have the same hash.
  return createHmac('sha256', key)
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
}

/** Resolves to the account's user; null if there is none. Tries every data key, because hashes keep their first key. */
export async function findUserOf({ store, encryptor }: AccountServices, account: Account): Promise<User | null> {
  for (const key of encryptor.deriveAll('account')) {
    const user = await store.findUserByAccount(accountHash(key, account));
    if (user !== null) return user;
  }
  return null;
}

/** Resolves to the user of the account, who is created at the first sign-in. Rejects with `StoreUnavailable`. */
export async function signIn(services: AccountServices, account: Account): Promise<User> {
  const { store, encryptor } = services;
  const user = await findUserOf(services, account);
  // If the user was deleted in the meantime, creates a new one.
  if (user !== null && (await store.noteSignIn(user.id))) return user;
  const [key] = encryptor.deriveAll('account');
  return store.ensureUser({ id: randomUUID(), accountHash: accountHash(key, account) });
}
