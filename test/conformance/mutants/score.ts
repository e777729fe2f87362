import type { Mutant } from './mutant.ts';
import type { Trial, Verdict } from './run.ts';
import { grouped } from './sample.ts';

export interface Explanation {
  name: RegExp;
  why: string;
}

export interface OperatorScore {
  operator: string;
  mutants: number;
  noticed: number;
  survived: number;
}

export interface Score {
  /** Those that the kit was tried on and could notice. */
  counted: number;
  noticed: number;
  /** Of 100. */
  percent: number;
  operators: readonly OperatorScore[];
  survivors: readonly Trial[];
  explained: readonly { trial: Trial; why: string }[];
  stillborn: readonly Trial[];
  same: readonly Trial[];
  /** Explanations of survivors that the kit noticed after all. */
  refuted: readonly { trial: Trial; why: string }[];
}

/**
 * Counts. Those whose survival is explained count neither way; an explanation is only a claim until its mutant has survived, and
 * one whose mutant was noticed is wrong.
 */
export function scoreOf(trials: readonly Trial[], explanations: readonly Explanation[]): Score {
  const whyOf = ({ mutant }: Trial) => explanations.find(({ name }) => name.test(mutant.name))?.why;
  const having = (verdict: Verdict) => trials.filter((trial) => trial.verdict === verdict);
  const withWhy = (some: readonly Trial[]) =>
    some.flatMap((trial) => {
      const why = whyOf(trial);
      return why === undefined ? [] : [{ trial, why }];
    });
  const survivors = having('survived').filter((trial) => whyOf(trial) === undefined);
  const noticed = having('noticed');
  const counted = noticed.length + survivors.length;
  return {
    counted,
    noticed: noticed.length,
    percent: counted === 0 ? 0 : (100 * noticed.length) / counted,
    operators: grouped([...noticed, ...survivors], ({ mutant }) => mutant.operator)
      .map((some) => ({
        operator: some[0]?.mutant.operator ?? '',
        mutants: some.length,
        noticed: some.filter(({ verdict }) => verdict === 'noticed').length,
        survived: some.filter(({ verdict }) => verdict === 'survived').length,
      }))
      .sort((one, other) => one.operator.localeCompare(other.operator)),
    survivors,
    explained: withWhy(having('survived')),
    stillborn: having('stillborn'),
    same: having('same server'),
    refuted: withWhy(noticed),
  };
}

/** Explanations that no mutant of the contract goes by any more. */
export function idleExplanations(mutants: readonly Mutant[], explanations: readonly Explanation[]): Explanation[] {
  return explanations.filter(({ name }) => !mutants.some((mutant) => name.test(mutant.name)));
}
