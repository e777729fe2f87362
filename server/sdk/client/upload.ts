import { assetMediaTypes, operations } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import type { OperationResult } from './errors.ts';
import { type Connection, exchange, secureAddress } from './exchange.ts';

/** An entry of `asset_uploads` from `addCredentialBatch`: the upload link and the type of the file. */
export type AssetUpload = Pick<components['schemas']['AssetUpload'], 'url' | 'asset_type'>;

/**
 * Source of an upload: bytes such as a `Buffer`, or a `Blob` (for a file, `await openAsBlob(path)` from `node:fs` in
 * Node, `Bun.file(path)` in Bun).
 */
export type UploadSource = Blob | ArrayBuffer | Uint8Array;

export interface UploadOptions {
  signal?: AbortSignal;
  /** Timeout of the upload, including all attempts, in milliseconds. Default: `300_000`. */
  timeoutMs?: number;
}

export const UPLOAD_TIMEOUT_MS = 300_000;

/**
 * Uploads the file of an asset. Uses the link unchanged, whatever its host is, and sends no token, because the link
 * grants access. Retries like any idempotent call. Rejects with `NoResponseError`, and with `TypeError` for a link that
 * is not https or an unusable source.
 */
export async function uploadAsset(
  wire: Connection,
  { url, asset_type: assetType }: AssetUpload,
  source: UploadSource,
  { signal, timeoutMs = UPLOAD_TIMEOUT_MS }: UploadOptions = {},
): Promise<OperationResult<'uploadAsset'>> {
  const { href } = secureAddress(url, 'The upload link');
  const body = asBlob(source);
  const headers = { 'Content-Type': assetMediaTypes[assetType] };
  const { method } = operations.uploadAsset;
  const response = await exchange(
    { ...wire, retry: { ...wire.retry, attemptTimeoutMs: timeoutMs, totalTimeoutMs: timeoutMs } },
    {
      operation: 'uploadAsset',
      request: (attemptSignal) =>
        new Request(href, { method, headers, body, redirect: 'manual', signal: attemptSignal }),
      signal: signal ?? new AbortController().signal,
    },
  );
  const json = await response.json();
  return (response.ok ? { data: json, response } : { error: json, response }) as OperationResult<'uploadAsset'>;
}

/** Returns a `Blob` with the bytes. Throws `TypeError` for a source of another type. */
function asBlob(source: UploadSource): Blob {
  if (source instanceof Blob) return source;
  // Does not use `instanceof`, because some test runners create bytes in a different realm.
  if (ArrayBuffer.isView(source) || Object.prototype.toString.call(source) === '[object ArrayBuffer]') {
    return new Blob([source as Uint8Array<ArrayBuffer>]);
  }
  throw new TypeError('The source must be a Blob or bytes');
}
