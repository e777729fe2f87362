import { randomBytes } from 'node:crypto';
import { queryPostgres } from '../../support/postgres.ts';
import { startPostgres } from '../../support/postgres-server.ts';

/** Gives `work` an empty database on the server that the tests would use, and deletes it afterwards. */
export async function withPostgres<T>(work: (databaseUrl: string) => Promise<T>): Promise<T> {
  const { url: serverUrl, stop } = await startPostgres();
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
    await stop();
  }
}
