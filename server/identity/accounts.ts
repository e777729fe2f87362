import { createHmac, randomUUID } from 'node:crypto';
import type { Encryptor } from '../crypto/encryptor.ts';
import type { Clock } from '../domain/clock.ts';
import type { User, UserStore } from '../store/users/user-store.ts';

/** A person at an identity provider, identified for good by both members (OpenID Connect Core 1.0, 5.7). */
export interface Account {
  issuer: string;
  subject: string;
}

/** The services that a sign-in needs. */
export interface AccountServices {
  store: Pick<UserStore, 'findUserByAccount' | 'ensureUser' | 'noteSignIn'>;
  encryptor: Pick<Encryptor, 'deriveAll'>;
  clock: Clock;
}

/** HMAC-SHA256 of the account, in base64url. The database alone does not reveal the account, not even by guessing. */
export function accountHash(key: Uint8Array, { issuer, subject }: Account): string {
  // JSON keeps issuer and subject apart, so that no two accounts have the same text.
  return createHmac('sha256', key)
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
}

/**
 * The user of the account, created at the first sign-in. The account is looked up with every data key, because users
 * keep the hash that they were created with when a new key is put first. Rejects with `StoreUnavailable`.
 */
export async function signIn({ store, encryptor, clock }: AccountServices, account: Account): Promise<User> {
  const hashes = encryptor.deriveAll('account').map((key) => accountHash(key, account));
  for (const hash of hashes) {
    const user = await store.findUserByAccount(hash);
    // Not if the account is deleted meanwhile: then it is a new one.
    if (user !== null && (await store.noteSignIn(user.id, clock.now()))) return user;
  }
  const [current] = hashes;
  if (current === undefined) throw new RangeError('There is no key for the accounts');
  return store.ensureUser({ id: randomUUID(), accountHash: current, createdAt: clock.now() });
}
