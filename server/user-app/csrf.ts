import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Child } from 'hono/jsx';
import type { Sealer } from '../crypto/sealer.ts';
import { type FormFields, type FormRefusal, readForm } from './form.ts';
import type { Session, Sessions } from './session.ts';
import { showPage } from './words/words.tsx';

/** The name of the hidden field that every form has. */
export const CSRF_FIELD = 'csrf';

/** What `requireCsrf` sets for the handler after it: `c.get('form')`. */
export interface FormEnv {
  Variables: { form: FormFields };
}

export interface Csrf {
  /** The value of the field `CSRF_FIELD` in every form of the session. */
  csrfToken(session: Session): string;
  /**
   * Refuses a request that changes something unless a page of this service sent it in the same session, and reads its
   * form. GET and HEAD pass without a form, because they change nothing.
   */
  requireCsrf: MiddlewareHandler<FormEnv>;
  /** The same for a form that changes nothing: whatever session it is of, it must not be another site's. */
  readOwnForm: MiddlewareHandler<FormEnv>;
}

/**
 * Checks a token that is bound to the session (HMAC of its id), which another site can neither read nor make, and the
 * sender of the request where the browser states it. Anonymous sessions have a token too: otherwise another site could
 * sign a person in as somebody else (login CSRF).
 */
export function createCsrf(parts: {
  appUrl: string;
  sealer: Pick<Sealer, 'deriveAll'>;
  sessions: Pick<Sessions, 'readSession'>;
  /** Renders the page for a refused form. */
  formRefused: (c: Context, refusal: FormRefusal) => Child;
}): Csrf {
  const { sessions, formRefused } = parts;
  const keys = parts.sealer.deriveAll('csrf');
  const tokens = ({ id }: Session) => keys.map((key) => createHmac('sha256', key).update(id).digest('base64url'));

  function csrfToken(session: Session): string {
    const [token] = tokens(session);
    if (token === undefined) throw new RangeError('There is no key for the forms');
    return token;
  }

  const checked = (isAccepted?: FormCheck) => readOnlyOwn(parts.appUrl, formRefused, isAccepted);

  return {
    csrfToken,
    readOwnForm: checked(),
    requireCsrf: checked((c, fields) => {
      const session = sessions.readSession(c);
      const sent = fields.get(CSRF_FIELD) ?? '';
      return session !== null && tokens(session).some((token) => isSame(token, sent));
    }),
  };
}

type FormCheck = (c: Context, fields: FormFields) => boolean;

/** Reads a form, and refuses one that is not of a page of this service, or that `isAccepted` refuses. */
export function readOnlyOwn(
  appUrl: string,
  formRefused: (c: Context, refusal: FormRefusal) => Child,
  isAccepted: FormCheck = () => true,
): MiddlewareHandler<FormEnv> {
  const { origin } = new URL(appUrl);
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const refused = (refusal: FormRefusal) => showPage(c, formRefused(c, refusal), refusal.status);
    if (!isFrom(origin, c.req.raw.headers)) return refused({ reason: 'cross_site', status: 403 });
    const form = await readForm(c.req.raw);
    if ('refusal' in form) return refused(form.refusal);
    if (!isAccepted(c, form.fields)) return refused({ reason: 'expired', status: 403 });
    c.set('form', form.fields);
    return next();
  };
}

/** Whether the sender that the browser states, if any, is a page of `origin`. */
function isFrom(origin: string, headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  // `none`: the person started it and no page, as when a tab is restored.
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const sender = headers.get('origin');
  // A page without a Referer sends `null` to its own origin too (Fetch, "append a request Origin header").
  if (sender === 'null') return site === 'same-origin';
  return sender === null || sender === origin;
}

function isSame(token: string, sent: string): boolean {
  const [a, b] = [Buffer.from(token), Buffer.from(sent)];
  return a.length === b.length && timingSafeEqual(a, b);
}
