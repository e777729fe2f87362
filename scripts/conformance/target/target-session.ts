import { FORM, JSON_TYPE, MULTIPART, mediaTypeOf } from '../../contract/bodies.ts';
import { jsonOf, memberOf } from '../../contract/json.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import { missingResourceResponse, stateResponses } from '../index/refusals.ts';
import { codeOf, responseName } from '../judge/check-response.ts';
import { createResponseRules } from '../judge/response-rules.ts';
import type { CaseRequest, Made, OperationId, Prepared, Target } from '../kit-types.ts';
import type { RuleSubject } from '../validators/kit-keywords.ts';
import { isLoopback } from './known-servers.ts';
import { type Place, Resources } from './resources.ts';
import { type Author, BOUNDARY, tokenForm, validBody } from './valid-bodies.ts';
import { TargetUnusable, type Wire } from './wire.ts';

/** Headers that OpenAPI does not treat as parameters (OpenAPI 3.1, "Parameter Object"). */
const RESERVED = ['accept', 'authorization', 'content-type'];

/** Milliseconds after which the kit requests a new token, because a token can expire during a run. */
const TOKEN_USE_MS = 120_000;

export class Session implements Author {
  readonly contract: ContractIndex;
  readonly target: Target;
  readonly wire: Wire;
  readonly subject: RuleSubject;
  readonly resources = new Resources(this);
  readonly variables: Author['variables'];
  readonly other: Session | undefined;
  readonly #tokens = new Map<string, { token: Promise<string>; until: number }>();
  readonly #violatedBy: ReturnType<typeof createResponseRules>;

  constructor(contract: ContractIndex, target: Target, wire: Wire) {
    this.contract = contract;
    this.target = target;
    this.wire = wire;
    const { registeredDomains: domains, baseUrl, clientId, other } = target;
    this.subject = { domains, scopes: contract.scopes, allowLoopback: isLoopback(baseUrl) };
    const service = Object.entries(contract.document['x-service'] ?? {});
    this.variables = {
      ...Object.fromEntries(service.map(([name, value]) => [`$service.${name}`, String(value)])),
      $scopes: contract.scopes.join(),
      '$client.id': clientId,
      '$server.url': baseUrl,
    };
    this.#violatedBy = createResponseRules(this);
    this.other = other && new Session(contract, { ...target, ...other, other: undefined }, wire);
  }

  isOfTarget({ origin }: URL): boolean {
    return [this.variables['$server.url'], this.target.baseUrl].some((own) => new URL(own).origin === origin);
  }

  async attempt(operation: OperationId, request: CaseRequest = {}): Promise<Made> {
    return this.send(await this.prepare(operation, request));
  }

  /** Sends a request that must succeed. Rejects with `TargetUnusable` otherwise. */
  async succeed(operation: OperationId, request?: CaseRequest): Promise<Made> {
    const made = await this.attempt(operation, request);
    const { status } = made.answer;
    if (status >= 200 && status < 300) return made;
    throw new TargetUnusable(`A valid request to ${operation} must succeed, but got ${status}.`);
  }

  /** Sends a request. Retries after 429, unless `mayBeLimited`. If sending fails, the error contains the request. */
  async send(prepared: Prepared, mayBeLimited = false): Promise<Made> {
    try {
      const answer = await (mayBeLimited ? this.wire.sendWithoutWaiting(prepared.wire) : this.wire.send(prepared.wire));
      return { ...prepared, answer, violated: this.#violatedBy({ ...prepared, answer }) };
    } catch (error) {
      throw Object.assign(error as Error, { prepared });
    }
  }

  token(scopes = this.contract.scopes): Promise<string> {
    const key = scopes.join(' ');
    const known = this.#tokens.get(key);
    if (known !== undefined && known.until > Date.now()) return known.token;
    const token = this.#issueToken(scopes);
    this.#tokens.set(key, { token, until: Date.now() + TOKEN_USE_MS });
    return token;
  }

  async #issueToken(scopes: readonly string[]): Promise<string> {
    const { baseUrl } = this.target;
    const url = new URL(this.contract.tokenUrl ?? `${baseUrl}${this.contract.tokenPath}`, baseUrl);
    const form = new URLSearchParams(tokenForm(this.target));
    if (scopes.length > 0) form.set('scope', scopes.join(' '));
    const answer = await this.wire.send({
      method: 'POST',
      target: url.pathname + url.search,
      origin: url.origin,
      headers: { 'content-type': FORM },
      body: Buffer.from(form.toString()),
    });
    const [token, granted] = ['access_token', 'scope'].map((name) => memberOf(answer.json, name));
    // Without `scope` in the response, all requested scopes are granted (RFC 6749, section 5.1).
    const missing = typeof granted === 'string' ? scopes.filter((each) => !granted.split(' ').includes(each)) : [];
    if (missing.length > 0)
      throw new TargetUnusable(`The partner ${this.target.clientId} lacks the scope ${missing.join(' ')}.`);
    if (answer.status === 200 && typeof token === 'string') return token;
    const response = responseName({ status: answer.status, code: codeOf(answer) });
    throw new TargetUnusable(
      `The partner got no access token with ${scopes.join(' ')}: the token endpoint responded with ${response}. The partner must have every scope.`,
    );
  }

  async prepare(operation: OperationId, request: CaseRequest): Promise<Prepared> {
    const { method, path } = this.contract.operationOf(operation);
    const body = this.#bodyOf(operation, request);
    const mediaType = request.mediaType === undefined ? body?.mediaType : request.mediaType;
    const boundary = mediaType?.toLowerCase().startsWith(MULTIPART) ? `; boundary=${BOUNDARY}` : '';
    const place = await this.#placeOf(operation, request, body?.mediaType ?? '');
    const authorization = await this.#authorizationOf(operation, request.authorization);
    const pairs = [...place.query, ...(authorization === undefined ? [] : Object.entries(this.target.query ?? {}))];
    const query = pairs.map((pair) => pair.map((text) => encodeURIComponent(text)).join('=')).join('&');
    const encode = request.isPathRaw ? String : encodeURIComponent;
    const valueIn = (_: string, name: string) => this.#prefixOf(operation, name) + encode(place.path[name] ?? '');
    const filled = path.replace(/\{([^{}]+)\}/g, valueIn);
    const url = new URL(query === '' ? filled : `${filled}?${query}`, 'http://target');
    const headers: Record<string, string> = {
      ...this.#headersOf(operation),
      ...(mediaType != null && { 'content-type': mediaType + boundary }),
      ...authorization?.headers,
      ...request.headers,
    };
    const wire = {
      method: method.toUpperCase(),
      target: url.pathname + url.search,
      headers,
      ...(body && { body: body.bytes }),
      ...(request.chunked && { chunked: true }),
    };
    const sent = {
      operation,
      path: place.path,
      url,
      mediaType: mediaTypeOf(mediaType ?? null),
      contentEncoding: request.headers?.['content-encoding'],
      authorization: headers['authorization'],
      body: body?.bytes ?? new Uint8Array(),
      json: body && jsonOf(body.bytes),
      scopes: authorization?.scopes ?? null,
      undecided: [
        ...(request.undecided ?? []),
        // Permits the response for a missing resource if the identifiers are only examples.
        ...(place.isMadeUp ? [missingResourceResponse(this.contract, operation)] : []),
        ...stateResponses(this.contract, operation),
      ],
    };
    return { wire, sent };
  }

  #prefixOf(operation: OperationId, name: string): string {
    const style = this.contract.parametersOf(operation).find((each) => each.in === 'path' && each.name === name)?.style;
    if (style === 'matrix') return `;${name}=`;
    return style === 'label' ? '.' : '';
  }

  #headersOf(operation: OperationId): Record<string, string> {
    const { problems, samplesIn } = this.contract;
    const headers = samplesIn(operation, 'header', true).map(([name, value]) => [name.toLowerCase(), String(value)]);
    const cookies = samplesIn(operation, 'cookie', true).map((pair) => pair.join('='));
    return {
      ...(problems === undefined && { accept: 'application/json, */*;q=0.5' }),
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...Object.fromEntries(headers.filter(([name]) => !RESERVED.includes(name ?? ''))),
    };
  }

  #bodyOf(operation: OperationId, { body, mediaType }: CaseRequest) {
    const first = this.contract.bodyTypeOf(operation);
    if (first === undefined && body === undefined) return undefined;
    // Replaces a media type in which the kit cannot create a valid body, such as XML.
    const isDocumented = mediaType != null && this.contract.bodyExamples(operation, mediaType).length > 0;
    const type = isDocumented ? mediaType : (first ?? JSON_TYPE);
    return { bytes: body === undefined ? validBody(this, operation, type) : bytesIn(body), mediaType: type };
  }

  async #placeOf(operation: OperationId, request: CaseRequest, mediaType: string): Promise<Place> {
    const isLacking = this.contract.parametersOf(operation).some(({ required, in: part, name }) => {
      const given = part === 'path' ? request.path?.[name] : request.query;
      return required && given === undefined;
    });
    const made: Place = isLacking ? await this.resources.placeFor(operation, mediaType) : { path: {}, query: [] };
    return { ...made, path: { ...made.path, ...request.path }, query: request.query ?? made.query };
  }

  async #authorizationOf(operation: OperationId, wanted: CaseRequest['authorization']) {
    const { scopes: all } = this.contract;
    const proof = this.contract.proofOf(operation);
    if (wanted === 'none' || (wanted === undefined && (proof === null || proof.by === 'link'))) return undefined;
    const { headers } = this.target;
    if (proof?.by === 'header') return { headers: { ...headers }, scopes: all };
    if (wanted === undefined || 'scopes' in wanted) {
      const scopes = wanted?.scopes ?? all;
      return { headers: { ...headers, authorization: `Bearer ${await this.token(scopes)}` }, scopes };
    }
    const token = proof?.by === 'token' ? await this.token() : '';
    const scopes = wanted.isValid === true ? all : null;
    return { headers: { ...headers, authorization: wanted.header(token) }, scopes };
  }

  /** Finds the base URL in the responses of the service. Behind a proxy, this URL is not the base URL of the target. */
  async findServerUrl(): Promise<void> {
    if (this.contract.problems === undefined) return;
    await this.token();
    const asked = this.wire.send({ method: 'GET', target: '/nothing/of/the/kind', headers: {} });
    const type = await asked.then(({ json }) => memberOf(json, 'type')).catch(() => undefined);
    const serverUrl = /^(.*)\/problems\/not_found$/.exec(String(type))?.[1] ?? this.target.baseUrl;
    this.variables['$server.url'] = serverUrl;
    if (this.other !== undefined) this.other.variables['$server.url'] = serverUrl;
  }
}

function bytesIn(body: NonNullable<CaseRequest['body']>): Uint8Array {
  if ('bytes' in body) return body.bytes;
  if ('json' in body) return Buffer.from(JSON.stringify(body.json));
  return Buffer.from(new URLSearchParams(body.form.map(([name, value]): [string, string] => [name, value])).toString());
}
