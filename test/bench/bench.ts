import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/project/root.ts';
import { bundleEntries } from '../support/bundle.ts';
import { createDatabase, migratePostgres, type TestDatabase } from '../support/postgres.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import { type Drive, type Driven, driveLoad, quantile } from './load.ts';
import type { Place } from './open-services.ts';
import { type Server, type ServerStart, startServer } from './processes.ts';

export interface Bench {
  numbers: Numbers;
  /** Bundles a program with the options of the production build. */
  bundle(entry: string): Promise<string>;
  /** Creates a database and a data folder on the project's disk, because commits in a RAM disk (/tmp) are too fast. */
  place(engine: Engine): Promise<Place>;
  start(start: ServerStart): Promise<Server>;
}

export const NUMBERS = {
  rounds: 3,
  seconds: 2,
  /** Seconds of load on each server before the first measured round. */
  'warm-up': 2,
  deliveries: 20_000,
  stored: 1_000_000,
};
export type Numbers = typeof NUMBERS;

export interface Speed extends Pick<Driven, 'perSecond' | 'p50Ms' | 'p99Ms'> {
  /** CPU time of the server per response; NaN if unknown. Unlike speed, CPU time hardly depends on other programs. */
  cpuMicros: number;
}

export type Engine = 'SQLite' | 'PostgreSQL';
export const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL'];

export async function withBench<T>(numbers: Numbers, work: (bench: Bench) => Promise<T>): Promise<T> {
  await mkdir(path.join(root, '.data'), { recursive: true });
  const home = await mkdtemp(path.join(root, '.data/bench-'));
  const servers: Server[] = [];
  const databases: TestDatabase[] = [];
  let postgres: Promise<PostgresServer> | undefined;
  const abandon = () => {
    for (const server of servers) void server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  try {
    return await work({
      numbers,
      async bundle(entry) {
        const folder = await mkdtemp(path.join(home, 'bundle-'));
        await bundleEntries(folder, [entry]);
        return path.join(folder, entry.replace(/ts$/, 'mjs'));
      },
      async place(engine) {
        const dataDir = await mkdtemp(path.join(home, 'data-'));
        if (engine === 'SQLite') return { dataDir };
        postgres ??= startPostgres();
        const database = await createDatabase((await postgres).url);
        databases.push(database);
        await migratePostgres(database.url);
        return { dataDir, databaseUrl: database.url };
      },
      async start(start) {
        const server = await startServer(start);
        servers.push(server);
        return server;
      },
    });
  } finally {
    process.off('exit', abandon);
    await Promise.all(servers.map((server) => server.stop()));
    for (const database of databases) await database.drop();
    await (await postgres?.catch(() => undefined))?.stop();
    await rm(home, { recursive: true, force: true });
  }
}

export interface Side extends Pick<Drive, 'requests' | 'status'> {
  server: Server;
}

const CONNECTIONS = 64;

/** Puts load on a server. Without `rate`, each connection sends a request as soon as the previous response arrives. */
export async function driveSide({ server, ...side }: Side, seconds: number, rate?: number): Promise<Speed> {
  const before = server.cpuMicros();
  const { answers, ...speed } = await driveLoad({ ...side, url: server.url, connections: CONNECTIONS, seconds, rate });
  return { ...speed, cpuMicros: (server.cpuMicros() - before) / answers };
}

/** Alternates between the servers, so that changes in the speed of the machine affect all servers. Returns medians. */
export async function inTurns(
  { numbers: { rounds, seconds, 'warm-up': warmUp } }: Bench,
  sides: readonly Side[],
  rates: readonly number[] = [],
): Promise<Speed[]> {
  const isWarm = rates.length > 0;
  if (warmUp > 0 && !isWarm) for (const side of sides) await driveSide(side, warmUp);
  const measured = sides.map((): Speed[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [at, side] of sides.entries()) measured[at]?.push(await driveSide(side, seconds, rates[at]));
  return measured.map(mediansOf);
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

export function mediansOf<T extends Partial<Speed>>(rounds: readonly T[]): T {
  const names = Object.keys(rounds[0] ?? {}) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => Number(round[name])))])) as T;
}
