import type { ConformanceReport, CoverageOf, Finding, TargetReport } from '../types.ts';
import { count, figure, percent, printable, stoppedEarly } from './summary.ts';

// JUnit XML has no standard. This is what Jenkins, GitLab and the usual GitHub actions share: GitLab identifies a test
// by class name and name and drops duplicates, Jenkins reads one failure per test case, and all of them count test case
// elements, not attributes. So names are unique, and contain no figures that change from run to run.

interface TestCase {
  name: string;
  /** Absent when the test passed. */
  result?: { element: 'failure' | 'error' | 'skipped'; type: string; message: string; text?: string };
  output?: string;
}

interface Suite {
  target: string;
  name: string;
  seconds?: number;
  cases: readonly TestCase[];
}

/**
 * Returns the report as JUnit XML. Each target has a suite for the run and its coverage (a gap is a skipped test, or an
 * error when the gap has no reason), and a suite for each group: every case with findings is a failed test, and all
 * other cases together are one passed test, because there can be a hundred thousand.
 */
export function junitReport(given: ConformanceReport): string {
  const report = printable(given);
  const suites = [...report.targets.flatMap(suitesOf), ...differentialSuite(report)];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    openTag('testsuites', { name: 'conformance', ...totals(suites), time: report.seconds.toFixed(3) }),
    ...suites.flatMap(suiteElement),
    '</testsuites>',
    '',
  ].join('\n');
}

function suitesOf(target: TargetReport): Suite[] {
  const groups = new Set([...Object.keys(target.groups), ...target.findings.map(({ group }) => group)]);
  return [
    {
      target: target.target,
      name: 'run',
      seconds: target.seconds,
      cases: [completenessTest(target), ...target.coverage.map(coverageTest)],
    },
    ...[...groups].map((name): Suite => {
      const { cases, failed } = target.groups[name as keyof TargetReport['groups']] ?? { cases: 0, failed: 0 };
      const findings = target.findings.filter(({ group }) => group === name);
      return { target: target.target, name, cases: caseTests(findings, cases, failed) };
    }),
  ];
}

function differentialSuite({ differential }: ConformanceReport): Suite[] {
  if (differential === null) return [];
  const { compared, findings } = differential;
  return [{ target: 'comparison', name: 'differential', cases: caseTests(findings, compared, findings.length) }];
}

/** A test of its own, because a run that was stopped early must not look like a run that found nothing. */
function completenessTest(target: TargetReport): TestCase {
  const name = 'the check is complete';
  const message = stoppedEarly(target);
  return message === undefined ? { name } : { name, result: { element: 'error', type: 'incomplete', message } };
}

function coverageTest({ kind, covered, total, missing }: CoverageOf): TestCase {
  const name = `coverage: ${kind}`;
  const message = `${figure(covered)} of ${figure(total)} (${percent(covered, total)})`;
  if (covered >= total) return { name, output: message };
  const element = missing.some(({ reason }) => reason === undefined) ? 'error' : 'skipped';
  const text = missing.map(({ name, reason }) => (reason === undefined ? name : `${name}: ${reason}`)).join('\n');
  return { name, result: { element, type: 'gap', message, text } };
}

function caseTests(findings: readonly Finding[], cases: number, failed: number): TestCase[] {
  const tests = new Map<string, TestCase>();
  for (const finding of findings)
    if (!tests.has(finding.case)) tests.set(finding.case, { name: finding.case, result: failureOf(finding) });
  const withoutDetails = failed - tests.size;
  const passed = cases - Math.max(failed, tests.size);
  const more: TestCase = {
    name: 'further cases with findings',
    result: { element: 'failure', type: 'conformance', message: `${count(withoutDetails, 'case')} without details` },
  };
  return [
    ...tests.values(),
    ...(withoutDetails > 0 ? [more] : []),
    // Some readers reject a suite without tests.
    ...(passed > 0 || failed === 0
      ? [{ name: 'all other cases', output: `${count(Math.max(passed, 0), 'case')} without a finding` }]
      : []),
  ];
}

function failureOf({ operation, departures, request, answer }: Finding): NonNullable<TestCase['result']> {
  const blocks = [
    ...(request === undefined ? [] : ['', 'Send the request again:', request]),
    ...(answer === undefined ? [] : ['', 'Response:', answer]),
  ];
  return {
    element: 'failure',
    type: operation ?? 'conformance',
    message: departures[0] ?? 'The response does not match the contract.',
    text: [...departures, ...blocks].join('\n'),
  };
}

function suiteElement(suite: Suite): string[] {
  const { target, name, seconds, cases } = suite;
  return [
    openTag('testsuite', { name: `${target}: ${name}`, ...totals([suite]), time: seconds?.toFixed(3) }),
    ...cases.flatMap(({ name: test, result, output }) => [
      openTag('testcase', { classname: `conformance.${target}.${name}`, name: test }),
      ...(result === undefined
        ? []
        : [
            openTag(result.element, { type: result.type, message: result.message }),
            `${escapeXml(result.text ?? '')}</${result.element}>`,
          ]),
      ...(output === undefined ? [] : [`<system-out>${escapeXml(output)}</system-out>`]),
      '</testcase>',
    ]),
    '</testsuite>',
  ];
}

function totals(suites: readonly Suite[]): Record<string, string> {
  const results = suites.flatMap(({ cases }) => cases.map(({ result }) => result?.element));
  const having = (element: string) => String(results.filter((each) => each === element).length);
  return {
    tests: String(results.length),
    failures: having('failure'),
    errors: having('error'),
    skipped: having('skipped'),
  };
}

function openTag(element: string, attributes: Readonly<Record<string, string | undefined>>): string {
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined ? [] : [` ${name}="${escapeXml(value)}"`],
  );
  return `<${element}${written.join('')}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text and attributes in double quotes. The `>` is escaped because of `]]>` (XML 1.0, section 2.4). */
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
