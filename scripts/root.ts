import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the project. In a separate file, because the generators take seconds to load. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Returns whether the module of this URL was started instead of imported, also through a symbolic link. */
export function isMain(moduleUrl: string): boolean {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);
}
