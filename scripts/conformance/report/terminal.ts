import { styleText } from 'node:util';
import type { ConformanceReport, CoverageOf, Finding, TargetReport } from '../kit-types.ts';
import {
  bounded,
  causesOf,
  count,
  figure,
  findingLines,
  findingsOf,
  groupBy,
  percent,
  printable,
  stoppedEarly,
  verdictOn,
} from './summary.ts';

const MAX_CAUSES = 10;
const MAX_NAMES = 6;
const OUTCOME_STYLES = { passed: 'green', failed: 'red', incomplete: 'yellow' } as const;

/** Returns the report for a terminal. Findings with the same cause are shown once, and long lists are truncated. */
export function terminalReport(given: ConformanceReport): string {
  const report = printable(given);
  const { contractVersion, seed, fuzzCases, seconds, targets } = report;
  const { outcome, summary } = verdictOn(report);
  return [
    `Contract ${contractVersion}, seed ${seed}, ${count(fuzzCases, 'fuzz case')}, ${seconds.toFixed(1)} s`,
    ...targets.flatMap((target) => ['', ...targetLines(target)]),
    '',
    styleText(OUTCOME_STYLES[outcome], `${outcome.toUpperCase()}: ${summary}`),
    '',
  ].join('\n');
}

function targetLines(target: TargetReport): string[] {
  const { target: name, baseUrl, checks, coverage, notJudged = [], requests, seconds } = target;
  const early = stoppedEarly(target);
  return [
    `${styleText('bold', name)}  ${baseUrl}  ${count(requests, 'request')} in ${seconds.toFixed(1)} s`,
    ...(early === undefined ? [] : [styleText('yellow', `  ${early}`)]),
    ...Object.entries(checks).map(([check, { cases, failed }]) => {
      const line = `  ${check.padEnd(12)} ${count(cases, 'case').padStart(13)}  `;
      return failed > 0 ? styleText('red', `${line}${figure(failed)} with findings`) : `${line}no finding`;
    }),
    '  Coverage',
    ...(coverage.length === 0 ? ['    not measured'] : coverage.flatMap(coverageLines)),
    ...causeLines(target.findings, findingsOf(target)),
    ...(notJudged.length > 0 ? ['', '  Not judged'] : []),
    ...notJudged.map(({ cause, names }) => `    ${cause}: ${listed(names)}`),
  ];
}

function coverageLines({ kind, covered, total, missing }: CoverageOf): string[] {
  const reasons = groupBy(missing, ({ reason }) => reason).map((same) => {
    const why = same[0].reason === undefined ? '' : ` (${same[0].reason})`;
    return `not covered: ${listed(same.map(({ name }) => name))}${why}`;
  });
  const covers = `    ${kind}: ${percent(covered, total)}  (${figure(covered)} of ${figure(total)})`;
  return [
    styleText(covered >= total ? 'green' : 'yellow', covers),
    ...bounded(reasons, 'reason').map((line) => `      ${line}`),
  ];
}

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? `, and ${figure(rest)} more` : ''}`;
}

function causeLines(findings: readonly Finding[], total: number): string[] {
  if (total === 0) return [];
  const causes = causesOf(findings);
  const hidden = causes.slice(MAX_CAUSES);
  const more = [
    ...(hidden.length > 0
      ? [`and ${count(hidden.length, 'more cause')} with ${count(hidden.flat().length, 'finding')}, in the JSON report`]
      : []),
    ...(total > findings.length ? [`${count(total - findings.length, 'more finding')} without details`] : []),
    'To repeat a case, use --only with its name in quotes.',
  ];
  return [
    `  ${styleText('red', `${count(total, 'finding')} with ${count(causes.length, 'cause')}`)}`,
    ...causes.slice(0, MAX_CAUSES).flatMap(causeText),
    ...more.flatMap((line) => ['', `    ${line}`]),
  ];
}

function causeText([first, ...others]: readonly [Finding, ...Finding[]], index: number): string[] {
  const number = others.length > 0 ? `  ${count(others.length + 1, 'finding')}` : '';
  const more = others.length > 0 ? [`${count(others.length, 'more case')} with this cause, in the JSON report`] : [];
  return [
    '',
    `    ${index + 1}. ${styleText('bold', first.operation ?? 'no operation')}${number}`,
    ...[...findingLines(first), ...more].map((line) => `      ${line}`),
  ];
}
