import type { Figure } from './bench.ts';
import type { Target } from './lines.ts';

/** A line of the table as it was measured. */
export interface Row extends Target {
  line: string;
  /** Or why there is none. */
  figure: Figure | string;
  /** What an earlier report had. */
  before: number | undefined;
}

const DIGITS: Readonly<Record<Target['unit'], number>> = { share: 3, x: 2, '/s': 0, s: 2, ms: 1, MB: 0, '': 0 };

function show(value: number | undefined, digits: number): string {
  if (value === undefined || Number.isNaN(value)) return '';
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

const COLUMNS = [
  'line',
  '',
  'before',
  'measured',
  'by CPU',
  'reach',
  'stretch',
  'a second',
  'p50 ms',
  'p99 ms',
  'CPU µs',
];
/** Of what it stands beside. */
const BESIDE = ['a second', 'p99 ms', 'CPU µs'];

/** Undefined where nothing was measured. */
export const figureOf = ({ figure }: Row): Figure | undefined => (typeof figure === 'string' ? undefined : figure);

/** A value with its unit; nothing where there is none. */
export function shownIn({ unit }: Target, value: number | undefined): string {
  const text = show(value, DIGITS[unit]);
  if (text === '' || unit === 'share') return text;
  return unit === 'x' ? `${text}×` : `${text} ${unit}`.trim();
}

function cellsOf(row: Row): string[] {
  const { line, title, reach, stretch, atMost, before } = row;
  const figure = figureOf(row);
  const inUnit = (value: number | undefined) => shownIn(row, value);
  const limit = (value: number | undefined) => `${atMost && value !== undefined ? '≤ ' : ''}${inUnit(value)}`;
  const { measured, beside } = figure ?? {};
  // The same ratio of the processor time of an answer, which other work on the machine disturbs less.
  const byProcessor = measured?.cpuMicros && beside?.cpuMicros && beside.cpuMicros / measured.cpuMicros;
  return [
    line,
    title,
    inUnit(before),
    figure === undefined ? String(row.figure) : inUnit(figure.value),
    show(byProcessor, DIGITS.share),
    limit(reach),
    limit(stretch),
    show(measured?.perSecond, 0),
    show(measured?.p50Ms, 1),
    show(measured?.p99Ms, 1),
    show(measured?.cpuMicros, 1),
    ...(beside === undefined ? [] : [show(beside.perSecond, 0), show(beside.p99Ms, 1), show(beside.cpuMicros, 1)]),
  ];
}

/** The table in Markdown, which reads as well in a terminal. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(cellsOf);
  const table = [[...COLUMNS, ...BESIDE.map((name) => `its ${name}`)], ...cells];
  const columns = (table[0] ?? []).map((_, column) => column);
  const used = columns.filter((column) => cells.some((row) => row[column]));
  const widths = new Map(used.map((column) => [column, Math.max(3, ...table.map((row) => row[column]?.length ?? 0))]));
  const lineOf = (row: readonly string[]) =>
    `| ${used
      .map((column) => {
        const [cell, width] = [row[column] ?? '', widths.get(column) ?? 0];
        return column < 2 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join(' | ')} |`;
  const rule = lineOf(columns.map((column) => `${'-'.repeat((widths.get(column) ?? 1) - 1)}${column < 2 ? '-' : ':'}`));
  const [head = [], ...body] = table;
  return [lineOf(head), rule, ...body.map(lineOf)].join('\n');
}
