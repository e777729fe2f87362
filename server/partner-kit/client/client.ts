import { defaultBodySerializer } from 'openapi-fetch';
import { type ContractClient, createContractClient } from '../../../generated/client.ts';
import type { scopes } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import type { Answer } from './answers.ts';
import type { Fetch, Wire } from './exchange.ts';
import { requestToken } from './request-token.ts';
import { type RetryPolicy, retryPolicy } from './retry.ts';
import { baseAddress } from './service-address.ts';
import { systemTiming, type Timing } from './timing.ts';
import { createTokenSource } from './token-source.ts';
import { createTransport } from './transport.ts';
import { type AssetType, type UploadOptions, uploadAsset } from './upload.ts';
import type { UploadSource } from './upload-body.ts';
import { type WaitOptions, waitUntilFinal } from './wait.ts';

// Partners run this folder in Node, Deno, Bun and edge runtimes: it uses openapi-fetch and the globals of the web
// alone.

export type { Answer, OperationProblem } from './answers.ts';
export { unwrap } from './answers.ts';
export {
  type AnyProblem,
  type NoAnswerCode,
  NoAnswerError,
  PartnerApiError,
  type Problem,
  StillIncompleteError,
  type TokenErrorCode,
  TokenRefusedError,
} from './errors.ts';
export type { RetryPolicy } from './retry.ts';
export type { AssetType, UploadOptions } from './upload.ts';
export type { UploadProgress, UploadSource } from './upload-body.ts';
export type { WaitOptions } from './wait.ts';

type Schemas = components['schemas'];

/** What a partner can be allowed to do. */
export type Scope = (typeof scopes)[number];

export interface PartnerClientOptions {
  /** Where the service is, such as `https://api.example`: https, or http on a loopback host. */
  baseUrl: string;
  clientId: string;
  clientSecret: string;
  /** The scopes to ask for. Absent: all that the partner was granted. */
  scope?: readonly Scope[];
  /** Instead of the runtime's own. It is given a `Request`. */
  fetch?: Fetch;
  /** What to change of the retries. */
  retry?: Partial<RetryPolicy>;
  /** For tests: another clock, sleep and chance. */
  timing?: Partial<Timing>;
}

export interface PartnerClient extends Omit<ContractClient, 'uploadAsset'> {
  /**
   * Uploads a file to the link that `addCredentialBatch` gave for it. See `UploadSource` and `UploadOptions`.
   *
   * @example
   * await unwrap(client.uploadAsset(upload.url, 'pdf', await openAsBlob('certificate.pdf')));
   */
  uploadAsset(
    link: string,
    assetType: AssetType,
    source: UploadSource,
    options?: UploadOptions,
  ): Promise<Answer<'uploadAsset'>>;

  /**
   * The result of a verification request, once the user has verified it or it is canceled. See `WaitOptions`.
   *
   * @example
   * const { results } = await client.waitForVerification('V-1', { timeoutMs: 600_000 });
   */
  waitForVerification(
    requestId: string,
    options?: WaitOptions<Schemas['VerificationResult']>,
  ): Promise<Schemas['VerificationResult']>;

  /**
   * The status of a submission, once the user has consented or it is canceled. See `WaitOptions`.
   *
   * @example
   * const { status } = await client.waitForSubmission('S-1', { signal: AbortSignal.timeout(60_000) });
   */
  waitForSubmission(
    id: string,
    options?: WaitOptions<Schemas['SubmissionStatus']>,
  ): Promise<Schemas['SubmissionStatus']>;
}

/**
 * A client of the service for one partner; share one. It gets and renews its access token, and repeats calls that may
 * be repeated.
 *
 * Every operation resolves to `{ data, error, response }`: each answer that the contract documents is a value,
 * success or problem, because only values are typed, and `data` cannot be used before `error` was looked at. `unwrap`
 * turns a problem into an exception. Anything else rejects: `NoAnswerError`, `TokenRefusedError`, or the signal's
 * reason.
 *
 * Throws `TypeError` or `RangeError` for options that cannot be used.
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
  if (!clientId || !clientSecret) throw new TypeError('clientId and clientSecret must be given');
  const wire: Wire = {
    // Looked up at each call, and called on nothing: some runtimes refuse a `fetch` with another `this`.
    fetch: options.fetch ?? ((request) => fetch(request)),
    timing: { ...systemTiming, ...options.timing },
    retry: retryPolicy(options.retry),
  };
  const credentials = { clientId, clientSecret, scope: scope?.join(' ') };
  const tokens = createTokenSource(() => requestToken(wire, baseUrl, credentials), wire.timing.now);
  const operations = createContractClient({
    baseUrl,
    fetch: createTransport(wire, baseUrl, tokens),
    bodySerializer,
  });

  return {
    ...operations,
    uploadAsset: (link, assetType, source, settings) => uploadAsset(wire, link, assetType, source, settings),
    waitForVerification: (id, settings = {}) =>
      waitUntilFinal(
        id,
        (signal) => operations.getVerificationRequest({ params: { path: { id } }, signal }),
        ({ results }) => results.find(({ status }) => status === 'incomplete')?.status ?? 'final',
        wire.timing,
        settings,
      ),
    waitForSubmission: (id, settings = {}) =>
      waitUntilFinal(
        id,
        (signal) => operations.getSubmissionStatusV2({ params: { path: { id } }, signal }),
        ({ status }) => status,
        wire.timing,
        settings,
      ),
  };
}

/** openapi-fetch would write a file as JSON, which makes `{}` of it. */
function bodySerializer(body: unknown, headers?: unknown): unknown {
  if (body instanceof Blob || ArrayBuffer.isView(body)) return body;
  return (defaultBodySerializer as (body: unknown, headers: unknown) => string)(body, headers);
}
