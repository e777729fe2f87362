// `npm run bench` measures what the table of lines.ts names, `npm run bench -- --help` says how. It never fails because
// of a figure: that depends on the machine and on what else it does.
import { readFile, writeFile } from 'node:fs/promises';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { NUMBERS, type Numbers, withBench } from './bench.ts';
import { chartOf } from './chart.ts';
import { LINES, type Line } from './lines.ts';
import { chooseLoad } from './load.ts';
import { PINNED } from './processes.ts';
import { figureOf, type Row, tableOf } from './report.ts';

const text = { type: 'string' } as const;
const flag = { type: 'boolean', default: false } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ all: flag, quick: flag, help: flag, json: text, chart: text, before: text },
    ...{ rounds: text, seconds: text, 'warm-up': text },
    ...{ changes: text, deliveries: text, stored: text, expired: text },
  },
});

const aboutLine = ({ name, isLong, targets }: Line) =>
  `  ${name.padEnd(12)}${targets[0]?.title}${isLong ? ' (long)' : ''}`;

const HELP = `npm run bench -- [LINE...]

  --all                 also the lines that take minutes
  --quick               one round of a second, for a look
  --rounds ${NUMBERS.rounds}            of each side, in turns; the medians count
  --seconds ${NUMBERS.seconds}           of a round
  --warm-up ${NUMBERS['warm-up']}           seconds before the first round, which do not count
  --json FILE           writes what was measured
  --before FILE         what an earlier run wrote, to stand beside
  --chart FILE          draws how much of what is to be reached was reached (SVG)
  --changes ${NUMBERS.changes}, --deliveries ${NUMBERS.deliveries}
  --stored ${NUMBERS.stored}, --expired ${NUMBERS.expired}
                        how many a line works with that needs many

Lines:
${LINES.map(aboutLine).join('\n')}
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
  const numbers = { ...NUMBERS, ...(values.quick && { rounds: 1, seconds: 1, 'warm-up': 2 }) };
  for (const name of Object.keys(NUMBERS) as (keyof Numbers)[]) numbers[name] = Number(values[name] ?? numbers[name]);
  const load = chooseLoad();
  const machine = `${availableParallelism()} processors, ${cpus()[0]?.model}, Node ${process.versions.node}`;
  const pinned = PINNED.server.length > 0 ? 'servers on processor 0' : 'servers on any processor';
  say(`${machine}\n${pinned}, ${load.name}; medians of ${numbers.rounds} rounds of ${numbers.seconds} s, in turns\n`);
  const earlier: Row[] = values.before === undefined ? [] : JSON.parse(await readFile(values.before, 'utf8')).rows;
  const rows: Row[] = [];
  await withBench({ load, numbers }, async (bench) => {
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
  const report = { date, machine, load: load.name, pinned, numbers, rows };
  if (values.json !== undefined) await writeFile(values.json, `${JSON.stringify(report, null, 2)}\n`);
  if (values.chart !== undefined) await writeFile(values.chart, chartOf(rows, `${machine}, ${date.slice(0, 10)}`));
}

// So that what was started ends too.
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
if (values.help) say(HELP);
else await run();
