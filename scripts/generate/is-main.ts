import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Whether the module of this URL was started, not imported. A symbolic link to it counts. */
export function isMain(moduleUrl: string): boolean {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(moduleUrl);
}
