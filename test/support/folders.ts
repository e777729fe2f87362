import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates an empty folder in the temporary folder of the test run, which is deleted when the run ends. */
export const temporaryFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'test-'));
