import { createHmac, randomUUID } from 'node:crypto';
import type { User } from './database/users/user-store.ts';
import type { StorageServices } from './services.ts';

/** A person's account at an identity provider. `issuer` and `subject` never change (OpenID Connect Core 1.0, 5.7). */
export interface Account {
  issuer: string;
  subject: string;
}

/** Issuer of the sandbox's accounts. No provider can have this issuer, because an issuer is an https URL. */
export const SANDBOX_ISSUER = 'urn:sandbox';

type AccountServices = Pick<StorageServices, 'store' | 'encryptor'>;

/** Returns the HMAC-SHA256 of an account in base64url. Without the key, the hash does not reveal the account. */
export function accountHash(key: Uint8Array, { issuer, subject }: Account): string {
  // JSON separates issuer and subject, so that different accounts never have the same hash.
  return createHmac('sha256', key)
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
}

/** Resolves to the account's user, or to null. Tries all data keys, because a key rotation does not change hashes. */
export async function findUserOf({ store, encryptor }: AccountServices, account: Account): Promise<User | null> {
  for (const key of encryptor.deriveAll('account')) {
    const user = await store.findUserByAccount(accountHash(key, account));
    if (user !== null) return user;
  }
  return null;
}

/** Records a sign-in, and resolves to the account's user. Creates the user at the first sign-in. */
export async function signIn(services: AccountServices, account: Account): Promise<User> {
  const { store, encryptor } = services;
  const user = await findUserOf(services, account);
  // `noteSignIn` resolves to false if the user was deleted after the lookup. A new user is then created.
  if (user !== null && (await store.noteSignIn(user.id))) return user;
  const [key] = encryptor.deriveAll('account');
  return store.ensureUser({ id: randomUUID(), accountHash: accountHash(key, account) });
}
