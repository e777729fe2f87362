import type { Context } from 'hono';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, hours, type Micros } from '../domain/clock.ts';
import { createSealedCookie, newCookieId } from './sealed-cookie.ts';

/** A partner's link that a person has opened, kept in the session while the person signs in. */
export type OpenedLink =
  | { kind: 'add'; clientId?: string; requestId: string }
  | { kind: 'verify'; clientId: string; requestId: string };

/** From the start of a session, however much it is used. */
export const SESSION_LIFETIME: Micros = hours(8);

/** The content of the session cookie. Everyone who is shown a form has one, signed in or not. */
export interface Session {
  /** Random. Replaced at sign-in, so that an id known before is worth nothing (session fixation). */
  id: string;
  /** Null before the sign-in. */
  userId: string | null;
  /** Null before the sign-in. */
  signedInAt: Micros | null;
  expiresAt: Micros;
  /** The partner's link that was opened last and not yet continued; null when there is none. */
  link: OpenedLink | null;
}

/** The session of a person who has signed in. */
export type UserSession = Session & { userId: string; signedInAt: Micros };

export interface Sessions {
  /** The session of the request; null when there is no cookie, or it is altered, expired or unreadable. */
  readSession(c: Context): Session | null;
  /** The session of the request, or a new anonymous one, which is sent with the response. */
  openSession(c: Context): Session;
  /** Sends the session with the response. */
  writeSession(c: Context, session: Session): void;
  /** Starts a user's session with a new id and lifetime, and sends it. Only the link is carried over. */
  startUserSession(c: Context, userId: string): UserSession;
  /** Deletes the cookie. A copy stays valid until it expires, because the server stores no sessions. */
  endSession(c: Context): void;
}

export const isUserSession = (session: Session | null): session is UserSession =>
  session !== null && session.userId !== null && session.signedInAt !== null;

/** Sessions in a sealed cookie: they survive restarts, and every instance can read them. */
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
