import { type ContractClient, createContractClient } from '../../../generated/client.ts';
import type { OperationId, scopes } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import { type OperationResult, unwrap } from './errors.ts';
import { baseAddress, type Connection, type Fetch, type RetryPolicy, retryPolicy } from './exchange.ts';
import { systemTiming, type Timing } from './timing.ts';
import {
  type AssetUpload,
  createTokenSource,
  createTransport,
  requestToken,
  type UploadOptions,
  type UploadSource,
  uploadAsset,
} from './transport.ts';
import { type WaitOptions, waitUntilFinal } from './wait.ts';

// Partners run this code in Node, Deno, Bun, and edge runtimes. It uses only openapi-fetch and web-standard globals.

export {
  type AnyProblem,
  type NoResponseCode,
  NoResponseError,
  type OperationProblem,
  type OperationResult as Answer,
  PartnerApiError,
  StillIncompleteError,
  type TokenErrorCode,
  TokenRefusedError,
  unwrap,
} from './errors.ts';
export type { RetryPolicy } from './exchange.ts';
export type { AssetUpload, UploadOptions, UploadSource } from './transport.ts';
export type { WaitOptions } from './wait.ts';

type Schemas = components['schemas'];

/** Permission that a partner can have. */
export type Scope = (typeof scopes)[number];

export interface PartnerClientOptions {
  /** URL of the service, such as `https://api.example`. Must be https, or http on a loopback host. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** Scopes to request. Default: all scopes of the partner. */
  scope?: readonly Scope[];
  /** Replaces the runtime's `fetch`, and sees every attempt. Called with a `Request`. */
  fetch?: Fetch;
  /** Changes to the default retry policy. */
  retry?: Partial<RetryPolicy>;
  /** Clock, sleep, and random numbers, which tests can replace. */
  timing?: Partial<Timing>;
}

/** Options of a call, in addition to the options in the contract. */
export interface CallOptions {
  /** Changes to the client's retry policy for this call. `totalTimeoutMs` is the timeout of the call. */
  retry?: Partial<RetryPolicy>;
}

export interface PartnerClient extends Omit<ContractClient<CallOptions>, 'uploadAsset'> {
  /**
   * Uploads a file to its upload link. `upload` is an entry of `asset_uploads` in the response of `addCredentialBatch`.
   *
   * @example
   * await unwrap(client.uploadAsset(upload, await openAsBlob('certificate.pdf')));
   */
  uploadAsset(
    upload: AssetUpload,
    source: UploadSource,
    options?: UploadOptions,
  ): Promise<OperationResult<'uploadAsset'>>;

  /**
   * Lists all deliveries of a webhook, newest first. Rejects with `PartnerApiError` when the service rejects the
   * request.
   *
   * @example
   * for await (const { id, status } of client.allWebhookDeliveries(webhookId)) if (status === 'failed') repeat(id);
   */
  allWebhookDeliveries(
    webhookId: string,
    options?: CallOptions & { signal?: AbortSignal },
  ): AsyncGenerator<Schemas['WebhookDelivery'], void>;

  /**
   * Resolves to the result of a verification request when it is verified or canceled.
   *
   * @example
   * const { results } = await client.waitForVerification('V-1', { timeoutMs: 600_000 });
   */
  waitForVerification(requestId: string, options?: WaitOptions): Promise<Schemas['VerificationResult']>;

  /**
   * Resolves to the status of a submission when it is verified or canceled.
   *
   * @example
   * const { status } = await client.waitForSubmission('S-1', { signal: AbortSignal.timeout(60_000) });
   */
  waitForSubmission(id: string, options?: WaitOptions): Promise<Schemas['SubmissionStatus']>;
}

/**
 * Creates a client for one partner. Share one instance between all calls. The client gets and renews its access token,
 * and retries calls (see `RetryPolicy`). The service recognizes retries by the `id` of a submission or the `request_id`
 * of a verification request; the client generates a missing `request_id`. The response to an idempotent replay has the
 * header `Idempotent-Replayed: true`.
 *
 * Every operation resolves to `{ data, error, response }`: `data` after success, `error` for a documented problem.
 * `unwrap` turns a problem into an exception. All other failures reject with `NoResponseError`, `TokenRefusedError`, or
 * the signal's reason.
 *
 * Throws `TypeError` or `RangeError` for invalid options.
 *
 * @example
 * const client = createPartnerClient({ baseUrl: 'https://api.example', clientId, clientSecret });
 * const { data, error } = await client.addRightToWork({ body });
 * if (error === undefined) showLink(data.redirect_uri);
 * else if (error.code === 'validation_failed') showViolations(error.errors);
 */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const { clientId, clientSecret, scope } = options;
  const baseUrl = baseAddress(options.baseUrl);
  if (!clientId || !clientSecret) throw new TypeError('clientId and clientSecret are required');
  const wire: Connection = {
    // Looks up `fetch` for each call and calls it as a plain function, because some runtimes reject any other `this`.
    fetch: options.fetch ?? ((request) => fetch(request)),
    timing: { ...systemTiming, ...options.timing },
    retry: retryPolicy(options.retry),
  };
  const credentials = { clientId, clientSecret, scope: scope?.join(' ') };
  const tokens = createTokenSource(() => requestToken(wire, baseUrl, credentials), wire.timing.now);
  const prepare = (operation: OperationId, { retry, ...init }: CallOptions & { body?: unknown }) => {
    const settings = retry === undefined ? wire : { ...wire, retry: retryPolicy({ ...wire.retry, ...retry }) };
    return {
      ...init,
      fetch: createTransport(operation, settings, baseUrl, tokens),
      ...(operation === 'createVerificationRequest' && { body: withRequestId(init.body) }),
    };
  };
  const operations = createContractClient<CallOptions>({ baseUrl }, prepare);

  return {
    ...operations,
    uploadAsset: (upload, source, settings) => uploadAsset(wire, upload, source, settings),
    async *allWebhookDeliveries(id, settings = {}) {
      for (let cursor: string | null | undefined; cursor !== null; ) {
        const query = cursor === undefined ? {} : { query: { cursor } };
        const params = { path: { id }, ...query };
        const page: Schemas['WebhookDeliveryList'] = await unwrap(
          operations.listWebhookDeliveries({ ...settings, params }),
        );
        yield* page.deliveries;
        cursor = page.next_cursor;
      }
    },
    waitForVerification: (id, settings = {}) =>
      waitUntilFinal<Schemas['VerificationResult']>(
        id,
        (signal) => operations.getVerificationRequest({ params: { path: { id } }, signal }),
        ({ results }) => results.every(({ status }) => status !== 'incomplete'),
        wire.timing,
        settings,
      ),
    waitForSubmission: (id, settings = {}) =>
      waitUntilFinal<Schemas['SubmissionStatus']>(
        id,
        (signal) => operations.getSubmissionStatusV2({ params: { path: { id } }, signal }),
        ({ status }) => status !== 'incomplete',
        wire.timing,
        settings,
      ),
  };
}

/** Adds a request ID if there is none, so that the request can be retried. */
function withRequestId(body: unknown): unknown {
  const { request_id: given, ...rest } = Object(body) as { request_id?: string | null };
  return { request_id: given ?? crypto.randomUUID(), ...rest };
}
