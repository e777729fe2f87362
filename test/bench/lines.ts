import { type Bench, ENGINES, type Figure } from './bench.ts';
import { measureCitus } from './citus.ts';
import { measureCitusSize } from './citus-size.ts';
import { measureGenerate, measureKit, measureStart } from './commands.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureCores, measurePostgres } from './engines.ts';
import { measureFleet } from './fleet.ts';
import { measureGrowth, measureMemory } from './growth.ts';
import { measureLatency } from './latency.ts';
import { measureMock } from './mock.ts';
import { measureOutbox } from './outbox.ts';
import { measurePeers, type PEERS } from './peers.ts';
import { measureRequests } from './requests.ts';
import { measureGreedy, measureHostile } from './safety.ts';
import { measureSweep } from './sweep.ts';

type Unit = 'share' | 'x' | '/s' | 's' | 'ms' | 'MB' | '';

/** A figure of the table, and what it is meant to be. */
export interface Target {
  title: string;
  /** `share` and `x` are ratios. */
  unit: Unit;
  reach?: number;
  stretch?: number;
  /** Less is better. */
  atMost?: true;
}

export interface Line {
  /** By which it is chosen on the command line. */
  name: string;
  /** Takes minutes: only when it is named, or with `--all`. */
  isLong?: true;
  targets: readonly Target[];
  /** A figure for each target, in their order; text says why there is none. */
  measure(bench: Bench): Promise<readonly (Figure | string)[]>;
}

/** A share of what a bare server answers. */
const request = (name: Parameters<typeof measureRequests>[1], title: string, reach: number, stretch: number): Line => ({
  name,
  targets: [{ title, unit: 'share', reach, stretch }],
  measure: (bench) => measureRequests(bench, name),
});

const peer = (name: (typeof PEERS)[number], reach?: number): Target => ({
  title: `the contract layer, of ${name}`,
  unit: 'x',
  ...(reach !== undefined && { reach }),
});

const onEach = (...targets: readonly Target[]): Target[] =>
  ENGINES.flatMap((engine) => targets.map((target) => ({ ...target, title: `${target.title}, ${engine}` })));

/** Every line of the table. */
export const LINES: readonly Line[] = [
  request('add', 'durable add on SQLite', 0.25, 0.35),
  request('refused', 'refused add', 0.45, 0.6),
  request('replayed', 'replayed add', 0.35, 0.45),
  request('status', 'status of one submission', 0.45, 0.55),
  request('bulk', 'results of 30 verifications', 0.25, 0.4),
  request('token', 'token, of a server that signs one', 0.7, 0.85),
  {
    name: 'mock',
    targets: [
      { title: 'add through the mock, of `prism mock`', unit: 'x', reach: 2 },
      { title: 'add through the mock', unit: '/s', reach: 12_000, stretch: 20_000 },
      { title: 'start of the mock', unit: 's', reach: 2, atMost: true },
      { title: 'start of `prism mock`', unit: 's' },
      { title: 'the package, installed', unit: 'MB', reach: 40, atMost: true },
    ],
    measure: measureMock,
  },
  {
    name: 'peers',
    // In the order of PEERS.
    targets: [peer('fastify', 0.9), peer('hono'), peer('openapi-backend', 2), peer('express-openapi-validator', 5)],
    measure: measurePeers,
  },
  {
    name: 'postgres',
    isLong: true,
    targets: [
      { title: 'add on PostgreSQL, of that without group commit', unit: 'x' },
      { title: 'add on PostgreSQL', unit: '/s' },
      { title: 'one add at a time on PostgreSQL, p50', unit: 'ms', atMost: true },
    ],
    measure: measurePostgres,
  },
  {
    name: 'deliveries',
    isLong: true,
    targets: [
      { title: 'deliveries on SQLite, of a bare loop', unit: 'share', reach: 0.6 },
      { title: 'deliveries on PostgreSQL, of a bare loop', unit: 'share', reach: 0.5 },
    ],
    measure: measureDeliveries,
  },
  {
    name: 'fleet',
    isLong: true,
    // Beside each stands what PostgreSQL takes.
    targets: ['adds to', 'deliveries by'].flatMap((what) =>
      ['one instance', 'two instances', 'three instances'].map(
        (who): Target => ({ title: `${what} ${who}, beside PostgreSQL`, unit: '/s' }),
      ),
    ),
    measure: measureFleet,
  },
  {
    name: 'citus',
    isLong: true,
    targets: [
      { title: 'add on Citus with one worker, of plain PostgreSQL', unit: 'x' },
      { title: 'add on Citus with two workers, of plain PostgreSQL', unit: 'x' },
    ],
    measure: measureCitus,
  },
  {
    name: 'citus-size',
    isLong: true,
    targets: [
      { title: 'to distribute all that is stored on Citus', unit: 's', atMost: true },
      { title: 'its submissions, with their indexes', unit: 'MB', atMost: true },
      { title: 'add on Citus with all that is stored, of an empty one', unit: 'share', reach: 0.9 },
      { title: 'its p99, of that on an empty one', unit: 'x', reach: 1.5, atMost: true },
      { title: 'status on Citus with all that is stored, of an empty one', unit: 'share', reach: 0.9 },
    ],
    measure: measureCitusSize,
  },
  {
    name: 'outbox',
    isLong: true,
    targets: [
      { title: 'a look at 10,000 webhooks, of PostgreSQL', unit: 'ms', reach: 5, atMost: true },
      { title: 'one of many deliveries, of PostgreSQL', unit: 'ms', reach: 0.8, atMost: true },
      { title: 'a delivery by itself, of PostgreSQL', unit: 'ms', reach: 0.8, atMost: true },
      { title: 'updates that touch no index', unit: 'share' },
    ],
    measure: measureOutbox,
  },
  {
    name: 'latency',
    isLong: true,
    targets: onEach({ title: 'from a change to its receiver, p99', unit: 'ms', reach: 100, atMost: true }),
    measure: measureLatency,
  },
  {
    name: 'growth',
    isLong: true,
    targets: onEach(
      { title: 'add with all that is stored, of an empty store', unit: 'share', reach: 0.9 },
      { title: 'its p99, of that with an empty store', unit: 'x', reach: 1.5, atMost: true },
    ),
    measure: measureGrowth,
  },
  {
    name: 'sweep',
    isLong: true,
    targets: onEach({ title: 'p99 of an add during a sweep, of before', unit: 'x', reach: 2, atMost: true }),
    measure: measureSweep,
  },
  {
    name: 'hostile',
    isLong: true,
    targets: [
      { title: '`/livez` under stalled uploads and hostile files, p99', unit: 'ms', reach: 100, atMost: true },
      { title: 'memory then', unit: 'MB', reach: 350, atMost: true },
    ],
    measure: measureHostile,
  },
  {
    name: 'greedy',
    isLong: true,
    targets: [{ title: 'p99 of an add beside a partner of 1 MB adds, of alone', unit: 'x', reach: 2, atMost: true }],
    measure: measureGreedy,
  },
  {
    name: 'memory',
    isLong: true,
    targets: [
      { title: 'memory after all adds, of after 10,000', unit: 'x', reach: 1.3, atMost: true },
      { title: 'memory after all adds', unit: 'MB', atMost: true },
    ],
    measure: measureMemory,
  },
  {
    name: 'start',
    isLong: true,
    targets: [{ title: '`npm start` to the first answer', unit: 's', reach: 0.5, atMost: true }],
    measure: measureStart,
  },
  {
    name: 'generate',
    isLong: true,
    targets: [{ title: '`npm run generate`', unit: 's', atMost: true }],
    measure: measureGenerate,
  },
  {
    name: 'kit',
    isLong: true,
    targets: [
      { title: '`npm run conformance`', unit: 's', reach: 20, atMost: true },
      { title: 'its requests', unit: '' },
    ],
    measure: measureKit,
  },
  {
    name: 'cores',
    isLong: true,
    targets: [{ title: 'add with nothing pinned, of one processor', unit: 'x' }],
    measure: measureCores,
  },
];
