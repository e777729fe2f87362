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
import { type FileStorage, isFileKey } from './file-store.ts';

export interface S3Place {
  /** Null for Amazon S3. */
  endpoint: string | null;
  bucket: string;
  /** Empty, or a path that ends with a slash. */
  prefix: string;
  region: string;
}

const ATTEMPT_TIMEOUT_MS = 10_000;

/** Writes objects directly, because S3 stores an object completely or not at all. */
export function s3Storage(place: S3Place, timeoutMs = ATTEMPT_TIMEOUT_MS): FileStorage {
  const { endpoint, bucket, prefix, region } = place;
  const client = new S3Client({
    region,
    ...(endpoint !== null && { endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    requestHandler: { requestTimeout: timeoutMs, throwOnRequestTimeout: true, socketTimeout: timeoutMs },
  });
  const objectOf = (name: string) => ({ Bucket: bucket, Key: prefix + name });

  return {
    async put(name, Body) {
      await client.send(new PutObjectCommand({ ...objectOf(name), Body })).catch(throwUnavailable);
    },

    async read(name) {
      try {
        const { Body } = await client.send(new GetObjectCommand(objectOf(name)));
        return Buffer.from((await Body?.transformToByteArray()) ?? []);
      } catch (error) {
        if (error instanceof NoSuchKey) return null;
        return throwUnavailable(error);
      }
    },

    async delete(name) {
      await client.send(new DeleteObjectCommand(objectOf(name))).catch(throwUnavailable);
    },

    async *list() {
      try {
        for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: prefix }))
          yield Contents.map(({ Key = '', LastModified }) => ({
            fileKey: Key.slice(prefix.length),
            changedAt: Number(LastModified) * 1000,
          })).filter(({ fileKey }) => isFileKey(fileKey));
      } catch (error) {
        throwUnavailable(error);
      }
    },
  };
}

/** Throws `FileStoreUnavailable` without the server's message, which can contain arbitrary data. */
function throwUnavailable(error: unknown): never {
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  if (status === undefined) throw new FileStoreUnavailable('The file store does not respond', { cause: error });
  throw new FileStoreUnavailable(`The file store responded with ${status} ${(error as Error).name}`);
}
