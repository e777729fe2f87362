import { createHmac } from 'node:crypto';
import type { Context, MiddlewareHandler } from 'hono';
import type { Child } from 'hono/jsx';
import { requestOrigin } from '../api/call.ts';
import { decodeUtf8, mediaTypeOf } from '../api/contract/parse-body.ts';
import { Refusal } from '../api/contract/problem.ts';
import type { InFlightBody } from '../api/in-flight-bodies.ts';
import { bodyStreamOf, readBody } from '../api/read-body.ts';
import { isEqualText } from '../domain/signature.ts';
import type { Encryptor } from '../storage/encryption/encryptor.ts';
import { showPage } from './page.tsx';
import type { PageServices } from './services.ts';
import type { Session, Sessions } from './session.ts';
import { showTooMany } from './visit-limit.tsx';

/** Fields of a form. Each field occurs once. */
export type FormFields = ReadonlyMap<string, string>;

const statuses = { cross_site: 403, expired: 403, too_large: 413, not_a_form: 415, malformed: 400 } as const;

/**
 * Reason why a form was rejected. `cross_site`: a page of another site sent it. `expired`: a page of this service sent
 * it in a session that has ended or changed. The other reasons never occur with forms that this service renders.
 */
export type FormRefusal = keyof typeof statuses;

/** Context that the middleware sets for the next handler: `c.get('form')`. */
export interface FormEnv {
  Variables: { form: FormFields };
}

/** Returns the page that says why a form was rejected, or redirects to it. */
type RenderRefusal = (c: Context, reason: FormRefusal, fields?: FormFields) => Child | Response;

export type FormServices = Pick<PageServices, 'appUrl' | 'bodies' | 'sourceOf'>;

/**
 * Creates the CSRF protection of forms. It checks a token that is bound to the session (HMAC of its ID), and the sender
 * if the browser names it. Anonymous sessions also have a token: otherwise, another site could sign a person in to a
 * different account (login CSRF).
 */
export function createCsrf(
  parts: FormServices & {
    encryptor: Pick<Encryptor, 'deriveAll'>;
    sessions: Pick<Sessions, 'readSession'>;
    formRefused: RenderRefusal;
  },
) {
  const { sessions, formRefused } = parts;
  const keys = parts.encryptor.deriveAll('csrf');
  const tokenOf = ({ id }: Session, key: Uint8Array) => createHmac('sha256', key).update(id).digest('base64url');
  return {
    /** Returns the value of the field `csrf` for the forms of a session. */
    csrfToken: (session: Session): string => tokenOf(session, keys[0]),
    /** Reads a form that changes nothing. The form can come from any session, but not from another site. */
    readOwnForm: readOwnForm(parts, formRefused),
    /**
     * Reads a form. Rejects the form unless a page of this service sent it in the same session. GET and HEAD requests
     * pass without a form, because they change nothing.
     */
    requireCsrf: readOwnForm(parts, formRefused, (c, fields) => {
      const session = sessions.readSession(c);
      const sent = fields.get('csrf') ?? '';
      return session !== null && keys.some((key) => isEqualText(tokenOf(session, key), sent));
    }),
  };
}

/** Reads a form. Rejects a form from another site, and a form that `isAccepted` rejects. */
export function readOwnForm(
  { appUrl, bodies, sourceOf }: FormServices,
  formRefused: RenderRefusal,
  isAccepted: (c: Context, fields: FormFields) => boolean = () => true,
): MiddlewareHandler<FormEnv> {
  const { origin } = new URL(appUrl);
  return async (c, next) => {
    if (c.req.method === 'GET' || c.req.method === 'HEAD') return next();
    const refuse = (reason: FormRefusal, fields?: FormFields) => {
      const page = formRefused(c, reason, fields);
      return page instanceof Response ? page : showPage(c, page, { status: statuses[reason] });
    };
    if (!isFrom(origin, c.req.raw.headers)) return refuse('cross_site');
    const body = bodies.openAnonymous(sourceOf(requestOrigin(c)));
    try {
      const form = await readForm(c, body);
      if (form === 'cut_off') return await showTooMany(c, appUrl, 1);
      if (typeof form === 'string') return refuse(form);
      if (!isAccepted(c, form)) return refuse('expired', form);
      c.set('form', form);
      return await next();
    } finally {
      body.release();
    }
  };
}

/** Returns whether a page of `origin` sent the request. Returns true if the browser does not name the sender. */
function isFrom(origin: string, headers: Headers): boolean {
  const site = headers.get('sec-fetch-site');
  // `none`: the person started the request, for example by restoring a tab.
  if (site !== null && site !== 'same-origin' && site !== 'none') return false;
  const sender = headers.get('origin');
  // A page without a referrer sends `null` even to its own origin (Fetch, "append a request Origin header").
  if (sender === 'null') return site === 'same-origin';
  return sender === null || sender === origin;
}

/** Maximum size of a form, in bytes. */
const MAX_FORM = 65_536;

export const isForm = (headers: Headers): boolean =>
  mediaTypeOf(headers.get('content-type')) === 'application/x-www-form-urlencoded';

async function readForm(c: Context, inFlight: InFlightBody): Promise<FormFields | FormRefusal | 'cut_off'> {
  const { headers } = c.req.raw;
  if (!isForm(headers)) return 'not_a_form';
  try {
    const text = decodeUtf8(await readBody(bodyStreamOf(c), headers.get('content-length'), MAX_FORM, inFlight));
    const pairs = [...new URLSearchParams(text ?? '')];
    const fields = new Map(pairs);
    return text !== null && fields.size === pairs.length ? fields : 'malformed';
  } catch (error) {
    const code = error instanceof Refusal ? error.statement.code : undefined;
    return code === 'payload_too_large' ? 'too_large' : code === 'rate_limited' ? 'cut_off' : 'malformed';
  }
}
