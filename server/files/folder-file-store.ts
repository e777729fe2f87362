import { randomBytes } from 'node:crypto';
import { open, readFile, rename, rm, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { SealBroken, type Sealed, type Sealer } from '../crypto/sealer.ts';
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
      const temporary = `${path}.tmp`;
      try {
        await prepare(folder);
        await writeSealed(temporary, 'wx', sealer.seal(bytes, sealContext(fileKey)));
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
      return sealer.open(sealedIn(file), sealContext(fileKey));
    },

    async keyIdOf(fileKey) {
      const file = await open(pathOf(fileKey)).catch(nullIfMissing);
      if (file === null) return null;
      try {
        // Its length has one byte.
        const { buffer, bytesRead } = await file.read(Buffer.alloc(256), 0, 256, 0);
        return sealedIn(buffer.subarray(0, bytesRead)).keyId;
      } finally {
        await file.close();
      }
    },

    async reseal(fileKey) {
      const path = pathOf(fileKey);
      const file = await readFile(path).catch(nullIfMissing);
      if (file === null) return false;
      const sealed = sealedIn(file);
      if (sealed.keyId === sealer.keyIds[0]) return false;
      // Not the name that `put` uses: a file that is just written must not be touched.
      const temporary = `${path}.again.tmp`;
      try {
        const context = sealContext(fileKey);
        await writeSealed(temporary, 'w', sealer.seal(sealer.open(sealed, context), context));
        await rename(temporary, path);
        await syncFolder(dirname(path));
        return true;
      } catch (error) {
        await rm(temporary, { force: true }).catch(() => {});
        throw unavailable(error);
      }
    },

    async delete(fileKey) {
      const path = pathOf(fileKey);
      const gone = await Promise.all(
        [path, `${path}.tmp`, `${path}.again.tmp`].map((each) => unlink(each).catch(nullIfMissing)),
      );
      if (gone.every((each) => each === null)) return;
      // Erased data must not come back after a power cut.
      await syncFolder(dirname(path)).catch(nullIfMissing);
    },
  };
}

async function writeSealed(path: string, flags: 'w' | 'wx', { keyId, bytes }: Sealed): Promise<void> {
  const id = Buffer.from(keyId);
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(Buffer.concat([Buffer.of(id.length), id]));
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

function sealedIn(file: Buffer): Sealed {
  const idEnd = 1 + (file[0] ?? 0);
  if (file.length < idEnd) throw new SealBroken('The sealed file is cut short');
  return { keyId: file.toString('utf8', 1, idEnd), bytes: file.subarray(idEnd) };
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
