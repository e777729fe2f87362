import type { Bench, Figure } from './bench.ts';
import { measureMock, measureRequests } from './requests.ts';

type Unit = 'share' | 'x' | '/s' | 's' | 'ms';

/** A figure of the table, and what it is meant to be. */
export interface Target {
  title: string;
  unit: Unit;
  reach?: number;
  stretch?: number;
}

export interface Line {
  /** By which it is chosen on the command line. */
  name: string;
  /** Takes minutes: only when it is named, or with `--all`. */
  isLong?: true;
  targets: readonly Target[];
  /** A figure for each target, in their order; text says why there is none. */
  measure(bench: Bench): Promise<readonly (Figure | string)[]>;
}

const share = (title: string, reach?: number, stretch?: number): Target => ({
  title,
  unit: 'share',
  ...(reach !== undefined && { reach }),
  ...(stretch !== undefined && { stretch }),
});

const request = (name: Parameters<typeof measureRequests>[1], target: Target): Line => ({
  name,
  targets: [target],
  measure: (bench) => measureRequests(bench, name),
});

/** Every line of the table. */
export const LINES: readonly Line[] = [
  request('add', share('durable add on SQLite, of a bare server', 0.25, 0.35)),
  request('refused', share('refused add, of a bare server', 0.45, 0.6)),
  request('replayed', share('replayed add, of a bare server', 0.35, 0.45)),
  request('status', share('submission status, of a bare server', 0.45, 0.55)),
  request('bulk', share('verification results, 30 at once, of a bare server', 0.25, 0.4)),
  request('token', share('token, of a bare server that signs one', 0.7, 0.85)),
  {
    name: 'mock',
    targets: [
      { title: 'add through the mock, of `prism mock`', unit: 'x', reach: 2 },
      { title: 'add through the mock', unit: '/s', reach: 12_000, stretch: 20_000 },
    ],
    measure: measureMock,
  },
];
