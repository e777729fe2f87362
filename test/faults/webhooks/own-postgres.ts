import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import setup from '../../support/global-setup.ts';
import { queryPostgres } from '../../support/postgres.ts';

/** Gives `work` an empty database on the server that the tests would use, and deletes it afterwards. */
export async function withPostgres<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  let serverUrl = '';
  // The part of a test run that the setup uses.
  const project = {
    provide(_key: string, url: string) {
      serverUrl = url;
    },
  };
  const stop = await setup(project as unknown as TestProject);
  try {
    const name = `run_${randomBytes(8).toString('hex')}`;
    await queryPostgres(serverUrl, `create database ${name}`);
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    try {
      return await work(url.href);
    } finally {
      await queryPostgres(serverUrl, `drop database if exists ${name} with (force)`);
    }
  } finally {
    await stop?.();
  }
}
