import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createProgress } from '../../scripts/conformance/checks/recorder.ts';
import type { ConformanceReport, Finding, Tally, TargetReport } from '../../scripts/conformance/kit-types.ts';
import { junitReport } from '../../scripts/conformance/report/junit.ts';
import { terminalReport, verdictOn } from '../../scripts/conformance/report/terminal.ts';

process.env['FORCE_COLOR'] = '0';

const tally = (cases: number, failed: number, accepted = 0): Tally => {
  return { check: 'keywords', operation: 'addEducation', cases, failed, accepted };
};

const target = (name: string, more: Partial<TargetReport> = {}): TargetReport => ({
  target: name,
  baseUrl: 'http://127.0.0.1:41379',
  tallies: [tally(4824, 0), { ...tally(1000, 0), check: 'methods', operation: null }],
  findings: [],
  coverage: [{ kind: 'parameter', covered: 64, total: 64, missing: [] }],
  requests: 7129,
  seconds: 61.27,
  ...more,
});

const finding = (more: Partial<Finding> = {}): Finding => ({
  check: 'keywords',
  codes: ['wrong-status'],
  operation: 'addEducation',
  case: 'addEducation body /id maxLength refused',
  mismatches: ['The body of the request breaks maxLength.', 'The response is 201 instead of 422.'],
  script: `curl -i http://127.0.0.1:41379/ \\\n  -d '{"id":"${'x'.repeat(256)}"}'`,
  answer: 'HTTP 201\n\n{}',
  ...more,
});

const withFindings = (...findings: Finding[]): TargetReport =>
  target('server', { findings, tallies: [tally(4824, findings.length)] });

const report = (targets: readonly TargetReport[]): ConformanceReport => ({
  contractVersion: '0.1.0',
  startedAt: '2026-01-31T09:30:00.000Z',
  seed: 20260131,
  sequences: 10,
  targets,
  seconds: 127.9,
});

const gap = { kind: 'keyword', covered: 2411, total: 2412, missing: [{ name: 'Text#/maxLength refused' }] };
const reasonedGap = { ...gap, missing: [{ name: 'getJwks 500', reason: 'a client cannot trigger this status' }] };

const accepted = finding({ accepted: ['Ticket 123 (until 2027-01-31)'] });
const acceptedOnly = target('server', { findings: [accepted], tallies: [tally(9, 0, 1)] });

const stopped = target('mock', { cutShortBy: 'An endless answer' });

/** Text that a malicious target could send in order to forge or break a report. */
const hostileText = [
  ']]><testcase/><![CDATA[ --> </system-out>',
  '\u0000\u0007\u001b[2J\u001b]0;owned\u0007\u009b31m\r\nPASSED: No finding.\u2028\u2029',
  '\ud800 \udc00 \ufffe \uffff \u202eesrever\u2066 العربية 🧑‍🎓 &amp; \' "',
  'long "\'<>& '.repeat(1000),
].join(' ');
const hostile = report([
  target(hostileText, {
    baseUrl: hostileText,
    tallies: [{ ...tally(30, 30), operation: hostileText }],
    coverage: [{ ...gap, kind: hostileText, missing: [{ name: hostileText, reason: hostileText }] }],
    findings: Array.from({ length: 30 }, (_, index) =>
      finding({
        operation: hostileText,
        case: `${index} ${hostileText}`,
        mismatches: [`${index} ${hostileText}`, hostileText],
        script: hostileText,
        expected: [{ status: 1, code: hostileText, violations: [{ pointer: hostileText, code: hostileText }] }],
        actual: { status: 1, code: hostileText },
        answer: hostileText,
      }),
    ),
  }),
]);

const lastLine = (run: ConformanceReport) => terminalReport(run).trimEnd().split('\n').at(-1);

const runs: Readonly<Record<string, Readonly<Record<string, ConformanceReport>>>> = {
  passed: {
    'without findings': report([target('server'), target('mock')]),
    'with a gap that has a reason': report([target('theirs', { coverage: [reasonedGap] })]),
    'with an accepted finding': report([acceptedOnly]),
  },
  failed: {
    'with a finding': report([target('mock'), withFindings(finding())]),
    'with a finding without details': report([target('server', { tallies: [tally(9, 1)] })]),
    'with a finding without a mismatch': report([withFindings(finding({ mismatches: [] }))]),
    'with a finding and an early stop': report([withFindings(finding()), stopped]),
  },
  incomplete: {
    'with an early stop': report([target('server'), stopped]),
    'with a gap without a reason': report([target('theirs', { coverage: [gap] })]),
    'without a target': report([]),
    'without cases': report([target('server', { tallies: [] })]),
  },
};
const rows = Object.entries(runs).flatMap(([outcome, named]) =>
  Object.entries(named).map(([name, run]) => [outcome, name, run] as const),
);

test.each(rows)('the verdict is "%s" for a conformance run %s', (outcome, name, run) => {
  expect(verdictOn(run).outcome).toBe(outcome);
  expect(lastLine(run)).toMatch(new RegExp(`^${outcome.toUpperCase()}: `));
  expect(terminalReport(run).includes('PASSED')).toBe(outcome === 'passed');
  const junit = junitReport(run);
  expect(junit).toContain(`failures="${outcome === 'failed' ? 1 : 0}"`);
  if (name.includes('early stop')) {
    expect(lastLine(run)).toContain('mock: An endless answer ended the check early.');
    expect(junit).toMatch(/name="the check is complete">\s*<error type="incomplete"/);
  }
});

test('the verdict names coverage gaps, and JUnit reports an error only for a gap without a reason', () => {
  const [explained, unexplained] = [reasonedGap, gap].map((each) => report([target('theirs', { coverage: [each] })]));
  expect(lastLine(explained as ConformanceReport)).toMatch(/ Not tested on theirs: 1 of 2,412 \(keyword\)\.$/);
  expect(junitReport(explained as ConformanceReport)).toContain('errors="0"');
  expect(lastLine(unexplained as ConformanceReport)).toContain('without a reason: keyword Text#/maxLength refused.');
  expect(junitReport(unexplained as ConformanceReport)).toMatch(/name="the check is complete">\s*<error/);
});

describe('The terminal report', () => {
  test('the terminal report contains no control characters from the target, and no verdict that the target forged', () => {
    const text = terminalReport(hostile);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the expression finds control characters
    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202a-\u202e\u2066-\u2069]/);
    expect(text).not.toMatch(/^PASSED/m);
    expect(text.length).toBeLessThan(200_000);
  });

  test('the terminal report shows only the first finding of each cause, and counts the findings and the causes', () => {
    const statuses = Array.from({ length: 500 }, (_, index) => finding({ case: `case ${index}` }));
    const ofItems = [0, 1].map((index) => finding({ mismatches: [`Body /${index}/code must be an integer.`] }));
    const elsewhere = finding({ operation: 'addLicense' });
    const text = terminalReport(report([withFindings(...statuses, ...ofItems, elsewhere)]));
    expect(text).toContain('503 findings with 3 causes');
    expect(text).toContain('addEducation  500 findings');
    expect(text).toContain('499 more cases with this cause');
    expect(text.match(/requests:/g)).toHaveLength(3);
    expect(text).toContain(`"id":"${'x'.repeat(256)}"`);
  });

  test('the terminal report assigns findings with the same wrong header to one cause, even if other mismatches of the findings differ', () => {
    const wrong = 'Header /x-count violates type: must be integer.';
    const own = Array.from({ length: 20 }, (_, i) => finding({ operation: `read${i}`, mismatches: [`${i}.`, wrong] }));
    expect(terminalReport(report([withFindings(...own)]))).toContain('20 findings with 1 cause');
  });

  test('the terminal report lists a limited number of causes, and counts the causes and findings that are not listed', () => {
    const many = Array.from({ length: 2000 }, (_, i) => finding({ mismatches: [`Mismatch ${i}.`] }));
    const text = terminalReport(report([withFindings(...many)]));
    expect(text.match(/requests:/g)).toHaveLength(10);
    expect(text).toContain('and 1,990 more causes');
  });

  test('the terminal report lists coverage gaps with their reasons, and truncates long lists of names', () => {
    const missing = Array.from({ length: 8 }, (_, index) => ({ name: `link ${index}`, reason: 'stateless' }));
    const links = { kind: 'link', covered: 0, total: 8, missing };
    const text = terminalReport(report([target('server', { coverage: [reasonedGap, links] })]));
    expect(text).toContain('keyword: 99.9 %  (2,411 of 2,412)');
    expect(text).toContain('not covered: getJwks 500 (a client cannot trigger this status)');
    expect(text).toContain('link 0, link 1, link 2, link 3, link 4, link 5, and 2 more (stateless)');
  });
});

test('for each cause, the terminal report lists the operations that the kit cannot check', () => {
  const notJudged = [{ cause: 'no request body can be generated', names: ['addPet', 'addToy'] }];
  const whole = report([{ ...withFindings(finding()), notJudged }]);
  const lines = /1\. addEducation[\s\S]*Not judged\n {4}no request body can be generated: addPet, addToy/;
  expect(terminalReport(whole)).toMatch(lines);
});

describe('The JUnit report', () => {
  /** Parent elements and attributes of each element in the JUnit schema that Jenkins and GitLab read. */
  const schema: Readonly<Record<string, [parents: RegExp, ...attributes: string[]]>> = {
    testsuites: [/^$/, 'name', 'tests', 'failures', 'errors', 'time'],
    testsuite: [/^testsuites$/, 'name', 'tests', 'failures', 'errors', 'skipped'],
    testcase: [/^testsuite$/, 'classname', 'name'],
    failure: [/^testcase$/, 'type', 'message'],
    error: [/^testcase$/, 'type', 'message'],
    skipped: [/^testcase$/, 'message'],
    'system-out': [/^testcase$/],
  };

  /** Returns the elements of a report. Throws if the report is malformed or violates the schema. */
  function elementsOf(xml: string): string[] {
    const open: string[] = [];
    const names: string[] = [];
    const body = xml.replace(/^<\?xml version="1.0" encoding="UTF-8"\?>/, '');
    const text = body.replace(/<(\/?)([a-z-]+)((?: [a-z]+="[^"<]*")*)>/g, (_, slash, name, given) => {
      if (slash === '/') expect(open.pop()).toBe(name);
      if (slash === '/') return '';
      const [parents, ...attributes] = schema[name] ?? [/an element of the schema/];
      expect(open.at(-1) ?? '').toMatch(parents);
      for (const attribute of attributes) expect(given).toContain(` ${attribute}="`);
      open.push(name);
      names.push(name);
      return '';
    });
    expect(open).toEqual([]);
    expect(text).not.toMatch(/[<>]|&(?!#\d+;)/);
    return names;
  }

  const few = report([withFindings(finding(), finding({ case: 'another' })), target('mock')]);

  const gaps = report([target('server', { coverage: [gap, reasonedGap] }), withFindings(finding())]);

  test.each(
    Object.entries({ few, hostile, gaps }),
  )('the JUnit report follows the JUnit schema, and its totals match its elements (run: %s)', (_, run) => {
    const xml = junitReport(run);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML forbids these characters
    expect(xml).not.toMatch(/[\u0000-\u0008\u000b-\u001f\ufffe\uffff\p{Surrogate}]/u);
    const count = (name: string) => elementsOf(xml).filter((each) => each === name).length;
    expect(xml).toContain(
      `<testsuites name="conformance" tests="${count('testcase')}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`,
    );
  });

  test('a failed test in the JUnit report contains the expected and the actual response, the operation, and the requests', () => {
    const found = finding({
      expected: [{ status: 422, code: 'validation_failed', violations: [{ pointer: '/id', code: 'too_long' }] }],
      actual: { status: 201 },
      contract: '#/a',
    });
    const lines = [
      'expected: 422 validation_failed (too_long at /id)',
      'actual: 201',
      'contract: #/a',
      `check: ${found.check}`,
      'code: wrong-status',
      `case: ${found.case}`,
      'requests:',
    ];
    const run = report([withFindings(found)]);
    expect(junitReport(run)).toContain(lines.join('\n'));
    expect(terminalReport(run)).toContain(lines.map((line) => `      ${line}\n`).join(''));
  });

  test('the JUnit report has one test for each combination of operation and check, and the test names do not depend on the findings', () => {
    const testsIn = (run: TargetReport) =>
      [...junitReport(report([run])).matchAll(/<testcase classname="([^"]+)" name="([^"]+)"><([a-z-]+)/g)].map(
        (match) => match.slice(1).join(' '),
      );
    const name = 'conformance.server.keywords addEducation';
    expect(testsIn(target('server', { coverage: [] }))).toEqual([
      `${name} system-out`,
      'conformance.server.methods requests without an operation system-out',
    ]);
    expect(testsIn(withFindings(finding(), finding({ case: 'another' })))).toContain(`${name} failure`);
    expect(testsIn(acceptedOnly)).toContain(`${name} skipped`);
    const more = junitReport(report([target('server', { findings: [finding()], tallies: [tally(9, 4)] })]));
    expect(more).toContain('3 more findings');
  });
});

test('the reports count accepted findings separately', () => {
  const run = report([acceptedOnly]);
  const text = terminalReport(run);
  expect(text).toContain('no finding, 1 with accepted findings');
  expect(text).toContain('1 finding accepted.');
  expect(junitReport(run)).toContain('message="1 finding accepted: Ticket 123 (until 2027-01-31)"');
});

test('the kit prints the number of finished cases and the estimated remaining time every few seconds', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const progress = createProgress((line) => lines.push(line));
  progress.planned = 40;
  for (const _ of Array.from({ length: 10 })) {
    progress.start('keywords');
    vi.advanceTimersByTime(1000);
    progress.finish('keywords', 1, 1);
  }
  expect(lines).toEqual(['keywords', 'keywords, 5 cases, about 35 s left', 'keywords, 10 cases, about 30 s left']);
});
