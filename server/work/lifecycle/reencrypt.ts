import { ENCRYPTED_KINDS } from '../../storage/database/keys/encrypted-value-store.ts';
import { retainedSecret } from '../../storage/encryption/encrypted-json.ts';
import { orLogged } from '../../storage/encryption/encryptor.ts';
import type { ReportServices, StorageServices } from '../../storage/services.ts';
import { pagesOf } from './sweep.ts';

type Parts = StorageServices & ReportServices;

const BATCH = 100;

/** Also stores secrets derived from older data keys, so that these keys can be removed. Safe to run repeatedly. */
export async function reencrypt(parts: Parts): Promise<{ done: number; undecryptable: number }> {
  const { store, files, encryptor, clock, log, submissionWindow } = parts;
  const [, ...others] = encryptor.keyIds;
  for (const purpose of ['account', 'upload-link'] as const) {
    const derived = encryptor.deriveAll(purpose);
    // Upload links expire with their submissions. Account secrets have no end, because users can sign in at any time.
    const endsAt = purpose === 'account' ? null : clock.now() + submissionWindow;
    for (const [i, dataKeyId] of others.entries()) {
      const secret = encryptor.encrypt(derived[i + 1] ?? new Uint8Array(), retainedSecret(purpose, dataKeyId));
      await store.retainSecret({ purpose, dataKeyId, secret, endsAt });
    }
  }
  let done = 0;
  let undecryptable = 0;
  async function orCounted<T>(kind: string, key: string | readonly string[], work: () => T | Promise<T>) {
    const result = await orLogged(log, kind, key, work);
    if (result === null) undecryptable++;
    return result;
  }
  for (const kind of ENCRYPTED_KINDS) {
    const before = done;
    let after: readonly string[] | null = null;
    do {
      const { reencrypted, last }: Awaited<ReturnType<typeof store.reencryptNext>> = await store.reencryptNext(kind, {
        prefix: encryptor.prefix,
        after,
        limit: BATCH,
        reencrypt: (encrypted, context, key) =>
          orCounted(kind, key, () => encryptor.encrypt(encryptor.decrypt(encrypted, context), context)),
      });
      done += reencrypted;
      after = last;
    } while (after !== null);
    logProgress(parts, kind, done - before);
  }
  const before = done;
  for await (const page of pagesOf(store.listFiles, { limit: BATCH }))
    for (const { fileKey, ...owner } of page) {
      if (!(await orCounted('files', fileKey, () => files.reencrypt(fileKey, owner)))) continue;
      done++;
      // If the row was deleted during the re-encryption, the new version of the file must be deleted too.
      if ((await store.findUnknownFiles([fileKey])).length > 0) await files.delete(fileKey);
    }
  logProgress(parts, 'files', done - before);
  return { done, undecryptable };
}

function logProgress({ log }: Pick<Parts, 'log'>, kind: string, done: number): void {
  if (done > 0) log.info({ kind, done }, 'reencrypted');
}
