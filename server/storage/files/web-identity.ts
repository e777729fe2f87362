import { readFile } from 'node:fs/promises';
import { FileStoreUnavailable } from '../../domain/unavailable.ts';
import type { Credentials } from './s3-file-store.ts';

/** Remaining lifetime from which the credentials are replaced, in milliseconds. */
const RENEWED_BEFORE_MS = 5 * 60_000;
const TIMEOUT_MS = 10_000;

interface WebIdentity {
  roleArn: string;
  /** File with the token of the workload. The platform replaces the token before it expires. */
  tokenFile: string;
  /** URL of the security token service. */
  endpoint: string;
}

/**
 * Returns a function that resolves to temporary credentials of the role (AWS Security Token Service,
 * `AssumeRoleWithWebIdentity`). Requests new credentials before the old ones expire. Rejects with
 * `FileStoreUnavailable`.
 */
export function webIdentityCredentials({ roleArn, tokenFile, endpoint }: WebIdentity): () => Promise<Credentials> {
  let cached: { credentials: Promise<Credentials & { endsAt: number }>; endsAt: number } | undefined;

  async function request() {
    const form = new URLSearchParams({
      ...{ Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15', RoleArn: roleArn },
      ...{ RoleSessionName: 'partner-credential-service', WebIdentityToken: await readToken(tokenFile) },
    });
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const text = await fetch(endpoint, { method: 'POST', body: form, signal }).then(
      (response) => response.text(),
      (cause) => {
        throw new FileStoreUnavailable('The security token service does not respond', { cause });
      },
    );
    const element = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
    const [accessKeyId, secretAccessKey] = [element('AccessKeyId'), element('SecretAccessKey')];
    if (accessKeyId === '' || secretAccessKey === '') {
      const code = /^\w{1,64}$/.exec(element('Code'))?.[0] ?? 'no code';
      throw new FileStoreUnavailable(`The security token service rejected the web identity (${code})`);
    }
    const endsAt = Date.parse(element('Expiration'));
    return { accessKeyId, secretAccessKey, sessionToken: element('SessionToken'), endsAt };
  }

  return async () => {
    if (cached === undefined || Date.now() > cached.endsAt - RENEWED_BEFORE_MS) {
      const mine = { credentials: request(), endsAt: Number.POSITIVE_INFINITY };
      cached = mine;
      mine.credentials.then(
        ({ endsAt }) => {
          mine.endsAt = endsAt;
        },
        () => {
          if (cached === mine) cached = undefined;
        },
      );
    }
    return cached.credentials;
  };
}

const readToken = (file: string): Promise<string> =>
  readFile(file, 'utf8').then(
    (text) => text.trim(),
    (cause) => {
      throw new FileStoreUnavailable('The file of AWS_WEB_IDENTITY_TOKEN_FILE cannot be read', { cause });
    },
  );
