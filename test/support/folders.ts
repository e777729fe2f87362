import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates an empty folder, which is deleted when the test run ends. */
export const temporaryFolder = (): Promise<string> => mkdtemp(path.join(tmpdir(), 'test-'));
