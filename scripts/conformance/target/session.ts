import { createHash } from 'node:crypto';
import { FORM, JSON_TYPE, tokenForm } from '../contract/bodies.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import { nothingThere } from '../contract/refusals.ts';
import { memberOf } from '../json.ts';
import { mediaTypeOf } from '../judge/rules/request-parts.ts';
import type { CaseRequest, OperationId, SentRequest, Target } from '../types.ts';
import { isLoopback } from './environment.ts';
import { createResources, type Place, type Requester, type Resources } from './resources.ts';
import { soundBody } from './sound-bodies.ts';
import { TargetUnusable, type Wire, type WireRequest } from './wire.ts';

/** A request as it goes over the wire, and as the judge reads it. */
export interface Prepared {
  wire: WireRequest;
  sent: SentRequest;
}

/** The requests of one partner to a target. */
export interface Session extends Requester {
  target: Target;
  /** The base URL that the service itself uses. */
  serverUrl: string;
  wire: Wire;
  resources: Resources;
  /** The session of the second partner. */
  other?: Session;
  /** Resolves to an access token with the scopes, or with all scopes. Rejects with `TargetUnusable`. */
  token(scopes?: readonly string[]): Promise<string>;
  /** Resolves to a token of another token endpoint; null when there is none. */
  otherToken(): Promise<string | null>;
  /** Completes the request of a case. */
  prepare(operation: OperationId, request: CaseRequest): Promise<Prepared>;
}

/** Opens a session. `run` must be unique, because the identifiers of the session are made from it. */
export function openSession(contract: ContractIndex, target: Target, wire: Wire, run: string): Session {
  const tokens = new Map<string, Promise<string>>();
  let made = 0;
  const requester: Requester = {
    contract,
    credentials: target,
    subject: {
      domains: target.registeredDomains,
      scopes: contract.scopes,
      allowLoopback: isLoopback(target.baseUrl),
    },
    fresh: () => identifier(`${run} ${made++}`),
    async succeed(operation, request) {
      const made = await requester.attempt(operation, request);
      const { status } = made.answer;
      if (status >= 200 && status < 300) return made;
      throw new TargetUnusable(`${operation} was answered ${status}, and a valid request must succeed.`);
    },
    async attempt(operation, request = {}) {
      const { wire: toSend, sent } = await prepare(session, operation, request);
      return { sent, answer: await wire.send(toSend) };
    },
  };
  const session: Session = {
    ...requester,
    target,
    serverUrl: target.baseUrl,
    wire,
    resources: createResources(requester),
    token(scopes = contract.scopes) {
      const key = scopes.join(' ');
      const known = tokens.get(key) ?? issueToken(session, scopes);
      tokens.set(key, known);
      return known;
    },
    async otherToken() {
      const endpoint = contract.operationIds.find(
        (id) => contract.givesTokens(id) && contract.shapeOf(id).path !== contract.tokenPath,
      );
      const made = endpoint === undefined ? undefined : await requester.attempt(endpoint);
      const token = memberOf(made?.answer.json, 'access_token');
      return typeof token === 'string' ? token : null;
    },
    prepare: (operation, request) => prepare(session, operation, request),
  };
  return session;
}

/** Returns a UUID made from a text (RFC 9562, section 5.8). */
function identifier(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = '89ab'[Number.parseInt(hex[16] ?? '0', 16) % 4];
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

async function issueToken(session: Session, scopes: readonly string[]): Promise<string> {
  const form = new URLSearchParams([...tokenForm(session.credentials), ['scope', scopes.join(' ')]]);
  const answer = await session.wire.send({
    method: 'POST',
    target: session.contract.tokenPath ?? '',
    headers: { 'content-type': FORM },
    body: Buffer.from(form.toString()),
  });
  const token = memberOf(answer.json, 'access_token');
  const error = memberOf(answer.json, 'error');
  if (answer.status === 200 && typeof token === 'string') return token;
  const reason = typeof error === 'string' ? ` ${error}` : '';
  throw new TargetUnusable(
    `No access token with ${scopes.join(' ')}: the token endpoint answered ${answer.status}${reason}. The partner must have every scope.`,
  );
}

async function prepare(session: Session, operation: OperationId, request: CaseRequest): Promise<Prepared> {
  const { method, path } = session.contract.operationOf(operation);
  const body = bodyOf(session, operation, request);
  const mediaType = request.mediaType === undefined ? body?.mediaType : request.mediaType;
  const place = await placeOf(session, operation, request, body?.mediaType ?? '');
  const authorization = await authorizationOf(session, operation, request.authorization);
  const url = new URL(
    path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(place.path[name] ?? '')) + queryText(place.query),
    'http://target',
  );
  const headers: Record<string, string> = {
    ...(mediaType != null && { 'content-type': mediaType }),
    ...authorization?.headers,
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
    authorization: headers['authorization'],
    body: body?.bytes ?? new Uint8Array(),
    scopes: authorization?.scopes ?? null,
    // A resource that no link leads to may be missing.
    ...(place.isMadeUp && { undecided: [nothingThere(session.contract, operation)] }),
  };
  return { wire, sent };
}

const queryText = (query: readonly (readonly [string, string])[]) =>
  query.length === 0 ? '' : `?${query.map((pair) => pair.map((text) => encodeURIComponent(text)).join('=')).join('&')}`;

/** Returns the body and its media type; undefined when there is no body. */
function bodyOf(
  session: Session,
  operation: OperationId,
  { body, mediaType }: CaseRequest,
): { bytes: Uint8Array; mediaType: string } | undefined {
  const types = session.contract.shapeOf(operation).requestTypes;
  const first = session.contract.bodyTypeOf(operation);
  if (first === undefined && body === undefined) return undefined;
  const type = mediaType != null && types.includes(mediaType) ? mediaType : (first ?? JSON_TYPE);
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
): Promise<Place> {
  const wanted = session.contract.parametersOf(operation).filter((parameter) => parameter.required);
  const lacks = wanted.some((parameter) =>
    parameter.in === 'path' ? request.path?.[parameter.name] === undefined : request.query === undefined,
  );
  const made: Place = lacks ? await session.resources.placeFor(operation, mediaType) : { path: {}, query: [] };
  return { ...made, path: { ...made.path, ...request.path }, query: request.query ?? made.query };
}

async function authorizationOf(
  session: Session,
  operation: OperationId,
  wanted: CaseRequest['authorization'],
): Promise<{ headers: Record<string, string>; scopes: readonly string[] | null } | undefined> {
  const { contract, target } = session;
  const proof = contract.proofOf(operation);
  if (wanted === 'none' || (wanted === undefined && (proof === null || proof.by === 'link'))) return undefined;
  if (proof?.by === 'header') return { headers: { ...target.headers }, scopes: contract.scopes };
  if (wanted === undefined || 'scopes' in wanted) {
    const scopes = wanted?.scopes ?? contract.scopes;
    return { headers: { authorization: `Bearer ${await session.token(scopes)}` }, scopes };
  }
  // The Authorization header of a token endpoint contains no token.
  const token = proof?.by === 'token' ? await session.token() : '';
  return {
    headers: { authorization: wanted.header(token) },
    scopes: wanted.isValid === true ? contract.scopes : null,
  };
}

/**
 * Returns the base URL that the service itself uses, which differs from the base URL of the target behind a proxy. It
 * is the base URL of the problem types, unless the issuer of the tokens is that of the target.
 */
export async function serverUrlOf({ contract, target: { baseUrl }, token, wire }: Session): Promise<string> {
  if (contract.problems === undefined) return baseUrl;
  const [, claims = ''] = (await token()).split('.');
  const asked = wire.send({ method: 'GET', target: '/nothing/of/the/kind', headers: {} });
  const type = await asked.then(({ json }) => memberOf(json, 'type')).catch(() => undefined);
  const [, named = baseUrl] = /^(.*)\/problems\/not_found$/.exec(String(type)) ?? [];
  return issuerIn(claims) === baseUrl ? baseUrl : named;
}

function issuerIn(claims: string): unknown {
  try {
    return memberOf(JSON.parse(Buffer.from(claims, 'base64url').toString()), 'iss');
  } catch {
    return undefined;
  }
}
