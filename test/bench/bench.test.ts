import { expect, test } from 'vitest';
import { NUMBERS, withBench } from './bench.ts';
import { driveLoad } from './load.ts';
import { tableOf } from './report.ts';
import { measureRequests } from './requests.ts';

test('the benchmark compares the service with the baseline server and shows the results in a table', async () => {
  const options = { drive: driveLoad, numbers: { ...NUMBERS, rounds: 1, seconds: 0.1, 'warm-up': 0 } };
  const [figure] = await withBench(options, (bench) => measureRequests(bench, 'add'));
  if (figure === undefined) throw new Error('Nothing was measured');
  const { value, measured, beside } = figure;
  expect(value).toBeGreaterThan(0);
  for (const side of [measured, beside]) expect(side?.perSecond).toBeGreaterThan(0);

  const row = { line: 'add', title: 'durable add', unit: 'share' as const, target: 0.25 };
  const [, , cells = ''] = tableOf([{ ...row, figure: { value: 0.3, measured: { p50Ms: 2 } } }]).split('\n');
  expect(cells.split('|').map((cell) => cell.trim())).toEqual(['', 'add', 'durable add', '0.300', '0.250', '2.0', '']);
});
