import { assetMediaTypes, operations } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import type { Answer } from './answers.ts';
import { exchange, type Wire } from './exchange.ts';
import { secureAddress } from './service-address.ts';
import { type UploadProgress, type UploadSource, uploadBody } from './upload-body.ts';

/** What `addCredentialBatch` answers for each asset: the link, and what kind of file it takes. */
export type AssetUpload = Pick<components['schemas']['AssetUpload'], 'url' | 'asset_type'>;

export interface UploadOptions {
  /** Called as the runtime takes the bytes to send. A further attempt begins at 0 again. */
  onProgress?: (progress: UploadProgress) => void;
  signal?: AbortSignal;
  /** How long the upload may take with all its attempts: 5 minutes unless it is given. */
  timeoutMs?: number;
}

const OPERATION = 'uploadAsset';
export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Uploads the file of an asset as `addCredentialBatch` said. The link is used as it is, whatever host it names, and
 * without a token: the link itself grants access. Repeated like any idempotent call, unless the source
 * is a stream. Rejects with `NoAnswerError`, with `TypeError` for a link that is not https or an unusable source, and
 * with the source's own errors.
 */
export async function uploadAsset(
  wire: Wire,
  { url, asset_type: assetType }: AssetUpload,
  source: UploadSource,
  { onProgress, signal, timeoutMs = UPLOAD_TIMEOUT_MS }: UploadOptions = {},
): Promise<Answer<typeof OPERATION>> {
  const { href } = secureAddress(url, 'The upload link');
  const body = uploadBody(source, onProgress);
  const headers = new Headers({ 'Content-Type': assetMediaTypes[assetType] });
  // Where a blob is sent as a stream to follow its progress, the runtime cannot know its length.
  if (body.size !== undefined && onProgress !== undefined) headers.set('Content-Length', String(body.size));
  const { method } = operations[OPERATION];
  const retry = { ...wire.retry, attemptTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs };
  try {
    const response = await exchange(
      { ...wire, retry },
      {
        operation: OPERATION,
        request: (attemptSignal) => {
          const sent = { body: body.open(), duplex: 'half' } as RequestInit;
          return new Request(href, { method, headers, redirect: 'manual', signal: attemptSignal, ...sent });
        },
        mayRepeat: () => body.size !== undefined && body.failure() === undefined,
        signal: signal ?? new AbortController().signal,
      },
    );
    const answer = await response.json();
    return (response.ok ? { data: answer, response } : { error: answer, response }) as Answer<typeof OPERATION>;
  } catch (error) {
    throw body.failure()?.error ?? error;
  } finally {
    body.close();
  }
}
