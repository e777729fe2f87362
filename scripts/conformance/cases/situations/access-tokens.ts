import { createHmac } from 'node:crypto';
import type { CaseRequest } from '../../types.ts';
import { flipped } from './flipped.ts';
import { type Bare, security } from './situation.ts';

/** What a request can have for a token, and what not (RFC 6750, section 3.1). */
export function tokenCases(needed: readonly string[], allScopes: readonly string[]): Bare[] {
  const request = (name: string, authorization: NonNullable<CaseRequest['authorization']>) =>
    security(name, async () => ({ authorization }));
  const header = (name: string, make: (token: string) => string) => request(name, { header: make });
  return [
    request('no token', 'none'),
    request('a token under a scheme in lower case', { header: (token) => `bearer ${token}`, isValid: true }),
    header('a token under another scheme', (token) => `Basic ${token}`),
    header('a scheme without a token', () => 'Bearer'),
    header('two tokens', (token) => `Bearer ${token} ${token}`),
    header('a token that is none', () => 'Bearer x'),
    header('a token whose signature is changed', (token) => `Bearer ${withSignature(token, flipped)}`),
    header('a token without its signature', (token) => `Bearer ${withSignature(token, () => '')}`),
    header('a token that claims more', (token) => `Bearer ${withPayload(token, { jti: 'another' })}`),
    header('a token that claims to be unsigned', (token) => `Bearer ${unsigned(token)}`),
    header('a token signed with a key of the sender', (token) => `Bearer ${selfSigned(token)}`),
    ...needed.map((scope) =>
      request(`a token without the scope ${scope}`, { scopes: allScopes.filter((name) => name !== scope) }),
    ),
    // Where no scope is needed any one will do, and it does not matter which.
    ...(needed.length > 0 ? [needed] : [allScopes.slice(0, 1), allScopes.slice(-1)]).map((scopes) =>
      request(`a token of ${scopes.join(' ')} alone`, { scopes }),
    ),
  ];
}

function withSignature(token: string, change: (signature: string) => string): string {
  const [header, payload, signature = ''] = token.split('.');
  return `${header}.${payload}.${change(signature)}`;
}

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
/** Of a part of a token; nothing when it is not one of ours (RFC 9068). */
function decode(part: string | undefined): Record<string, unknown> {
  try {
    return JSON.parse(Buffer.from(part ?? '', 'base64url').toString());
  } catch {
    return {};
  }
}

function withPayload(token: string, change: object): string {
  const [header, payload, signature] = token.split('.');
  return `${header}.${encode({ ...decode(payload), ...change })}.${signature}`;
}

/** RFC 8725, section 2.1. */
function unsigned(token: string): string {
  const [header, payload] = token.split('.');
  return `${encode({ ...decode(header), alg: 'none' })}.${payload}.`;
}

/** RFC 8725, section 2.1: an asymmetric signature taken for a MAC. */
function selfSigned(token: string): string {
  const [header, payload] = token.split('.');
  const text = `${encode({ ...decode(header), alg: 'HS256' })}.${payload}`;
  return `${text}.${createHmac('sha256', 'a key of the sender').update(text).digest('base64url')}`;
}
