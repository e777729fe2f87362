import type { CaseGroup, ConformanceReport, CoverageOf, Finding, TargetReport } from '../types.ts';
import { causesOf } from './causes.ts';
import { clip, count, percent, printable } from './text.ts';
import { casesOf, endedBy, verdictOn } from './verdict.ts';

// JUnit XML has no standard; this is what Jenkins, GitLab and the usual GitHub actions share. GitLab identifies a
// test by class name and name and drops duplicates; Jenkins reads one failure per test case; all count test case
// elements, not attributes. So names are unique and without figures: a test keeps its name from run to run.

// GitLab refuses files above 30 MB.
const MAX_FAILING = 200;
const MAX_NAME = 300;
const MAX_MESSAGE = 1_000;
const MAX_BLOCK = 4_000;

interface Result {
  element: 'failure' | 'error' | 'skipped';
  type: string;
  message: string;
  text: string;
}

interface TestCase {
  name: string;
  /** Absent: it passed. */
  result?: Result;
  output?: string;
}

interface Suite {
  target: string;
  name: string;
  seconds?: number;
  properties: Readonly<Record<string, string | number>>;
  cases: readonly TestCase[];
}

/**
 * JUnit XML. Each target has a suite for the run and its coverage (a gap is a skipped test, or an error without a
 * reason), and a suite for each group: every case with findings is a failed test, and all others together are one
 * passed test, since there can be a hundred thousand. The suite's properties say how many cases there were.
 */
export function junitReport(given: ConformanceReport): string {
  const report = printable(given);
  const suites = [...report.targets.flatMap((target) => suitesOf(report, target)), ...differentialSuite(report)];
  const cases = suites.flatMap((suite) => suite.cases);
  // The schema that most follow has neither a fraction nor a zone.
  const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/.exec(report.startedAt)?.[0];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    start('testsuites', { name: 'conformance', ...totals(cases), time: report.seconds.toFixed(3) }),
    ...suites.flatMap((suite) => suiteElement(suite, timestamp)),
    '</testsuites>',
    '',
  ].join('\n');
}

function suitesOf(report: ConformanceReport, target: TargetReport): Suite[] {
  const groups = new Map<string, { cases: number; failed: number }>(Object.entries(target.groups));
  for (const { group } of target.findings) if (!groups.has(group)) groups.set(group, { cases: 0, failed: 0 });
  return [
    {
      target: target.target,
      name: 'run',
      seconds: target.seconds,
      properties: {
        base_url: target.baseUrl,
        contract_version: report.contractVersion,
        seed: report.seed,
        fuzz_cases: report.fuzzCases,
        requests: target.requests,
        outcome: verdictOn({ ...report, targets: [target], differential: null }).outcome,
      },
      cases: [endOf(target), ...target.coverage.map(coverageCase)],
    },
    ...[...groups].map(([group, { cases, failed }]): Suite => {
      const findings = target.findings.filter((finding) => finding.group === group);
      return {
        target: target.target,
        name: group,
        properties: { cases, failed },
        cases: groupCases(findings, cases, failed),
      };
    }),
  ];
}

function differentialSuite({ differential }: ConformanceReport): Suite[] {
  if (differential === null) return [];
  const { compared, leftOut, findings } = differential;
  const failed = new Set(findings.map((finding) => finding.case)).size;
  const group: CaseGroup | 'differential' = 'differential';
  const properties = { cases: compared, failed, left_out: leftOut };
  return [{ target: 'comparison', name: group, properties, cases: groupCases(findings, compared, failed) }];
}

/** A test of its own: a run that was cut short must not look like one that found nothing. */
function endOf(target: TargetReport): TestCase {
  const name = 'the check came to its end';
  const message = target.cutShort
    ? `${endedBy(target)} ended the check early.`
    : casesOf(target) === 0
      ? 'Nothing was checked.'
      : undefined;
  if (message === undefined) return { name };
  return { name, result: { element: 'error', type: 'incomplete', message, text: message } };
}

function coverageCase({ kind, covered, total, missing }: CoverageOf): TestCase {
  const figure = `${covered} of ${total} (${percent(covered, total)})`;
  const name = `coverage: ${kind}`;
  if (covered >= total) return { name, output: figure };
  const shown = missing
    .slice(0, MAX_FAILING)
    .map(({ name, reason }) => (reason === undefined ? name : `${name}: ${reason}`));
  const rest = missing.length - shown.length;
  const lines = [...shown.map((line) => clip(line, MAX_NAME)), ...(rest > 0 ? [`and ${rest} more`] : [])];
  const isFailure = missing.some(({ reason }) => reason === undefined);
  const element = isFailure ? 'error' : 'skipped';
  return { name, result: { element, type: 'gap', message: figure, text: lines.join('\n') } };
}

function groupCases(findings: readonly Finding[], cases: number, failed: number): TestCase[] {
  const byCase = new Map<string, Finding[]>();
  for (const finding of inTurns(findings)) {
    const same = byCase.get(finding.case);
    if (same === undefined) byCase.set(finding.case, [finding]);
    else same.push(finding);
  }
  const failing = Math.max(failed, byCase.size);
  const shown = [...byCase].slice(0, MAX_FAILING);
  const names = new Set<string>();
  const failures = shown.map(
    ([name, same]): TestCase => ({ name: unique(clip(name, MAX_NAME), names), result: failure(same) }),
  );
  const rest = failing - shown.length;
  const passed = Math.max(cases - failing, 0);
  return [
    ...failures,
    ...(rest > 0 ? [{ name: unique('further cases with findings', names), result: further(rest) }] : []),
    // A suite in which nothing failed has a test as well: one without tests is an error to some.
    ...(passed > 0 || failing === 0
      ? [{ name: unique('all other cases', names), output: `${count(passed, 'case')} without a finding` }]
      : []),
  ];
}

/**
 * The first finding of each cause, then the second of each, and so on, so that as many causes as possible are shown.
 */
function inTurns(findings: readonly Finding[]): Finding[] {
  return causesOf(findings)
    .flatMap((cause) => cause.findings.map((finding, turn) => ({ finding, turn })))
    .sort((one, other) => one.turn - other.turn)
    .map(({ finding }) => finding);
}

function unique(name: string, taken: Set<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number += 1) free = `${name} (${number})`;
  taken.add(free);
  return free;
}

function failure(findings: readonly Finding[]): Result {
  const departures = findings.flatMap((finding) => finding.departures);
  const [first] = findings;
  const text = [
    ...departures.map((departure) => clip(departure, MAX_MESSAGE)).slice(0, 20),
    ...(first?.request === undefined ? [] : ['', 'Send it again:', clip(first.request, MAX_BLOCK)]),
    ...(first?.answer === undefined ? [] : ['', 'Answer:', clip(first.answer, MAX_BLOCK)]),
  ];
  const message = clip(departures.join(' ') || 'It departs from the contract.', MAX_MESSAGE);
  return {
    element: 'failure',
    type: clip(first?.operation ?? 'conformance', MAX_NAME),
    message,
    text: text.join('\n'),
  };
}

function further(cases: number): Result {
  const message = `${count(cases, 'more case')} with findings. The JSON report has what is known of them.`;
  return { element: 'failure', type: 'conformance', message, text: message };
}

function suiteElement({ target, name, seconds, properties, cases }: Suite, timestamp: string | undefined): string[] {
  return [
    start('testsuite', {
      name: clip(`${target}: ${name}`, MAX_NAME),
      ...totals(cases),
      time: seconds?.toFixed(3),
      timestamp,
    }),
    '<properties>',
    ...Object.entries(properties).map(
      ([key, value]) => `${start('property', { name: key, value: String(value) })}</property>`,
    ),
    '</properties>',
    ...cases.flatMap((testCase) => caseElement(`conformance.${clip(target, MAX_NAME)}.${name}`, testCase)),
    '</testsuite>',
  ];
}

function caseElement(classname: string, { name, result, output }: TestCase): string[] {
  return [
    start('testcase', { classname, name }),
    ...(result === undefined
      ? []
      : [
          `${start(result.element, { type: result.type, message: result.message })}${escapeXml(result.text)}</${result.element}>`,
        ]),
    ...(output === undefined ? [] : [`<system-out>${escapeXml(output)}</system-out>`]),
    '</testcase>',
  ];
}

function totals(cases: readonly TestCase[]): Record<string, string> {
  const having = (element: string) => String(cases.filter(({ result }) => result?.element === element).length);
  return {
    tests: String(cases.length),
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
  };
}

function start(element: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escapeXml(value)}"`],
  );
  return `<${element}${written.join('')}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** For text and for attributes in double quotes. The `>` is escaped because of `]]>` (XML 1.0, section 2.4). */
function escapeXml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
