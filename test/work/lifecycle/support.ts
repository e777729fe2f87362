import { randomBytes, randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { FileStoreUnavailable } from '../../../server/domain/unavailable.ts';
import type { EncryptedKind } from '../../../server/storage/database/keys/encrypted-value-store.ts';
import type { Store } from '../../../server/storage/database/store.ts';
import type { SubmissionId } from '../../../server/storage/database/submissions/submission.ts';
import { submissionContent } from '../../../server/storage/encryption/encrypted-json.ts';
import { example } from '../../support/contract.ts';
import { startService, type TestService } from '../../support/service.ts';

/** A submission, with the `id` that the partner chose and the `requestId` that the service generated. */
export interface Submitted {
  id: string;
  clientId: string;
  requestId: string;
  body: Record<string, unknown>;
}

const v1 = (name: string) => `/api/partner/v1/add/${name}.json`;

export function submissionOf(redirectUri: string): SubmissionId {
  const link = new URLSearchParams(new URL(redirectUri).hash.slice(1));
  return { clientId: link.get('clientId') ?? '', requestId: link.get('content') ?? '' };
}

export async function submit(
  service: TestService,
  token: string,
  name: string,
  kind = 'education',
): Promise<Submitted> {
  const id = `SWEEP-${randomUUID()}`;
  const body = { ...example(name), id };
  const { status, body: answer } = await service.call('POST', v1(kind), { token, body });
  if (status !== 201) throw new Error(`Adding the submission failed with status ${status}`);
  return { id, ...submissionOf(answer.redirect_uri), body };
}

export async function submitBatch(
  service: TestService,
  token: string,
  fileCount: number,
): Promise<Submitted & { link: string; uploads: string[] }> {
  const id = `SWEEP-${randomUUID()}`;
  const body = { ...example('CredentialBatchOfEveryKind'), credential_id: id };
  body.education_items[0].assets = Array.from({ length: fileCount }, (_, n) => ({
    asset_id: `file-${n}`,
    asset_type: 'pdf',
  }));
  for (const item of [...body.microcredential_items, ...body.english_proficiency_items]) item.assets = [];
  const answer = await service.call('POST', '/api/partner/v2/add/requests/batch.json', { token, body });
  const uploads = answer.body.asset_uploads.map(({ url }: { url: string }) => url);
  for (const url of uploads) {
    const { status } = await service.call('PUT', url, {
      body: Buffer.from(example('PdfFile')),
      headers: { 'Content-Type': 'application/pdf' },
    });
    if (status !== 200) throw new Error(`The upload failed with status ${status}`);
  }
  const link = answer.body.redirect_uri;
  return { id, ...submissionOf(link), body, link, uploads };
}

export const startWithUndeletable = (isUndeletable: (fileKey: string) => boolean): Promise<TestService> =>
  startService({
    change: ({ files }) => ({
      files: {
        ...files,
        async delete(fileKey) {
          if (isUndeletable(fileKey)) throw new FileStoreUnavailable('the disk does not respond');
          await files.delete(fileKey);
        },
      },
    }),
  });

export async function act(
  { services }: TestService,
  submission: SubmissionId,
  kind: 'take' | 'consent' | 'decline',
  userId: string,
): Promise<void> {
  const options = { action: { kind, userId }, window: services.submissionWindow };
  const decision = await services.store.changeSubmission(submission, options);
  if (decision?.outcome !== 'changed') throw new Error(`The result of ${kind} is ${JSON.stringify(decision)}`);
}

/** Returns the decrypted content of a submission, or null if the content is erased. */
export async function contentOf({ services }: TestService, submission: SubmissionId): Promise<unknown> {
  const encrypted = await services.store.readContent(submission);
  if (encrypted === null) return null;
  const opened = services.encryptor.decrypt(encrypted, submissionContent(submission));
  return JSON.parse(Buffer.from(opened).toString());
}

export async function countFiles({ dataDir }: TestService): Promise<number> {
  const folder = `${dataDir}/files`;
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).length;
}

/** Replaces one encrypted value with random bytes. `id` selects the row by the last column of the primary key. */
export const damage = ({ store }: { store: Pick<Store, 'reencryptNext'> }, kind: EncryptedKind, id: string) =>
  store.reencryptNext(kind, {
    prefix: Buffer.from('none'),
    after: null,
    limit: 1000,
    reencrypt: async (encrypted, _context, key) =>
      key[1] === id ? Buffer.concat([encrypted.subarray(0, 1 + (encrypted[0] ?? 0)), randomBytes(100)]) : null,
  });
