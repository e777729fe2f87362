import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/root.ts';
import { bundleEntries } from '../support/bundle.ts';
import { migratePostgres, queryPostgres } from '../support/postgres.ts';
import { type PostgresServer, startPostgres } from '../support/postgres-server.ts';
import type { Speed } from './in-turns.ts';
import type { Load } from './load.ts';
import type { Place } from './open-services.ts';
import { type Server, type ServerStart, startServer } from './processes.ts';

/** What a line is measured with. */
export interface Bench {
  load: Load;
  numbers: Numbers;
  /** Bundles a file of the project, as production runs it: a compiler in each process would slow it down. */
  bundle(entry: string): Promise<string>;
  /**
   * An empty database, and a folder on the project's disk: /tmp may be in memory, where a commit costs nothing.
   * Rejects when no PostgreSQL can be started.
   */
  place(engine: Engine): Promise<Place>;
  start(start: ServerStart): Promise<Server>;
}

/** What the command line may set. */
export const NUMBERS = {
  /** Of each side, in turns. */
  rounds: 3,
  /** Of a round. */
  seconds: 4,
  /** Seconds of what is sent to each side before, and not counted. */
  'warm-up': 3,
  /** How many a line works with that needs many. */
  changes: 500,
  deliveries: 20_000,
  stored: 1_000_000,
  expired: 100_000,
};
export type Numbers = typeof NUMBERS;

/** One measured figure: what it came to, and what it is the ratio of where it is one. */
export interface Figure {
  value: number;
  measured?: Partial<Speed>;
  beside?: Partial<Speed>;
}

export type Engine = 'SQLite' | 'PostgreSQL';
export const ENGINES: readonly Engine[] = ['SQLite', 'PostgreSQL'];

/** Gives `work` a bench, and ends and deletes afterwards whatever was started and made with it. */
export async function withBench<T>(
  options: Pick<Bench, 'load' | 'numbers'>,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  await mkdir(path.join(root, '.data'), { recursive: true });
  const home = await mkdtemp(path.join(root, '.data/bench-'));
  const servers: Server[] = [];
  const databases = createDatabases();
  const abandon = () => {
    for (const server of servers) void server.stop();
    rmSync(home, { recursive: true, force: true });
  };
  process.once('exit', abandon);
  try {
    return await work({
      ...options,
      async bundle(entry) {
        const folder = await mkdtemp(path.join(home, 'bundle-'));
        await bundleEntries(folder, [entry]);
        return path.join(folder, entry.replace(/ts$/, 'mjs'));
      },
      async place(engine) {
        const databaseUrl = engine === 'SQLite' ? undefined : await databases.create();
        return { dataDir: await mkdtemp(path.join(home, 'data-')), databaseUrl };
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
    await databases.drop();
    await rm(home, { recursive: true, force: true });
  }
}

/** Databases on the server of DATABASE_URL, or on one that is started with the first of them. */
function createDatabases() {
  let server: Promise<PostgresServer> | undefined;
  const names: string[] = [];
  return {
    async create(): Promise<string> {
      server ??= startPostgres();
      const { url } = await server;
      const name = `bench_${randomBytes(8).toString('hex')}`;
      await queryPostgres(url, `create database ${name}`);
      names.push(name);
      const own = new URL(url);
      own.pathname = `/${name}`;
      await migratePostgres(own.href);
      return own.href;
    },
    async drop(): Promise<void> {
      const started = await server?.catch(() => undefined);
      if (started === undefined) return;
      for (const name of names) await queryPostgres(started.url, `drop database if exists ${name} with (force)`);
      await started.stop();
    },
  };
}

/** The figures on both engines; where there is no PostgreSQL, `count` times the reason in their place. */
export async function onEachEngine(
  bench: Bench,
  count: number,
  measure: (place: Place) => Promise<readonly Figure[]>,
): Promise<(Figure | string)[]> {
  const figures: (Figure | string)[] = [];
  for (const engine of ENGINES) {
    const place = await bench.place(engine).catch(reasonOf);
    figures.push(...(typeof place === 'string' ? Array<string>(count).fill(place) : await measure(place)));
  }
  return figures;
}

/** Why there is no place: the first line of what PostgreSQL says. */
export const reasonOf = ({ message }: Error): string => message.split('\n')[0] ?? message;
