import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder of the project. A file of its own: the generators take seconds to load. */
export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
