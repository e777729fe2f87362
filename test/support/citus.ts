import { randomBytes } from 'node:crypto';
import { queryPostgres, type TestDatabase } from './postgres.ts';

/**
 * URL of a Citus coordinator, whose user must be able to create databases on every node. If the variable is not set,
 * the Citus tests are skipped.
 */
export const citusUrl = process.env['CITUS_URL'];
/** Title for test suites that need a Citus cluster. The title says when the suites are skipped. */
export const CITUS =
  'Citus (needs a cluster: CITUS_URL=postgres://... npx vitest run citus, with the URL of the coordinator)';

/** Creates a database with few shards, because creating a shard takes time. */
export async function createCitusDatabase(url: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const at = (host: string, port: unknown, database: string) =>
    Object.assign(new URL(url), { hostname: host, port: String(port), pathname: `/${database}` }).href;
  const text = 'select groupid, nodename, nodeport from pg_dist_node order by groupid';
  const nodes = await queryPostgres(url, text);
  const { pathname } = new URL(url);
  const addresses = nodes.map((node) => ({ host: String(node['nodename']), port: node['nodeport'] }));
  for (const { host, port } of addresses) {
    await queryPostgres(at(host, port, pathname.slice(1)), `create database ${name}`);
    await queryPostgres(at(host, port, name), 'create extension citus');
    await queryPostgres(at(host, port, name), `alter database ${name} set citus.shard_count = 4`);
  }
  const [coordinator, ...workers] = addresses;
  if (coordinator === undefined) throw new Error('The cluster has no nodes');
  const own = at(coordinator.host, coordinator.port, name);
  await queryPostgres(own, 'select citus_set_coordinator_host($1, $2)', [coordinator.host, coordinator.port]);
  for (const { host, port } of workers) await queryPostgres(own, 'select citus_add_node($1, $2)', [host, port]);
  return {
    url: own,
    drop: async () => {
      for (const { host, port } of addresses)
        await queryPostgres(at(host, port, pathname.slice(1)), `drop database if exists ${name} with (force)`);
    },
  };
}
