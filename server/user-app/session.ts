import type { Context, MiddlewareHandler } from 'hono';
import { service } from '../../generated/operations.ts';
import type { Sealer } from '../crypto/sealer.ts';
import { type Clock, type Micros, seconds } from '../domain/clock.ts';
import type { UserStore } from '../store/users/user-store.ts';
import { createSealedCookie, newSealedId } from './sealed.ts';

const { lifetime_seconds, idle_seconds, consent_within_seconds } = service.sessions;

/** Time from the start of a session to its end, whether or not it is used. */
const SESSION_LIFETIME: Micros = seconds(lifetime_seconds);
/** Time without a request after which a session ends. */
const SESSION_IDLE: Micros = seconds(idle_seconds);
/** Time without a request after which a person signs in again before a step that cannot be undone. */
const CONSENT_WITHIN: Micros = seconds(consent_within_seconds);
/** Shortest time between two writes of the cookie that note a request. */
const NOTED_AFTER: Micros = seconds(60);

/** The content of the session cookie. Everyone who is shown a form has one, signed in or not. */
export interface Session {
  /** Random. Replaced at sign-in, so that an id known before is worth nothing (session fixation). */
  id: string;
  /** Random. Stays through sign-ins, to know again the browser in which something was begun. */
  browser: string;
  /** Null before the sign-in. */
  userId: string | null;
  /** Name of the account, such as an e-mail address, which is stored nowhere else. Null when it has no name. */
  account: string | null;
  /** Null before the sign-in. */
  signedInAt: Micros | null;
  /** Time of the person's last request, noted once a minute at most. */
  activeAt: Micros;
  /** Whether the person was away for `CONSENT_WITHIN`, and has not signed in since. */
  isStale: boolean;
  expiresAt: Micros;
}

/** The session of a person who has signed in. */
export type UserSession = Session & { userId: string; signedInAt: Micros };

export interface Sessions {
  /**
   * Comes before whatever reads a session: one that has ended, here or on another instance, or that nobody has used for
   * `SESSION_IDLE`, is none, and one that is used is noted to be.
   */
  load: MiddlewareHandler;
  /** The session of the request; null when there is no cookie, or it is altered, expired or unreadable. */
  readSession(c: Context): Session | null;
  /** The session of the request, or a new anonymous one, which is sent with the response. */
  openSession(c: Context): Session;
  /** Sends the session with the response. */
  writeSession(c: Context, session: Session): void;
  /**
   * Starts a user's session with a new lifetime, and sends it. It has a new id, unless the same user was signed in:
   * then the forms in other tabs stay good. A session of another user ends.
   */
  startUserSession(c: Context, user: { id: string; account: string | null }): Promise<UserSession>;
  /** An anonymous session takes its place. Copies of it are worth nothing from then on. */
  endSession(c: Context): Promise<void>;
}

export const isUserSession = (session: Session | null): session is UserSession =>
  session !== null && session.userId !== null && session.signedInAt !== null;

/** Sessions in a sealed cookie: they survive restarts, and every instance can read them. */
export function createSessions(parts: {
  appUrl: string;
  sealer: Pick<Sealer, 'seal' | 'open'>;
  clock: Clock;
  store: Pick<UserStore, 'isSessionOpen' | 'endSession'>;
}): Sessions {
  const { clock, store } = parts;
  const cookie = createSealedCookie<Session>({ ...parts, name: 'session', format: 2 });

  function newSession(browser = newSealedId()): Session {
    const now = clock.now();
    return {
      ...{ id: newSealedId(), browser, userId: null, account: null, signedInAt: null },
      ...{ activeAt: now, isStale: false, expiresAt: now + SESSION_LIFETIME },
    };
  }

  async function end(session: Session | null): Promise<void> {
    const now = clock.now();
    if (isUserSession(session)) await store.endSession(session.id, { now, until: now + SESSION_LIFETIME });
  }

  return {
    async load(c, next) {
      const session = cookie.read(c);
      if (isUserSession(session)) {
        const idle = clock.now() - session.activeAt;
        if (idle >= SESSION_IDLE || !(await store.isSessionOpen(session))) cookie.write(c, newSession(session.browser));
        else if (idle >= NOTED_AFTER)
          cookie.write(c, {
            ...session,
            activeAt: clock.now(),
            isStale: session.isStale || idle >= CONSENT_WITHIN,
          });
      }
      return next();
    },

    readSession: cookie.read,
    writeSession: cookie.write,

    openSession(c) {
      const present = cookie.read(c);
      if (present !== null) return present;
      const session = newSession();
      cookie.write(c, session);
      return session;
    },

    async startUserSession(c, { id: userId, account }) {
      const present = cookie.read(c);
      const fresh = newSession(present?.browser);
      const isSame = present?.userId === userId;
      if (!isSame) await end(present);
      const id = isSame ? present.id : fresh.id;
      const session: UserSession = { ...fresh, id, userId, account, signedInAt: clock.now() };
      cookie.write(c, session);
      return session;
    },

    async endSession(c) {
      const present = cookie.read(c);
      await end(present);
      cookie.write(c, newSession(present?.browser));
    },
  };
}
