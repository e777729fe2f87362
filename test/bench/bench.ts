import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { root } from '../../scripts/root.ts';
import { bundleEntries } from '../support/bundle.ts';
import type { Rounds, Speed } from './in-turns.ts';
import type { Load } from './load.ts';
import { type Server, type ServerStart, startServer } from './processes.ts';

/** What a line is measured with. */
export interface Bench {
  load: Load;
  times: Rounds;
  /** How many rows or deliveries a line works with that needs many. */
  sizes: Sizes;
  /** Where the bundle of an entry is, the way of production: a compiler in each process would slow down what is measured. */
  bundleOf(entry: (typeof ENTRIES)[number]): string;
  /** A new folder on the disk that the project is on: /tmp may be kept in memory, where a commit costs nothing. */
  folder(): Promise<string>;
  start(start: ServerStart): Promise<Server>;
}

export interface Sizes {
  changes: number;
  deliveries: number;
  stored: number;
  expired: number;
}

/** One measured figure: what it came to, and what it is the ratio of where it is one. */
export interface Figure {
  value: number;
  measured?: Speed;
  beside?: Speed;
}

const ENTRIES = ['server/main.ts', 'mock/main.ts', 'test/bench/servers/bare.ts'] as const;

/** Gives `work` a bench, and ends and deletes afterwards whatever was started and made with it. */
export async function withBench<T>(
  options: Pick<Bench, 'load' | 'times' | 'sizes'>,
  work: (bench: Bench) => Promise<T>,
): Promise<T> {
  await mkdir(path.join(root, '.data'), { recursive: true });
  const place = await mkdtemp(path.join(root, '.data/bench-'));
  const servers: Server[] = [];
  try {
    const bundles = path.join(place, 'bundles');
    await mkdir(bundles);
    await bundleEntries(bundles, ENTRIES);
    return await work({
      ...options,
      bundleOf: (entry) => path.join(bundles, entry.replace(/ts$/, 'mjs')),
      folder: () => mkdtemp(path.join(place, 'data-')),
      async start(start) {
        const server = await startServer(start);
        servers.push(server);
        return server;
      },
    });
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await rm(place, { recursive: true, force: true });
  }
}
