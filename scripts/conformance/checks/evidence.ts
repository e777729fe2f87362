import { basicHeader } from '../contract/bodies.ts';
import type { Prepared, Session } from '../target/session.ts';
import type { Answer, Arrival } from '../types.ts';

type Keeper = Pick<Session, 'target'>;
type Sent = Pick<Prepared, 'wire'> & { sent: Pick<Prepared['sent'], 'scopes'> };

const SHOWN = 2000;

/** Body size above which a report shows only the length, because a report can have thousands of findings. */
const MAX_BODY = 64 * 1024;

/** Maximum length of an authorization header that is shown. A longer header can contain part of a token. */
const LONGEST_SCHEME = 10;

/** Returns a `curl` command that repeats the request. Tokens and secrets are shell variables. */
export function requestText({ wire, sent }: Sent, { target }: Keeper): string {
  const { authorization, ...headers } = wire.headers;
  const body = wire.body === undefined || wire.body.length === 0 ? null : Buffer.from(wire.body);
  const isText =
    body !== null && body.length <= MAX_BODY && !body.includes(0) && body.equals(Buffer.from(body.toString()));
  const quoted = (text: string) => forShell(withoutSecrets(text, target));
  return [
    `curl -i -X ${wire.method} ${quoted(target.baseUrl + wire.target)}`,
    ...(authorization === undefined ? [] : [authorizationOf(authorization, sent.scopes !== null, target)]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // By default, curl sends the media type of a form.
    ...(body !== null && headers['content-type'] === undefined ? ["-H 'content-type:'"] : []),
    ...(wire.chunked === true ? ["-H 'transfer-encoding: chunked'"] : []),
    ...(body === null ? [] : [isText ? `--data-raw ${quoted(String(body))}` : `--data-binary @${body.length}-bytes`]),
  ].join(' \\\n  ');
}

function authorizationOf(header: string, isSound: boolean, target: Keeper['target']): string {
  const { clientId, clientSecret, headers } = target;
  if (header === headers?.['authorization'])
    return `-H ${forShell(`authorization: ${withoutSecrets(header, target)}`)}`;
  const [scheme = ''] = header.split(' ');
  if (header === basicHeader(clientId, clientSecret)) return `-u ${forShell(`${clientId}:`)}"$CLIENT_SECRET"`;
  if (isSound) return `-H "authorization: ${scheme} $TOKEN"`;
  return `-H 'authorization: ${header.length > LONGEST_SCHEME ? '<described by the case name>' : header}'`;
}

/** Returns the status line, the headers, and the beginning of the body. */
export function responseText({ status, headers, text }: Answer, { target }: Keeper): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  const clean = (whole: string) => withoutSecrets(whole, target).replace(VARIABLE, '$$$1');
  // Truncates twice: first for speed, and again after replacing secrets, so that no secret is cut in two.
  const body = clean(text.slice(0, 2 * SHOWN));
  const shown = text.length <= SHOWN ? body : `${body.slice(0, SHOWN)}... (${text.length} characters)`;
  return [clean([`HTTP ${status}`, ...lines].join('\n')), '', shown].join('\n');
}

export function deliveryText({ method, headers, body }: Arrival): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [method, ...lines, '', bounded(body.toString())].join('\n');
}

const bounded = (text: string) =>
  text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}... (${text.length} characters)`;

/** Placeholder for a secret: a variable name between two private-use characters, which no text contains by chance. */
const VARIABLE = /\ue000(\w+)\ue001/g;

/** Quotes a string for a POSIX shell. Placeholders for secrets become shell variables. */
const forShell = (text: string) => `'${text.replaceAll("'", `'\\''`).replace(VARIABLE, `'"$$$1"'`)}'`;

function withoutSecrets(text: string, { clientSecret, other, headers = {}, query = {} }: Keeper['target']): string {
  const proofs = Object.entries({ ...headers, ...query }).map(([name, value]) => [
    name.toUpperCase().replace(/\W/g, '_'),
    value,
  ]);
  const secrets: Record<string, string> = {
    ...{ CLIENT_SECRET: clientSecret, OTHER_CLIENT_SECRET: other?.clientSecret ?? '' },
    ...Object.fromEntries(proofs),
  };
  return Object.entries(secrets)
    .flatMap(([name, secret]) => [secret, encodeURIComponent(secret)].map((spelling) => [name, spelling] as const))
    .filter(([, spelling]) => spelling !== '')
    .reduce((shown, [name, spelling]) => shown.replaceAll(spelling, `\ue000${name}\ue001`), text)
    .replace(/("(?:access_token|(?:standard_webhooks_)?secret)"\s*:\s*")[^"]*/g, '$1<left out>')
    .replace(/(signature=)[\w%-]+/g, '$1<left out>');
}
