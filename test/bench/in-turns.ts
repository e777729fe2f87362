import type { Drive, Load } from './load.ts';
import type { Server } from './processes.ts';

export interface Rounds {
  rounds: number;
  /** Of each round. */
  seconds: number;
  /** Of what is sent to each side before, and not counted. */
  warmUpSeconds: number;
}

export interface Side extends Pick<Drive, 'requests' | 'status' | 'pinned'> {
  server: Server;
  connections?: number;
}

/** The medians of the rounds of one side. */
export interface Speed {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
  /** What an answer takes of the server's processor time. What else the machine does changes it least. NaN if unknown. */
  cpuMicros: number;
}

const CONNECTIONS = 64;

/** Drives the sides one after the other, over and over, so that a machine which changes its speed changes it for all. */
export async function inTurns<const T extends readonly Side[]>(
  load: Load,
  sides: T,
  times: Rounds,
): Promise<{ [K in keyof T]: Speed }> {
  const drive = async ({ server, connections = CONNECTIONS, ...side }: Side, seconds: number): Promise<Speed> => {
    const before = server.cpuMicros();
    const { answers, ...driven } = await load.drive({ ...side, url: server.url, connections, seconds });
    return { ...driven, cpuMicros: (server.cpuMicros() - before) / answers };
  };
  if (times.warmUpSeconds > 0) for (const side of sides) await drive(side, times.warmUpSeconds);
  const measured = sides.map((): Speed[] => []);
  for (let round = 0; round < times.rounds; round++)
    for (const [index, side] of sides.entries()) measured[index]?.push(await drive(side, times.seconds));
  return measured.map(middleOf) as { [K in keyof T]: Speed };
}

function middleOf(speeds: readonly Speed[]): Speed {
  return {
    perSecond: median(speeds.map(({ perSecond }) => perSecond)),
    p50Ms: median(speeds.map(({ p50Ms }) => p50Ms)),
    p99Ms: median(speeds.map(({ p99Ms }) => p99Ms)),
    cpuMicros: median(speeds.map(({ cpuMicros }) => cpuMicros)),
  };
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (numbers: readonly number[]) => quantile(numbers, 0.5);
