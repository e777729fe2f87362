import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleEntries } from './bundle.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which a test may make databases. */
    postgresUrl: string;
    /** The folder of what `bundleEntries` made. */
    bundleFolder: string;
  }
}

/** What a whole run shares: a PostgreSQL server, and the bundles that run as processes of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'service-test-bundle-'));
  const [server] = await Promise.all([startPostgres({ syncs: false }), bundleEntries(folder)]);
  project.provide('postgresUrl', server.url);
  project.provide('bundleFolder', folder);
  return async () => {
    await Promise.all([server.stop(), rm(folder, { recursive: true, force: true })]);
  };
}
