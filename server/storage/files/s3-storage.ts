import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  paginateListObjectsV2,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import { FileStoreUnavailable } from '../../domain/unavailable.ts';
import { type FileStorage, isFileKey, type StoredFile } from './file-store.ts';

export interface S3Place {
  /** URL of the server without a path; null for Amazon S3. */
  endpoint: string | null;
  bucket: string;
  /** Prefix of the object keys: empty, or a path that ends with a slash. */
  prefix: string;
  region: string;
}

/** Timeout of an attempt. A 10 MiB file takes a second over a slow connection. */
const TIMEOUT_MS = 10_000;

/**
 * Stores each encrypted file as one object, named with the prefix and the key of the file. S3 confirms an object only
 * when all of it is stored (Amazon S3 user guide, "data consistency model"), so no object is ever incomplete.
 */
export class S3Storage implements FileStorage {
  readonly #place: S3Place;
  readonly #client: S3Client;

  constructor(place: S3Place, timeoutMs = TIMEOUT_MS) {
    this.#place = place;
    this.#client = new S3Client({
      region: place.region,
      ...(place.endpoint !== null && { endpoint: place.endpoint, forcePathStyle: true }),
      maxAttempts: 3,
      requestHandler: { requestTimeout: timeoutMs, throwOnRequestTimeout: true, socketTimeout: timeoutMs },
    });
  }

  async put(name: string, Body: Uint8Array): Promise<void> {
    await this.#client.send(new PutObjectCommand({ ...this.#object(name), Body })).catch(throwUnavailable);
  }

  async read(name: string): Promise<Buffer | null> {
    try {
      const { Body } = await this.#client.send(new GetObjectCommand(this.#object(name)));
      return Buffer.from((await Body?.transformToByteArray()) ?? []);
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      return throwUnavailable(error);
    }
  }

  async delete(name: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand(this.#object(name))).catch(throwUnavailable);
  }

  async *list(): AsyncGenerator<readonly StoredFile[]> {
    const { bucket, prefix } = this.#place;
    try {
      const pages = paginateListObjectsV2({ client: this.#client }, { Bucket: bucket, Prefix: prefix });
      for await (const { Contents = [] } of pages)
        yield Contents.map(({ Key = '', LastModified }) => ({
          fileKey: Key.slice(prefix.length),
          changedAt: Number(LastModified) * 1000,
        })).filter(({ fileKey }) => isFileKey(fileKey));
    } catch (error) {
      throwUnavailable(error);
    }
  }

  #object(name: string) {
    return { Bucket: this.#place.bucket, Key: this.#place.prefix + name };
  }
}

/** Throws the error to report. Omits the server's message, which can contain arbitrary data. */
function throwUnavailable(error: unknown): never {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === undefined) throw new FileStoreUnavailable('The file store does not respond', { cause: error });
  throw new FileStoreUnavailable(`The file store responded with ${status} ${(error as Error).name}`);
}
