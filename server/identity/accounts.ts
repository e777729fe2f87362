import { createHmac, randomUUID } from 'node:crypto';
import type { Sealer } from '../crypto/sealer.ts';
import type { Clock } from '../domain/clock.ts';
import type { User, UserStore } from '../store/users/user-store.ts';

/** Who somebody is, as an identity provider says it: the two together name a person for good (OpenID Connect Core 1.0, 5.7). */
export interface Account {
  issuer: string;
  subject: string;
}

/** What a sign-in needs. */
export interface AccountServices {
  store: Pick<UserStore, 'findUserByAccount' | 'ensureUser'>;
  sealer: Pick<Sealer, 'deriveAll'>;
  clock: Clock;
}

/** HMAC-SHA256 of the account, in base64url. Who has the database alone can neither read nor guess whom it is of. */
export function accountHash(key: Uint8Array, { issuer, subject }: Account): string {
  // As JSON, the end of the one and the beginning of the other cannot be mistaken.
  return createHmac('sha256', key)
    .update(JSON.stringify([issuer, subject]))
    .digest('base64url');
}

/**
 * The user of the account, made at the first sign-in. An account is looked for under every data key: when a new one is put
 * in front, users stay under the hash that they were made with. Rejects with `StoreUnavailable`.
 */
export async function signIn({ store, sealer, clock }: AccountServices, account: Account): Promise<User> {
  const hashes = sealer.deriveAll('account').map((key) => accountHash(key, account));
  for (const hash of hashes) {
    const user = await store.findUserByAccount(hash);
    if (user !== null) return user;
  }
  const [current] = hashes;
  if (current === undefined) throw new RangeError('There is no key for the accounts');
  return store.ensureUser({ id: randomUUID(), accountHash: current, createdAt: clock.now() });
}
