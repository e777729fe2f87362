import type { ConformanceReport, CoverageOf, Finding, TargetReport } from '../kit-types.ts';
import { count, figure, findingLines, percent, printable, stoppedEarly } from './terminal.ts';

// JUnit XML has no standard. This is the subset that Jenkins, GitLab, and common GitHub actions share. GitLab drops
// tests with the same class name and name, so names are unique. They contain no numbers that change between runs.

type Test = readonly [name: string, content: string];

/** Returns the report as JUnit XML, with a suite for each check. All cases that pass form one test. */
export function junitReport(given: ConformanceReport): string {
  const { targets, seconds } = printable(given);
  const text = targets.flatMap(suitesOf).join('\n');
  const attributes = { name: 'conformance', ...totals(text), time: seconds.toFixed(3) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, text)}\n`;
}

function suitesOf(report: TargetReport): string[] {
  const { target, seconds, checks, findings, coverage, notJudged = [] } = report;
  const early = stoppedEarly(report);
  // Reports completeness as a separate test, because an incomplete run without findings must not look successful.
  const completeness = early === undefined ? '' : element('error', { type: 'incomplete', message: early });
  const names = new Set([...Object.keys(checks), ...findings.map(({ check }) => check)]);
  const run: Test[] = [['the check is complete', completeness], ...coverage.map(coverageTest)];
  return [
    suite(target, 'run', [...run, ...notJudged.map(notJudgedTest)], seconds),
    ...[...names].map((name) => {
      const { cases, failed } = checks[name as keyof typeof checks] ?? { cases: 0, failed: 0 };
      const found = findings.filter(({ check }) => check === name);
      return suite(target, name, caseTests(found, cases, failed));
    }),
  ];
}

function coverageTest({ kind, covered, total, missing }: CoverageOf): Test {
  const message = `${figure(covered)} of ${figure(total)} (${percent(covered, total)})`;
  const name = `coverage: ${kind}`;
  if (covered >= total) return [name, element('system-out', {}, message)];
  const text = missing.map(({ name, reason }) => (reason === undefined ? name : `${name}: ${reason}`)).join('\n');
  const hasReasons = missing.every(({ reason }) => reason !== undefined);
  return [name, element(hasReasons ? 'skipped' : 'error', { type: 'gap', message }, escapeXml(text))];
}

const notJudgedTest = ({ cause, names }: { cause: string; names: readonly string[] }): Test => [
  `not judged: ${cause}`,
  element('skipped', { message: cause }, escapeXml(names.join('\n'))),
];

function caseTests(findings: readonly Finding[], cases: number, failed: number): Test[] {
  const tests = new Map<string, string>();
  for (const finding of findings) if (!tests.has(finding.case)) tests.set(finding.case, failureOf(finding));
  const passed = Math.max(cases - Math.max(failed, tests.size), 0);
  const withoutDetails = failed - tests.size;
  if (withoutDetails > 0) {
    const message = `${count(withoutDetails, 'case')} without details`;
    tests.set('further cases with findings', element('failure', { type: 'conformance', message }));
  }
  // Some JUnit readers reject a suite without tests.
  if (passed > 0 || failed === 0)
    tests.set('all other cases', element('system-out', {}, `${count(passed, 'case')} without a finding`));
  return [...tests];
}

function failureOf(finding: Finding): string {
  const { operation, mismatches } = finding;
  const [message = 'The response does not match the contract.'] = mismatches;
  const text = findingLines(finding).join('\n');
  return element('failure', { type: operation ?? 'conformance', message }, escapeXml(text));
}

function suite(target: string, name: string, tests: readonly Test[], seconds?: number): string {
  const classname = `conformance.${target}.${name}`;
  const text = tests.map(([test, content]) => element('testcase', { classname, name: test }, content)).join('\n');
  const time = seconds === undefined ? {} : { time: seconds.toFixed(3) };
  return element('testsuite', { name: `${target}: ${name}`, ...totals(text), ...time }, text);
}

function totals(xml: string): Record<string, string> {
  const counted = { tests: 'testcase', failures: 'failure', errors: 'error', skipped: 'skipped' };
  return Object.fromEntries(
    Object.entries(counted).map(([name, element]) => [name, String(xml.split(`<${element} `).length - 1)]),
  );
}

function element(name: string, attributes: Readonly<Record<string, string>>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(value)}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Escapes text and double-quoted attributes. `>` is escaped because of `]]>` (XML 1.0, section 2.4). */
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
