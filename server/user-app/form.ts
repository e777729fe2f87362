import { mediaTypeOf } from '../contract/parse-body.ts';
import { Refusal } from '../contract/problem.ts';
import { bodyOf, readBody } from '../http/read-body.ts';

/** The fields of a form; none was sent twice. */
export type FormFields = ReadonlyMap<string, string>;

/**
 * Why a form was refused, with the status of the page that says so. `cross_site`: it came from a page of another site.
 * `expired`: it came from a page of this service, of a session that has ended or changed. The others: no page of this
 * service sends such a form.
 */
export type FormRefusal =
  | { reason: 'cross_site' | 'expired'; status: 403 }
  | { reason: 'too_large'; status: 413 }
  | { reason: 'not_a_form'; status: 415 }
  | { reason: 'malformed'; status: 400 };

/** Bytes. */
const MAX_FORM = 65_536;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Reads a form from the body of a request. */
export async function readForm(request: Request): Promise<{ fields: FormFields } | { refusal: FormRefusal }> {
  if (mediaTypeOf(request.headers.get('content-type')) !== 'application/x-www-form-urlencoded') {
    return { refusal: { reason: 'not_a_form', status: 415 } };
  }
  let text: string;
  try {
    text = utf8.decode(await readBody(bodyOf(request), request.headers.get('content-length'), MAX_FORM));
  } catch (error) {
    const isTooLarge = error instanceof Refusal && error.statement.code === 'payload_too_large';
    return {
      refusal: isTooLarge ? { reason: 'too_large', status: 413 } : { reason: 'malformed', status: 400 },
    };
  }
  const pairs = [...new URLSearchParams(text)];
  const fields = new Map(pairs);
  return fields.size === pairs.length ? { fields } : { refusal: { reason: 'malformed', status: 400 } };
}
