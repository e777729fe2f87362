import { FORM } from '../../contract/bodies.ts';
import { isObject, type Json } from '../../contract/json.ts';
import { basicHeader } from '../index/request-bodies.ts';
import type { Answer, Arrival, Exchange, Target, WireRequest } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';

const SHOWN = 2000;
/** Body size above which a report shows only the length, because a report can have thousands of findings. */
const MAX_BODY = 64 * 1024;
/** Maximum length of an authorization header that is shown. A longer header can contain part of a token. */
const LONGEST_SCHEME = 10;

/** The exchange that generated a value: in the request (a fresh identifier), or in a property of the response. */
interface Origin {
  exchange: Exchange;
  property?: string;
}

/** Matches the identifiers that `Session.fresh` generates (UUID version 8). The first group contains 24 characters. */
const FRESH = /\b([0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-)[0-9a-f]{12}/g;
const bodyText = ({ body }: WireRequest) => (body === undefined ? '' : Buffer.from(body).toString());

/** Returns the values in a request that can come from earlier responses, such as tokens, identifiers, and cursors. */
function valuesIn(wire: WireRequest): string[] {
  const words = [wire.target, ...Object.values(wire.headers), bodyText(wire)].join('\n').match(/[\w.~-]{16,}/g) ?? [];
  return [wire.target, ...words.filter((word) => /\d/.test(word))];
}

/** Returns the first exchange that contains a value, unless the client chose the value. */
function originOf(value: string, exchanges: readonly Exchange[]): Origin | undefined {
  for (const exchange of exchanges) {
    if (`${exchange.wire.target} ${bodyText(exchange.wire)}`.includes(value))
      return value.match(FRESH) === null ? undefined : { exchange };
    const strings = exchange.answer?.text.includes(value) === true ? stringsIn(exchange.answer.json) : [];
    const found = strings.find(([, text]) => text === value || (URL.canParse(text) && targetOf(text) === value));
    if (found !== undefined) return { exchange, property: found[0] };
  }
  return undefined;
}

function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

/** Returns the strings in a JSON value, with the names of their properties. */
function stringsIn(value: Json, property = ''): [property: string, value: string][] {
  if (typeof value === 'string') return property === '' ? [] : [[property, value]];
  if (Array.isArray(value)) return value.flatMap((each) => stringsIn(each));
  return isObject(value) ? Object.entries(value).flatMap(([name, each]) => stringsIn(each, name)) : [];
}

/** Returns a POSIX shell script that repeats the requests, after the earlier requests that they depend on. */
export function scriptOf(exchanges: readonly Exchange[], { target, wire }: Pick<Session, 'target' | 'wire'>): string {
  const all = [...wire.remembered, ...exchanges];
  const sequence = new Set<Exchange>();
  /** Placeholders for the values in responses and for identifiers, keyed by value. */
  const names = new Map<string, string>();
  /** Commands that read values from the response to a request. */
  const assignments = new Map<Exchange, string[]>();
  const visited = new Set<Exchange>();
  const visit = (exchange: Exchange): void => {
    if (visited.has(exchange)) return;
    visited.add(exchange);
    for (const value of valuesIn(exchange.wire)) {
      const origin = names.has(value) ? undefined : originOf(value, all);
      if (origin === undefined || origin.exchange === exchange) continue;
      visit(origin.exchange);
      const variable = `${(origin.property ?? '').replace(/\W/g, '_').toUpperCase()}_${names.size}`;
      const assignment = assignmentOf(variable, value, origin);
      if (assignment === undefined) continue;
      names.set(value, `\ue000${variable}\ue001`);
      assignments.set(origin.exchange, [...(assignments.get(origin.exchange) ?? []), assignment]);
    }
    for (const [id, start] of bodyText(exchange.wire).matchAll(FRESH))
      if (!names.has(id)) names.set(id, `${start}\ue000NOW\ue001`);
    sequence.add(exchange);
  };
  exchanges.forEach(visit);
  const commands = [...sequence].flatMap((exchange, index) => {
    const command = commandOf(exchange.wire, target, names);
    const heading = sequence.size > 1 ? [`# Request ${index + 1} of ${sequence.size}`] : [];
    const reads = assignments.get(exchange);
    if (reads === undefined) return [...heading, ...(index > 0 ? ['echo'] : []), command];
    return [...heading, `RESPONSE=$(${command})`, `printf '%s\\n' "$RESPONSE" | head -n 1`, ...reads];
  });
  const text = commands.join('\n');
  return [
    ...(/<(left out|described)|@\d+-bytes/.test(text) ? [INCOMPLETE] : []),
    ...(text.includes('$CLIENT_ID') ? [`CLIENT_ID=\${CLIENT_ID:-${forShell(target.clientId)}}`] : []),
    ...(text.includes('"$NOW"') ? ['NOW=$(date +%s)$(printf %02d $(($$ % 100)))'] : []),
    text,
  ].join('\n');
}

const INCOMPLETE =
  '# Replace the parts in angle brackets and the file name: the report leaves out secrets and long bodies.';

/** Returns a command that assigns a value from the response to a variable, or undefined if the value is escaped. */
function assignmentOf(variable: string, value: string, { exchange, property }: Origin): string | undefined {
  if (property === undefined || !/^\w+$/.test(property)) return undefined;
  const found = [...(exchange.answer?.text ?? '').matchAll(new RegExp(`"${property}"\\s*:\\s*"([^"]*)"`, 'g'))];
  const index = found.findIndex(([, text = '']) => text.endsWith(value));
  if (index < 0) return undefined;
  const every = `grep -o '"${property}" *: *"[^"]*'`;
  return `${variable}=$(printf '%s' "$RESPONSE" | ${every} | sed -n '${index + 1}s/^"${property}" *: *"//p')`;
}

/** Returns a `curl` command that repeats the request. */
function commandOf(wire: Exchange['wire'], target: Target, names: ReadonlyMap<string, string>): string {
  const { authorization, ...headers } = wire.headers;
  const body = Buffer.from(wire.body ?? '');
  const hasSecret = withoutSecrets(String(body), target) !== String(body);
  const isText = !body.includes(0) && body.equals(Buffer.from(body.toString()));
  const named = (text: string) =>
    [...names].reduce((shown, [value, placeholder]) => shown.replaceAll(value, placeholder), text);
  const quoted = (text: string) => forShell(withoutSecrets(named(text), target));
  const link = names.get(wire.target);
  const fields = headers['content-type'] === FORM ? [...new URLSearchParams(body.toString())] : [];
  const isForm = fields.length > 0 && new URLSearchParams(fields).toString() === body.toString();
  const fieldOf = ([name, value]: [string, string]) =>
    `--data-urlencode ${name === 'client_id' && value === target.clientId ? '"client_id=$CLIENT_ID"' : quoted(`${name}=${value}`)}`;
  // In base64, a secret would be readable.
  const isPiped = !isText && !hasSecret && body.length <= MAX_BODY;
  const dataOf = () => {
    if (isForm && fields.every(([name]) => /^\w+$/.test(name))) return fields.map(fieldOf);
    if (isText && body.length <= MAX_BODY) return [`--data-raw ${quoted(String(body))}`];
    return [`--data-binary @${isPiped ? '-' : `${body.length}-bytes`}`];
  };
  const command = [
    `curl -gsS --path-as-is ${wire.method === 'HEAD' ? '-I' : `-i -X ${wire.method}`} ${quoted(link ?? (wire.origin ?? target.baseUrl) + wire.target)}`,
    ...(authorization === undefined ? [] : [authorizationOf(named(authorization), target)]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // By default, curl sends the media type of a form.
    ...(body.length > 0 && headers['content-type'] === undefined ? ["-H 'content-type:'"] : []),
    ...(wire.chunked === true ? ["-H 'transfer-encoding: chunked'"] : []),
    ...(body.length === 0 ? [] : dataOf()),
  ].join(' \\\n  ');
  return isPiped ? `printf %s '${body.toString('base64')}' | base64 -d | ${command}` : command;
}

function authorizationOf(header: string, target: Target): string {
  const { clientId, clientSecret, other, headers } = target;
  const shown = withoutSecrets(header, target);
  if (header === headers?.['authorization'] || header.includes('\ue000'))
    return `-H ${forShell(`authorization: ${shown}`)}`;
  if (header === basicHeader(clientId, clientSecret)) return '-u "$CLIENT_ID:$CLIENT_SECRET"';
  if (other !== undefined && header === basicHeader(other.clientId, other.clientSecret))
    return `-u ${forShell(`${other.clientId}:`)}"$OTHER_CLIENT_SECRET"`;
  return `-H 'authorization: ${header.length > LONGEST_SCHEME ? '<described by the case name>' : header}'`;
}

/** Returns the status line, the headers, and the beginning of the body. */
export function responseText({ status, headers, text }: Answer, { target }: Pick<Session, 'target'>): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  // Truncates twice: first for speed, and again after replacing secrets, so that no secret is cut in two.
  const shown = bounded(cleaned(text.slice(0, 2 * SHOWN), target), text.length);
  return [cleaned([`HTTP ${status}`, ...lines].join('\n'), target), '', shown].join('\n');
}

export function deliveryText({ method, headers, body }: Arrival): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [method, ...lines, '', bounded(body.toString())].join('\n');
}

const bounded = (text: string, length = text.length) =>
  length <= SHOWN ? text : `${text.slice(0, SHOWN)}... (${length} characters)`;

/** Placeholder for a secret: a variable name between two private-use characters, which no text contains by chance. */
const VARIABLE = /\ue000(\w+)\ue001/g;

/** Quotes a string for a POSIX shell. Placeholders for secrets become shell variables. */
const forShell = (text: string) =>
  `'${text.replaceAll("'", `'\\''`).replace(VARIABLE, `'"$$$1"'`)}'`.replace(/"''$/, '"');

/** Replaces the secrets in a text with the names of shell variables. */
export const cleaned = (text: string, target: Target) => withoutSecrets(text, target).replace(VARIABLE, '$$$1');

function withoutSecrets(text: string, { clientSecret, other, headers = {}, query = {} }: Target): string {
  const secrets = { CLIENT_SECRET: clientSecret, OTHER_CLIENT_SECRET: other?.clientSecret ?? '', ...headers, ...query };
  const variableOf = (name: string) => name.toUpperCase().replace(/\W/g, '_');
  const formOf = (secret: string) => String(new URLSearchParams([['', secret]])).slice(1);
  const spellings = (secret: string) => [secret, encodeURIComponent(secret), formOf(secret)];
  return Object.entries(secrets)
    .flatMap(([name, secret]) => spellings(secret).map((spelling) => [variableOf(name), spelling] as const))
    .filter(([, spelling]) => spelling !== '')
    .reduce((shown, [name, spelling]) => shown.replaceAll(spelling, `\ue000${name}\ue001`), text)
    .replace(/("(?:access_token|(?:standard_webhooks_)?secret)"\s*:\s*")[^"]*/g, '$1<left out>')
    .replace(/(signature=)[\w%-]+/g, '$1<left out>');
}
