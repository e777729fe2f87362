import type { Figure } from './bench.ts';
import type { Target } from './main.ts';

/** A row of the results table. `figure` is a string, such as `failed`, if there is no value. */
export interface Row extends Target {
  line: string;
  figure: Figure | string;
}

const DIGITS: Readonly<Record<Target['unit'], number>> = { share: 3, s: 2, x: 2 };

const COLUMNS = ['line', 'figure', 'measured', 'by CPU', 'target', 'per second', 'p50 ms', 'p99 ms', 'CPU µs'];
const BESIDE = ['per second', 'p99 ms', 'CPU µs'];

function show(value: number | undefined, digits: number): string {
  if (value === undefined || Number.isNaN(value)) return '';
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function inUnit(unit: Target['unit'], value: number | undefined): string {
  const text = show(value, DIGITS[unit]);
  return text === '' || unit === 'share' ? text : `${text} ${unit}`;
}

function cellsOf({ line, title, target, atMost, unit, figure }: Row): string[] {
  if (typeof figure === 'string') return [line, title, figure];
  const { value, measured, beside } = figure;
  // The same ratio, but of CPU times, which other work on the machine affects less.
  const byProcessor = measured?.cpuMicros && beside?.cpuMicros && beside.cpuMicros / measured.cpuMicros;
  return [
    line,
    title,
    inUnit(unit, value),
    show(byProcessor, DIGITS.share),
    target === undefined ? '' : `${atMost ? '≤ ' : ''}${inUnit(unit, target)}`,
    show(measured?.perSecond, 0),
    show(measured?.p50Ms, 1),
    show(measured?.p99Ms, 1),
    show(measured?.cpuMicros, 1),
    show(beside?.perSecond, 0),
    show(beside?.p99Ms, 1),
    show(beside?.cpuMicros, 1),
  ];
}

/** Returns the table as Markdown, without empty columns. */
export function tableOf(rows: readonly Row[]): string {
  const head = [...COLUMNS, ...BESIDE.map((name) => `other ${name}`)];
  const cells = rows.map(cellsOf);
  const used = head.flatMap((_, column) => (cells.some((row) => row[column]) ? [column] : []));
  const widthOf = (column: number) => Math.max(...[head, ...cells].map((row) => row[column]?.length ?? 0));
  const pad = (text: string, column: number, filler = ' ') =>
    column < 2 ? text.padEnd(widthOf(column), filler) : text.padStart(widthOf(column), filler);
  const lineOf = (row: readonly string[]) => `| ${used.map((column) => pad(row[column] ?? '', column)).join(' | ')} |`;
  const rule = `| ${used.map((column) => pad(column < 2 ? '-' : '-:', column, '-')).join(' | ')} |`;
  return [lineOf(head), rule, ...cells.map(lineOf)].join('\n');
}
