import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FileStoreUnavailable } from '../../domain/unavailable.ts';
import { type FileStorage, isFileKey } from './file-store.ts';

/** Distributes the files over subfolders, because large folders are slow. Replaces files atomically. */
export function folderStorage(folder: string): FileStorage {
  const dataDir = resolve(folder);
  const pathOf = (name: string): string =>
    isFileKey(name) ? join(dataDir, 'files', name.slice(0, 2), name) : join(dataDir, name);

  return {
    async put(name, file) {
      const path = pathOf(name);
      try {
        await createFolder(dirname(path), dataDir);
        await writeFile(`${path}.tmp`, file, { mode: 0o600, flush: true });
        await rename(`${path}.tmp`, path);
        await syncFolder(dirname(path));
      } catch (error) {
        await rm(`${path}.tmp`, { force: true }).catch(() => {});
        throw unavailable(error);
      }
    },

    read: (name) => readFile(pathOf(name)).catch(nullIfMissing),

    async delete(name) {
      const path = pathOf(name);
      const gone = await Promise.all([path, `${path}.tmp`].map((each) => unlink(each).catch(nullIfMissing)));
      if (gone.every((each) => each === null)) return;
      // The deletion must be durable: erased data must not reappear after a power failure.
      await syncFolder(dirname(path)).catch(nullIfMissing);
    },

    async *list() {
      const root = join(dataDir, 'files');
      for (const folder of (await readdir(root).catch(nullIfMissing)) ?? []) {
        const names = (await readdir(join(root, folder)).catch(nullIfMissing)) ?? [];
        const listed = names.filter(isFileKey).map(async (fileKey) => {
          const file = await stat(pathOf(fileKey)).catch(nullIfMissing);
          return file === null ? [] : [{ fileKey, changedAt: Math.floor(file.mtimeMs * 1000) }];
        });
        yield (await Promise.all(listed)).flat();
      }
    },
  };
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw unavailable(error);
}

/** Wraps only file system errors, because other errors are bugs. */
function unavailable(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === undefined ? error : new FileStoreUnavailable(`The file store failed with ${code}`, { cause: error });
}

/** Makes directory entries durable, because syncing a file does not sync the directory entry (fsync(2)). */
export async function syncFolder(path: string): Promise<void> {
  // Windows cannot sync a folder (EPERM), but NTFS journals directory entries.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Creates folders with mode 0700. Also syncs existing parents in `base`, which another process may have created. */
export async function createFolder(path: string, base: string): Promise<void> {
  const exists = await isFolder(path);
  if (exists && path.length <= base.length) return;
  await createFolder(dirname(path), base);
  if (!exists) {
    await mkdir(path, { mode: 0o700 }).catch(async (error) => {
      // Another process may have created the folder.
      if (!(await isFolder(path))) throw error;
    });
  }
  await syncFolder(dirname(path));
}

const isFolder = async (path: string): Promise<boolean> => (await stat(path).catch(() => null))?.isDirectory() ?? false;
