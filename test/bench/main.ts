// `npm run bench [-- --changes 500 --deliveries 20000 --expired 20000 --engine sqlite]`. It prints what it measured, beside what the service is
// meant to reach, and never fails because of a figure: that depends on the machine and on what else it does.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { withPostgres } from '../faults/webhooks/own-postgres.ts';
import { measureLatency } from './latency.ts';
import type { Place } from './open-services.ts';
import { startReceiver } from './start-receiver.ts';
import { measureSweep } from './sweep.ts';
import { measureThroughput, type Round } from './throughput.ts';

const { values } = parseArgs({
  options: {
    changes: { type: 'string', default: '500' },
    deliveries: { type: 'string', default: '20000' },
    expired: { type: 'string', default: '20000' },
    engine: { type: 'string' },
  },
});
const P99_MS = 100;
const SHARE = 0.4;

const say = (line: string) => process.stdout.write(`${line}\n`);

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

function spread(milliseconds: readonly number[]): string {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const shown = (share: number) => `${quantile(sorted, share).toFixed(1)} ms`;
  return `p50 ${shown(0.5)}, p99 ${shown(0.99)}, max ${shown(1)}`;
}

const middle = (numbers: readonly number[]) =>
  quantile(
    numbers.toSorted((a, b) => a - b),
    0.5,
  );
const ratesOf = (rounds: readonly Round[]) => rounds.map(({ perSecond }) => perSecond);
const show = (rounds: readonly Round[]) =>
  `${ratesOf(rounds)
    .map((rate) => rate.toFixed(0))
    .join(', ')} per second, ${middle(rounds.map(({ cpuMicros }) => cpuMicros)).toFixed(0)} µs of processor time each`;

async function latency(place: Place): Promise<void> {
  const receiver = await startReceiver();
  try {
    const { firstMs, fromCall, fromCommit } = await measureLatency(place, receiver, Number(values.changes));
    say(`  ${fromCall.length} changes, one at a time, until the receiver has the event (p99 below ${P99_MS} ms):`);
    say(`    from the call    ${spread(fromCall)}`);
    say(`    from the commit  ${spread(fromCommit)}`);
    say(`    the first after the start ${firstMs.toFixed(1)} ms`);
  } finally {
    receiver.stop();
  }
}

async function throughput(place: Place): Promise<void> {
  const receiver = await startReceiver();
  try {
    const { service, bare } = await measureThroughput(place, receiver, Number(values.deliveries));
    const share = middle(ratesOf(service)) / middle(ratesOf(bare));
    say(`  ${values.deliveries} deliveries that waited, to one receiver, in rounds that take turns:`);
    say(`    service               ${show(service)}`);
    say(`    bare undici.request   ${show(bare)}`);
    say(`    share, of the medians ${share.toFixed(2)} (at least ${SHARE})`);
  } finally {
    receiver.stop();
  }
}

async function sweeping(place: Place): Promise<void> {
  const { before, during, swept, seconds } = await measureSweep(place, Number(values.expired));
  say(`  ${swept} expired submissions swept in ${seconds.toFixed(1)} s, adds at a steady rate meanwhile:`);
  say(`    an add before         ${spread(before)}`);
  say(`    an add during         ${spread(during)}`);
}

/** A place of its own for each measurement: what one leaves behind must not slow down the next. */
async function withFolder(measure: (place: Place) => Promise<void>, databaseUrl?: string): Promise<void> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'bench-'));
  try {
    await measure({ dataDir, databaseUrl });
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

const measurements = [latency, throughput, sweeping];
if (values.engine !== 'postgres') {
  say('SQLite');
  for (const measure of measurements) await withFolder(measure);
}
if (values.engine !== 'sqlite') {
  say('PostgreSQL');
  for (const measure of measurements) await withPostgres((url) => withFolder(measure, url));
}
