import { afterEach, expect, test, vi } from 'vitest';
import { NUMBERS, withBench } from './bench.ts';
import { chartOf } from './chart.ts';
import { LINES } from './lines.ts';
import { chooseLoad, type Drive, type Load } from './load.ts';
import { type Row, tableOf } from './report.ts';
import { sample } from './requests.ts';

afterEach(() => vi.unstubAllEnvs());

test('without wrk and without autocannon, it is said what is missing', () => {
  vi.stubEnv('PATH', '');
  const failing = () => {
    throw new Error('There is no network');
  };
  expect(() => chooseLoad(failing)).toThrow('There is no wrk on the PATH, and autocannon cannot be installed');
  expect(chooseLoad(() => {}).name).toMatch(/^autocannon/);
});

/** A load that needs no program: a few requests, one after the other. */
const slow: Load = {
  name: 'a few requests',
  async drive({ url, requests, status }: Drive) {
    const server = { url, cpuMicros: () => 0, residentBytes: () => 0, stop: async () => {} };
    for (let n = 0; n < 5; n++) expect((await sample(server, requests)).status).toBe(status);
    return { answers: 5, perSecond: 10, p50Ms: 1, p99Ms: 2 };
  },
};

test('a line is measured beside a bare server, and shown in the table and the chart', async () => {
  const line = LINES.find(({ name }) => name === 'add');
  if (line === undefined) throw new Error('There is no such line');
  const options = { load: slow, numbers: { ...NUMBERS, rounds: 1, 'warm-up': 0 } };
  const [figure] = await withBench(options, (bench) => line.measure(bench));
  expect(figure).toMatchObject({ value: 1, measured: { p99Ms: 2 }, beside: { p50Ms: 1 } });
  if (figure === undefined || typeof figure === 'string') throw new Error('Nothing was measured');

  const rows: Row[] = line.targets.map((target) => ({ line: line.name, ...target, figure, before: 0.1 }));
  const [, , cells = ''] = tableOf(rows).split('\n');
  const [, ...shown] = cells.split('|').map((cell) => cell.trim());
  expect(shown.slice(0, 4)).toEqual(['add', 'durable add on SQLite', '0.100', '1.000']);
  expect(shown).toContain('0.250');
  const chart = chartOf(rows, 'a machine');
  expect(chart).toContain('durable add on SQLite');
  expect(chart.match(/<rect/g)).toHaveLength(2);
});

test('every line has a name of its own', () => {
  expect(new Set(LINES.map(({ name }) => name)).size).toBe(LINES.length);
});
