import type { Answer } from '../support/caller.ts';
import type { Installation } from './installation.ts';

export interface Attack {
  /** Name of the attack, as a noun phrase. */
  attack: string;
  /** Result of `run` if the service withstands the attack. */
  expected: string;
  run(installation: Installation): Promise<string>;
}

/** Creates attacks from rows that are grouped by expected result, and then by the name of the attack. */
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

/** Returns the status and the error codes of an API response, for example `422 required`. */
export function outcomeOf({ status, body }: Pick<Answer, 'status' | 'body'>): string {
  const violations: { code: string }[] = body?.errors ?? [];
  const codes = violations.length > 0 ? violations.map(({ code }) => code) : [body?.code ?? body?.error];
  return [status, ...new Set(codes)].join(' ').trim();
}

/** Returns how often each status occurs, for example `40 x 401, 10 x 429`. */
export function countsOf(statuses: readonly (number | string)[]): string {
  const counts = new Map<number | string, number>();
  for (const status of statuses) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} x ${status}`).join(', ');
}

export const changeCharacter = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === 'A' ? 'B' : 'A') + text.slice(index + 1);

export function memoized<T>(prepare: (installation: Installation) => Promise<T>): typeof prepare {
  let value: Promise<T> | undefined;
  return (installation) => {
    value ??= prepare(installation);
    return value;
  };
}
