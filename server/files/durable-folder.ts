import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

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
