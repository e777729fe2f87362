import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates an empty folder. The test run deletes it at its end, with everything else in the temporary folder of the run. */
export const temporaryFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'test-'));
