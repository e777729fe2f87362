import { expect, test } from 'vitest';
import { NUMBERS, withBench } from './bench.ts';
import { isMet, type Row, resultsTable } from './report.ts';
import { measureRequests } from './requests.ts';

test('the benchmark compares the service with the usual server and the bare server', async () => {
  const numbers = { ...NUMBERS, rounds: 1, seconds: 0.1, 'warm-up': 0 };
  const { ours, usual, bare, half } = await withBench(numbers, (bench) => measureRequests(bench, 'SQLite', 'add'));
  for (const { perSecond } of [ours, usual, bare]) expect(perSecond).toBeGreaterThan(0);
  for (const { p99Ms } of [half.ours, half.usual]) expect(p99Ms).toBeGreaterThan(0);
});

test('the table of results says whether each goal is met', () => {
  const row: Row = { line: 'durable add', unit: '/s', ours: 3000, usual: 2000, bare: 9000, goal: 2 };
  const [, , cells = ''] = resultsTable([row]).split('\n');
  const expected = ['', 'durable add', '3,000/s', '2,000/s', '9,000/s', '1.50', '≥ 2.00', '**missed**', ''];
  expect(cells.split('|').map((cell) => cell.trim())).toEqual(expected);
  expect(isMet({ ...row, goal: 1.5 })).toBe(true);
  expect(isMet({ line: 'start', unit: 's', ours: 0.4, goal: 0.5, atMost: true })).toBe(true);
});
