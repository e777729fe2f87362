import { styleText } from 'node:util';
import { causeKeys } from '../findings.ts';
import { alternatives, responseName } from '../judge/check-response.ts';
import type { ConformanceReport, CoverageOf, Finding, Tally, TargetReport } from '../kit-types.ts';

const MAX_CAUSES = 10;
const MAX_NAMES = 6;
const OUTCOME_STYLES = { passed: 'green', failed: 'red', incomplete: 'yellow' } as const;
type Verdict = { outcome: keyof typeof OUTCOME_STYLES; summary: string };

export function terminalReport(given: ConformanceReport): string {
  const report = printable(given);
  const { contractVersion, seed, seconds, targets } = report;
  const { outcome, summary } = verdictOn(report);
  return [
    `Contract ${contractVersion}, seed ${seed}, ${seconds.toFixed(1)} s`,
    ...targets.flatMap((target) => ['', ...targetLines(target)]),
    '',
    styleText(OUTCOME_STYLES[outcome], `${outcome.toUpperCase()}: ${summary}`),
    '',
  ].join('\n');
}

function targetLines(target: TargetReport): string[] {
  const { target: name, baseUrl, tallies, coverage, notJudged = [], requests, seconds } = target;
  return [
    `${styleText('bold', name)}  ${baseUrl}  ${count(requests, 'request')} in ${seconds.toFixed(1)} s`,
    ...stoppedEarly(target).map((reason) => styleText('yellow', `  ${reason}`)),
    ...[...new Set(tallies.map(({ check }) => check))].map((check) => checkLine(check, tallies)),
    '  Coverage',
    ...(coverage.length === 0 ? ['    not measured'] : coverage.flatMap(coverageLines)),
    ...causeLines(failures(target.findings), sumOf(tallies, 'failed')),
    ...(notJudged.length > 0 ? ['', '  Not judged'] : []),
    ...notJudged.map(({ cause, names }) => `    ${cause}: ${listed(names)}`),
  ];
}

function checkLine(name: string, tallies: readonly Tally[]): string {
  const own = tallies.filter(({ check }) => check === name);
  const [failed, accepted] = [sumOf(own, 'failed'), sumOf(own, 'accepted')];
  const found = failed > 0 ? `${figure(failed)} with findings` : 'no finding';
  const line = `  ${name.padEnd(12)} ${count(sumOf(own, 'cases'), 'case').padStart(13)}  ${found}`;
  const whole = accepted > 0 ? `${line}, ${figure(accepted)} with accepted findings` : line;
  return failed > 0 ? styleText('red', whole) : whole;
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
  const hidden = causes.length - MAX_CAUSES;
  return [
    `  ${styleText('red', `${count(total, 'finding')} with ${count(causes.length, 'cause')}`)}`,
    ...causes.slice(0, MAX_CAUSES).flatMap(causeText),
    ...(hidden > 0 ? ['', `    and ${count(hidden, 'more cause')}, in the JSON report`] : []),
    '',
    '    To repeat a case, use --only with its name in quotes. To read about a code, use --explain.',
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

// A hostile target can send any character. XML 1.0 (section 2.2) forbids most of these. Control characters can move the
// cursor of a terminal. The last ranges end lines, change the direction of text (UAX #9), or are no characters.
const INVISIBLE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
  /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufffe\uffff\p{Surrogate}]/gu;

/** Report properties that can contain line breaks. In any other property, a line break could inject a forged line. */
const BLOCKS: readonly string[] = ['script', 'answer'];
const MAX_LINE = 400;
const MAX_BLOCK = 4000;

/** Replaces invisible characters with escape sequences, and truncates long strings. Does not escape markup. */
export const printable = (report: ConformanceReport): ConformanceReport =>
  JSON.parse(JSON.stringify(report), (property, value) =>
    typeof value === 'string' ? printableText(value, BLOCKS.includes(property)) : value,
  );

function printableText(text: string, isBlock: boolean): string {
  const limit = isBlock ? MAX_BLOCK : MAX_LINE;
  const rest = text.length - limit;
  const shown = rest > 0 ? `${text.slice(0, limit)}… (${count(rest, 'more character')})` : text;
  const kept = isBlock ? ['\n', '\t'] : [];
  return (isBlock ? shown.replaceAll('\r\n', '\n') : shown).replace(INVISIBLE, (character) =>
    kept.includes(character) ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
}

const figure = (number: number) => number.toLocaleString('en-US');
export const count = (number: number, noun: string) => `${figure(number)} ${noun}${number === 1 ? '' : 's'}`;

/** Formats a percentage, rounded down, so that incomplete coverage never appears as 100 %. */
const percent = (part: number, whole: number) =>
  part >= whole ? '100 %' : `${(Math.floor((part / whole) * 1000) / 10).toFixed(1)} %`;

export function findingLines({ mismatches, expected = [], actual, contract, ...finding }: Finding): string[] {
  const block = (label: string, text: string | undefined) =>
    text === undefined ? [] : [`${label}:`, ...text.split('\n').map((line) => `  ${line}`)];
  return [
    ...bounded(mismatches, 'sentence'),
    ...(expected.length === 0 ? [] : [`expected: ${alternatives(expected)}`]),
    ...(actual === undefined ? [] : [`actual: ${responseName(actual)}`]),
    ...(contract === undefined ? [] : [`contract: ${contract}`]),
    `check: ${finding.check}`,
    `code: ${finding.codes.join(', ')}`,
    `case: ${finding.case}`,
    ...block('requests', finding.script),
    ...block('received', finding.answer),
  ];
}

const MAX_LINES = 5;

function bounded(lines: readonly string[], noun: string): string[] {
  const rest = lines.length - MAX_LINES;
  return [...lines.slice(0, MAX_LINES), ...(rest > 0 ? [`and ${count(rest, `more ${noun}`)}`] : [])];
}

/** Groups findings by their most frequent mismatch. */
export function causesOf(findings: readonly Finding[]) {
  const keys = groupBy(findings.flatMap(causeKeys), (key) => key).map(([key]) => key);
  return groupBy(findings, (finding) => {
    const own = new Set(causeKeys(finding));
    return keys.find((key) => own.has(key));
  });
}

/** Returns groups of items with equal keys. The largest group is first. */
function groupBy<T>(all: readonly T[], keyOf: (each: T) => string | undefined) {
  const keys = all.map(keyOf);
  const groups = [...new Set(keys)].map((key) => all.filter((_, index) => keys[index] === key) as [T, ...T[]]);
  return groups.sort((one, other) => other.length - one.length);
}

/** Adds the numbers of tallies or targets. Does not count findings: only a limited number of them is stored. */
const sumOf = <Name extends string>(all: readonly Readonly<Record<Name, number>>[], name: Name) =>
  all.reduce((total, each) => total + each[name], 0);

export const failures = (findings: readonly Finding[]) => findings.filter(({ accepted }) => accepted === undefined);

function stoppedEarly({ target, cutShortBy, tallies }: TargetReport): string[] {
  if (cutShortBy !== undefined) return [`${target}: ${cutShortBy} ended the check early.`];
  return sumOf(tallies, 'cases') === 0 ? [`${target}: Nothing was checked.`] : [];
}

/** Returns why a run is incomplete: it stopped early, or its coverage has gaps without a documented reason. */
export const incompleteParts = (report: TargetReport) => [...stoppedEarly(report), ...unexplainedGaps(report)];

/** Returns the verdict of a run with an explanation. A run with findings fails even if it stopped early. */
export function verdictOn({ targets, contractVersion, only }: ConformanceReport): Verdict {
  const namesOf = (some: readonly TargetReport[]) => some.map(({ target }) => target).join(' and ');
  const tallies = targets.flatMap((target) => target.tallies);
  const [failed, accepted] = [sumOf(tallies, 'failed'), sumOf(tallies, 'accepted')];
  if (failed > 0) {
    const names = namesOf(targets.filter((target) => sumOf(target.tallies, 'failed') > 0));
    const found = `${count(failed, 'finding')}. ${names} did not match contract ${contractVersion}.`;
    return { outcome: 'failed', summary: [found, ...targets.flatMap(stoppedEarly)].join(' ') };
  }
  const extent = `${count(sumOf(tallies, 'cases'), 'case')} and ${count(sumOf(targets, 'requests'), 'request')}`;
  const missed = targets.length === 0 ? ['There was no target.'] : targets.flatMap(incompleteParts);
  if (missed.length > 0) return { outcome: 'incomplete', summary: [...missed, `No finding in ${extent}.`].join(' ') };
  const part = only === undefined ? '' : `, limited to ${only.join(', ')}`;
  const kept = `No finding. In ${extent}, ${namesOf(targets)} matched contract ${contractVersion}${part}.`;
  const also = accepted === 0 ? [] : [`${count(accepted, 'finding')} accepted.`];
  return { outcome: 'passed', summary: [kept, ...also, ...targets.flatMap(gaps)].join(' ') };
}

const unexplainedGaps = ({ target, coverage }: TargetReport) =>
  coverage.flatMap(({ kind, missing }) => {
    const names = missing.filter(({ reason }) => reason === undefined).map(({ name }) => name);
    if (names.length === 0) return [];
    if (kind === 'success') return [`${target}: No request to ${listed(names)} succeeded.`];
    return [`${target}: Not tested, without a reason: ${kind} ${listed(names)}.`];
  });

function gaps({ target, coverage }: TargetReport): string[] {
  const parts = coverage
    .filter(({ missing }) => missing.length > 0)
    .map(({ kind, missing, total }) => `${figure(missing.length)} of ${figure(total)} (${kind})`);
  return parts.length === 0 ? [] : [`Not tested on ${target}: ${parts.join(', ')}.`];
}
