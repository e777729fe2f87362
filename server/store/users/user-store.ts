import { type SqlBool, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { isStorableText } from '../engine/columns.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';

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
  /** The user of the account, made of `candidate` when there is none; once, however many sign in at the same time. */
  ensureUser(candidate: Omit<User, 'mobileSignedInAt'>): Promise<User>;
  findUser(id: string): Promise<User | null>;
  /** The user that was made with this hash. An account has one hash for each data key. */
  findUserByAccount(accountHash: string): Promise<User | null>;
  /** Notes that the user signs in, so that the account is kept. False when there is no such user any more. */
  noteSignIn(id: string, at: Micros): Promise<boolean>;
  /** Whoever signs in with the account from then on is somebody new; every session of the user is over. */
  deleteUser(id: string): Promise<void>;
  /**
   * Deletes those of the next `limit` users after the id `after`, none of whom has signed in since `before`, who hold
   * nothing here. Resolves to how many, and to the last id that was looked at; null when there was none.
   */
  forgetUsers(options: {
    before: Micros;
    limit: number;
    after: string;
  }): Promise<{ forgotten: number; last: string | null }>;
  /** The first time stays. False when there is no such user. */
  noteMobileSignIn(id: string, at: Micros): Promise<boolean>;
  /** Whether the session has not been ended, and its user exists. Every instance sees a change at once. */
  isSessionOpen(session: { id: string; userId: string }): Promise<boolean>;
  /** Ends a session for good. Remembers it until no cookie can have it any more. */
  endSession(id: string, times: { now: Micros; until: Micros }): Promise<void>;
}

/** The columns of a `User`. */
const USER_COLUMNS = [
  'id',
  'account_hash as accountHash',
  'created_at as createdAt',
  'mobile_signed_in_at as mobileSignedInAt',
] as const;

export const userStore = ({ read, write }: DatabaseAccess): UserStore => {
  const findBy = async (column: 'id' | 'account_hash', value: string): Promise<User | null> => {
    const row = await read(async (db) =>
      isStorableText(value)
        ? db.selectFrom('users').select(USER_COLUMNS).where(column, '=', value).executeTakeFirst()
        : undefined,
    );
    return row ?? null;
  };

  return {
    ensureUser: ({ id, accountHash, createdAt }) =>
      write(async ({ trx }) => {
        // First the insert: it waits for another one of the same account, so that what is read after it is there.
        await trx
          .insertInto('users')
          .values({ id, account_hash: accountHash, created_at: createdAt })
          .onConflict((conflict) => conflict.column('account_hash').doNothing())
          .execute();
        return trx
          .selectFrom('users')
          .select(USER_COLUMNS)
          .where('account_hash', '=', accountHash)
          .executeTakeFirstOrThrow();
      }),

    findUser: (id) => findBy('id', id),
    findUserByAccount: (accountHash) => findBy('account_hash', accountHash),

    noteSignIn: (id, at) =>
      write(async ({ trx }) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ signed_in_at: at })
          .where('id', '=', id)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),

    deleteUser: (id) =>
      write(async ({ trx }) => {
        await trx.deleteFrom('users').where('id', '=', id).execute();
      }),

    forgetUsers: ({ before, limit, after }) =>
      write(async ({ trx }) => {
        const isIdle = sql<SqlBool>`coalesce(signed_in_at, created_at) <= ${before}`;
        const idle = await trx
          .selectFrom('users')
          .select('id')
          .where('id', '>', after)
          .where(isIdle)
          .orderBy('id')
          .limit(limit)
          .execute();
        const ids = idle.map(({ id }) => id);
        const last = ids.at(-1) ?? null;
        if (last === null) return { forgotten: 0, last };
        const owners = new Set<string | null>();
        for (const table of ['submissions', 'verification_requests'] as const)
          for (const row of await trx.selectFrom(table).select('owner_id').where('owner_id', 'in', ids).execute())
            owners.add(row.owner_id);
        const free = ids.filter((id) => !owners.has(id));
        if (free.length === 0) return { forgotten: 0, last };
        // Whoever signs in meanwhile stays; who has not signed in opens nothing.
        const { numDeletedRows } = await trx
          .deleteFrom('users')
          .where('id', 'in', free)
          .where(isIdle)
          .executeTakeFirst();
        return { forgotten: Number(numDeletedRows), last };
      }),

    noteMobileSignIn: (id, at) =>
      write(async ({ trx }) => {
        if (!isStorableText(id)) return false;
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set((eb) => ({ mobile_signed_in_at: eb.fn.coalesce('mobile_signed_in_at', eb.val(at)) }))
          .where('id', '=', id)
          .executeTakeFirst();
        return numUpdatedRows === 1n;
      }),

    isSessionOpen: ({ id, userId }) =>
      read(async (db) => {
        const row = await db
          .selectFrom('users')
          .select('id')
          .where('id', '=', userId)
          .where(({ not, exists, selectFrom }) =>
            not(exists(selectFrom('ended_sessions').select('ended_sessions.id').where('ended_sessions.id', '=', id))),
          )
          .executeTakeFirst();
        return row !== undefined;
      }),

    endSession: (id, { now, until }) =>
      write(async ({ trx }) => {
        await trx.deleteFrom('ended_sessions').where('until', '<=', now).execute();
        await trx
          .insertInto('ended_sessions')
          .values({ id, until })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
      }),
  };
};
