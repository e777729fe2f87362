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
import type { Encryptor } from '../encryption/encryptor.ts';
import { assertFileKey, type FileStore, isFileKey, withEncryption } from './file-store.ts';

/** Location of the files on a server that supports the Amazon S3 API. */
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
 * Stores files as objects `<prefix><key>`, encrypted by this service, so that the storage provider sees only their
 * number and sizes. `<prefix>files-name` contains the name. An acknowledged object is complete and durable (Amazon S3
 * user guide, "data consistency model"), so an interrupted `put` leaves no partial object.
 */
export function createS3FileStore(deps: { place: S3Place; encryptor: Encryptor; timeoutMs?: number }): FileStore {
  const { place, encryptor, timeoutMs = TIMEOUT_MS } = deps;
  const client = new S3Client({
    region: place.region,
    ...(place.endpoint !== null && { endpoint: place.endpoint, forcePathStyle: true }),
    maxAttempts: 3,
    requestHandler: { requestTimeout: timeoutMs, throwOnRequestTimeout: true, socketTimeout: timeoutMs },
  });
  const object = (name: string) => ({ Bucket: place.bucket, Key: place.prefix + name });
  const fileObject = (fileKey: string) => {
    assertFileKey(fileKey);
    return object(fileKey);
  };
  const nameObject = object('files-name');

  /** Reads an object, or a range of its bytes. Resolves to null if the object does not exist. */
  async function read(target: { Bucket: string; Key: string; Range?: string }) {
    try {
      const { Body, ETag = '' } = await client.send(new GetObjectCommand(target));
      return { body: Buffer.from((await Body?.transformToByteArray()) ?? []), etag: ETag };
    } catch (error) {
      if (error instanceof NoSuchKey) return null;
      throw unavailable(error);
    }
  }

  async function put(target: { Bucket: string; Key: string }, Body: Buffer | string): Promise<void> {
    await client.send(new PutObjectCommand({ ...target, Body })).catch(throwUnavailable);
  }

  const files: Parameters<typeof withEncryption>[0] = {
    put: async (fileKey, file) => put(fileObject(fileKey), file),

    read: async (fileKey, most) =>
      read({ ...fileObject(fileKey), ...(most !== undefined && { Range: `bytes=0-${most - 1}` }) }),

    async replace(fileKey, file, etag = '') {
      const target = fileObject(fileKey);
      try {
        // The precondition prevents recreating a file that was deleted.
        await client.send(new PutObjectCommand({ ...target, Body: file, IfMatch: etag }));
        return true;
      } catch (error) {
        if (error instanceof NoSuchKey || statusOf(error) === 412) return false;
        throw unavailable(error);
      }
    },

    async delete(fileKey) {
      await client.send(new DeleteObjectCommand(fileObject(fileKey))).catch(throwUnavailable);
    },

    async *list() {
      try {
        const pages = paginateListObjectsV2({ client }, { Bucket: place.bucket, Prefix: place.prefix });
        for await (const { Contents = [] } of pages)
          yield Contents.map(({ Key = '', LastModified }) => ({
            fileKey: Key.slice(place.prefix.length),
            changedAt: Number(LastModified) * 1000,
          })).filter(({ fileKey }) => isFileKey(fileKey));
      } catch (error) {
        throw unavailable(error);
      }
    },

    findName: async () => (await read(nameObject))?.body.toString() ?? null,

    name: (name) => put(nameObject, name),
  };
  return withEncryption(files, encryptor);
}

const statusOf = (error: unknown) => (error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined);

/** Returns the error to report. Omits the server's message, which can contain arbitrary data. */
function unavailable(error: unknown): FileStoreUnavailable {
  const status = statusOf(error);
  if (status === undefined) return new FileStoreUnavailable('The file store does not respond', { cause: error });
  return new FileStoreUnavailable(`The file store responded with ${status} ${(error as Error).name}`);
}

function throwUnavailable(error: unknown): never {
  throw unavailable(error);
}
