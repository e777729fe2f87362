import type { Share } from './profile.ts';
import type { Comparison } from './requests.ts';

export interface Row {
  line: string;
  unit: '/s' | 'ms' | 's' | 'MB';
  ours: number;
  /** Value to compare with `ours`, such as the result of the typical server. */
  usual?: number;
  bare?: number;
  /** Goal for `ours / usual` or, without `usual`, for `ours`. */
  goal?: number;
  atMost?: true;
}

export interface Detail {
  line: string;
  comparison: Comparison;
}

export interface Profile {
  line: string;
  shares: readonly Share[];
}

const DIGITS: Readonly<Record<Row['unit'], number>> = { '/s': 0, ms: 1, s: 2, MB: 0 };

function show(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

function inUnit(value: number | undefined, unit: Row['unit']): string {
  if (value === undefined || Number.isNaN(value)) return '';
  return `${show(value, DIGITS[unit])}${unit === '/s' ? '' : ' '}${unit}`;
}

const resultOf = ({ ours, usual }: Row): number => (usual === undefined ? ours : ours / usual);

export function isMet(row: Row): boolean {
  if (row.goal === undefined) return true;
  return row.atMost ? resultOf(row) <= row.goal : resultOf(row) >= row.goal;
}

function goalOf({ goal, atMost, usual, unit }: Row): string {
  if (goal === undefined) return '';
  return `${atMost ? '≤' : '≥'} ${usual === undefined ? inUnit(goal, unit) : show(goal, 2)}`;
}

function cellsOf(row: Row): string[] {
  const { line, unit, ours, usual, bare, goal } = row;
  return [
    line,
    inUnit(ours, unit),
    inUnit(usual, unit),
    inUnit(bare, unit),
    usual === undefined ? '' : show(resultOf(row), 2),
    goalOf(row),
    goal === undefined ? '' : isMet(row) ? 'met' : '**missed**',
  ];
}

export const resultsTable = (rows: readonly Row[]): string =>
  tableOf(['line', 'ours', 'usual stack', 'bare', 'ratio', 'goal', 'result'], rows.map(cellsOf));

export const detailsTable = (details: readonly Detail[]): string =>
  tableOf(
    ['line', 'CPU ours', 'CPU usual', 'CPU bare', 'p50 ours', 'p50 usual', 'p99 ours', 'p99 usual'],
    details.map(({ line, comparison: { ours, usual, bare, half } }) => [
      line,
      ...[ours, usual, bare].map(({ cpuMicros }) => `${show(cpuMicros, 0)} µs`),
      ...[half.ours.p50Ms, half.usual.p50Ms, half.ours.p99Ms, half.usual.p99Ms].map((value) => inUnit(value, 'ms')),
    ]),
  );

function tableOf(head: readonly string[], cells: readonly string[][]): string {
  const widths = head.map((name, column) => Math.max(...[name, ...cells.map((row) => row[column] ?? '')].map(length)));
  const pad = (text: string, column: number, filler = ' ') =>
    column === 0 ? text.padEnd(widths[0] ?? 0, filler) : text.padStart(widths[column] ?? 0, filler);
  const lineOf = (row: readonly string[]) => `| ${row.map((cell, column) => pad(cell, column)).join(' | ')} |`;
  const rule = `| ${head.map((_, column) => pad(column === 0 ? '-' : '-:', column, '-')).join(' | ')} |`;
  return [lineOf(head), rule, ...cells.map(lineOf)].join('\n');
}

export const profileItem = ({ line, shares }: Profile): string =>
  `- ${line}: ${shares.map(({ part, percent }) => `${part} ${show(percent, 0)} %`).join(', ')}`;

const length = (text: string): number => text.length;
