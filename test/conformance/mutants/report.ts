import { type Equivalent, shown } from './mutant.ts';
import type { Trial } from './run.ts';
import { grouped } from './sample.ts';
import type { OperatorScore, Score } from './score.ts';

/** The whole result for people, a line each. */
export function reportLines(score: Score, equivalents: readonly Equivalent[], seconds: number): string[] {
  const { operators, survivors, explained, stillborn, same, refuted } = score;
  const tried = [...survivors, ...explained.map(({ trial }) => trial)];
  return [
    ...table(operators),
    '',
    ...section('Survivors', survivors.map(survivorLines)),
    ...section(
      'Survivors that are explained',
      explained.map(({ trial, why }) => [...survivorLines(trial), `    why: ${why}`]),
    ),
    ...section(
      'Explanations that are wrong: noticed after all',
      refuted.map(({ trial }) => [`  ${trial.mutant.name}`]),
    ),
    ...section(
      'Stillborn: no server could be made of them',
      stillborn.map(({ mutant, reason }) => [`  ${mutant.name}`, `    ${reason}`]),
    ),
    ...section(
      'The same server: nothing that it runs on is generated from it',
      same.map(({ mutant }) => [`  ${mutant.name}`]),
    ),
    `Left out beforehand, since no client can tell: ${equivalents.length}`,
    ...grouped(equivalents, ({ reason }) => reason).map((some) => `  ${some.length}: ${some[0]?.reason}`),
    '',
    `${score.noticed} of ${score.counted} mutants noticed: ${score.percent.toFixed(1)} %. ` +
      `${tried.length} survived, ${explained.length} of them explained. ${seconds.toFixed(0)} s.`,
  ];
}

function section(title: string, entries: readonly (readonly string[])[]): string[] {
  return entries.length === 0 ? [] : [`${title} (${entries.length})`, ...entries.flat(), ''];
}

function table(operators: readonly OperatorScore[]): string[] {
  const width = Math.max(...operators.map(({ operator }) => operator.length), 'operator'.length);
  const row = (cells: readonly (string | number)[]) =>
    cells.map((cell, i) => (i === 0 ? String(cell).padEnd(width) : String(cell).padStart(9))).join(' ');
  return [
    row(['operator', 'mutants', 'noticed', 'survived']),
    ...operators.map((each) => row([each.operator, each.mutants, each.noticed, each.survived])),
  ];
}

function survivorLines({ mutant, altered, cutShort }: Trial): string[] {
  return [
    `  ${mutant.name}`,
    `    ${mutant.pointer}: ${mutant.before} -> ${mutant.after}`,
    `    ${mutant.operations.join(', ')}`,
    ...(altered === 0 ? ['    not reached: nothing that the kit sent brought it out'] : []),
    ...(cutShort === true ? ['    the kit was stopped by its limits'] : []),
  ];
}

/** One trial in one line, for whoever waits. */
export function trialLine(trial: Trial, done: number, total: number): string {
  const { mutant, verdict, finding, seconds, requests } = trial;
  const how = finding === undefined ? '' : `: ${shown(finding.case)}`;
  return `${done}/${total} ${verdict} in ${seconds.toFixed(1)} s, ${requests} requests: ${mutant.name}${how}`;
}
