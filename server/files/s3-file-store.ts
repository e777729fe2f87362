import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import type { Encryptor } from '../crypto/encryptor.ts';
import { FileStoreUnavailable } from '../domain/unavailable.ts';
import { assertFileKey, type FileStore, isFileKey, type StoredFile, withEncryption } from './file-store.ts';

/** Location of files in a service with the protocol of Amazon S3. */
export interface S3Place {
  /** URL of the server, without a path. */
  endpoint: string;
  bucket: string;
  /** Prefix of every object: empty, or a path that ends with a slash. */
  prefix: string;
  region: string;
}

/** Timeout of a request. Ten MiB take a second on a slow line. */
const TIMEOUT_MS = 10_000;
/** Number of retries after a temporary error of the server or a failed connection. */
const RETRIES = 2;
const FIRST_PAUSE_MS = 100;

/**
 * Stores files as objects `<prefix><key>`, encrypted by this service: the storage provider sees only their number and
 * sizes. `<prefix>files-name` contains the name. An acknowledged object is complete and durable (Amazon S3 user guide,
 * "data consistency model"), so an interrupted `put` leaves nothing behind.
 */
export function createS3FileStore(deps: {
  place: S3Place;
  credentials: { accessKeyId: string; secretAccessKey: string };
  encryptor: Encryptor;
  timeoutMs?: number;
}): FileStore {
  const { place, encryptor, timeoutMs = TIMEOUT_MS } = deps;
  // The client's own retries would wait for up to a minute.
  const client = new AwsClient({ ...deps.credentials, service: 's3', region: place.region, retries: 0 });
  const bucket = `${place.endpoint}/${place.bucket}`;
  const addressOf = (name: string) => `${bucket}/${place.prefix}${name}`;
  const addressOfFile = (fileKey: string) => {
    assertFileKey(fileKey);
    return addressOf(fileKey);
  };

  /** Sends a request. Resolves to null for a missing object. */
  async function request(address: string, init: RequestInit = {}): Promise<{ body: Buffer; etag: string } | null> {
    for (let attempt = 0; ; attempt++) {
      const answer = await once(address, init);
      if (!(answer instanceof Error)) return answer;
      if (attempt === RETRIES || !isPassing(answer)) throw answer;
      await sleep(FIRST_PAUSE_MS * 4 ** attempt);
    }
  }

  async function once(address: string, init: RequestInit) {
    try {
      const answer = await client.fetch(address, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      const body = Buffer.from(await answer.arrayBuffer());
      if (answer.ok) return { body, etag: answer.headers.get('etag') ?? '' };
      // A missing bucket also has status 404, but another code than a missing object.
      const code = /<Code>(\w{1,64})<\/Code>/.exec(body.toString())?.[1];
      if (answer.status === 404 && (code === 'NoSuchKey' || code === undefined)) return null;
      return new S3Failure(answer.status, code);
    } catch (cause) {
      return new FileStoreUnavailable('The file store does not respond', { cause });
    }
  }

  const files: Parameters<typeof withEncryption>[0] = {
    async put(fileKey, body) {
      await request(addressOfFile(fileKey), { method: 'PUT', body });
    },

    read: async (fileKey, most) =>
      request(addressOfFile(fileKey), most === undefined ? {} : { headers: { Range: `bytes=0-${most - 1}` } }),

    async replace(fileKey, body, etag = '') {
      try {
        // Prevents writing a file that was deleted.
        const headers = { 'If-Match': etag };
        return (await request(addressOfFile(fileKey), { method: 'PUT', body, headers })) !== null;
      } catch (error) {
        if (error instanceof S3Failure && error.status === 412) return false;
        throw error;
      }
    },

    async delete(fileKey) {
      await request(addressOfFile(fileKey), { method: 'DELETE' });
    },

    async *list() {
      for (let after = place.prefix; ; ) {
        const query = new URLSearchParams({ 'list-type': '2', prefix: place.prefix, 'start-after': after });
        const text = (await request(`${bucket}?${query}`))?.body.toString() ?? '';
        yield filesIn(text, place.prefix);
        const last = [...text.matchAll(KEYS)].at(-1)?.[1] ?? after;
        if (last === after || !text.includes('<IsTruncated>true<')) return;
        after = last;
      }
    },

    async findName() {
      const file = await request(addressOf('files-name'));
      return file === null ? null : file.body.toString();
    },

    async name(name) {
      await request(addressOf('files-name'), { method: 'PUT', body: name });
    },
  };
  return withEncryption(files, encryptor);
}

/** An unexpected response of the server. Its message can name anything, so it is not repeated. */
class S3Failure extends FileStoreUnavailable {
  readonly status: number;

  constructor(status: number, code: string | undefined) {
    super(`The file store answered ${status}${code === undefined ? '' : ` ${code}`}`);
    this.status = status;
  }
}

const isPassing = (failure: Error): boolean =>
  !(failure instanceof S3Failure) || failure.status >= 500 || failure.status === 429 || failure.status === 408;

/** Our keys and the times of S3 need no unescaping. Ignores other objects under the prefix. */
function filesIn(page: string, prefix: string): StoredFile[] {
  return page.split('<Contents>').flatMap((text) => {
    const name = KEY.exec(text)?.[1];
    const changedAt = Date.parse(LAST_MODIFIED.exec(text)?.[1] ?? '') * 1000;
    const fileKey = name?.startsWith(prefix) ? name.slice(prefix.length) : '';
    return isFileKey(fileKey) && Number.isSafeInteger(changedAt) ? [{ fileKey, changedAt }] : [];
  });
}

const KEY = /<Key>([^<]*)<\/Key>/;
const KEYS = new RegExp(KEY, 'g');
const LAST_MODIFIED = /<LastModified>([^<]*)<\/LastModified>/;
