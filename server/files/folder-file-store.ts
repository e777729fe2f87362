import { mkdir, open, readdir, readFile, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Sealed, Sealer } from '../crypto/sealer.ts';
import { FileStoreUnavailable } from '../domain/unavailable.ts';
import type { FileStore } from './file-store.ts';
import {
  assertFileKey,
  isFileKey,
  MAX_HEAD_BYTES,
  newFileKey,
  openFile,
  partsOfFile,
  resealedFile,
  sealedIn,
  sealFile,
} from './sealed-file.ts';

/**
 * Keeps files in `<dataDir>/files/ab/<key>`, `ab` being the first two characters of the key, since a folder of millions
 * of files is slow. `<key>.tmp` is a file whose writing was interrupted, and `<dataDir>/files-name` holds the name.
 */
export function createFolderFileStore(deps: { dataDir: string; sealer: Sealer }): FileStore {
  const { sealer } = deps;
  const root = resolve(deps.dataDir, 'files');
  const nameFile = resolve(deps.dataDir, 'files-name');
  const prepared = new Map<string, Promise<void>>();

  const pathOf = (fileKey: string) => {
    assertFileKey(fileKey);
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
    newKey: newFileKey,

    async put(fileKey, bytes) {
      const path = pathOf(fileKey);
      const folder = dirname(path);
      const temporary = `${path}.tmp`;
      try {
        await prepare(folder);
        await writeSealed(temporary, 'wx', sealFile(sealer, fileKey, bytes));
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
      return openFile(sealer, fileKey, sealedIn(file));
    },

    async keyIdOf(fileKey) {
      const file = await open(pathOf(fileKey)).catch(nullIfMissing);
      if (file === null) return null;
      try {
        const { buffer, bytesRead } = await file.read(Buffer.alloc(MAX_HEAD_BYTES), 0, MAX_HEAD_BYTES, 0);
        return sealedIn(buffer.subarray(0, bytesRead)).keyId;
      } finally {
        await file.close();
      }
    },

    async reseal(fileKey) {
      const path = pathOf(fileKey);
      const file = await readFile(path).catch(nullIfMissing);
      if (file === null) return false;
      const sealed = resealedFile(sealer, fileKey, file);
      if (sealed === null) return false;
      // Not the name that `put` uses: a file that is just written must not be touched.
      const temporary = `${path}.again.tmp`;
      try {
        await writeSealed(temporary, 'w', sealed);
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

    async *list() {
      for (const folder of (await readdir(root).catch(nullIfMissing)) ?? []) {
        const names = (await readdir(join(root, folder)).catch(nullIfMissing)) ?? [];
        const listed = names.filter(isFileKey).map(async (fileKey) => {
          const file = await stat(pathOf(fileKey)).catch(nullIfMissing);
          return file === null ? [] : [{ fileKey, changedAt: Math.floor(file.mtimeMs * 1000) }];
        });
        yield (await Promise.all(listed)).flat();
      }
    },

    findName: () => readFile(nameFile, 'utf8').catch(nullIfMissing),

    async name(name) {
      try {
        const temporary = `${nameFile}.tmp`;
        await writeSynced(temporary, 'w', [Buffer.from(name)]);
        await rename(temporary, nameFile);
        await syncFolder(dirname(nameFile));
      } catch (error) {
        throw unavailable(error);
      }
    },
  };
}

const writeSealed = (path: string, flags: 'w' | 'wx', sealed: Sealed) => writeSynced(path, flags, partsOfFile(sealed));

async function writeSynced(path: string, flags: 'w' | 'wx', parts: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, flags, 0o600);
  try {
    for (const part of parts) await file.writeFile(part);
    await file.sync();
  } finally {
    await file.close();
  }
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw unavailable(error);
}

/** Wraps errors of the file system; any other error is a bug and is returned unchanged. */
function unavailable(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === undefined ? error : new FileStoreUnavailable(`The file store failed with ${code}`, { cause: error });
}

/** Makes the names in the folder survive a power cut; syncing a file does not sync its name (fsync(2)). */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens a folder for reading only and refuses to flush it (EPERM); NTFS keeps a journal of the names.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Creates a folder (mode 0700) and its missing parents so that their names survive a power cut: syncs every parent up
 * to `base`, and further up where more was missing. Existing folders are synced too, since another process may have
 * just created them. Both paths are absolute, and `base` is `path` or a parent of it.
 */
export async function makeFolder(path: string, base: string): Promise<void> {
  const created = await mkdir(path, { recursive: true, mode: 0o700 });
  const top = created !== undefined && created.length <= base.length ? dirname(created) : base;
  for (let folder = path; folder !== top && folder !== dirname(folder); ) {
    folder = dirname(folder);
    await syncFolder(folder);
  }
}
