import createFetchClient, { type Client } from 'openapi-fetch';
import {
  type ContractClient,
  calls,
  createContractClient,
  type OperationId,
  type OperationRequest,
  type Scope,
} from '../../../generated/client.ts';
import type {
  paths,
  SubmissionStatus,
  UploadedAsset,
  VerificationResult,
  Warning,
  WebhookDelivery,
} from '../../../generated/types.ts';
import { baseAddress, type Connection, errorOf, type Fetch, type RetryPolicy, retryPolicy } from './exchange.ts';
import { systemTiming, type Timing } from './timing.ts';
import {
  createTokenSource,
  createTransport,
  requestToken,
  type UploadLink,
  type UploadOptions,
  type UploadSource,
  uploadAsset,
} from './transport.ts';
import { type CallResult, type WaitOptions, waitUntilFinal } from './wait.ts';

// Partners run this code in Node, Deno, Bun, and edge runtimes, so the code uses only openapi-fetch and web globals.

export type * from '../../../generated/client.ts';
export type * from '../../../generated/types.ts';
export * from './errors.ts';
export type { RetryPolicy } from './exchange.ts';
export type { UploadLink, UploadOptions, UploadSource } from './transport.ts';
export type { WaitOptions } from './wait.ts';

export interface PartnerClientOptions {
  /** URL of the service, such as `https://api.example`. Must be https, or http on a loopback host. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Scopes to request. Default: all scopes of the partner. */
  scope?: readonly Scope[];
  /** Replacement for the runtime's `fetch`. The client calls it with a `Request` for every attempt. */
  fetch?: Fetch;
  /** Changes to the default retry policy. */
  retry?: Partial<RetryPolicy>;
  /** Clock, sleep, and random numbers, which tests can replace. */
  timing?: Partial<Timing>;
}

export interface CallOptions {
  signal?: AbortSignal;
  /** Changes to the client's retry policy for this call. `totalTimeoutMs` is the timeout of the call. */
  retry?: Partial<RetryPolicy>;
}

export interface PartnerClient extends ContractClient<CallOptions> {
  /**
   * Uploads a file to its upload link. `upload` is an entry of `asset_uploads` in the result of `addCredentialBatch`.
   *
   * @example
   * await client.uploadAsset(upload, await openAsBlob('certificate.pdf'));
   */
  uploadAsset(upload: UploadLink, source: UploadSource, options?: UploadOptions): Promise<UploadedAsset>;

  /**
   * Lists all deliveries of a webhook, newest first.
   *
   * @example
   * for await (const { id, status } of client.allWebhookDeliveries(webhookId)) console.log(id, status);
   */
  allWebhookDeliveries(id: string, options?: CallOptions): AsyncGenerator<WebhookDelivery, void>;

  /**
   * Resolves to the result of a verification request when it is verified or canceled.
   *
   * @example
   * const { results } = await client.waitForVerification('V-1', { timeoutMs: 600_000 });
   */
  waitForVerification(id: string, options?: WaitOptions): Promise<VerificationResult>;

  /**
   * Resolves to the status of a submission when it is verified or canceled.
   *
   * @example
   * const { status } = await client.waitForSubmission('S-1', { signal: AbortSignal.timeout(60_000) });
   */
  waitForSubmission(id: string, options?: WaitOptions): Promise<SubmissionStatus>;

  /**
   * The client of openapi-fetch that sends the requests, with tokens and retries. Each method takes the path of an
   * operation, and resolves to `{ data, error, response }`. Use `http` to read headers or to handle problems as values.
   *
   * @example
   * const { data, error, response } = await client.http.GET('/api/partner/v2/webhooks');
   */
  http: Client<paths>;
}

/**
 * Creates a client for one partner. Share one instance between all calls. The client gets and renews its access token,
 * and retries calls (see `RetryPolicy`). The service recognizes retries by the `id` of a submission or the `request_id`
 * of a verification request; the client generates a missing `request_id`.
 *
 * Every method resolves to the data of the response, and rejects with `PartnerApiError` or a subclass, or with the
 * signal's reason. Throws `TypeError` or `RangeError` for invalid options.
 *
 * @example
 * const client = createPartnerClient({ baseUrl: 'https://api.example', clientId, clientSecret });
 * const { redirect_uri } = await client.addRightToWork(submission);
 */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const { clientId, clientSecret, scope } = options;
  const baseUrl = baseAddress(options.baseUrl);
  if (!clientId || !clientSecret) throw new TypeError('clientId and clientSecret are required');
  const wire: Connection = {
    // Calls the global `fetch` as a plain function, because some runtimes reject any other `this`.
    fetch: options.fetch ?? ((request) => fetch(request)),
    timing: { ...systemTiming, ...options.timing },
    retry: retryPolicy(options.retry),
  };
  const credentials = { clientId, clientSecret, scope: scope?.join(' ') };
  const tokens = createTokenSource(() => requestToken(wire, baseUrl, credentials), wire.timing.now);
  const transportOf = (operation?: OperationId, retry: Partial<RetryPolicy> = {}) =>
    createTransport({ ...wire, retry: retryPolicy({ ...wire.retry, ...retry }) }, baseUrl, tokens, operation);
  const http = createFetchClient<paths>({ baseUrl, fetch: transportOf() });
  const methods = createContractClient<CallOptions>(createSend(http, transportOf));

  return {
    ...methods,
    http,
    uploadAsset: (upload, source, settings) => uploadAsset(wire, upload, source, settings),
    async *allWebhookDeliveries(id, settings) {
      let page = await methods.listWebhookDeliveries(id, settings);
      yield* page.deliveries;
      while (page.next_cursor !== null) {
        page = await methods.listWebhookDeliveries(id, { ...settings, cursor: page.next_cursor });
        yield* page.deliveries;
      }
    },
    waitForVerification: (id, settings) =>
      waitUntilFinal<VerificationResult>(
        'getVerificationRequest',
        (signal) => http.GET('/api/partner/v2/verify/requests/{id}', { params: { path: { id } }, signal }),
        ({ results }) => results.every(({ status }) => status !== 'incomplete'),
        wire.timing,
        settings,
      ),
    waitForSubmission: (id, settings) =>
      waitUntilFinal<SubmissionStatus>(
        'getSubmissionStatusV2',
        (signal) => http.GET('/api/partner/v2/submissions/{id}/status.json', { params: { path: { id } }, signal }),
        ({ status }) => status !== 'incomplete',
        wire.timing,
        settings,
      ),
  };
}

function createSend(
  http: Client<paths>,
  transportOf: (operation: OperationId, retry: Partial<RetryPolicy> | undefined) => Fetch,
) {
  return async function send<Result>(
    operation: OperationId,
    { body, header, ...params }: OperationRequest,
    { signal, retry }: CallOptions = {},
  ): Promise<Result> {
    const { method, path, contentType } = calls[operation];
    const init = {
      params,
      // openapi-fetch sends JSON or a form, depending on this header.
      headers: { ...header, ...(body !== undefined && { 'Content-Type': contentType }) },
      body: operation === 'createVerificationRequest' ? withRequestId(body) : body,
      fetch: transportOf(operation, retry),
      signal,
    };
    const result = await http.request(method.toLowerCase() as 'get', path as never, init as never);
    const { data, error, response } = result as CallResult<Result>;
    if (!response.ok) throw errorOf(operation, error, response);
    return resultOf(operation, data, response) as Result;
  };
}

function withRequestId(body: unknown): unknown {
  const { request_id: given, ...rest } = Object(body) as { request_id?: string | null };
  return { request_id: given ?? crypto.randomUUID(), ...rest };
}

function resultOf(operation: OperationId, body: unknown, { headers }: Response): unknown {
  if (body === undefined) return undefined;
  const etag = headers.get('ETag');
  const result = { ...(body as { warnings?: Warning[] }), ...(etag !== null && { etag }) };
  if (!calls[operation].hasIdentifier) return result;
  return {
    ...result,
    warnings: result.warnings ?? [],
    idempotentReplayed: headers.get('Idempotent-Replayed') === 'true',
  };
}
