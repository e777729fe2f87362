import type { Micros } from '../../domain/clock.ts';

/** A person who signs in. Nothing is kept by which one could name the person. */
export interface User {
  /** Ours, a UUID. */
  id: string;
  /** A keyed hash of who the identity provider says it is: see `server/identity/accounts.ts`. */
  accountHash: string;
  createdAt: Micros;
  /** When the user first signed in on the mobile application; null before. */
  mobileSignedInAt: Micros | null;
}

export interface UserStore {
  /** The user of the account, made of `candidate` when there is none yet; also when several sign in at the same time. */
  ensureUser(candidate: Omit<User, 'mobileSignedInAt'>): Promise<User>;
  findUser(id: string): Promise<User | null>;
  /** The user that was made with this hash. An account has one hash for each data key: see `signIn` in `accounts.ts`. */
  findUserByAccount(accountHash: string): Promise<User | null>;
  /** The first time stays. False when there is no such user. */
  noteMobileSignIn(id: string, at: Micros): Promise<boolean>;
}
