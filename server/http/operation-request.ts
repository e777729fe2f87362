import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Origin } from '../security-log.ts';
import type { Asset } from '../store/documents/asset-store.ts';
import type { Partner } from '../store/partners/partner-store.ts';
import { bodyOf, discardBody, readBody } from './read-body.ts';
import { openRecord, type RequestEnv, type RequestRecord, type Told } from './request-log.ts';

/** Who calls: a partner with a token, a holder of an upload link, or anyone. */
export type Principal =
  | { kind: 'partner'; partner: Partner; scopes: readonly string[] }
  | { kind: 'uploadLink'; asset: Asset }
  | { kind: 'anyone' };

/** What a handler knows of the call besides the request. */
export interface Call extends Origin {
  principal: Principal;
}

/** The calling partner, in an operation that requires a token. */
export function partnerOf(call: Call): Partner {
  if (call.principal.kind !== 'partner') throw new TypeError('The operation is not secured by a token');
  return call.principal.partner;
}

/** The asset of the upload link, in an operation that requires one. */
export function assetOf(call: Call): Asset {
  if (call.principal.kind !== 'uploadLink') throw new TypeError('The operation is not secured by an upload link');
  return call.principal.asset;
}

/** Where the request of a page came from. */
export const requestOrigin = (c: Context): Origin => ({
  remoteAddress: remoteAddressOf(c),
  header: (name) => c.req.header(name),
  requestId: c.get('requestId'),
});

/** Undefined where no connection is behind the request. */
export const remoteAddressOf = (c: Context): string | undefined =>
  (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;

const NO_PARAMETERS = {};

/**
 * A request to an operation, read from Node's own request where there is one: to make a request of the Fetch API takes
 * longer than to answer most operations.
 */
export class OperationRequest implements Call {
  /** Set by the authentication. */
  principal: Principal = { kind: 'anyone' };
  readonly record: RequestRecord;
  /** The values of the path's parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  readonly #context: Context<RequestEnv>;
  readonly #incoming: IncomingMessage | undefined;

  constructor(context: Context<RequestEnv>, told: Told, hasPathParameters: boolean) {
    this.#context = context;
    this.#incoming = (context.env as Partial<HttpBindings> | undefined)?.incoming;
    this.path = hasPathParameters ? context.req.param() : NO_PARAMETERS;
    this.record = openRecord(told, this.header('traceparent'));
  }

  get requestId(): string {
    return this.record.requestId;
  }

  /** Whether the path has no broken escape. The router takes one literally, so that `%ZZ` would be `%25ZZ` too. */
  get isDecodable(): boolean {
    const { url } = this.#context.req;
    if (!url.includes('%')) return true;
    try {
      decodeURIComponent(new URL(url).pathname);
      return true;
    } catch {
      return false;
    }
  }

  get remoteAddress(): string | undefined {
    return remoteAddressOf(this.#context);
  }

  get searchParams(): URLSearchParams {
    return new URL(this.#context.req.url).searchParams;
  }

  /** A header by its name in any letter case; repeated headers are joined by commas (RFC 9110, section 5.3). */
  header(name: string): string | undefined {
    if (this.#incoming === undefined) return this.#context.req.header(name);
    return this.#incoming.headers[name.toLowerCase()] as string | undefined;
  }

  /** Reads the body once. Rejects with a `Refusal` when it has more than `limit` bytes. */
  body(limit: number): Promise<Uint8Array> {
    return readBody(this.#incoming ?? bodyOf(this.#context.req.raw), this.header('content-length'), limit);
  }

  /** To be called when the response is known. */
  end(): void {
    if (this.#incoming !== undefined) discardBody(this.#incoming);
  }
}
