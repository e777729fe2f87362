import { isDeepStrictEqual } from 'node:util';
import { type Json, pointersAt, valueAt } from '../../contract/json.ts';
import type { Schema } from '../../contract/openapi.ts';
import { type ContractIndex, conventionsOf } from '../index/contract-index.ts';
import { type KeywordPlaces, keywordPlacesIn, keywordPlacesOf, valueMismatches } from '../index/schema-sites.ts';
import type { Answer, Made, SentRequest } from '../kit-types.ts';
import { remembered } from '../remembered.ts';
import { type Author, CANARY } from '../target/valid-bodies.ts';
import type { RuleSubject } from '../validators/kit-keywords.ts';

/** Creates a check of the rules for all responses. The check remembers request IDs and rate-limit policies. */
export function createResponseRules(session: Author) {
  const { contract } = session;
  const flags = flagsOf(contract);
  const ids = new Set<string>();
  const policies = new Map<string, string>();
  const pairs = new Map<string, string>();
  const placesIn = remembered((schema: Schema) => keywordPlacesIn(contract.document, schema, 'x-value'));
  return (made: Omit<Made, 'violated'>): string[] => {
    const { sent, answer } = made;
    const { headers, status, text } = answer;
    const context = { variables: session.variables, sent, answer };
    const headerSchema: Schema = contract.answerOf(sent.operation, status)?.headerSchema ?? {};
    const { properties: documented = {} } = headerSchema;
    const inBody = keywordPlacesOf(contract, sent.operation, status, 'x-value');
    const found = [
      ...valueMismatches(inBody, answer.json, context),
      ...valueMismatches(placesIn(headerSchema), Object.fromEntries(headers), context),
      ...challengeMismatches(session, made),
      ...conventionMismatches(contract, answer),
      ...echoMismatches(contract, answer, Object.values(sent.path)),
      ...pairMismatches(keywordPlacesOf(contract, sent.operation, status, 'x-paired-with'), answer.json, pairs),
    ];
    if (headers.has('strict-transport-security') && session.variables['$server.url'].startsWith('http:'))
      found.push('Strict-Transport-Security must not be sent over http (RFC 6797, section 7.2).');
    const isProblem = status >= 400 && contract.problems !== undefined;
    for (const [what, sign] of isProblem ? Object.entries(INTERNALS) : [])
      if (sign.test(text)) found.push(`The response reveals internals: ${what}.`);
    for (const flag of flags)
      if (headers.has(flag) && !Object.hasOwn(documented, flag))
        found.push(`The contract has no header ${flag} for this response.`);
    // Other servers can run without rate limits. A request that gets 403, 500, or 503 does not count towards the limit.
    const hasLimits = session.target.injectFault !== undefined;
    const isCounted = hasLimits && sent.scopes !== null && ![403, 500, 503].includes(status);
    if (isCounted && Object.hasOwn(documented, 'ratelimit') && !headers.has('ratelimit'))
      found.push('RateLimit must be in each response to a counted request.');
    const id = headers.get('x-request-id');
    if (id !== null && contract.problems !== undefined && Object.hasOwn(documented, 'x-request-id')) {
      if (ids.has(id)) found.push('X-Request-Id must be unique, but an earlier response has the same value.');
      ids.add(id);
    }
    return [...found, ...limitMismatches(headers, policies)];
  };
}

export const conventionMismatches = (contract: ContractIndex, { headers }: Answer): string[] =>
  Object.entries(conventionsOf(contract).response_headers ?? {}).flatMap(([name, value]) =>
    headers.get(name) === value ? [] : [`${name} must be ${value}, as in every response.`],
  );

/** Returns a mismatch if an error response repeats the marker in the kit's requests, or an identifier in the path. */
export function echoMismatches(contract: ContractIndex, { status, headers, text }: Answer, ids: string[] = []) {
  if (conventionsOf(contract)['values_in_problems'] !== 'never' || status < 400) return [];
  const hasMarker = [text, ...headers.values()].join('\n').toLowerCase().includes(CANARY);
  // Ignores a short identifier, because a response can contain the same text by chance.
  const isRepeated = hasMarker || ids.some((id) => id.length > 20 && text.includes(id));
  return isRepeated ? ['The response echoes a value from the request.'] : [];
}

/** Returns a mismatch if an earlier response had one of two paired values (`x-paired-with`) without the other one. */
function pairMismatches(places: KeywordPlaces, body: Json, pairs: Map<string, string>): string[] {
  return places.flatMap(({ place, value: property }) =>
    pointersAt(place, body).flatMap((pointer) => {
      const own = valueAt(body, pointer);
      if (own === undefined) return [];
      const first = `${place.split('/').at(-1)} ${own}`;
      const second = `${property} ${valueAt(body, pointer.replace(/[^/]*$/, property))}`;
      const isRight = (pairs.get(first) ?? second) === second && (pairs.get(second) ?? first) === first;
      pairs.set(first, second).set(second, first);
      return isRight ? [] : [`${place} must have one value for each ${property}, and no value for two of them.`];
    }),
  );
}

/** Returns mismatches in the `WWW-Authenticate` challenge for a wrong or missing token (RFC 6750, section 3.1). */
function challengeMismatches({ contract, subject }: Author, { sent, answer }: Omit<Made, 'violated'>) {
  const { answerOf, scopes: all } = contract;
  const { authorization = '', scopes, operation } = sent;
  const { status, headers } = answer;
  const documented = answerOf(operation, status)?.headerSchema.properties?.['www-authenticate'];
  if (documented?.['x-challenge'] === undefined) return [];
  // Skips a 401 or 403 response that does not fit the token, because a mock returns these examples on request.
  if (scopes !== null && (status === 401 || scopes.length === all.length)) return [];
  const given = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(headers.get('www-authenticate') ?? '')?.[1];
  const wanted = status === 403 ? 'insufficient_scope' : /^bearer\b/i.test(authorization) ? 'invalid_token' : undefined;
  const named = given('scope')?.split(' ') ?? [];
  const isRight = isDeepStrictEqual(new Set(named), new Set(lackingScopes(contract, subject, sent, named)));
  return [
    ...(given('error') === wanted ? [] : [`The error in WWW-Authenticate must be ${wanted ?? 'absent'}.`]),
    ...(isRight ? [] : ['The scope in WWW-Authenticate must contain the scopes that the token lacks, and no others.']),
  ];
}

/** Returns the required scopes that the token lacks. `named` are the scopes in the challenge. */
function lackingScopes(contract: ContractIndex, subject: RuleSubject, sent: SentRequest, named: readonly string[]) {
  const { operationOf, proofOf, validatorOf } = contract;
  const { operation, json, scopes } = sent;
  if (scopes === null) return [];
  // If the operation that created the resource sets the scopes, any scope that the token lacks can be required.
  if (operationOf(operation).operation['x-resource']?.scopes !== undefined)
    return named.filter((scope) => !scopes.includes(scope));
  const ofOperation = (proofOf(operation)?.scopes ?? []).filter((scope) => !scopes.includes(scope));
  if (ofOperation.length > 0) return ofOperation;
  const errors = validatorOf(operation, 'json')?.(json, { ...subject, scopes }) ?? [];
  return errors.filter(({ keyword }) => keyword === 'x-required-scope').map(({ schema }) => String(schema));
}

/** Returns the headers whose only valid value is `true`. Only responses that document such a header can have it. */
function flagsOf({ operationIds, operationOf }: ContractIndex): string[] {
  const responses = operationIds.flatMap((id) => [...operationOf(id).responses.values()]);
  const headers = responses.flatMap(({ headerSchema }) => Object.entries(headerSchema.properties ?? {}));
  return [...new Set(headers.filter(([, schema]) => schema['const'] === 'true').map(([name]) => name))];
}

const INTERNALS: Readonly<Record<string, RegExp>> = {
  'a stack trace':
    /\bat [\w.<>$ []{1,200}\]? ?\(.{1,300}:\d{1,9}(:\d{1,9})?\)|Traceback \(most recent call last\)|\.java:\d+\)/,
  'a file path':
    /(^|[\s"'(])(file:\/\/)?(\/[\w.@-]+){2,}\.(c?m?[jt]sx?|py|rb|go|java|php|cs|rs|so|db|sqlite)\b|node_modules/,
  SQL: /\b(SELECT\b.{1,200}\bFROM|INSERT INTO|UPDATE\b.{1,100}\bSET|DELETE FROM)\b|\bSQLITE_[A-Z]+|\bSQLSTATE\b/,
  'a class name': /\b([A-Z][a-z]+)*[A-Z][a-z]+(Error|Exception)\b/,
  'a system error': /\bE(CONNREFUSED|CONNRESET|NOENT|ACCES|PIPE|TIMEDOUT)\b/,
};

/** Parses the limits in a header (draft-ietf-httpapi-ratelimit-headers-11, sections 3 and 4). */
export const limitsIn = (field: string | null) =>
  [...(field ?? '').matchAll(/"([^"]*)"((?:;[^,]*)?)/g)].map(([, limit = '', parameters = '']) => {
    const numbers = [...parameters.matchAll(/;(\w+)=(\d+)/g)].map(([, name, digits]) => [name, Number(digits)]);
    return [limit, Object.fromEntries(numbers) as Record<string, number>] as const;
  });

function limitMismatches(headers: Headers, policies: Map<string, string>): string[] {
  const stated = new Map(limitsIn(headers.get('ratelimit-policy')));
  const found: string[] = [];
  for (const [limit, { r: left = 0, t: seconds = 0 }] of limitsIn(headers.get('ratelimit'))) {
    const { q: quota, w: window = seconds } = stated.get(limit) ?? {};
    if (quota === undefined) found.push(`RateLimit contains ${limit}, but RateLimit-Policy does not.`);
    else if (left > quota) found.push('RateLimit has more remaining requests than the quota.');
    if (seconds > window) found.push('RateLimit resets after the end of its window.');
  }
  for (const [limit, { q: quota, w: window }] of stated) {
    const current = `q=${quota};w=${window}`;
    const before = policies.get(limit) ?? current;
    if (before !== current) found.push(`RateLimit-Policy must not change, but was ${before} and is now ${current}.`);
    policies.set(limit, before);
  }
  return found;
}
