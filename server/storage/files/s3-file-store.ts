import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { FileStoreUnavailable } from '../../domain/unavailable.ts';
import type { Encryptor } from '../encryption/encryptor.ts';
import { assertFileKey, type FileStore, isFileKey, type StoredFile, withEncryption } from './file-store.ts';

/** Location of the files on a server that supports the Amazon S3 API. */
export interface S3Place {
  /** URL of the server without a path. */
  endpoint: string;
  bucket: string;
  /** Prefix of the object keys: empty, or a path that ends with a slash. */
  prefix: string;
  region: string;
}

export interface Credentials {
  accessKeyId: string;
  secretAccessKey: string;
  /** Token of temporary credentials. */
  sessionToken?: string;
}

/** Timeout of a request. A 10 MiB file takes a second over a slow connection. */
const TIMEOUT_MS = 10_000;
/** Number of retries after a temporary server error or a failed connection. */
const RETRIES = 2;
const FIRST_PAUSE_MS = 100;

/**
 * Stores files as objects `<prefix><key>`, encrypted by this service, so that the storage provider sees only their
 * number and sizes. `<prefix>files-name` contains the name. An acknowledged object is complete and durable (Amazon S3
 * user guide, "data consistency model"), so an interrupted `put` leaves no partial object.
 */
export function createS3FileStore(deps: {
  place: S3Place;
  credentials: Credentials | (() => Promise<Credentials>);
  encryptor: Encryptor;
  timeoutMs?: number;
}): FileStore {
  const { place, encryptor, timeoutMs = TIMEOUT_MS } = deps;
  // Disables the retries of the client, which take up to a minute.
  const clientWith = (credentials: Credentials) =>
    new AwsClient({ ...credentials, service: 's3', region: place.region, retries: 0 });
  let current: { credentials: Credentials; client: AwsClient } | undefined;
  async function clientOf(): Promise<AwsClient> {
    const credentials = typeof deps.credentials === 'function' ? await deps.credentials() : deps.credentials;
    if (current?.credentials !== credentials) current = { credentials, client: clientWith(credentials) };
    return current.client;
  }
  const bucket = `${place.endpoint}/${place.bucket}`;
  const urlOf = (name: string) => `${bucket}/${place.prefix}${name}`;
  const urlOfFile = (fileKey: string) => {
    assertFileKey(fileKey);
    return urlOf(fileKey);
  };

  /** Sends a request, with retries. Resolves to null if the object does not exist. */
  async function request(url: string, init: RequestInit = {}): Promise<{ body: Buffer; etag: string } | null> {
    for (let attempt = 0; ; attempt++) {
      const response = await once(url, init);
      if (!(response instanceof Error)) return response;
      if (attempt === RETRIES || !isTemporary(response)) throw response;
      await sleep(FIRST_PAUSE_MS * 4 ** attempt);
    }
  }

  async function once(url: string, init: RequestInit) {
    const client = await clientOf();
    try {
      const response = await client.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
      const body = Buffer.from(await response.arrayBuffer());
      if (response.ok) return { body, etag: response.headers.get('etag') ?? '' };
      // The status 404 can also mean that the bucket is missing, with a different error code.
      const code = /<Code>(\w{1,64})<\/Code>/.exec(body.toString())?.[1];
      if (response.status === 404 && (code === 'NoSuchKey' || code === undefined)) return null;
      return new S3Failure(response.status, code);
    } catch (cause) {
      return new FileStoreUnavailable('The file store does not respond', { cause });
    }
  }

  const files: Parameters<typeof withEncryption>[0] = {
    async put(fileKey, body) {
      await request(urlOfFile(fileKey), { method: 'PUT', body });
    },

    read: async (fileKey, most) =>
      request(urlOfFile(fileKey), most === undefined ? {} : { headers: { Range: `bytes=0-${most - 1}` } }),

    async replace(fileKey, body, etag = '') {
      try {
        // The precondition prevents recreating a file that was deleted.
        const headers = { 'If-Match': etag };
        return (await request(urlOfFile(fileKey), { method: 'PUT', body, headers })) !== null;
      } catch (error) {
        if (error instanceof S3Failure && error.status === 412) return false;
        throw error;
      }
    },

    async delete(fileKey) {
      await request(urlOfFile(fileKey), { method: 'DELETE' });
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
      const file = await request(urlOf('files-name'));
      return file === null ? null : file.body.toString();
    },

    async name(name) {
      await request(urlOf('files-name'), { method: 'PUT', body: name });
    },
  };
  return withEncryption(files, encryptor);
}

/** Error for an unexpected response. Omits the server's message, which can contain arbitrary data. */
class S3Failure extends FileStoreUnavailable {
  readonly status: number;

  constructor(status: number, code: string | undefined) {
    super(`The file store responded with ${status}${code === undefined ? '' : ` ${code}`}`);
    this.status = status;
  }
}

const isTemporary = (failure: Error): boolean =>
  !(failure instanceof S3Failure) || failure.status >= 500 || failure.status === 429 || failure.status === 408;

/** Parses a page of the object list. Ignores other objects. File keys and times need no XML unescaping. */
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
