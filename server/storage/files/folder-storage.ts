import { mkdir, open, readdir, readFile, rename, rm, stat, unlink, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { FileStoreUnavailable } from '../../domain/unavailable.ts';
import { assertFileKey, type FileStorage, isFileKey, type StoredFile } from './file-store.ts';

/** Stores files as `<dataDir>/files/ab/<key>`: a folder with millions of files is slow. Writes `<key>.tmp` first. */
export class FolderStorage implements FileStorage {
  readonly #root: string;
  readonly #nameFile: string;

  constructor(dataDir: string) {
    this.#root = resolve(dataDir, 'files');
    this.#nameFile = resolve(dataDir, 'files-name');
  }

  async put(fileKey: string, file: Buffer): Promise<void> {
    const path = this.#pathOf(fileKey);
    try {
      await createFolder(dirname(path), dirname(this.#root));
      await writeAndRename(`${path}.tmp`, 'wx', file, path);
    } catch (error) {
      await Promise.allSettled([rm(`${path}.tmp`, { force: true }), rm(path, { force: true })]);
      throw unavailable(error);
    }
  }

  async read(fileKey: string): Promise<{ body: Buffer } | null> {
    const body = await readFile(this.#pathOf(fileKey)).catch(nullIfMissing);
    return body && { body };
  }

  async replace(fileKey: string, file: Buffer): Promise<boolean> {
    const path = this.#pathOf(fileKey);
    // Uses a different temporary name than `put`, whose file must not be overwritten.
    const temporary = `${path}.again.tmp`;
    try {
      await writeAndRename(temporary, 'w', file, path);
      return true;
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw unavailable(error);
    }
  }

  async delete(fileKey: string): Promise<void> {
    const path = this.#pathOf(fileKey);
    const gone = await Promise.all(
      [path, `${path}.tmp`, `${path}.again.tmp`].map((each) => unlink(each).catch(nullIfMissing)),
    );
    if (gone.every((each) => each === null)) return;
    // The deletion must be durable: erased data must not reappear after a power failure.
    await syncFolder(dirname(path)).catch(nullIfMissing);
  }

  async *list(): AsyncGenerator<readonly StoredFile[]> {
    for (const folder of (await readdir(this.#root).catch(nullIfMissing)) ?? []) {
      const names = (await readdir(join(this.#root, folder)).catch(nullIfMissing)) ?? [];
      const listed = names.filter(isFileKey).map(async (fileKey) => {
        const file = await stat(this.#pathOf(fileKey)).catch(nullIfMissing);
        return file === null ? [] : [{ fileKey, changedAt: Math.floor(file.mtimeMs * 1000) }];
      });
      yield (await Promise.all(listed)).flat();
    }
  }

  findName(): Promise<string | null> {
    return readFile(this.#nameFile, 'utf8').catch(nullIfMissing);
  }

  async name(name: string): Promise<void> {
    await writeAndRename(`${this.#nameFile}.tmp`, 'w', Buffer.from(name), this.#nameFile).catch((error) => {
      throw unavailable(error);
    });
  }

  #pathOf(fileKey: string): string {
    assertFileKey(fileKey);
    return join(this.#root, fileKey.slice(0, 2), fileKey);
  }
}

/** Writes a file atomically: writes it under a temporary name, and renames it. */
async function writeAndRename(temporary: string, flags: 'w' | 'wx', bytes: Buffer, path: string): Promise<void> {
  await writeFile(temporary, bytes, { flag: flags, mode: 0o600, flush: true });
  await rename(temporary, path);
  await syncFolder(dirname(path));
}

function nullIfMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw unavailable(error);
}

/** Wraps a file system error. Returns any other error, which is a bug, unchanged. */
function unavailable(error: unknown): unknown {
  const code = error instanceof Error ? (error as NodeJS.ErrnoException).code : undefined;
  return code === undefined ? error : new FileStoreUnavailable(`The file store failed with ${code}`, { cause: error });
}

/** Syncs a folder, because syncing a file does not make its directory entry durable (fsync(2)). */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens folders read-only, so that syncing fails (EPERM). NTFS journals directory entries.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Creates a folder (mode 0700) and its missing parents durably. Syncs every parent up to `base`, or above it if it was
 * missing. Also syncs existing folders, because another process may have just created them.
 */
export async function createFolder(path: string, base: string): Promise<void> {
  const created = await mkdir(path, { recursive: true, mode: 0o700 });
  const top = created !== undefined && created.length <= base.length ? dirname(created) : base;
  for (let folder = path; folder !== top && folder !== dirname(folder); ) {
    folder = dirname(folder);
    await syncFolder(folder);
  }
}
