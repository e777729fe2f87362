import type { IncomingMessage } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { ContractRules } from '../../generated/validators.js';
import type { RequestSource } from '../platform/security-log.ts';
import type { Asset } from '../storage/database/documents/asset-store.ts';
import type { Partner } from '../storage/database/partners/partner-store.ts';
import type { InFlightBody } from './in-flight-bodies.ts';
import { bodyStreamOf, discardBody, readBody } from './read-body.ts';
import { type RequestEnv, type RequestObservers, type RequestRecord, startRecord } from './request-log.ts';

/** The caller: a partner with an access token, the holder of an upload link, or anyone. */
export type Principal = PartnerPrincipal | { kind: 'uploadLink'; asset: Asset } | { kind: 'anyone' };

export interface PartnerPrincipal {
  kind: 'partner';
  partner: Partner;
  scopes: readonly string[];
  /** Rules of the contract for this partner, set at the first use. Requests with the same token share a principal. */
  rules?: ContractRules;
}

/** Information about a call in addition to the validated request. */
export interface Call extends RequestSource {
  principal: Principal;
  /** Record for the log line of the request. Absent if a page calls the operation. */
  record?: RequestRecord;
}

/** Returns the partner that calls an operation. Throws if the operation does not require an access token. */
export function partnerOf(call: Call): Partner {
  if (call.principal.kind !== 'partner') throw new TypeError('The operation does not require a token');
  return call.principal.partner;
}

/** Returns the asset of the upload link. Throws if the operation does not require an upload link. */
export function assetOf(call: Call): Asset {
  if (call.principal.kind !== 'uploadLink') throw new TypeError('The operation does not require an upload link');
  return call.principal.asset;
}

/** Returns the source of a request for a page. */
export const requestOrigin = (c: Context): RequestSource => ({
  remoteAddress: remoteAddressOf(c),
  header: (name) => c.req.header(name),
  requestId: c.get('requestId'),
});

const remoteAddressOf = (c: Context): string | undefined =>
  (c.env as Partial<HttpBindings> | undefined)?.incoming?.socket.remoteAddress;

const NO_PARAMETERS = {};

/** A request to an operation. Avoids creating a Fetch API request, which takes longer than most operations. */
export class OperationRequest implements Call {
  /** Caller of the request. Set after authentication. */
  principal: Principal = { kind: 'anyone' };
  /** Count of the body's bytes; absent if the body does not count. */
  inFlight?: InFlightBody;
  readonly record: RequestRecord;
  /** Decoded path parameters. */
  readonly path: Readonly<Record<string, string>>;
  readonly #context: Context<RequestEnv>;
  readonly #incoming: IncomingMessage | undefined;

  constructor(context: Context<RequestEnv>, observers: RequestObservers, hasPathParameters: boolean) {
    this.#context = context;
    this.#incoming = (context.env as Partial<HttpBindings> | undefined)?.incoming;
    this.path = hasPathParameters ? context.req.param() : NO_PARAMETERS;
    this.record = startRecord(observers, this.header('traceparent'));
  }

  get requestId(): string {
    return this.record.requestId;
  }

  /** True if all percent-encoding in the path is valid. The router does not decode `%ZZ`, which would equal `%25ZZ`. */
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

  /** Returns a header by its case-insensitive name. Joins repeated headers with commas (RFC 9110, section 5.3). */
  header(name: string): string | undefined {
    if (this.#incoming === undefined) return this.#context.req.header(name);
    return this.#incoming.headers[name.toLowerCase()] as string | undefined;
  }

  /** Reads the body. Can be called once. Rejects with a `Refusal` if the body has more than `limit` bytes. */
  body(limit: number): Promise<Uint8Array> {
    return readBody(bodyStreamOf(this.#context), this.header('content-length'), limit, this.inFlight);
  }

  /** Discards an unread body. Must be called before the response is sent. */
  end(): void {
    if (this.#incoming !== undefined) discardBody(this.#incoming);
  }
}
