import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { bundleEntries } from './bundle.ts';
import { createDatabase, migratePostgres } from './postgres.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server on which a test may make databases. */
    postgresUrl: string;
    /** The name of a database there that has the tables of this version, and is to be copied alone. */
    postgresTemplate: string;
    /** The folder of what `bundleEntries` made. */
    bundleFolder: string;
  }
}

/** What a whole run shares: a PostgreSQL server, and the bundles that run as processes of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'service-test-bundle-'));
  const [server] = await Promise.all([startPostgres({ syncs: false }), bundleEntries(folder)]);
  const template = await createDatabase(server.url);
  await migratePostgres(template.url);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', new URL(template.url).pathname.slice(1));
  project.provide('bundleFolder', folder);
  return async () => {
    // The server may be another's, who keeps nothing of it.
    await template.drop();
    await Promise.all([server.stop(), rm(folder, { recursive: true, force: true })]);
  };
}
