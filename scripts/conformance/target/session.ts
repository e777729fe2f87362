import { createHash } from 'node:crypto';
import { scopes as allScopes, type OperationId, operations } from '../../../generated/operations.ts';
import type { RuleSubject } from '../../../server/contract/contract-rules.ts';
import { mediaTypeOf } from '../../../server/contract/parse-body.ts';
import { operationOf, parametersOf } from '../contract/contract-index.ts';
import type { SentRequest } from '../judge/judge.ts';
import type { Credentials } from '../judge/token-faults.ts';
import type { CaseRequest, Target } from '../types.ts';
import { isLoopback } from './environment.ts';
import { createResources, type Resources } from './resources.ts';
import { FORM, soundBody, tokenForm } from './sound-bodies.ts';
import { TargetUnusable } from './target-unusable.ts';
import type { Wire, WireAnswer, WireRequest } from './wire.ts';

/** A case's request as it goes over the wire, and what the judge is told of it. */
export interface Prepared {
  wire: WireRequest;
  sent: SentRequest;
}

/** One partner's conversation with a target. */
export interface Session {
  target: Target;
  credentials: Credentials;
  /** What the contract's own keywords ask about this partner; the scopes are those of a request's token. */
  subject: RuleSubject;
  wire: Wire;
  resources: Resources;
  /** The second partner's conversation with the same target. */
  other?: Session;
  /** An identifier that nobody has used before. */
  fresh(): string;
  /** An access token of the scopes. Rejects when there is none to be had. */
  token(scopes?: readonly string[]): Promise<string>;
  /** Adds what the case leaves out. */
  prepare(operation: OperationId, request: CaseRequest): Promise<Prepared>;
  /** Sends a request that must succeed, and hands on its answer. Rejects when it does not. */
  succeed(operation: OperationId, request?: CaseRequest): Promise<{ sent: SentRequest; answer: WireAnswer }>;
}

/** Opens a conversation. `run` makes its identifiers, and must be a run's alone. */
export function openSession(target: Target, wire: Wire, run: string): Session {
  const tokens = new Map<string, Promise<string>>();
  const subject: RuleSubject = {
    domains: target.registeredDomains,
    scopes: allScopes,
    allowLoopback: isLoopback(target.baseUrl),
  };
  let made = 0;
  const session: Session = {
    target,
    credentials: target,
    subject,
    wire,
    resources: undefined as unknown as Resources,
    fresh: () => identifier(`${run} ${made++}`),
    token(scopes = allScopes) {
      const key = scopes.join(' ');
      const known = tokens.get(key) ?? issueToken(session, scopes);
      tokens.set(key, known);
      return known;
    },
    prepare: (operation, request) => prepare(session, operation, request),
    async succeed(operation, request = {}) {
      const prepared = await prepare(session, operation, request);
      const answer = await wire.send(prepared.wire);
      if (answer.status >= 200 && answer.status < 300) return { sent: prepared.sent, answer };
      throw new TargetUnusable(
        `${operation} was answered ${answer.status}, and a request that keeps every rule must succeed.`,
      );
    },
  };
  session.resources = createResources(session);
  return session;
}

/** A UUID made of the text (RFC 9562, section 5.8). */
function identifier(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function issueToken(session: Session, scopes: readonly string[]): Promise<string> {
  const form = new URLSearchParams([...tokenForm(session), ['scope', scopes.join(' ')]]);
  const answer = await session.wire.send({
    method: 'POST',
    target: operations.createTokenV2.path,
    headers: { 'content-type': FORM },
    body: Buffer.from(form.toString()),
  });
  const token: unknown = answer.json?.access_token;
  if (answer.status === 200 && typeof token === 'string') return token;
  const reason = typeof answer.json?.error === 'string' ? ` ${answer.json.error}` : '';
  throw new TargetUnusable(
    `No access token with ${scopes.join(' ')}: the token endpoint answered ${answer.status}${reason}. The partner must have every scope.`,
  );
}

async function prepare(session: Session, operation: OperationId, request: CaseRequest): Promise<Prepared> {
  const { method, path } = operationOf(operation);
  const body = bodyOf(session, operation, request);
  const mediaType = request.mediaType === undefined ? body?.mediaType : request.mediaType;
  const place = await placeOf(session, operation, request, body?.mediaType ?? '');
  const authorization = await authorizationOf(session, operation, request.authorization);
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(place.path[name] ?? '')) +
      queryText(place.query),
    'http://target',
  );
  const headers: Record<string, string> = {
    ...(mediaType != null && { 'content-type': mediaType }),
    ...(authorization !== undefined && { authorization: authorization.header }),
    ...request.headers,
  };
  const wire: WireRequest = { method: method.toUpperCase(), target: url.pathname + url.search, headers };
  if (body !== undefined) wire.body = body.bytes;
  if (request.chunked === true) wire.chunked = true;
  const sent: SentRequest = {
    operation,
    path: place.path,
    url,
    mediaType: mediaTypeOf(mediaType ?? null),
    contentEncoding: request.headers?.['content-encoding'],
    authorization: authorization?.header,
    body: body?.bytes ?? new Uint8Array(),
    scopes: authorization?.scopes ?? null,
  };
  return { wire, sent };
}

const queryText = (query: readonly (readonly [string, string])[]) =>
  query.length === 0
    ? ''
    : `?${query.map((pair) => pair.map((text) => encodeURIComponent(text)).join('=')).join('&')}`;

/** The bytes to send, in the media type they are made for. */
function bodyOf(
  session: Session,
  operation: OperationId,
  { body, mediaType }: CaseRequest,
): { bytes: Uint8Array; mediaType: string } | undefined {
  const types: readonly string[] = operations[operation].requestTypes;
  const [first] = types;
  if (first === undefined && body === undefined) return undefined;
  const type = mediaType != null && types.includes(mediaType) ? mediaType : (first ?? 'application/json');
  if (body === undefined) return { bytes: soundBody(session, operation, type), mediaType: type };
  if ('bytes' in body) return { bytes: body.bytes, mediaType: type };
  const text =
    'json' in body
      ? JSON.stringify(body.json)
      : new URLSearchParams(body.form.map(([name, value]): [string, string] => [name, value])).toString();
  return { bytes: Buffer.from(text), mediaType: type };
}

async function placeOf(
  session: Session,
  operation: OperationId,
  request: CaseRequest,
  mediaType: string,
): Promise<{ path: Readonly<Record<string, string>>; query: readonly (readonly [string, string])[] }> {
  const wanted = parametersOf(operation).filter((parameter) => parameter.required);
  const lacks = wanted.some((parameter) =>
    parameter.in === 'path' ? request.path?.[parameter.name] === undefined : request.query === undefined,
  );
  const made = lacks ? await session.resources.placeFor(operation, mediaType) : { path: {}, query: [] };
  return { path: { ...made.path, ...request.path }, query: request.query ?? made.query };
}

async function authorizationOf(
  session: Session,
  operation: OperationId,
  wanted: CaseRequest['authorization'],
): Promise<{ header: string; scopes: readonly string[] | null } | undefined> {
  const [requirement] = operations[operation].security as readonly { scheme: string }[];
  if (wanted === 'none' || (wanted === undefined && requirement?.scheme !== 'oauth2')) return undefined;
  if (wanted === undefined || 'scopes' in wanted) {
    const scopes = wanted?.scopes ?? allScopes;
    return { header: `Bearer ${await session.token(scopes)}`, scopes };
  }
  // The token endpoint's header holds no token.
  const token = requirement?.scheme === 'oauth2' ? await session.token() : '';
  return { header: wanted.header(token), scopes: wanted.isValid === true ? allScopes : null };
}
