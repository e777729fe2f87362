import { FORM } from '../../contract/bodies.ts';
import { escaped } from '../../contract/json.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import type { Answer, Arrival, Exchange, OperationId, Target } from '../kit-types.ts';
import { basicHeader } from '../target/valid-bodies.ts';

const SHOWN = 2000;
/** Minimum length of a hidden secret, because shorter values occur in dates and URLs by chance. */
const SHORTEST_SECRET = 5;
/** Maximum length of an unknown Authorization header in a script: a longer header can contain part of a token. */
const LONGEST_SCHEME = 10;

export const scriptOf = (exchanges: readonly Exchange[], target: Target): string =>
  exchanges.map((exchange) => commandOf(exchange, target)).join('\n');

function commandOf({ wire, sent }: Exchange, target: Target): string {
  const { authorization, ...headers } = wire.headers;
  const body = Buffer.from(wire.body ?? '');
  return [
    `curl -gsS --path-as-is ${wire.method === 'HEAD' ? '-I' : `-i -X ${wire.method}`}`,
    quoted((wire.origin ?? target.baseUrl) + wire.target, target),
    ...(authorization === undefined ? [] : [authorizationOf(authorization, target, sent?.scopes != null)]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`, target)}`),
    // Removes the Content-Type header that curl adds to a body by default.
    ...(body.length > 0 && headers['content-type'] === undefined ? ["-H 'content-type:'"] : []),
    ...(wire.chunked === true ? ["-H 'transfer-encoding: chunked'"] : []),
    ...(body.length === 0 ? [] : dataOf(body, headers['content-type'] === FORM, target)),
  ].join(' \\\n  ');
}

function dataOf(body: Buffer, isForm: boolean, target: Target): string[] {
  const text = body.toString();
  const fields = new URLSearchParams(text);
  // Uses `--data-urlencode`, so that curl encodes a secret that it reads from a variable.
  if (isForm && String(fields) === text)
    return [...fields].map(([name, value]) => `--data-urlencode ${quoted(`${name}=${value}`, target)}`);
  const isShown = body.length <= SHOWN && !body.includes(0) && body.equals(Buffer.from(text));
  return [isShown ? `--data-raw ${quoted(text, target)}` : `--data-binary @${body.length}-bytes`];
}

function authorizationOf(header: string, target: Target, isValid: boolean): string {
  const { clientId, clientSecret, headers } = target;
  if (header === basicHeader(clientId, clientSecret)) return `-u ${quoted(`${clientId}:`, target)}"$CLIENT_SECRET"`;
  const isOwn = header === headers?.['authorization'];
  if (isValid && !isOwn && header.startsWith('Bearer ')) return '-H "authorization: Bearer $TOKEN"';
  const isShown = isOwn || header.length <= LONGEST_SCHEME;
  return `-H ${quoted(`authorization: ${isShown ? header : '<described by the case name>'}`, target)}`;
}

export const responseText = ({ status, headers, text }: Answer, target: Target): string =>
  bounded(cleaned(messageOf(`HTTP ${status}`, [...headers], text), target));

export const deliveryText = ({ method, headers, body }: Arrival): string =>
  bounded(messageOf(method, Object.entries(headers), body.toString()));

// Truncates the body before the secrets are replaced, because it can have millions of characters.
const messageOf = (start: string, headers: readonly (readonly [string, unknown])[], body: string) =>
  [start, ...headers.map(([name, value]) => `${name}: ${value}`), '', body.slice(0, 2 * SHOWN)].join('\n');

const bounded = (text: string) => (text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}... (truncated)`);

/** Placeholder for a secret: a variable name between two private-use characters, which no text contains by chance. */
const VARIABLE = /\ue000(\w+)\ue001/g;

/** Quotes a text for a POSIX shell, with variables instead of the secrets. */
const quoted = (text: string, target: Target) =>
  `'${withoutSecrets(text, target).replaceAll("'", `'\\''`).replace(VARIABLE, `'"$$$1"'`)}'`.replace(/"''$/, '"');

export const cleaned = (text: string, target: Target) => withoutSecrets(text, target).replace(VARIABLE, '$$$1');

function withoutSecrets(text: string, { clientSecret, other, headers = {}, query = {} }: Target): string {
  const secrets = { CLIENT_SECRET: clientSecret, OTHER_CLIENT_SECRET: other?.clientSecret ?? '', ...headers, ...query };
  const variableOf = (name: string) => name.toUpperCase().replace(/\W/g, '_');
  const formOf = (secret: string) => String(new URLSearchParams([['', secret]])).slice(1);
  const spellings = (secret: string) => [secret, encodeURIComponent(secret), formOf(secret)];
  return Object.entries(secrets)
    .flatMap(([name, secret]) => spellings(secret).map((spelling) => [variableOf(name), spelling] as const))
    .filter(([, spelling]) => spelling.length >= SHORTEST_SECRET)
    .reduce((shown, [name, spelling]) => shown.replaceAll(spelling, `\ue000${name}\ue001`), text)
    .replace(/("(?:access_token|(?:standard_webhooks_)?secret)"\s*:\s*")[^"]*/g, '$1<left out>')
    .replace(/(signature=)[\w%-]+/g, '$1<left out>');
}

/** Returns a URL of the operation in the API reference or, without `reference`, a JSON Pointer into the contract. */
export function placeOf({ operationOf }: ContractIndex, id: OperationId, reference?: string): string {
  const { path, method, operation } = operationOf(id);
  if (reference === undefined) return `#/paths/${escaped(path)}/${method}`;
  return `${reference}#tag/${operation.tags[0]?.replaceAll(' ', '-')}/operation/${id}`;
}
