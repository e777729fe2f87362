import { type SqlBool, sql } from 'kysely';
import type { Micros } from '../../domain/clock.ts';
import { isStorableText } from '../engine/columns.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';

/** A person who signs in. The database has no name or contact of the person. */
export interface User {
  /** UUID that the service generates. */
  id: string;
  /** Keyed hash of the account at the identity provider (`server/identity/accounts.ts`). */
  accountHash: string;
  createdAt: Micros;
  /** Time of the first sign-in on the mobile application; null before. */
  mobileSignedInAt: Micros | null;
}

const USER_COLUMNS = ['id', 'accountHash', 'createdAt', 'mobileSignedInAt'] as const;

export type UserStore = ReturnType<typeof userStore>;

export const userStore = ({ read, write }: DatabaseAccess) => {
  const findBy = (column: 'id' | 'accountHash', value: string): Promise<User | null> =>
    read(async (db) => {
      if (!isStorableText(value)) return null;
      return (await db.selectFrom('users').select(USER_COLUMNS).where(column, '=', value).executeTakeFirst()) ?? null;
    });

  /** Resolves to false when the user does not exist. */
  const noteTime = (id: string, column: 'signedInAt' | 'mobileSignedInAt', at: Micros, keepFirst: boolean) =>
    write(async ({ trx }) => {
      if (!isStorableText(id)) return false;
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set((eb) => ({ [column]: keepFirst ? eb.fn.coalesce(column, eb.val(at)) : at }))
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });

  return {
    /** Resolves to the user of the account. Creates `candidate` if needed; concurrent sign-ins create one user. */
    ensureUser: (candidate: Omit<User, 'mobileSignedInAt'>): Promise<User> =>
      write(async ({ trx }) => {
        const { id, accountHash, createdAt } = candidate;
        // Inserts first: the insert waits for a concurrent insert of the same account, so that the read sees its row.
        await trx
          .insertInto('users')
          .values({ id, accountHash, createdAt })
          .onConflict((conflict) => conflict.column('accountHash').doNothing())
          .execute();
        return trx
          .selectFrom('users')
          .select(USER_COLUMNS)
          .where('accountHash', '=', accountHash)
          .executeTakeFirstOrThrow();
      }),

    findUser: (id: string) => findBy('id', id),
    /** Finds the user with this hash. An account has one hash for each data key. */
    findUserByAccount: (accountHash: string) => findBy('accountHash', accountHash),

    /** Records a sign-in of the user, so that the account is kept. */
    noteSignIn: (id: string, at: Micros) => noteTime(id, 'signedInAt', at, false),
    /** Records a sign-in on the mobile application. Keeps the time of the first one. */
    noteMobileSignIn: (id: string, at: Micros) => noteTime(id, 'mobileSignedInAt', at, true),

    /** Deletes the user, which ends all sessions of the user. A later sign-in with the account creates a new user. */
    deleteUser: (id: string): Promise<void> =>
      write(async ({ trx }) => {
        await trx.deleteFrom('users').where('id', '=', id).execute();
      }),

    /**
     * Checks the next `limit` users after the ID `after`. Deletes those who have not signed in since `before` and own
     * no submission or verification request. Resolves to the number of deleted users and the last ID of the page; null
     * for an empty page.
     */
    forgetUsers: ({ before, limit, after }: { before: Micros; limit: number; after: string }) =>
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
          for (const row of await trx.selectFrom(table).select('ownerId').where('ownerId', 'in', ids).execute())
            owners.add(row.ownerId);
        const free = ids.filter((id) => !owners.has(id));
        if (free.length === 0) return { forgotten: 0, last };
        // Repeats the condition: a user who has just signed in stays. A user who does not sign in opens nothing.
        const deleted = trx.deleteFrom('users').where('id', 'in', free).where(isIdle);
        return { forgotten: Number((await deleted.executeTakeFirst()).numDeletedRows), last };
      }),

    /** Resolves to whether the session has not ended and its user exists. All instances see a change at once. */
    isSessionOpen: ({ id, userId }: { id: string; userId: string }): Promise<boolean> =>
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

    /** Ends a session for good. The row is kept until the cookie expires. */
    endSession: (id: string, { now, until }: { now: Micros; until: Micros }): Promise<void> =>
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
