import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SealBroken, type Sealer } from '../crypto/sealer.ts';
import { FileStoreUnavailable } from '../domain/unavailable.ts';
import { makeFolder, syncFolder } from './durable-folder.ts';
import type { FileStore } from './file-store.ts';

/**
 * Keeps files in `<dataDir>/files/ab/<key>`, `ab` being the first two characters of the key, since a folder of millions
 * of files is slow. A file is the length of the data key's id (1 byte), that id, and the sealed content. `<key>.tmp` is
 * a file whose writing was interrupted.
 */
export function createFolderFileStore(deps: { dataDir: string; sealer: Sealer }): FileStore {
  const { sealer } = deps;
  const root = resolve(deps.dataDir, 'files');
  const prepared = new Map<string, Promise<void>>();

  const pathOf = (fileKey: string) => {
    // Hexadecimal, since some file systems ignore letter case. The check keeps everything else out of the path.
    if (!/^[0-9a-f]{32}$/.test(fileKey)) throw new TypeError('Not a file key');
    return join(root, fileKey.slice(0, 2), fileKey);
  };

  /** Once per process is enough, since the folder's own name stays on disk. */
  function prepare(folder: string): Promise<void> {
    let preparing = prepared.get(folder);
    if (preparing === undefined) {
      preparing = makeFolder(folder, dirname(root));
      prepared.set(folder, preparing);
    }
    return preparing;
  }

  return {
    newKey: () => randomBytes(16).toString('hex'),

    async put(fileKey, bytes) {
      const path = pathOf(fileKey);
      const folder = dirname(path);
      const { keyId, bytes: content } = sealer.seal(bytes, sealContext(fileKey));
      const id = Buffer.from(keyId);
      const temporary = `${path}.tmp`;
      try {
        await prepare(folder);
        const file = await open(temporary, 'wx', 0o600);
        try {
          await file.writeFile(Buffer.concat([Buffer.of(id.length), id]));
          await file.writeFile(content);
          await file.sync();
        } finally {
          await file.close();
        }
        await rename(temporary, path);
        await syncFolder(folder);
      } catch (error) {
        // The folder may have been removed; the next `put` creates it again.
        prepared.delete(folder);
        await Promise.allSettled([rm(temporary, { force: true }), rm(path, { force: true })]);
        throw unavailable(error);
      }
    },

    async get(fileKey) {
      const path = pathOf(fileKey);
      const file = await readFile(path).catch(nullIfMissing);
      if (file === null) return null;
      const idEnd = 1 + (file[0] ?? 0);
      if (file.length < idEnd) throw new SealBroken('The sealed file is cut short');
      const sealed = { keyId: file.toString('utf8', 1, idEnd), bytes: file.subarray(idEnd) };
      return sealer.open(sealed, sealContext(fileKey));
    },

    async delete(fileKey) {
      const path = pathOf(fileKey);
      const gone = await Promise.all([path, `${path}.tmp`].map((each) => unlink(each).catch(nullIfMissing)));
      if (gone.every((each) => each === null)) return;
      // Erased data must not come back after a power cut.
      await syncFolder(dirname(path)).catch(nullIfMissing);
    },
  };
}

const sealContext = (fileKey: string) => `file:${fileKey}`;

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw unavailable(error);
}

/** Wraps errors of the file system; any other error is a bug and is returned unchanged. */
function unavailable(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === undefined ? error : new FileStoreUnavailable(`The file store failed with ${code}`, { cause: error });
}
