import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** After this the names in the folder survive a power cut; syncing a file does not save its name (fsync(2)). */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens a folder for reading only and refuses to flush that (EPERM). NTFS itself keeps a journal of the names.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/**
 * Makes a folder (mode 0700) and the ones above it, and sees to it that their names survive a power cut: every folder
 * above it is synced, up to and with `base`, and beyond where even more was missing. What is there already is synced
 * too, since another process may have made it a moment ago. Both paths are absolute, `base` at or above `path`.
 */
export async function makeFolder(path: string, base: string): Promise<void> {
  const created = await mkdir(path, { recursive: true, mode: 0o700 });
  const top = created !== undefined && created.length <= base.length ? dirname(created) : base;
  for (let folder = path; folder !== top && folder !== dirname(folder); ) {
    folder = dirname(folder);
    await syncFolder(folder);
  }
}
