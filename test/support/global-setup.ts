import type { TestProject } from 'vitest/node';
import { bundleEntries } from './bundle.ts';
import { temporaryFolder } from './folders.ts';
import { createDatabase, migratePostgres } from './postgres.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of a PostgreSQL server on which a test can create databases. */
    postgresUrl: string;
    /** Name of a template database with the tables of this version. */
    postgresTemplate: string;
    /** Folder of the bundles. */
    bundleFolder: string;
  }
}

/** Starts the shared resources of a test run: a PostgreSQL server, and the bundles of the programs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder();
  const [server] = await Promise.all([startPostgres({ syncs: false }), bundleEntries(folder)]);
  const template = await createDatabase(server.url);
  await migratePostgres(template.url);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', new URL(template.url).pathname.slice(1));
  project.provide('bundleFolder', folder);
  return async () => {
    // The server can be that of DATABASE_URL, on which the run leaves nothing behind.
    await template.drop();
    await server.stop();
  };
}
