import type { ConformanceReport, CoverageOf, Finding, TargetReport } from '../types.ts';
import { type Cause, causesOf, missingByReason } from './causes.ts';
import { clip, count, duration, percent, printable } from './text.ts';
import { endedBy, findingsOf, OUTCOME_WORDS, type RunOutcome, verdictOn } from './verdict.ts';

const MAX_CAUSES = 10;
const MAX_DEPARTURES = 5;
const MAX_REASONS = 5;
const MAX_NAMES = 6;
const MAX_NAME = 100;
const MAX_LINE = 400;
const MAX_BLOCK = 1_500;

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';
type Paint = (style: Style, text: string) => string;

// SGR parameters, ECMA-48 section 8.3.117.
const CODES: Record<Style, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33 };
const OUTCOME_STYLE: Record<RunOutcome, Style> = { passed: 'green', failed: 'red', incomplete: 'yellow' };

export interface TerminalOptions {
  color: boolean;
  /** Columns. What is to be copied, the requests, is not broken at them. */
  width: number;
}

/**
 * A summary for the terminal: every target with its groups, coverage and findings, the comparison, and the verdict as
 * the last line. Findings of one cause are shown once, and every list is bounded.
 */
export function terminalReport(given: ConformanceReport, { color, width }: TerminalOptions): string {
  const report = printable(given);
  const paint: Paint = (style, text) => (color ? `\u001b[${CODES[style]}m${text}\u001b[0m` : text);
  const verdict = verdictOn(report);
  const line = [`${OUTCOME_WORDS[verdict.outcome]}: ${verdict.title}.`, ...verdict.reasons].join(' ');
  return [
    `Contract ${clip(report.contractVersion, MAX_NAME)}, seed ${report.seed}, ${count(report.fuzzCases, 'fuzz case')}, ${duration(report.seconds)}`,
    ...report.targets.flatMap((target) => ['', ...targetLines(target, paint, width)]),
    ...differentialLines(report.differential, paint, width),
    '',
    // Not wrapped: it is the last line, whole, also for who looks for it by program.
    paint(OUTCOME_STYLE[verdict.outcome], line),
    '',
  ].join('\n');
}

function targetLines(target: TargetReport, paint: Paint, width: number): string[] {
  const { target: name, baseUrl, groups, coverage, requests, seconds, cutShort } = target;
  const about = `${clip(baseUrl, MAX_LINE)}  ${count(requests, 'request')} in ${duration(seconds)}`;
  return [
    `${paint('bold', clip(name, MAX_NAME))}  ${about}`,
    ...(cutShort ? [paint('yellow', `  Cut short: ${endedBy(target)} ended this check early.`)] : []),
    ...table(
      Object.entries(groups).map(([group, { cases, failed }]) => ({
        style: failed > 0 ? 'red' : undefined,
        cells: [
          group,
          count(cases, 'case'),
          failed > 0 ? `${failed.toLocaleString('en-US')} with findings` : 'no finding',
        ],
      })),
      paint,
    ),
    '  Coverage',
    ...(coverage.length === 0 ? ['    not measured'] : coverage.flatMap((of) => coverageLines(of, paint, width))),
    ...causeLines(target.findings, findingsOf(target), paint, width),
  ];
}

function coverageLines(coverage: CoverageOf, paint: Paint, width: number): string[] {
  const { kind, covered, total } = coverage;
  const isWhole = covered >= total;
  const figure = `${percent(covered, total)}  (${covered.toLocaleString('en-US')} of ${total.toLocaleString('en-US')})`;
  const reasons = missingByReason(coverage);
  return [
    paint(isWhole ? 'green' : 'yellow', `    ${clip(kind, MAX_NAME)}: ${figure}`),
    ...reasons.slice(0, MAX_REASONS).flatMap(({ reason, names }) => {
      const why = reason === undefined ? '' : ` (${clip(reason, MAX_LINE)})`;
      return wrap(`not covered: ${listed(names)}${why}`, '      ', width);
    }),
    ...(reasons.length > MAX_REASONS ? [`      and for ${count(reasons.length - MAX_REASONS, 'other reason')}`] : []),
  ];
}

function differentialLines(differential: ConformanceReport['differential'], paint: Paint, width: number): string[] {
  if (differential === null) return [];
  const { compared, leftOut, sentToOne = [], findings } = differential;
  const without = leftOut > 0 ? `, ${leftOut.toLocaleString('en-US')} left out` : '';
  return [
    '',
    `${paint('bold', 'Comparison of the targets')}  ${count(compared, 'case')} compared${without}, ${
      findings.length > 0 ? paint('red', `${findings.length.toLocaleString('en-US')} different`) : 'no difference'
    }`,
    ...causeLines(findings, findings.length, paint, width),
    ...sentToOne.flatMap(({ target, cases }) =>
      wrap(`left out, sent to ${clip(target, MAX_NAME)} alone: ${listed(cases)}`, '  ', width),
    ),
  ];
}

function listed(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  const shown = names.slice(0, MAX_NAMES).map((name) => clip(name, MAX_NAME));
  return `${shown.join(', ')}${rest > 0 ? `, and ${rest.toLocaleString('en-US')} more` : ''}`;
}

function causeLines(findings: readonly Finding[], total: number, paint: Paint, width: number): string[] {
  if (total === 0) return [];
  const causes = causesOf(findings);
  const unseen = causes.slice(MAX_CAUSES);
  const inUnseen = unseen.reduce((sum, cause) => sum + cause.findings.length, 0);
  return [
    `  ${paint('red', `${count(total, 'finding')}, ${count(causes.length, 'different departure')}`)}`,
    ...causes.slice(0, MAX_CAUSES).flatMap((cause, index) => causeOf(cause, index + 1, paint, width)),
    ...(unseen.length > 0
      ? ['', `    and ${count(unseen.length, 'more departure')} with ${count(inUnseen, 'finding')}, in the JSON report`]
      : []),
    ...[
      '',
      '    One of them again: --only with the name of its case, in quotes. $TOKEN has the scopes that the case names, or all.',
    ],
    ...(total > findings.length ? ['', `    ${count(total - findings.length, 'more finding')} without details`] : []),
  ];
}

function causeOf({ operation, departures, findings }: Cause, number: number, paint: Paint, width: number): string[] {
  const [first, ...others] = findings;
  const block = (label: string, text: string) => [
    `       ${label}`,
    ...clip(text, MAX_BLOCK)
      .split('\n')
      .map((line) => paint('dim', `         ${line}`)),
  ];
  return [
    '',
    `    ${number}. ${paint('bold', operation ?? 'no operation')}${findings.length > 1 ? `  ${count(findings.length, 'finding')}` : ''}`,
    ...departures.slice(0, MAX_DEPARTURES).flatMap((text) => wrap(clip(text, MAX_LINE), '       ', width)),
    ...(departures.length > MAX_DEPARTURES
      ? [`       and ${count(departures.length - MAX_DEPARTURES, 'more departure')}`]
      : []),
    ...(first.broken ?? []).flatMap(({ text, at, link }) => [
      ...wrap(`contract: ${clip(text, MAX_LINE)}`, '       ', width),
      paint('dim', `         ${clip(link ?? at, MAX_LINE)}`),
    ]),
    ...wrap(`case: ${clip(first.case, MAX_LINE)} (${first.group})`, '       ', width),
    ...(first.request === undefined ? [] : block('send it again:', first.request)),
    ...(first.answer === undefined ? [] : block('answer:', first.answer)),
    ...(others.length > 0 ? [`       ${count(others.length, 'more case')} of the same, in the JSON report`] : []),
  ];
}

function table(rows: readonly { style: Style | undefined; cells: readonly string[] }[], paint: Paint): string[] {
  const widths = rows.reduce<number[]>(
    (soFar, { cells }) => cells.map((cell, i) => Math.max(soFar[i] ?? 0, cell.length)),
    [],
  );
  return rows.map(({ style, cells }) => {
    const text = cells
      .map((cell, i) => (i === 1 ? cell.padStart(widths[i] ?? 0) : cell.padEnd(widths[i] ?? 0)))
      .join('  ')
      .trimEnd();
    return style === undefined ? `  ${text}` : paint(style, `  ${text}`);
  });
}

/** Words in lines of at most `width` columns behind an indent; further lines are indented by two more. */
function wrap(text: string, indent: string, width: number): string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    const isFirst = line.trim() === '';
    if (!isFirst && line.length + 1 + word.length > width) {
      lines.push(line);
      line = `${indent}  ${word}`;
    } else line += isFirst ? word : ` ${word}`;
  }
  return [...lines, line];
}
