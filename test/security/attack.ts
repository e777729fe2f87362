import type { Answer } from '../support/caller.ts';
import type { Installation } from './installation.ts';

/** An attack and its expected result. */
export interface Attack {
  /** Noun phrase that completes the test title. */
  attack: string;
  /** Result of `run` if the service withstands the attack. */
  expected: string;
  /** Carries out the attack, and describes its result. */
  run(installation: Installation): Promise<string>;
}

/** Returns an attack for each row. `groups` contains the rows by expected result, and then by name of the attack. */
export const attacksOf = <T>(
  groups: Record<string, Record<string, T>>,
  run: (installation: Installation, row: T) => Promise<string>,
): Attack[] =>
  Object.entries(groups).flatMap(([expected, rows]) =>
    Object.entries(rows).map(([attack, row]) => ({
      attack,
      expected,
      run: (installation) => run(installation, row),
    })),
  );

/** Describes a response of the API: its status, and the codes of its violations or its problem. */
export function outcomeOf({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  const violations: { code: string }[] = body?.errors ?? [];
  const codes = violations.length > 0 ? violations.map(({ code }) => code) : [body?.code ?? body?.error];
  return [status, ...new Set(codes)].join(' ').trim();
}

/** Describes statuses in the order in which they first occurred, each with its count. */
export function countsOf(statuses: readonly (number | string)[]): string {
  const counts = new Map<number | string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
}

/** Replaces the character at an index with a different character. */
export const withOther = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);

/** Returns a function that calls `prepare` once, at its first call, and always resolves to the same value. */
export function prepared<T>(prepare: (installation: Installation) => Promise<T>): typeof prepare {
  let value: Promise<T> | undefined;
  return (installation) => {
    value ??= prepare(installation);
    return value;
  };
}
