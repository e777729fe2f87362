import type { Context, Next } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { service } from '../../generated/operations.ts';
import { type Micros, seconds } from '../domain/clock.ts';
import { createEncryptedText } from '../storage/encryption/encrypted-json.ts';
import { randomKey } from '../storage/encryption/encryptor.ts';
import { servicesOf } from './services.ts';

const { lifetime_seconds, idle_seconds, consent_within_seconds } = service.sessions;

const SESSION_LIFETIME: Micros = seconds(lifetime_seconds);
const SESSION_IDLE: Micros = seconds(idle_seconds);
const CONSENT_WITHIN: Micros = seconds(consent_within_seconds);
const COOKIE_UPDATE_INTERVAL: Micros = seconds(60);

export interface Session {
  /** Random session ID. A sign-in replaces the ID of an anonymous session to prevent session fixation. */
  id: string;
  /** Random browser ID. A sign-in keeps the ID, so that only the browser that started the sign-in can complete it. */
  browser: string;
  userId: string | null;
  /** Name of the account, such as an email address. Only the cookie stores the name. */
  account: string | null;
  signedInAt: Micros | null;
  activeAt: Micros;
  /** True if the person must sign in again before an irreversible action. */
  isStale: boolean;
  /** True if the account of the previous session in this browser was deleted. */
  accountDeleted: boolean;
  expiresAt: Micros;
}

export type UserSession = Session & { userId: string; signedInAt: Micros };

export const isUserSession = (session: Session | null): session is UserSession =>
  session !== null && session.userId !== null && session.signedInAt !== null;

function cookieOf(c: Context) {
  const secure = servicesOf(c).appUrl.startsWith('https:');
  // With the prefix `__Host-`, only this host can set the cookie, and only over https (RFC 6265bis, section 4.1.3.2).
  const fullName = secure ? '__Host-session' : 'session';
  // Increase the version when `Session` changes: older cookies then become invalid.
  const encrypted = createEncryptedText<Session>('cookie:session:3', servicesOf(c));
  return {
    read: () => encrypted.decrypt(getCookie(c, fullName) ?? ''),
    isSent: () => getCookie(c, fullName) !== undefined,
    write: (session: Session) =>
      // Uses `Lax` instead of `Strict`, because the browser returns from the identity provider, which is another site.
      setCookie(c, fullName, encrypted.encrypt(session), { path: '/', httpOnly: true, sameSite: 'Lax', secure }),
  };
}

/** Returns true even for an outdated cookie, because only a missing cookie can mean that the browser blocks cookies. */
export const hasSessionCookie = (c: Context): boolean => cookieOf(c).isSent();

export const readSession = (c: Context): Session | null => c.get('session') ?? cookieOf(c).read();

function writeSession<S extends Session>(c: Context, session: S): S {
  cookieOf(c).write(session);
  c.set('session', session);
  return session;
}

function newSession(c: Context, browser = randomKey(), accountDeleted = false): Session {
  const now = servicesOf(c).clock.now();
  return {
    id: randomKey(),
    browser,
    userId: null,
    account: null,
    signedInAt: null,
    activeAt: now,
    isStale: false,
    accountDeleted,
    expiresAt: now + SESSION_LIFETIME,
  };
}

async function closeSession(c: Context, session: Session | null): Promise<void> {
  if (isUserSession(session)) await servicesOf(c).store.endSession(session.id, SESSION_LIFETIME);
}

/** Replaces a session that has ended. Must run before any use of a session. */
export async function loadSession(c: Context, next: Next): Promise<void> {
  const { store, clock } = servicesOf(c);
  const session = readSession(c);
  if (isUserSession(session)) {
    const now = clock.now();
    const idle = now - session.activeAt;
    if (idle >= SESSION_IDLE || !(await store.isSessionOpen(session))) {
      const accountDeleted = (await store.findUser(session.userId)) === null;
      writeSession(c, newSession(c, session.browser, accountDeleted));
    } else if (idle >= COOKIE_UPDATE_INTERVAL)
      writeSession(c, { ...session, activeAt: now, isStale: session.isStale || idle >= CONSENT_WITHIN });
  }
  return next();
}

export const openSession = (c: Context): Session => readSession(c) ?? writeSession(c, newSession(c));

/** Ends a session of a different user. If the user is the same, keeps the session ID, so that open forms stay valid. */
export async function startUserSession(c: Context, user: { id: string; account: string | null }): Promise<UserSession> {
  const present = readSession(c);
  const fresh = newSession(c, present?.browser);
  const isSame = present?.userId === user.id;
  if (!isSame) await closeSession(c, present);
  const id = isSame ? present.id : fresh.id;
  return writeSession(c, { ...fresh, id, userId: user.id, account: user.account, signedInAt: fresh.activeAt });
}

/** Ends the session in the store, too, so that copies of the cookie stop working. Starts an anonymous session. */
export async function endSession(c: Context, { accountDeleted = false } = {}): Promise<void> {
  const present = readSession(c);
  await closeSession(c, present);
  writeSession(c, newSession(c, present?.browser, accountDeleted));
}
