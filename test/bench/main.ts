// `npm run bench` measures what the table of lines.ts names, `npm run bench -- --help` says how. It never fails because of a figure: that
// depends on the machine and on what else it does.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { withBench } from './bench.ts';
import { chartOf } from './chart.ts';
import { LINES, type Line } from './lines.ts';
import { chooseLoad } from './load.ts';
import { PINNED } from './processes.ts';
import { figureOf, type Row, tableOf } from './report.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    all: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    'warm-up': { type: 'string' },
    json: { type: 'string' },
    chart: { type: 'string' },
    before: { type: 'string' },
    changes: { type: 'string', default: '500' },
    deliveries: { type: 'string', default: '20000' },
    stored: { type: 'string', default: '1000000' },
    expired: { type: 'string', default: '100000' },
  },
});

const HELP = `npm run bench -- [LINE...]

  --all                 also the lines that take minutes
  --quick               one round of a second, for a look
  --rounds 3            of each side, in turns; the medians count
  --seconds 4           of a round
  --warm-up 3           seconds before the first round, which do not count
  --json FILE           writes what was measured
  --before FILE         what an earlier run wrote, to stand beside
  --chart FILE          draws how much of what is to be reached was reached (SVG)
  --changes 500 --deliveries 20000 --stored 1000000 --expired 100000

Lines:
${LINES.map(({ name, isLong, targets }) => `  ${name.padEnd(12)}${targets[0]?.title}${isLong ? ' (long)' : ''}`).join('\n')}
`;

const say = (line: string) => process.stdout.write(`${line}\n`);

function chosen(): Line[] {
  const unknown = positionals.filter((name) => !LINES.some((line) => line.name === name));
  if (unknown.length > 0) throw new RangeError(`No line is called ${unknown}: ${LINES.map(({ name }) => name)}`);
  return LINES.filter(({ name, isLong }) =>
    positionals.length > 0 ? positionals.includes(name) : values.all || !isLong,
  );
}

async function run(): Promise<void> {
  const lines = chosen();
  const quick = values.quick ? { rounds: 1, seconds: 1, warmUp: 2 } : { rounds: 3, seconds: 4, warmUp: 3 };
  const times = {
    rounds: Number(values.rounds ?? quick.rounds),
    seconds: Number(values.seconds ?? quick.seconds),
    warmUpSeconds: Number(values['warm-up'] ?? quick.warmUp),
  };
  const sizes = {
    changes: Number(values.changes),
    deliveries: Number(values.deliveries),
    stored: Number(values.stored),
    expired: Number(values.expired),
  };
  const load = chooseLoad();
  const machine = `${availableParallelism()} processors, ${cpus()[0]?.model}, Node ${process.versions.node}`;
  const pinned = PINNED.server.length > 0 ? 'servers on processor 0' : 'servers on any processor';
  say(`${machine}\n${pinned}, ${load.name}; medians of ${times.rounds} rounds of ${times.seconds} s, in turns\n`);
  const earlier: Row[] = values.before === undefined ? [] : JSON.parse(await readFile(values.before, 'utf8')).rows;
  const rows: Row[] = [];
  await withBench({ load, times, sizes }, async (bench) => {
    for (const { name, targets, measure } of lines) {
      process.stderr.write(`${name} ...\n`);
      const figures = await measure(bench).catch((error: unknown) => {
        // The other lines are measured all the same.
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        process.exitCode = 1;
        return [];
      });
      for (const [index, target] of targets.entries()) {
        const figure = figures[index] ?? 'failed';
        const before = earlier.find(({ title }) => title === target.title);
        rows.push({ line: name, ...target, figure, before: before && figureOf(before)?.value });
      }
    }
  });
  say(tableOf(rows));
  const date = new Date().toISOString();
  const report = { date, machine, load: load.name, pinned, times, sizes, rows };
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  if (values.chart !== undefined) await writeFile(values.chart, chartOf(rows, `${machine}, ${date.slice(0, 10)}`));
}

// So that what was started ends too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
if (values.help) say(HELP);
else await run();
