import type { TestProject } from 'vitest/node';
import { bundleEntries } from './bundle.ts';
import { temporaryFolder } from './folders.ts';
import { createDatabase, migratePostgres } from './postgres.ts';
import { startPostgres } from './postgres-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
    postgresTemplate: string;
    bundleFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await temporaryFolder();
  const [server] = await Promise.all([startPostgres({ syncs: false }), bundleEntries(folder)]);
  const template = await createDatabase(server.url);
  await migratePostgres(template.url);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', new URL(template.url).pathname.slice(1));
  project.provide('bundleFolder', folder);
  return async () => {
    // Deletes the template, because the server in DATABASE_URL continues to run after the tests.
    await template.drop();
    await server.stop();
  };
}
