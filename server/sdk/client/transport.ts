import { calls, type OperationId } from '../../../generated/client.ts';
import { assetMediaTypes } from '../../../generated/operations.ts';
import type { AssetUpload, TokenResponse, UploadedAsset } from '../../../generated/types.ts';
import { PartnerConnectionError } from './errors.ts';
import { type Connection, errorOf, exchange, type Fetch, secureAddress } from './exchange.ts';
import { orAborted } from './timing.ts';

interface IssuedToken {
  value: string;
  renewAtMs: number;
}

const RENEWAL_MARGIN_MS = 60_000;

interface TokenSource {
  /** Resolves to a valid token. If the signal aborts, only this call stops waiting; the token request continues. */
  get: (signal: AbortSignal) => Promise<string>;
  discard: (value: string) => void;
}

export function createTokenSource(request: () => Promise<IssuedToken>, now: () => number): TokenSource {
  let current: IssuedToken | undefined;
  let pending: Promise<IssuedToken> | undefined;

  async function renew(): Promise<IssuedToken> {
    try {
      current = await request();
      return current;
    } finally {
      pending = undefined;
    }
  }

  return {
    async get(signal) {
      signal.throwIfAborted();
      if (current !== undefined && now() < current.renewAtMs) return current.value;
      pending ??= renew();
      return (await orAborted(pending, signal)).value;
    },
    discard(value) {
      // Keeps a token that differs from `value`: another call has already renewed the rejected token.
      if (current?.value === value) current = undefined;
    },
  };
}

const TOKEN_OPERATION = 'createTokenV2';

/** Requests a token (RFC 6749, section 4.4). Takes no signal, because several calls can wait for the same token. */
export async function requestToken(
  wire: Connection,
  baseUrl: string,
  { clientId, clientSecret, scope }: { clientId: string; clientSecret: string; scope: string | undefined },
): Promise<IssuedToken> {
  const { method, path } = calls[TOKEN_OPERATION];
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
    ...(scope !== undefined && { scope }),
  });
  const requestedAt = wire.timing.now();
  const response = await exchange(wire, {
    operation: TOKEN_OPERATION,
    request: (signal) => new Request(baseUrl + path, { method, body: form, redirect: 'manual', signal }),
    signal: new AbortController().signal,
  });
  const body = (await response.json()) as Partial<TokenResponse>;
  if (!response.ok) throw errorOf(TOKEN_OPERATION, body, response);
  const { access_token: value, expires_in: seconds } = body;
  if (!isToken(value) || typeof seconds !== 'number' || !(seconds > 0)) {
    const details = { operation: TOKEN_OPERATION, response } as const;
    throw new PartnerConnectionError('unexpected_response', 'the response contains no token: check baseUrl', details);
  }
  const endsAt = requestedAt + seconds * 1000;
  return { value, renewAtMs: endsAt - Math.min(RENEWAL_MARGIN_MS, (seconds * 1000) / 2) };
}

/** Returns whether a header can contain the token (RFC 6750, section 2.1). */
const isToken = (value: unknown): value is string => typeof value === 'string' && /^[\w.~+/-]+=*$/.test(value);

export function createTransport(wire: Connection, baseUrl: string, tokens: TokenSource, only?: OperationId): Fetch {
  return async (given) => {
    const candidates = only === undefined ? (Object.keys(calls) as OperationId[]) : [only];
    const operation = candidates.find((id) => isRequestOf(id, given, baseUrl));
    if (operation === undefined) {
      throw new TypeError(
        'The URL does not belong to the operation: set baseUrl only for the client, and no path parameter to an empty text or `..`',
      );
    }
    const { method, url, signal } = given;
    signal.throwIfAborted();
    // Reads the body as bytes, because a stream can be sent only once.
    const bytes = await given.arrayBuffer();
    const body = bytes.byteLength > 0 ? bytes : undefined;

    const send = (token?: string) => {
      const headers = new Headers(given.headers);
      if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
      return exchange(wire, {
        operation,
        request: (signal) => new Request(url, { method, headers, redirect: 'manual', signal, ...(body && { body }) }),
        signal,
      });
    };

    if (!calls[operation].needsToken) return send();
    const token = await tokens.get(signal);
    const response = await send(token);
    if (!refusesToken(response)) return response;
    // Repeats the request once with a new token. This is safe, because the service did not process the request.
    await response.body?.cancel();
    tokens.discard(token);
    return send(await tokens.get(signal));
  };
}

/** Returns whether the service rejected the token (RFC 6750, section 3.1). */
const refusesToken = (response: Response) =>
  response.status === 401 && /\berror="?invalid_token\b/i.test(response.headers.get('WWW-Authenticate') ?? '');

/** Returns false if a path parameter, such as `..`, or another base URL changed the path of the operation. */
function isRequestOf(operation: OperationId, { method, url }: Request, baseUrl: string): boolean {
  const path = calls[operation].path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+');
  const [address = ''] = url.split(/[?#]/, 1);
  if (method !== calls[operation].method || !address.startsWith(`${baseUrl}/`)) return false;
  return new RegExp(`^${path}$`).test(address.slice(baseUrl.length));
}

/** An entry of `asset_uploads` from `addCredentialBatch`: the upload link and the type of the file. */
export type UploadLink = Pick<AssetUpload, 'url' | 'asset_type'>;

/** Bytes such as a `Buffer`, or a `Blob` such as `await openAsBlob(path)` in Node or `Bun.file(path)` in Bun. */
export type UploadSource = Blob | ArrayBuffer | Uint8Array;

export interface UploadOptions {
  signal?: AbortSignal;
  /** Timeout of the upload, including all attempts, in milliseconds. Default: `300_000`. */
  timeoutMs?: number;
}

export const UPLOAD_TIMEOUT_MS = 300_000;

/** Uses the link unchanged, even for a different host, and sends no token, because the link itself grants access. */
export async function uploadAsset(
  wire: Connection,
  { url, asset_type: assetType }: UploadLink,
  source: UploadSource,
  { signal, timeoutMs = UPLOAD_TIMEOUT_MS }: UploadOptions = {},
): Promise<UploadedAsset> {
  const { href } = secureAddress(url, 'The upload link');
  const file = asBlob(source);
  const headers = { 'Content-Type': assetMediaTypes[assetType] };
  const { method } = calls.uploadAsset;
  const response = await exchange(
    { ...wire, retry: { ...wire.retry, attemptTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs } },
    {
      operation: 'uploadAsset',
      request: (attemptSignal) =>
        new Request(href, { method, headers, body: file, redirect: 'manual', signal: attemptSignal }),
      signal: signal ?? new AbortController().signal,
    },
  );
  const body = await response.json();
  if (!response.ok) throw errorOf('uploadAsset', body, response);
  return body as UploadedAsset;
}

function asBlob(source: UploadSource): Blob {
  if (source instanceof Blob) return source;
  // Does not use `instanceof`, because some test runners create bytes in a different realm.
  if (ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === '[object ArrayBuffer]') {
    return new Blob([source as Uint8Array<ArrayBuffer>]);
  }
  throw new TypeError('The source must be a Blob or bytes');
}
