import type { Bench } from './bench.ts';
import type { Drive, Driven } from './load.ts';
import type { Server } from './processes.ts';

export interface Side extends Pick<Drive, 'requests' | 'status' | 'pinned'> {
  server: Server;
  connections?: number;
}

export interface Speed extends Omit<Driven, 'answers'> {
  /** What an answer takes of the server's processor time, which other work disturbs least. NaN if unknown. */
  cpuMicros: number;
}

const CONNECTIONS = 64;

/** Drives the sides one after the other, over and over: a machine that changes its speed changes it for all. */
export async function inTurns<const T extends readonly Side[]>(
  { load, numbers: { rounds, seconds, 'warm-up': warmUp } }: Pick<Bench, 'load' | 'numbers'>,
  sides: T,
): Promise<{ [K in keyof T]: Speed }> {
  const drive = async ({ server, connections = CONNECTIONS, ...side }: Side, lasting: number): Promise<Speed> => {
    const before = server.cpuMicros();
    const { answers, ...driven } = await load.drive({ ...side, url: server.url, connections, seconds: lasting });
    return { ...driven, cpuMicros: (server.cpuMicros() - before) / answers };
  };
  if (warmUp > 0) for (const side of sides) await drive(side, warmUp);
  const measured = sides.map((): Speed[] => []);
  for (let round = 0; round < rounds; round++)
    for (const [index, side] of sides.entries()) measured[index]?.push(await drive(side, seconds));
  return measured.map(mediansOf) as { [K in keyof T]: Speed };
}

/** Of each member by itself. */
export function mediansOf<T extends Partial<Speed>>(rounds: readonly T[]): T {
  const names = Object.keys(rounds[0] ?? {}) as (keyof T)[];
  return Object.fromEntries(names.map((name) => [name, median(rounds.map((round) => Number(round[name])))])) as T;
}

export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

export const median = (numbers: readonly number[]) => quantile(numbers, 0.5);
