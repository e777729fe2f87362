import { type SqlBool, sql } from 'kysely';
import type { Micros } from '../../../domain/clock.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';
import type { Db, Row } from '../engine/schema.ts';

const USER_COLUMNS = ['id', 'accountHash', 'createdAt', 'mobileSignedInAt'] as const;

export type User = Pick<Row<'users'>, (typeof USER_COLUMNS)[number]>;

export const userStore = ({ read, write }: DatabaseAccess) => {
  const findBy = (column: 'id' | 'accountHash', value: string): Promise<User | null> =>
    read(async (db) => {
      const query = db.selectFrom('users').select(USER_COLUMNS).where(column, '=', value);
      return (await query.executeTakeFirst()) ?? null;
    });

  const recordTime = (id: string, column: 'signedInAt' | 'mobileSignedInAt', keepFirst: boolean) =>
    write(async ({ trx, now }) => {
      const { numUpdatedRows } = await trx
        .updateTable('users')
        .set((eb) => ({ [column]: keepFirst ? eb.fn.coalesce(column, eb.val(now)) : now }))
        .where('id', '=', id)
        .executeTakeFirst();
      return numUpdatedRows === 1n;
    });

  return {
    ensureUser: ({ id, accountHash }: Pick<User, 'id' | 'accountHash'>): Promise<User> =>
      write(async ({ trx, now: createdAt }) => {
        // Inserts first: the insert waits for concurrent inserts of the same account, so that the select finds the row.
        await trx
          .insertInto('users')
          .values({ id, accountHash, createdAt })
          .onConflict((conflict) => conflict.column('accountHash').doNothing())
          .execute();
        const query = trx.selectFrom('users').select(USER_COLUMNS).where('accountHash', '=', accountHash);
        return query.executeTakeFirstOrThrow();
      }),

    findUser: (id: string) => findBy('id', id),
    findUserByAccount: (accountHash: string) => findBy('accountHash', accountHash),

    noteSignIn: (id: string) => recordTime(id, 'signedInAt', false),
    /** Keeps the time of the first sign-in. */
    noteMobileSignIn: (id: string) => recordTime(id, 'mobileSignedInAt', true),

    /** Also ends the user's sessions, because `isSessionOpen` requires the user. */
    deleteUser: (id: string): Promise<unknown> =>
      write(({ trx }) => trx.deleteFrom('users').where('id', '=', id).execute()),

    /** Checks the next `limit` idle users, and deletes users without data. Pass `last` as `after` in the next call. */
    forgetUsers: ({ age, limit, after }: { age: Micros; limit: number; after: string }) =>
      write(async ({ trx, now }) => {
        const isIdle = sql<SqlBool>`coalesce(signed_in_at, created_at) <= ${now - age}`;
        const idle = trx.selectFrom('users').select('id').where('id', '>', after).where(isIdle);
        const ids = (await idle.orderBy('id').limit(limit).execute()).map(({ id }) => id);
        const last = ids.at(-1) ?? null;
        if (last === null) return { forgotten: 0, last };
        const owners = new Set<string | null>();
        for (const table of ['submissions', 'verification_requests'] as const)
          for (const row of await trx.selectFrom(table).select('ownerId').where('ownerId', 'in', ids).execute())
            owners.add(row.ownerId);
        const free = ids.filter((id) => !owners.has(id));
        if (free.length === 0) return { forgotten: 0, last };
        // Repeats the condition, because a user can sign in, and then claim a submission, after the rows were read.
        const deleted = trx.deleteFrom('users').where('id', 'in', free).where(isIdle);
        return { forgotten: Number((await deleted.executeTakeFirst()).numDeletedRows), last };
      }),

    /** Reads the database at each call, so that a sign-out applies at once. */
    isSessionOpen: ({ id, userId, signedInAt }: { id: string; userId: string; signedInAt: Micros }): Promise<boolean> =>
      read(async (db) => {
        const environment = await db.selectFrom('environment').select('sessionsSince').executeTakeFirst();
        if (environment !== undefined && signedInAt < environment.sessionsSince) return false;
        const user = await db.selectFrom('users').select('id').where('id', '=', userId).executeTakeFirst();
        return user !== undefined && !(await isEnded(db, id));
      }),

    isSessionEnded: (id: string): Promise<boolean> => read((db) => isEnded(db, id)),

    /** `lifetime` is the time until the session's cookie or token expires. */
    endSession: (id: string, lifetime: Micros): Promise<void> =>
      write(async ({ trx, now }) => {
        await trx.deleteFrom('ended_sessions').where('until', '<=', now).execute();
        await trx
          .insertInto('ended_sessions')
          .values({ id, until: now + lifetime })
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute();
      }),

    endSessions: (): Promise<unknown> =>
      write(({ trx, now }) => trx.updateTable('environment').set({ sessionsSince: now }).execute()),
  };
};

async function isEnded(db: Db, sessionId: string): Promise<boolean> {
  const row = await db.selectFrom('ended_sessions').select('id').where('id', '=', sessionId).executeTakeFirst();
  return row !== undefined;
}
