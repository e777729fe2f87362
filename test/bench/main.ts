// `npm run bench` runs the benchmarks in `LINES`; `npm run bench -- --help` explains the options. A missed goal is
// not an error, because the results depend on the machine and its load.
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from '../../scripts/project/root.ts';
import { type Bench, ENGINES, type Engine, NUMBERS, withBench } from './bench.ts';
import { measureClaims } from './claims.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureGrowth, measureInstances, measureMemory, measureStart } from './measures.ts';
import { PINNED } from './processes.ts';
import { type Detail, detailsTable, isMet, type Profile, profileItem, type Row, resultsTable } from './report.ts';
import { KINDS, type KindName, measureAgainst, measureProfile, measureRequests } from './requests.ts';

interface Results {
  rows: Row[];
  details: Detail[];
  /** CPU profiles of the benchmarks that miss a goal. */
  profiles: Profile[];
}

interface Line {
  name: string;
  title: string;
  /** True for a long benchmark, which runs only with `--all` or if an argument names the benchmark. */
  isLong?: true;
  measure(bench: Bench, results: Results): Promise<void>;
}

const request = (name: KindName, title: string, goal: number): Line => ({
  name,
  title,
  async measure(bench, { rows, details, profiles }) {
    for (const engine of ENGINES) {
      const comparison = await measureRequests(bench, engine, name);
      const { ours, usual, bare, half } = comparison;
      const line = `${title}, ${engine}`;
      details.push({ line, comparison });
      const speeds = { ours: ours.perSecond, usual: usual.perSecond, bare: bare.perSecond };
      const p99 = { ours: half.ours.p99Ms, usual: half.usual.p99Ms };
      const found: Row[] = [
        { line, unit: '/s', ...speeds, goal },
        { line: `p99 at half load: ${line}`, unit: 'ms', ...p99, goal: 1, atMost: true },
      ];
      rows.push(...found);
      if (!found.every(isMet)) profiles.push({ line, shares: await measureProfile(bench, engine, name) });
    }
  },
});

const onEachEngine =
  (measure: (bench: Bench, engine: Engine) => Promise<Row[]>): Line['measure'] =>
  async (bench, { rows }) => {
    for (const engine of ENGINES) rows.push(...(await measure(bench, engine)));
  };

const once =
  (measure: (bench: Bench) => Promise<Row[]>): Line['measure'] =>
  async (bench, { rows }) =>
    void rows.push(...(await measure(bench)));

const LINES: readonly Line[] = [
  request('add', 'durable add', 2),
  request('refused', 'rejected add', 1.2),
  request('replayed', 'replayed add', 1.5),
  request('status', 'status of one submission', 1.5),
  request('bulk', 'results of 30 verifications', 1),
  request('verification', 'create a verification request', 1.5),
  { name: 'deliveries', title: 'deliveries', isLong: true, measure: onEachEngine(measureDeliveries) },
  { name: 'claims', title: 'claims of due deliveries', isLong: true, measure: onEachEngine(measureClaims) },
  { name: 'instances', title: 'two instances', measure: once(measureInstances) },
  { name: 'memory', title: 'memory', measure: once(measureMemory) },
  { name: 'start', title: 'start', measure: once(measureStart) },
  { name: 'growth', title: 'a full store', isLong: true, measure: onEachEngine(measureGrowth) },
];

const flag = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { all: flag, quick: flag, help: flag, report: flag, stored: text, against: text },
});

const MIN_SPEED_RATIO = 0.9;

const HELP = `npm run bench -- [LINE...]

  --all                 include the lines that take minutes
  --quick               one round of one second
  --report              write test/bench/README.md
  --against REF         compare with an earlier commit instead; exit code 1 if a line has less than ${MIN_SPEED_RATIO} of its speed
  --stored ${NUMBERS.stored}      number of stored submissions for the line \`growth\`

Lines:
${LINES.map(({ name, title, isLong }) => `  ${name.padEnd(14)}${title}${isLong ? ' (long)' : ''}`).join('\n')}
`;

function chosenLines(): Line[] {
  const unknown = positionals.filter((name) => !LINES.some((line) => line.name === name));
  if (unknown.length > 0) throw new RangeError(`Unknown line ${unknown}. Lines: ${LINES.map(({ name }) => name)}`);
  return LINES.filter(({ name, isLong }) =>
    positionals.length > 0 ? positionals.includes(name) : values.all || !isLong,
  );
}

async function compareWith(ref: string): Promise<void> {
  const folder = await mkdtemp(path.join(root, '.data/against-'));
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, stdio: 'ignore' });
  const names = (Object.keys(KINDS) as KindName[]).filter(
    (name) => positionals.length === 0 || positionals.includes(name),
  );
  const rows: Row[] = [];
  try {
    run('git', 'clone', '--quiet', '--shared', root, '.');
    run('git', 'checkout', '--quiet', ref);
    run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund');
    await withBench(numbersOf(), async (bench) => {
      for (const name of names) {
        const [ours, earlier] = await measureAgainst(bench, name, folder);
        rows.push({ line: name, unit: '/s', ours: ours.perSecond, usual: earlier.perSecond, goal: MIN_SPEED_RATIO });
      }
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  process.stdout.write(`${resultsTable(rows).replace('usual stack', ref)}\n`);
  if (!rows.every(isMet)) process.exitCode = 1;
}

const HOW_TO_READ = `\`ours\` is the service. \`usual stack\` is a server that a team would build for the same contract: Fastify, Ajv, a
check of the token's signature for each request, and one statement for each request, with the same durability and
encryption ([peers/usual](peers/usual/main.ts)). \`bare\` is a \`node:http\` server that does nothing. \`ratio\` is ours divided by
the usual stack; for deliveries, by a loop that only signs and sends; for a full store, by an empty one; for two instances,
by one; for 10,000 webhooks, by 10. A machine that does something else at the same time changes the absolute figures more
than the ratios.`;

function numbersOf() {
  const stored = Number(values.stored ?? NUMBERS.stored);
  return { ...NUMBERS, stored, ...(values.quick && { rounds: 1, seconds: 1, 'warm-up': 2 }) };
}

async function run(): Promise<void> {
  const lines = chosenLines();
  const numbers = numbersOf();
  const results: Results = { rows: [], details: [], profiles: [] };
  await withBench(numbers, async (bench) => {
    for (const { name, measure } of lines) {
      process.stderr.write(`${name} ...\n`);
      await measure(bench, results).catch((error: unknown) => {
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        process.exitCode = 1;
      });
    }
  });
  const machine = `${availableParallelism()} processors, ${cpus()[0]?.model}, Node ${process.versions.node}`;
  const pinned = PINNED.server.length > 0 ? 'servers on processor 0, load on processor 1' : 'nothing pinned';
  const command = `npm run bench -- ${process.argv.slice(2).join(' ')}`.trim();
  const date = new Date().toISOString().slice(0, 10);
  const report = [
    `\`${command}\`, ${date}: ${machine}, ${pinned}.`,
    `Medians of ${numbers.rounds} ${numbers.rounds === 1 ? 'round' : 'rounds'} of ${numbers.seconds} s in turns, after ${numbers['warm-up']} s of warm-up.`,
    '',
    resultsTable(results.rows),
    '',
    ...(results.details.length === 0
      ? []
      : ['CPU time per request, and latency at half load:', '', detailsTable(results.details), '']),
    ...(results.profiles.length === 0
      ? []
      : ['Parts of the CPU time in the lines that miss a goal:', '', ...results.profiles.map(profileItem), '']),
  ].join('\n');
  process.stdout.write(report);
  if (values.report)
    await writeFile(
      fileURLToPath(new URL('README.md', import.meta.url)),
      `# Benchmark report\n\n${HOW_TO_READ}\n\n${report}`,
    );
}

// Exits on a signal, so that the exit handler in `withBench` stops all processes.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
if (values.help) process.stdout.write(HELP);
else if (values.against !== undefined) await compareWith(values.against);
else await run();
