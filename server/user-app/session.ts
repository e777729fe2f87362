import type { Context } from 'hono';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, hours, type Micros } from '../domain/clock.ts';
import type { OpenedLink } from './links.ts';
import { createSealedCookie, newCookieId } from './sealed-cookie.ts';

/** From the beginning of a session, whatever is done in it. */
export const SESSION_LIFETIME: Micros = hours(8);

/** What the browser of a person brings along. Everybody who is shown a form has one, signed in or not. */
export interface Session {
  /** Random. Another one from the sign-in on: who knew the one before knows nothing (session fixation). */
  id: string;
  /** Null before the sign-in. */
  userId: string | null;
  /** Null before the sign-in. */
  signedInAt: Micros | null;
  expiresAt: Micros;
  /** The link of a partner that the person opened last and has not dealt with; null when there is none. */
  link: OpenedLink | null;
}

/** The session of somebody who has signed in. */
export type UserSession = Session & { userId: string; signedInAt: Micros };

export interface Sessions {
  /** The session of the request. Null when there is none, or its cookie was changed, is expired or cannot be read. */
  readSession(c: Context): Session | null;
  /** The session of the request, or a new one of nobody, which goes out with the answer. */
  openSession(c: Context): Session;
  /** Sends the session out with the answer. */
  writeSession(c: Context, session: Session): void;
  /** Begins the session of a user, with an id and a lifetime of its own, and sends it out. Only the link is taken over. */
  startUserSession(c: Context, userId: string): UserSession;
  /** Tells the browser to forget it. What was copied before stays good until it expires: nothing is kept here. */
  endSession(c: Context): void;
}

export const isUserSession = (session: Session | null): session is UserSession =>
  session !== null && session.userId !== null && session.signedInAt !== null;

/** Sessions that live in a cookie: see `createSealedCookie`. They outlive restarts, and every instance knows them. */
export function createSessions(parts: {
  appUrl: string;
  sealer: Pick<Sealer, 'seal' | 'open'>;
  clock: Clock;
}): Sessions {
  const { clock } = parts;
  const cookie = createSealedCookie<Session>({ ...parts, name: 'session', format: 1 });

  function newSession(link: OpenedLink | null): Session {
    const expiresAt = clock.now() + SESSION_LIFETIME;
    return { id: newCookieId(), userId: null, signedInAt: null, expiresAt, link };
  }

  return {
    readSession: cookie.read,
    writeSession: cookie.write,
    endSession: cookie.remove,

    openSession(c) {
      const present = cookie.read(c);
      if (present !== null) return present;
      const session = newSession(null);
      cookie.write(c, session);
      return session;
    },

    startUserSession(c, userId) {
      const link = cookie.read(c)?.link ?? null;
      const session: UserSession = { ...newSession(link), userId, signedInAt: clock.now() };
      cookie.write(c, session);
      return session;
    },
  };
}
