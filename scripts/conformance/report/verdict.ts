import type { ConformanceReport, TargetReport } from '../types.ts';
import { causesOf } from './causes.ts';
import { clip, count } from './text.ts';

/** What a run comes to. Only `passed` is a success: what was cut short has shown nothing about the rest. */
export type RunOutcome = 'passed' | 'failed' | 'incomplete';

/** The word for it in every report, so that none depends on a colour. */
export const OUTCOME_WORDS: Readonly<Record<RunOutcome, string>> = {
  passed: 'PASSED',
  failed: 'FAILED',
  incomplete: 'INCOMPLETE',
};

export interface Verdict {
  outcome: RunOutcome;
  /** In a few words. */
  title: string;
  /** What it rests on, a sentence each. */
  reasons: readonly string[];
}

/** How many cases ran. */
export function casesOf(target: TargetReport): number {
  return Object.values(target.groups).reduce((sum, group) => sum + group.cases, 0);
}

/** How many findings a target has; those that are counted without being kept count too. */
export function findingsOf(target: TargetReport): number {
  const failed = Object.values(target.groups).reduce((sum, group) => sum + group.failed, 0);
  return Math.max(target.findings.length, failed);
}

// Names and versions come from outside, and this is a sentence.
const MAX_NAME = 80;

/** The verdict on a run. Findings outweigh an early end, and a run without a case has shown nothing. */
export function verdictOn(report: ConformanceReport): Verdict {
  const { targets, differential } = report;
  const contract = `contract ${clip(report.contractVersion, MAX_NAME)}`;
  const early = earlyEnds(targets);
  const parts = [
    ...targets.map((target) => ({ name: nameOf(target), number: findingsOf(target), kept: target.findings })),
    ...(differential === null
      ? []
      : [{ name: 'the comparison', number: differential.findings.length, kept: differential.findings }]),
  ];
  const findings = sum(parts.map(({ number }) => number));
  if (findings > 0) {
    const where = parts
      .filter(({ number }) => number > 0)
      .map(({ name, number }) => `${count(number, 'finding')} in ${name}`);
    const causes = Math.max(sum(parts.map(({ kept }) => causesOf(kept).length)), 1);
    const found = `${where.join(', ')}: ${count(causes, 'different departure')} from ${contract}.`;
    return { outcome: 'failed', title: count(findings, 'finding'), reasons: [found, ...early] };
  }
  const extent = `${count(sum(targets.map(casesOf)), 'case')} and ${count(sum(targets.map(({ requests }) => requests)), 'request')}`;
  const missed = [...early, ...unexplainedGaps(targets)];
  if (missed.length > 0) {
    return { outcome: 'incomplete', title: 'Not complete', reasons: [...missed, `No finding in ${extent}.`] };
  }
  const part = report.only === undefined ? '' : `, in ${report.only.join(', ')} alone`;
  const kept = `In ${extent}, ${targets.map(nameOf).join(' and ')} kept ${contract}${part}.`;
  return { outcome: 'passed', title: 'No finding', reasons: [kept, ...gaps(targets)] };
}

/** What ended a check that is cut short. */
export const endedBy = ({ cutShortBy = 'The limit of requests or of time' }: TargetReport) =>
  clip(cutShortBy, MAX_NAME);

function earlyEnds(targets: readonly TargetReport[]): string[] {
  if (targets.length === 0) return ['There was no target.'];
  return targets.flatMap((target) => [
    ...(target.cutShort ? [`${endedBy(target)} ended the check of ${nameOf(target)} early.`] : []),
    ...(casesOf(target) === 0 ? [`Of ${nameOf(target)}, nothing was checked.`] : []),
  ]);
}

function unexplainedGaps(targets: readonly TargetReport[]): string[] {
  return targets.flatMap((target) =>
    target.coverage.flatMap(({ kind, missing }) => {
      const names = missing.filter(({ reason }) => reason === undefined).map(({ name }) => name);
      const [first = ''] = names;
      const others = names.length > 1 ? ` and ${(names.length - 1).toLocaleString('en-US')} more` : '';
      return names.length === 0
        ? []
        : [`Not exercised at ${nameOf(target)}, without a reason: ${kind} ${clip(first, MAX_NAME)}${others}.`];
    }),
  );
}

function gaps(targets: readonly TargetReport[]): string[] {
  return targets.flatMap((target) => {
    const parts = target.coverage
      .filter(({ covered, total }) => covered < total)
      .map(({ kind, covered, total }) => {
        const missing = (total - covered).toLocaleString('en-US');
        return `${missing} of ${total.toLocaleString('en-US')} (${clip(kind, MAX_NAME)})`;
      });
    return parts.length === 0 ? [] : [`Not exercised at ${nameOf(target)}: ${parts.join(', ')}.`];
  });
}

function nameOf({ target }: TargetReport): string {
  return clip(target, MAX_NAME);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
