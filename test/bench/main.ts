// `npm run bench` runs the benchmarks in `LINES`; `npm run bench -- --help` explains the options. A missed target is
// not an error, because the results depend on the machine and its load.
import { writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Bench, ENGINES, type Figure, NUMBERS, withBench } from './bench.ts';
import { measureDeliveries } from './deliveries.ts';
import { driveLoad } from './load.ts';
import { measureGrowth, measureStart } from './measures.ts';
import { PINNED } from './processes.ts';
import { type Row, tableOf } from './report.ts';
import { measureRequests } from './requests.ts';

/** A value in the results table, and its target. */
export interface Target {
  title: string;
  /** Unit of the value. `share` and `x` are ratios. */
  unit: 'share' | 'x' | 's';
  target?: number;
  /** True if the target is an upper limit. */
  atMost?: true;
}

interface Line {
  /** Name of the benchmark on the command line. */
  name: string;
  /** True if the benchmark takes minutes. It runs only if it is named, or with `--all`. */
  isLong?: true;
  targets: readonly Target[];
  /** Returns a value for each target, in the same order. */
  measure(bench: Bench): Promise<readonly Figure[]>;
}

/** Returns a benchmark that compares the service with the baseline server. */
const request = (name: Parameters<typeof measureRequests>[1], title: string, target: number): Line => ({
  name,
  targets: [{ title, unit: 'share', target }],
  measure: (bench) => measureRequests(bench, name),
});

const onEach = (...targets: readonly Target[]): Target[] =>
  ENGINES.flatMap((engine) => targets.map((target) => ({ ...target, title: `${target.title}, ${engine}` })));

const LINES: readonly Line[] = [
  request('add', 'durable add on SQLite', 0.25),
  request('refused', 'rejected add', 0.45),
  request('replayed', 'replayed add', 0.35),
  request('status', 'status of one submission', 0.45),
  request('bulk', 'results of 30 verifications', 0.25),
  {
    name: 'start',
    targets: [{ title: '`npm start` to the first response', unit: 's', target: 0.5, atMost: true }],
    measure: measureStart,
  },
  {
    name: 'deliveries',
    isLong: true,
    targets: onEach({ title: 'deliveries, compared with a bare loop', unit: 'share', target: 0.5 }),
    measure: measureDeliveries,
  },
  {
    name: 'growth',
    isLong: true,
    targets: onEach(
      { title: 'add to a full store, compared with an empty store', unit: 'share', target: 0.9 },
      { title: 'p99 of an add to a full store, compared with an empty store', unit: 'x', target: 1.5, atMost: true },
    ),
    measure: measureGrowth,
  },
];

const flag = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: flag, quick: flag, help: flag, report: flag, stored: text },
});

const HELP = `npm run bench -- [LINE...]

  --all                 include the lines that take minutes
  --quick               one round of one second
  --report              write test/bench/README.md
  --stored ${NUMBERS.stored}      number of stored submissions for the line \`growth\`

Lines:
${LINES.map(({ name, isLong, targets }) => `  ${name.padEnd(12)}${targets[0]?.title}${isLong ? ' (long)' : ''}`).join('\n')}
`;

function chosenLines(): Line[] {
  const unknown = positionals.filter((name) => !LINES.some((line) => line.name === name));
  if (unknown.length > 0) throw new RangeError(`Unknown line ${unknown}. Lines: ${LINES.map(({ name }) => name)}`);
  return LINES.filter(({ name, isLong }) =>
    positionals.length > 0 ? positionals.includes(name) : values.all || !isLong,
  );
}

async function run(): Promise<void> {
  const lines = chosenLines();
  const stored = Number(values.stored ?? NUMBERS.stored);
  const numbers = { ...NUMBERS, stored, ...(values.quick && { rounds: 1, seconds: 1, 'warm-up': 2 }) };
  const rows: Row[] = [];
  await withBench({ drive: driveLoad, numbers }, async (bench) => {
    for (const { name, targets, measure } of lines) {
      process.stderr.write(`${name} ...\n`);
      const figures = await measure(bench).catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        process.exitCode = 1;
        return [];
      });
      for (const [i, target] of targets.entries()) rows.push({ line: name, ...target, figure: figures[i] ?? 'failed' });
    }
  });
  const machine = `${availableParallelism()} processors, ${cpus()[0]?.model}, Node ${process.versions.node}`;
  const pinned = PINNED.server.length > 0 ? 'servers on processor 0, load on processor 1' : 'nothing pinned';
  const report = [
    `\`npm run bench -- ${process.argv.slice(2).join(' ')}\`, ${new Date().toISOString().slice(0, 10)}: ${machine}, ${pinned}.`,
    `Medians of ${numbers.rounds} rounds of ${numbers.seconds} s in turns, after ${numbers['warm-up']} s of warm-up.`,
    `\n${tableOf(rows)}\n`,
  ].join('\n');
  process.stdout.write(report);
  if (values.report)
    await writeFile(fileURLToPath(new URL('README.md', import.meta.url)), `# Benchmark report\n\n${report}`);
}

// On exit, a handler in `withBench` stops all processes.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
if (values.help) process.stdout.write(HELP);
else await run();
