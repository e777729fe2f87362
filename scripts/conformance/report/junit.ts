import type { ConformanceReport, Finding, Tally, TargetReport } from '../kit-types.ts';
import { count, failures, findingLines, incompleteParts, printable } from './terminal.ts';

// JUnit XML has no standard. This subset works in Jenkins, GitLab, and common GitHub actions. GitLab drops tests with
// equal names, so names are unique. They are the same in every run, so that a CI system can show a test's history.

type Test = readonly [name: string, content: string];

export function junitReport(given: ConformanceReport): string {
  const { targets, seconds } = printable(given);
  const text = targets.flatMap(suitesOf).join('\n');
  const attributes = { name: 'conformance', ...totals(text), time: seconds.toFixed(3) };
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('testsuites', attributes, text)}\n`;
}

function suitesOf(report: TargetReport): string[] {
  const { target, seconds, tallies, findings } = report;
  // Reports completeness as a separate test, because an incomplete run without findings must not look successful.
  const errors = incompleteParts(report).map((message) => element('error', { type: 'incomplete', message }));
  const checks = [...new Set(tallies.map(({ check }) => check))].map((name) => {
    const tests = tallies.filter(({ check }) => check === name).map((tally) => tallyTest(tally, findings));
    return suite(target, name, tests);
  });
  return [suite(target, 'run', [['the check is complete', errors.join('')]], seconds), ...checks];
}

/** Maximum number of findings that a failed test describes. The JSON report can have more. */
const MAX_FINDINGS = 10;

function tallyTest({ check, operation, cases, failed, accepted }: Tally, all: readonly Finding[]): Test {
  const name = operation ?? 'requests without an operation';
  const own = all.filter((finding) => finding.check === check && finding.operation === operation);
  if (failed > 0) {
    const shown = failures(own).slice(0, MAX_FINDINGS);
    const message = shown[0]?.mismatches[0] ?? 'The response does not match the contract.';
    const type = shown[0]?.codes[0] ?? 'conformance';
    const more = failed > shown.length ? [`${count(failed - shown.length, 'more finding')}`] : [];
    const texts = [...shown.map((finding) => findingLines(finding).join('\n')), ...more];
    return [name, element('failure', { type, message }, escapeXml(texts.join('\n\n')))];
  }
  if (accepted === 0) return [name, element('system-out', {}, `${count(cases, 'case')} without a finding`)];
  const reasons = new Set(own.flatMap((finding) => finding.accepted ?? []));
  const message = `${count(accepted, 'finding')} accepted: ${[...reasons].join(' ')}`;
  return [name, element('skipped', { message })];
}

function suite(target: string, name: string, tests: readonly Test[], seconds?: number): string {
  const classname = `conformance.${target}.${name}`;
  const text = tests.map(([test, content]) => element('testcase', { classname, name: test }, content)).join('\n');
  const time = seconds === undefined ? {} : { time: seconds.toFixed(3) };
  return element('testsuite', { name: `${target}: ${name}`, ...totals(text), ...time }, text);
}

function totals(xml: string): Record<string, number> {
  const tags = { tests: 'testcase', failures: 'failure', errors: 'error', skipped: 'skipped' };
  return Object.fromEntries(Object.entries(tags).map(([name, tag]) => [name, xml.split(`<${tag} `).length - 1]));
}

function element(name: string, attributes: Readonly<Record<string, string | number>>, content = ''): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`);
  return `<${name}${written.join('')}>${content}</${name}>`;
}

/** Escapes text and double-quoted attributes. Also escapes `>`, because XML text must not contain `]]>`. */
const escapeXml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
