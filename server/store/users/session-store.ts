import type { Micros } from '../../domain/clock.ts';
import type { DatabaseAccess } from '../engine/database-access.ts';

/** Sessions are in the cookies of browsers; what is kept of them is which have ended. */
export interface SessionStore {
  /** Whether the session has not been ended, and its user is there. Every instance answers the same at once. */
  isSessionOpen(session: { id: string; userId: string }): Promise<boolean>;
  /** Ends a session for good; it is remembered until the time when no cookie can have it any more. */
  endSession(id: string, times: { now: Micros; until: Micros }): Promise<void>;
}

export const sessionStore = ({ read, write }: DatabaseAccess): SessionStore => ({
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
});
