import { expect, test } from 'vitest';
import { isMet, type Row, resultsTable } from './report.ts';

test('the results table of the benchmark shows whether each goal is met', () => {
  const row: Row = { line: 'durable add', unit: '/s', ours: 3000, usual: 2000, bare: 9000, goal: 2 };
  const [, , cells = ''] = resultsTable([row]).split('\n');
  const expected = ['', 'durable add', '3,000/s', '2,000/s', '9,000/s', '1.50', '≥ 2.00', '**missed**', ''];
  expect(cells.split('|').map((cell) => cell.trim())).toEqual(expected);
  expect(isMet({ ...row, goal: 1.5 })).toBe(true);
  expect(isMet({ line: 'start', unit: 's', ours: 0.4, goal: 0.5, atMost: true })).toBe(true);
});
