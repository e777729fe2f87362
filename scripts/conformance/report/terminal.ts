import { styleText } from 'node:util';
import type { ConformanceReport, CoverageOf, Finding, Progress, TargetReport } from '../types.ts';
import {
  type Cause,
  causesOf,
  count,
  figure,
  findingsOf,
  missingByReason,
  percent,
  printable,
  stoppedEarly,
  verdictOn,
} from './summary.ts';

const MAX_CAUSES = 10;
const MAX_DEPARTURES = 5;
const MAX_REASONS = 5;
const MAX_NAMES = 6;

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
type Paint = (style: Style, text: string) => string;

const OUTCOME_STYLES = { passed: 'green', failed: 'red', incomplete: 'yellow' } as const;

/**
 * Returns the report for a terminal: every target with its groups, coverage and findings, then the comparison, and the
 * verdict as the last line. Findings with one cause are shown once, and every list is bounded.
 */
export function terminalReport(given: ConformanceReport, { color }: { color: boolean }): string {
  const report = printable(given);
  const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
  const { outcome, summary } = verdictOn(report);
  return [
    `Contract ${report.contractVersion}, seed ${report.seed}, ${count(report.fuzzCases, 'fuzz case')}, ${report.seconds.toFixed(1)} s`,
    ...report.targets.flatMap((target) => ['', ...targetLines(target, paint)]),
    ...differentialLines(report.differential, paint),
    '',
    paint(OUTCOME_STYLES[outcome], `${outcome.toUpperCase()}: ${summary}`),
    '',
  ].join('\n');
}

function targetLines(target: TargetReport, paint: Paint): string[] {
  const { target: name, baseUrl, groups, coverage, requests, seconds } = target;
  const early = stoppedEarly(target);
  return [
    `${paint('bold', name)}  ${baseUrl}  ${count(requests, 'request')} in ${seconds.toFixed(1)} s`,
    ...(early === undefined ? [] : [paint('yellow', `  ${early}`)]),
    ...Object.entries(groups).map(([group, { cases, failed }]) => {
      const line = `  ${group.padEnd(12)} ${count(cases, 'case').padStart(13)}  `;
      return failed > 0 ? paint('red', `${line}${figure(failed)} with findings`) : `${line}no finding`;
    }),
    '  Coverage',
    ...(coverage.length === 0 ? ['    not measured'] : coverage.flatMap((each) => coverageLines(each, paint))),
    ...causeLines(target.findings, findingsOf(target), paint),
  ];
}

function coverageLines(coverage: CoverageOf, paint: Paint): string[] {
  const { kind, covered, total } = coverage;
  const reasons = missingByReason(coverage);
  const covers = `    ${kind}: ${percent(covered, total)}  (${figure(covered)} of ${figure(total)})`;
  return [
    paint(covered >= total ? 'green' : 'yellow', covers),
    ...reasons.slice(0, MAX_REASONS).map(({ reason, names }) => {
      const why = reason === undefined ? '' : ` (${reason})`;
      return `      not covered: ${listed(names)}${why}`;
    }),
    ...(reasons.length > MAX_REASONS ? [`      and for ${count(reasons.length - MAX_REASONS, 'other reason')}`] : []),
  ];
}

function differentialLines(differential: ConformanceReport['differential'], paint: Paint): string[] {
  if (differential === null) return [];
  const { compared, leftOut, sentToOne = [], findings } = differential;
  const without = leftOut > 0 ? `, ${figure(leftOut)} left out` : '';
  const result = findings.length > 0 ? paint('red', `${figure(findings.length)} different`) : 'no difference';
  return [
    '',
    `${paint('bold', 'Comparison of the targets')}  ${count(compared, 'case')} compared${without}, ${result}`,
    ...causeLines(findings, findings.length, paint),
    ...sentToOne.map(({ target, cases }) => `  left out, sent to ${target} alone: ${listed(cases)}`),
  ];
}

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  return `${names.slice(0, MAX_NAMES).join(', ')}${rest > 0 ? `, and ${figure(rest)} more` : ''}`;
}

function causeLines(findings: readonly Finding[], total: number, paint: Paint): string[] {
  if (total === 0) return [];
  const causes = causesOf(findings);
  const hidden = causes.slice(MAX_CAUSES);
  return [
    `  ${paint('red', `${count(total, 'finding')} with ${count(causes.length, 'cause')}`)}`,
    ...causes.slice(0, MAX_CAUSES).flatMap((cause, index) => causeText(cause, index + 1, paint)),
    ...(hidden.length > 0
      ? [
          '',
          `    and ${count(hidden.length, 'more cause')} with ${count(hidden.flatMap((cause) => cause.findings).length, 'finding')}, in the JSON report`,
        ]
      : []),
    '',
    '    To send a case again: --only with its name, in quotes. $TOKEN has the scopes that the case names, or all scopes.',
    ...(total > findings.length ? ['', `    ${count(total - findings.length, 'more finding')} without details`] : []),
  ];
}

function causeText({ operation, departures, findings }: Cause, number: number, paint: Paint): string[] {
  const [first, ...others] = findings as [Finding, ...Finding[]];
  const block = (label: string, text: string | undefined) =>
    text === undefined ? [] : [`       ${label}`, ...text.split('\n').map((line) => paint('dim', `         ${line}`))];
  const rest = departures.length - MAX_DEPARTURES;
  return [
    '',
    `    ${number}. ${paint('bold', operation ?? 'no operation')}${others.length > 0 ? `  ${count(findings.length, 'finding')}` : ''}`,
    ...departures.slice(0, MAX_DEPARTURES).map((text) => `       ${text}`),
    ...(rest > 0 ? [`       and ${figure(rest)} more`] : []),
    ...(first.broken ?? []).flatMap(({ text, at, link }) => [
      `       contract: ${text}`,
      paint('dim', `         ${link ?? at}`),
    ]),
    `       case: ${first.case} (${first.group})`,
    ...block('send the request again:', first.request),
    ...block('response:', first.answer),
    ...(others.length > 0 ? [`       ${count(others.length, 'more case')} with this cause, in the JSON report`] : []),
  ];
}

/** A stream that shows progress: standard error, usually. */
export interface ProgressStream {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

const REWRITE_INTERVAL_MS = 100;
// To the start of the line, and erase the line (EL, ECMA-48 section 8.3.41).
const ERASE_LINE = '\r\u001b[2K';

/**
 * Shows the progress of a run. On a terminal, one line shows all targets and is rewritten at most ten times a second.
 * Elsewhere, each finished group of cases gets a line, so that a CI log stays short.
 */
export function createProgress(stream: ProgressStream): { update(progress: Progress): void; end(): void } {
  const latest = new Map<string, Progress>();
  const reported = new Set<string>();
  let writtenAt = Number.NEGATIVE_INFINITY;
  const text = ({ target, group, done, total, findings }: Progress) =>
    `${target}: ${group} ${figure(done)} of ${figure(total)}, ${count(findings, 'finding')}`;
  return {
    update(progress) {
      const { target, group, done, total } = progress;
      if (stream.isTTY !== true) {
        if (done < total || reported.has(`${target} ${group}`)) return;
        reported.add(`${target} ${group}`);
        stream.write(`${text(progress)}\n`);
        return;
      }
      latest.set(target, progress);
      if (Date.now() - writtenAt < REWRITE_INTERVAL_MS && done < total) return;
      writtenAt = Date.now();
      // Some terminals break a line that fills the last column, and then do not erase the whole line.
      const line = [...latest.values()].map(text).join(' | ');
      stream.write(ERASE_LINE + line.slice(0, (stream.columns ?? 80) - 1));
    },
    end() {
      if (stream.isTTY === true) stream.write(ERASE_LINE);
    },
  };
}
