import { keptKey } from '../crypto/encrypted-json.ts';
import { ENCRYPTED_KINDS } from '../store/keys/encrypted-value-store.ts';
import type { LifecycleParts } from './parts.ts';

type Parts = Pick<LifecycleParts, 'store' | 'files' | 'encryptor' | 'clock' | 'log' | 'submissionWindow'>;

/** So few, that nobody waits long for a transaction. */
const BATCH = 100;
/**
 * Encrypts everything again that is encrypted under another data key than the newest, while the service runs: each batch is a
 * transaction of its own, and what is interrupted goes on where it stopped when it is run again. What was derived from
 * the other keys is kept under the newest, so that people are recognized and upload links work without those keys.
 * Resolves to how many values and files were encrypted again.
 */
export async function reencrypt(parts: Parts): Promise<number> {
  const { store, encryptor, clock, submissionWindow } = parts;
  const [newest = '', ...others] = encryptor.keyIds;
  for (const purpose of ['account', 'upload-link'] as const) {
    const derived = encryptor.deriveAll(purpose);
    // A link ends with its submission, and a person comes back whenever they like.
    const endsAt = purpose === 'account' ? null : clock.now() + submissionWindow;
    for (const [i, dataKeyId] of others.entries()) {
      const secret = encryptor.encrypt(derived[i + 1] ?? new Uint8Array(), keptKey(purpose, dataKeyId));
      await store.keepKey({ purpose, dataKeyId, secret, endsAt });
    }
  }
  let done = 0;
  for (const kind of ENCRYPTED_KINDS) {
    const before = done;
    let after: readonly string[] | null = null;
    do {
      const { reencrypted, last }: Awaited<ReturnType<typeof store.reencryptNext>> = await store.reencryptNext(kind, {
        keyId: newest,
        after,
        limit: BATCH,
        reencrypt: (encrypted, context) => encryptor.encrypt(encryptor.decrypt(encrypted, context), context),
      });
      done += reencrypted;
      after = last;
    } while (after !== null);
    logProgress(parts, kind, done - before);
  }
  return done + (await reencryptFiles(parts));
}

async function reencryptFiles(parts: Parts): Promise<number> {
  const { store, files } = parts;
  let done = 0;
  for await (const fileKey of allFiles(parts)) {
    if (!(await files.reencrypt(fileKey))) continue;
    done++;
    // Its row may have gone meanwhile, and who deleted the file then deleted the one before.
    if ((await store.findUnknownFiles([fileKey])).length > 0) await files.delete(fileKey);
  }
  logProgress(parts, 'files', done);
  return done;
}

/** What is still encrypted under each data key that is not the newest: lines, none where there is nothing. */
export async function encryptedUnderOtherKeys(parts: Pick<Parts, 'store' | 'files' | 'encryptor'>): Promise<string[]> {
  const { store, files, encryptor } = parts;
  const [newest] = encryptor.keyIds;
  const found = new Map<string, number>();
  const count = (keyId: string, kind: string, more: number) => {
    const name = `${keyId}: ${kind}`;
    if (keyId !== newest) found.set(name, (found.get(name) ?? 0) + more);
  };
  for (const kind of ENCRYPTED_KINDS)
    for (const row of await store.countEncrypted(kind)) count(row.keyId, kind, row.count);
  for await (const fileKey of allFiles(parts)) {
    const keyId = await files.keyIdOf(fileKey);
    if (keyId !== null) count(keyId, 'files', 1);
  }
  return [...found].map(([name, number]) => `${name} ${number}`).sort();
}

async function* allFiles({ store }: Pick<Parts, 'store'>): AsyncGenerator<string> {
  for (let after = ''; ; ) {
    const keys = await store.listFileKeys({ after, limit: BATCH });
    yield* keys;
    const last = keys.at(-1);
    if (last === undefined) return;
    after = last;
  }
}

function logProgress({ log }: Pick<Parts, 'log'>, kind: string, done: number): void {
  if (done > 0) log.info({ kind, done }, 'encrypted again');
}
