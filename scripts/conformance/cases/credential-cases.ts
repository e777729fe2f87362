import { createHmac } from 'node:crypto';
import { parsed, valueAt } from '../../contract/json.ts';
import type { ContractIndex, ContractLink } from '../index/contract-index.ts';
import { missingResourceResponse } from '../index/refusals.ts';
import type { Credentials, OperationId } from '../kit-types.ts';
import type { Place } from '../target/resources.ts';
import type { Session } from '../target/target-session.ts';
import { basicHeader, CANARY, tokenForm } from '../target/valid-bodies.ts';
import { type CaseDefinition, security } from './planned-case.ts';

export function credentialCases(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const { by } = contract.proofOf(operation) ?? {};
  if (by === 'link') return linkCases(contract, operation);
  if (by === 'token' && contract.problems !== undefined) return tokenCases(contract, operation);
  const isRefused = by !== undefined && contract.answerOf(operation, 401) !== undefined;
  return isRefused ? [security('no credentials', { authorization: 'none' })] : [];
}

/** Returns cases that vary the access token in the Authorization header (RFC 6750, section 3.1). */
function tokenCases({ operationOf, proofOf, scopes: all }: ContractIndex, operation: OperationId): CaseDefinition[] {
  const required = proofOf(operation)?.scopes ?? [];
  // A mock cannot check scopes that depend on the operation that created the resource.
  const needsState = operationOf(operation).operation['x-resource']?.scopes !== undefined;
  const header = (name: string, make: (token: string) => string, isValid = false) =>
    security(name, { authorization: { header: make, isValid } });
  const scoped = (name: string, scopes: readonly string[]) =>
    security(name, { authorization: { scopes } }, { needsState });
  const without = (scope: string) => all.filter((one) => one !== scope);
  const hmac = (_: string, text: string) =>
    createHmac('sha256', 'a key of the sender').update(text).digest('base64url');
  // An operation that requires no scope must accept a token with any scope.
  const sufficient = required.length > 0 ? [required] : all.map((scope) => [scope]);
  return [
    security('no token', { authorization: 'none' }),
    header('a token with a lowercase scheme', (token) => `bearer ${token}`, true),
    header('a token after two spaces', (token) => `Bearer  ${token}`, true),
    header('a token with a different scheme', (token) => `Basic ${token}`),
    header('a token directly after the scheme', (token) => `Bearer${token}`),
    header('a scheme without a token', () => 'Bearer'),
    header('an uppercase scheme without a token', () => 'BEARER'),
    header('two tokens', (token) => `Bearer ${token} ${token}`),
    header('a malformed token', () => `Bearer ${CANARY}`),
    ...ALTERATIONS.map(([how, alter]) =>
      header(`a token with a signature ${how}`, (token) => forged(token, {}, {}, alter)),
    ),
    header('a token without a signature', (token) => forged(token, {}, {}, () => '')),
    header('a token with an altered claim', (token) => forged(token, {}, { jti: 'another' })),
    // Two attacks from RFC 8725, section 2.1: a token without a signature, and a token signed with HMAC.
    header('a token with the algorithm none', (token) => forged(token, { alg: 'none' }, {}, () => '')),
    header("a token signed with the sender's key", (token) => forged(token, { alg: 'HS256' }, {}, hmac)),
    ...required.map((scope) => scoped(`a token without the scope ${scope}`, without(scope))),
    ...sufficient.map((scopes) => scoped(`a token with only ${scopes.join(' ')}`, scopes)),
  ];
}

/** Returns the text with a changed character at a relative position: 0 is the first character, and 1 is the last. */
function altered(text: string, position: number): string {
  const at = Math.floor((text.length - 1) * position);
  const character = text.charAt(at);
  // The new character differs in its high bits, because a base64 text can end with unused bits.
  const other = /[A-D]/i.test(character) ? 'Q' : 'A';
  return text.slice(0, at) + (/\d/.test(character) ? (Number(character) + 5) % 10 : other) + text.slice(at + 1);
}

const ALTERATIONS = Object.entries({ first: 0, middle: 0.5, last: 1 }).map(
  ([name, position]) => [`altered at the ${name} character`, (text: string) => altered(text, position)] as const,
);

/** Returns an Authorization header with a changed JWT. If `token` is not a JWT, changes a JWT without claims. */
function forged(token: string, header: object, claims: object, sign = (signature: string, _: string) => signature) {
  const [first, second, signature = ''] = token.split('.');
  const text = `${withProperties(first, header)}.${withProperties(second, claims)}`;
  return `Bearer ${text}.${sign(signature, text)}`;
}

function withProperties(part = '', properties: object): string {
  const given = parsed(Buffer.from(part, 'base64url').toString());
  return Buffer.from(JSON.stringify({ ...Object(given), ...properties })).toString('base64url');
}

/** Returns cases that alter a signed link. All cases expect one response, which must not reveal what is wrong. */
function linkCases(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  const link = contract.links.find(({ to }) => to === operation);
  if (link === undefined) return [];
  const [mediaType = '', otherType = mediaType] = contract.shapeOf(operation).requestTypes;
  const expects = missingResourceResponse(contract, operation);
  /** Creates a case that changes a link. `change` also gets a second link, of another partner if `isOfOther`. */
  const changed = (name: string, change: (own: Place, other: Place) => Partial<Place>, isOfOther = false) => {
    const request = async ({ resources, other: partner }: Session) => {
      const own = await resources.placeFor(operation, mediaType);
      const others = isOfOther && partner !== undefined ? partner.resources : resources;
      return { ...own, ...change(own, await others.placeFor(operation, otherType)) };
    };
    return security(name, request, { expects, needsOther: isOfOther, needsState: isOfOther });
  };
  const setting = (title: string, name: string, change: (text: string, other: Place) => string, isOfOther = false) =>
    changed(title, (own, other) => ({ query: withField(own.query, name, (text) => change(text, other)) }), isOfOther);
  const endedBy = contract.operationOf(operation).operation['x-ended-by'] ?? [];
  const endings = contract.links.filter(({ from, to }) => from === link.from && endedBy.includes(to));
  /** Creates a case that ends the resource of a link, and then uses the link. */
  const ended = (ending: ContractLink) => {
    const request = async (session: Session) => {
      const { resources } = session;
      const made = await session.succeed(link.from);
      const end = await session.succeed(ending.to, { ...resources.follow(ending, made) });
      return { ...resources.follow(link, made), after: [end] };
    };
    return security(`a link that ${ending.to} ended`, request, { expects, needsState: true });
  };
  const names = linkParameters(contract, link);
  return [
    ...endings.map(ended),
    ...names.flatMap((name) => [
      changed(`a link without ${name}`, ({ query }) => ({ query: query.filter(([each]) => each !== name) })),
      // A decoder of base64 ignores the character.
      setting(`a link with a character after ${name}`, name, (text) => `${text}=`),
      ...ALTERATIONS.map(([how, alter]) => setting(`a link with ${name} ${how}`, name, alter)),
    ]),
    // Skips `expires`: if both links expire at the same time, exchanging this parameter changes nothing.
    ...names
      .filter((name) => name !== 'expires')
      .map((name) => {
        const change = (_: string, { query }: Place) => new Map(query).get(name) ?? '';
        return setting(`a link with the ${name} of another partner's link`, name, change, true);
      }),
    changed('a link with the signature of a different link', (_, { query }) => ({ query })),
    changed('a link to a different asset', ({ path }) => ({
      path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, altered(value, 0)])),
    })),
  ];
}

/** Returns the names of all query parameters in the contract's example links, including undocumented parameters. */
function linkParameters({ answerExamples, statusesOf }: ContractIndex, { from, url = '' }: ContractLink): string[] {
  const examples = statusesOf(from).flatMap((status) => answerExamples(from, status));
  const queries = examples.map(([, json]) => String(valueAt(json, url.split('#')[1] ?? '')).split('?')[1]);
  return [...new Set(queries.flatMap((query) => [...new URLSearchParams(query).keys()]))];
}

type Fields = readonly (readonly [string, string])[];

const withField = (fields: Fields, name: string, change: (value: string) => string): Fields =>
  fields.map(([each, value]) => [each, each === name ? change(value) : value]);

/** Returns cases that vary the token request (RFC 6749, sections 2.3, 3.2, 3.3 and 5.2). */
export function clientCases(contract: ContractIndex, operation: OperationId): CaseDefinition[] {
  if (!contract.givesTokens(operation)) return [];
  const form = (name: string, change: (fields: Fields) => Fields) =>
    security(name, ({ target }) => ({ body: { form: change(tokenForm(target)) } }));
  const also = (name: string, ...more: Fields) => form(name, (fields) => [...fields, ...more]);
  const setting = (name: string, field: string, change: (value: string) => string) =>
    form(name, (fields) => withField(fields, field, change));
  const grant: Fields = [['grant_type', 'client_credentials']];
  const basic = (name: string, header: (id: string, secret: string) => string, form = (_: Credentials) => grant) =>
    security(name, ({ target }) => ({
      body: { form: form(target) },
      authorization: { header: () => header(target.clientId, target.clientSecret) },
    }));
  const bytes = (name: string, text: string) => security(name, { body: { bytes: Buffer.from(text) } });
  return [
    ...contract.scopes.map((scope) => also(`the scope ${scope}`, ['scope', scope])),
    also('every scope, in reverse order', ['scope', contract.scopes.toReversed().join(' ')]),
    also('an unknown field', ['audience', 'x']),
    also('an empty field', ['scope', '']),
    also('an unknown scope', ['scope', CANARY]),
    also('a scope in uppercase', ['scope', String(contract.scopes[0]).toUpperCase()]),
    also('scopes separated by two spaces', ['scope', contract.scopes.slice(0, 2).join('  ')]),
    ...['grant_type', 'client_id', 'client_secret'].flatMap((name) => [
      form(`without ${name}`, (fields) => fields.filter(([field]) => field !== name)),
      form(`with ${name} twice`, (fields) => [...fields, ...fields.filter(([field]) => field === name)]),
      setting(`with an empty ${name}`, name, () => ''),
      setting(`with an unknown ${name}`, name, () => CANARY),
    ]),
    also('with scope twice', ['scope', 'a'], ['scope', 'a']),
    also('with an unknown field twice', ['audience', 'a'], ['audience', 'b']),
    setting('a wrong secret', 'client_secret', (secret) => `${secret}x`),
    setting('a secret without its first character', 'client_secret', (secret) => secret.slice(1)),
    setting('a secret without its last character', 'client_secret', (secret) => secret.slice(0, -1)),
    setting('a secret in another letter case', 'client_secret', (secret) => secret.toUpperCase()),
    setting('a secret after a space', 'client_secret', (secret) => ` ${secret}`),
    setting('a client in another letter case', 'client_id', (id) => id.toUpperCase()),
    basic('HTTP Basic authentication', basicHeader),
    basic('HTTP Basic with a lowercase scheme', (...own) => basicHeader(...own).replace('Basic', 'basic')),
    basic('a wrong secret with HTTP Basic', (id, secret) => basicHeader(id, `${secret}x`)),
    basic('HTTP Basic that cannot be decoded', () => 'Basic !'),
    basic('HTTP Basic with invalid percent-encoding', (id) => `Basic ${Buffer.from(`${id}:%ZZ`).toString('base64')}`),
    basic('credentials with a different scheme', () => 'Bearer x'),
    basic('credentials in both the header and the form', basicHeader, tokenForm),
    basic('the same client in the form', basicHeader, ({ clientId }) => [...grant, ['client_id', clientId]]),
    basic('a different client in the form', basicHeader, ({ clientId }) => [...grant, ['client_id', `${clientId}x`]]),
    bytes('a field that is not UTF-8', 'grant_type=client_credentials&scope=%FF'),
    bytes('an invalid percent-encoding', 'grant_type=client_credentials&scope=%ZZ'),
    bytes('an empty form', ''),
  ];
}
