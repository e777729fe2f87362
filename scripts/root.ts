import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. A file of its own: the generators take seconds to load. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Whether the module of this URL was started, not imported. A symbolic link to it counts. */
export function isMain(moduleUrl: string): boolean {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);
}
