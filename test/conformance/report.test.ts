import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { annotations } from '../../scripts/conformance/report/annotations.ts';
import { htmlReport } from '../../scripts/conformance/report/html.ts';
import { junitReport } from '../../scripts/conformance/report/junit.ts';
import { matrixOf } from '../../scripts/conformance/report/matrix.ts';
import { createProgress } from '../../scripts/conformance/report/progress.ts';
import { sarifReport } from '../../scripts/conformance/report/sarif.ts';
import { terminalReport } from '../../scripts/conformance/report/terminal.ts';
import { verdictOn } from '../../scripts/conformance/report/verdict.ts';
import { writeReport } from '../../scripts/conformance/report/write-report.ts';
import type { ConformanceReport, Progress } from '../../scripts/conformance/types.ts';
import { accessibilityViolations, EVERY_RULE } from '../browser/accessibility.ts';
import { hasChromium, sharedChromium } from '../browser/chromium.ts';
import { sized } from '../support/size.ts';
import { clean, documented, few, finding, hostile, many, report, target, withFindings } from './sample-report.ts';

const terminal = (of: ConformanceReport) => terminalReport(of, { color: false, width: 100 });
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1);
const spiteful = hostile(6);

/** The page without what only looks. */
const words = (page: string) =>
  page
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

/** Runs that found nothing, and why they are no success. */
const unproven: Record<string, ConformanceReport> = {
  'was cut short': report([target('server'), { ...target('mock'), cutShort: true }]),
  'has no target': report([]),
  'has no case': report([{ ...target('server'), groups: {} }]),
  'left out what it could have exercised': report([
    {
      ...target('server'),
      coverage: [{ kind: 'keyword', covered: 1, total: 2, missing: [{ name: 'Text#/maxLength refused' }] }],
    },
  ]),
  'has groups without a case': report([{ ...target('server'), groups: { fuzz: { cases: 0, failed: 0 } } }]),
};

/** Runs with a single finding, wherever it stands. */
const single: Record<string, ConformanceReport> = {
  'in a target': report([target('mock'), withFindings(target('server'), [finding()])]),
  'in the comparison': report([target('server'), target('mock')], [finding({ group: 'differential' })]),
  'in a group that is not counted': report([{ ...target('server'), findings: [finding()] }]),
  'counted but not kept': report([{ ...target('server'), groups: { fuzz: { cases: 9, failed: 1 } } }]),
  'of a run that was cut short': report([{ ...withFindings(target('server'), [finding()]), cutShort: true }]),
  'without a departure': report([withFindings(target('server'), [finding({ departures: [] })])]),
};

describe('the verdict', () => {
  test('on a run without a finding is that it passed, in every report', () => {
    expect(verdictOn(clean()).outcome).toBe('passed');
    expect(lastLine(terminal(clean()))).toMatch(/^PASSED: No finding\. .* server and mock kept contract 0\.1\.0\.$/);
    expect(words(htmlReport(clean()))).toContain('PASSED No finding');
    expect(junitReport(clean())).not.toMatch(/<(failure|error|skipped)\b/);
  });

  test.each(Object.entries(single))('on a run with one finding %s is never that it passed', (_, run) => {
    expect(verdictOn(run).outcome).toBe('failed');
    expect(lastLine(terminal(run))).toMatch(/^FAILED: 1 finding\./);
    expect(terminal(run)).not.toContain('PASSED');
    expect(words(htmlReport(run))).toContain('FAILED 1 finding ');
    expect(words(htmlReport(run))).not.toContain('PASSED');
    expect(junitReport(run)).toMatch(/^<testsuites [^>]*failures="1"/m);
  });

  test.each(Object.entries(unproven))('on a run that %s is that it is incomplete', (_, run) => {
    expect(verdictOn(run).outcome).toBe('incomplete');
    expect(lastLine(terminal(run))).toMatch(/^INCOMPLETE: /);
    expect(words(htmlReport(run))).toContain('INCOMPLETE Not complete');
    for (const print of [terminal, htmlReport]) expect(print(run)).not.toContain('PASSED');
  });

  test('says where a run was cut short, with findings as well', () => {
    const early = 'The limit of requests or of time ended the check of mock early.';
    const found = report([withFindings(target('server'), [finding()]), { ...target('mock'), cutShort: true }]);
    for (const run of [unproven['was cut short'] as ConformanceReport, found]) {
      expect(lastLine(terminal(run))).toContain(early);
      expect(words(htmlReport(run))).toContain(early);
      expect(junitReport(run)).toMatch(/<testcase [^>]*name="the check came to its end">\s*<error type="incomplete"/);
    }
  });

  test('says what it does not rest on', () => {
    const run = report([target('theirs', false)]);
    expect(lastLine(terminal(run))).toContain(
      'Not exercised at theirs: 58 of 246 (operation x status), 1 of 2,412 (keyword).',
    );
  });

  test('forgives a gap that has a reason, and no other', () => {
    const missing = [{ name: 'getJwks 500', reason: 'a client cannot cause it' }];
    const coverage = [{ kind: 'operation x status', covered: 1, total: 2, missing }];
    expect(verdictOn(report([{ ...target('server'), coverage }])).outcome).toBe('passed');
    const run = unproven['left out what it could have exercised'] as ConformanceReport;
    expect(lastLine(terminal(run))).toContain('without a reason: keyword Text#/maxLength refused.');
    expect(junitReport(run)).toMatch(/name="coverage: keyword">\s*<error/);
  });

  test('does not take the word of a target for it', () => {
    const liar = report([
      withFindings(target('server\nPASSED: No finding.'), [
        finding({
          case: 'x\nPASSED: No finding.',
          departures: ['x\r\nPASSED: No finding.'],
          answer: 'PASSED: No finding.',
        }),
      ]),
    ]);
    expect(terminal(liar)).not.toMatch(/^PASSED/m);
  });
});

describe('on the terminal', () => {
  test('there are colours when they are wanted, and nothing that a terminal acts on otherwise', () => {
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    const controls = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028\u202a-\u202e\u2066-\u2069]/;
    for (const run of [few(), spiteful]) expect(terminal(run)).not.toMatch(controls);
    const colored = terminalReport(few(), { color: true, width: 100 });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: so are these
    expect(colored.replace(/\u001b\[\d+m/g, '')).toBe(terminal(few()));
    // biome-ignore lint/suspicious/noControlCharactersInRegex: and these
    expect(colored).toMatch(/\u001b\[31mFAILED/);
  });

  test('every finding of one cause is counted and only the first is shown', () => {
    const run = report([
      withFindings(
        target('server'),
        Array.from({ length: 500 }, (_, index) => finding({ case: `case ${index}` })),
      ),
    ]);
    const text = terminal(run);
    expect(text).toContain('addEducation  500 findings');
    expect(text).toContain('499 more cases of the same');
    expect(text.match(/send it again:/g)).toHaveLength(1);
    expect(text).toContain("-H 'Authorization: Bearer <token of write.education>'");
    expect(text.split('\n').length).toBeLessThan(60);
  });

  test('its length does not grow with the number of causes, and what is left out is counted', () => {
    expect(terminal(many(2_000)).split('\n').length).toBe(terminal(many(1_000)).split('\n').length);
    expect(terminal(many(2_000))).toContain('and 195 more departures with 195 findings');
    expect(terminal(spiteful).length).toBeLessThan(200_000);
  });

  test('what was not covered is named with its reason', () => {
    const text = terminal(report([target('theirs', false)])).replace(/\s+/g, ' ');
    expect(text).toContain('operation x status: 76.4 % (188 of 246)');
    expect(text).toContain('and 52 more (a client cannot make a server of others fail)');
    // Rounded, it would be 100.0 %.
    expect(text).toContain('keyword: 99.9 % (2,411 of 2,412) not covered: DocumentUrl#/x-registered-domain refused');
  });

  test('what is left out of the comparison is named', () => {
    const cases = Array.from({ length: 8 }, (_, index) => `case ${index}`);
    const run = clean();
    if (run.differential !== null) run.differential = { ...run.differential, sentToOne: [{ target: 'mock', cases }] };
    const said = 'left out, sent to mock alone: case 0, case 1, case 2, case 3, case 4, case 5, and 2 more';
    expect(terminal(run).replace(/\s+/g, ' ')).toContain(said);
    expect(words(htmlReport(run))).toContain('Left out, sent to mock alone: 8 case 0');
  });

  test('a finding says which sentence of the contract it breaks, and where that is read', () => {
    const broken = [
      { text: 'At most 255.', at: '#/a', link: 'https://x.example/reference#tag/A' },
      { text: 'B.', at: '#/b' },
    ];
    const run = report([withFindings(target('server'), [finding({ broken })])]);
    expect(terminal(run)).toMatch(
      /contract: At most 255\.\n +https:\/\/x\.example\/reference#tag\/A\n +contract: B\.\n +#\/b\n/,
    );
    expect(htmlReport(run)).toContain('<a href="https://x.example/reference#tag/A">');
    const forged = [{ text: '', at: '', link: 'javascript:alert(1)' }];
    expect(htmlReport(report([withFindings(target('server'), [finding({ broken: forged })])]))).not.toContain(
      'href="j',
    );
  });

  test('words keep to the width, requests stay whole', () => {
    const lines = terminalReport(few(), { color: false, width: 60 }).split('\n');
    const notes = lines.filter((line) => /^ {6}(not| {2}a)/.test(line));
    expect(notes.length).toBeGreaterThan(1);
    for (const line of notes) expect(line.length).toBeLessThanOrEqual(60);
    expect(lines.some((line) => line.includes(`"id":"${'x'.repeat(256)}"`))).toBe(true);
  });
});

describe('progress', () => {
  const step = (more: Partial<Progress>): Progress => ({
    target: 'server',
    group: 'keywords',
    done: 0,
    total: 1_000,
    findings: 0,
    ...more,
  });

  function display(isTTY: boolean, columns?: number) {
    let written = '';
    let time = 0;
    const shown = createProgress({ write: (text) => (written += text), columns }, { isTTY, now: () => time });
    return { ...shown, wait: (ms: number) => (time += ms), written: () => written };
  }

  test('in a log is one line for every group that ended', () => {
    const { update, end, wait, written } = display(false);
    for (const group of ['keywords', 'fuzz'] as const) {
      for (let done = 0; done <= 1_000; done += 1) {
        wait(1);
        update(step({ group, done, findings: group === 'fuzz' ? 2 : 0 }));
      }
      update(step({ group, done: 1_000 }));
    }
    end();
    expect(written()).toBe(
      'server: keywords 1,000 of 1,000, no finding, 1.0 s\nserver: fuzz 1,000 of 1,000, 2 findings, 2.0 s\n',
    );
  });

  test('in a log says which group did not end', () => {
    const { update, end, written } = display(false);
    update(step({ done: 400 }));
    update(step({ target: 'mock', done: 1_000 }));
    end();
    expect(written()).toBe(
      'mock: keywords 1,000 of 1,000, no finding, 0.0 s\nserver: keywords 400 of 1,000, no finding, 0.0 s, not finished\n',
    );
  });

  test('on a terminal is one line within its width, rewritten ten times a second, and gone at the end', () => {
    const { update, end, wait, written } = display(true, 30);
    for (let done = 0; done < 1_000; done += 1) {
      update(step({ done }));
      wait(1);
    }
    end();
    const lines = written().split('\r\u001b[2K');
    expect(lines).toHaveLength(1 + 10 + 1);
    expect(lines.every((line) => line.length < 30 && !line.includes('\n'))).toBe(true);
    expect(lines.at(-1)).toBe('');
  });

  test('on a terminal tells of all targets that are checked at the same time', () => {
    const { update, wait, written } = display(true);
    update(step({ done: 199, findings: 1 }));
    wait(100);
    update(step({ target: 'mock', group: 'fuzz', done: 500 }));
    expect(written().split('\r\u001b[2K').at(-1)).toBe('server: keywords 19 %, mock: fuzz 50 %, 1 finding, 0.1 s');
  });
});

describe('the matrix of operations and statuses', () => {
  const [first = '', second = ''] = documented;
  const of = (missing: string[], total = documented.length) =>
    matrixOf(
      { kind: '', covered: total - missing.length, total, missing: missing.map((name) => ({ name })) },
      clean().documented,
    );

  test('has everything that the contract documents, and what is missing as missing', () => {
    const seen = of([first, second])?.rows.flatMap(({ operation, exercised }) =>
      [...exercised].map(([status, isExercised]) => ({ name: `${operation} ${status}`, isExercised })),
    );
    expect(seen?.map(({ name }) => name).sort()).toEqual([...documented].sort());
    expect(seen?.filter(({ isExercised }) => !isExercised).map(({ name }) => name)).toEqual([first, second]);
  });

  test('is not guessed at', () => {
    expect(of([first, first])).toBeNull();
    expect(of(['addEducation 299'])).toBeNull();
    expect(of(['something else'])).toBeNull();
    expect(of([first], 10)).toBeNull();
    const one = { kind: '', covered: 1, total: documented.length, missing: [{ name: first }] };
    expect(matrixOf(one, clean().documented)).toBeNull();
  });
});

describe('the files', () => {
  let folder = '';
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'conformance-report-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  test('are written into a folder that is made for them, the JSON being the whole report', async () => {
    const into = path.join(folder, 'new/one');
    const paths = await writeReport(into, spiteful);
    expect(paths).toEqual(['xml', 'html', 'json', 'sarif'].map((ending) => path.join(into, `conformance.${ending}`)));
    expect((await readdir(into)).sort()).toEqual(paths.map((file) => path.basename(file)).sort());
    const [xml, page, json, sarif] = await Promise.all(paths.map((file) => readFile(file, 'utf8')));
    expect(JSON.parse(json ?? '')).toEqual(spiteful);
    expect(xml).toBe(junitReport(spiteful));
    expect(page).toBe(htmlReport(spiteful));
    expect(sarif).toBe(sarifReport(spiteful));
  });

  test('that cannot be written are an error that names the folder', async () => {
    const taken = path.join(folder, 'a-file');
    await writeFile(taken, '');
    await expect(writeReport(taken, clean())).rejects.toThrow(`cannot be written into ${taken}: `);
  });

  test('hold nothing of the environment', async () => {
    const secret = 'a-secret-of-the-environment';
    process.env['CONFORMANCE_REPORT_TEST'] = secret;
    try {
      for (const print of [terminal, junitReport, htmlReport]) {
        expect(print(few())).not.toContain(secret);
        expect(print(few())).not.toContain(process.cwd());
      }
    } finally {
      delete process.env['CONFORMANCE_REPORT_TEST'];
    }
  });
});

describe('as SARIF', () => {
  /** The members that SARIF 2.1.0 requires, or that GitHub asks for, each with what it must be. */
  const result = {
    ruleId: expect.any(String),
    ruleIndex: expect.any(Number),
    level: 'error',
    message: { text: expect.stringMatching(/\S/) },
    locations: [
      {
        physicalLocation: {
          artifactLocation: expect.objectContaining({ uri: 'openapi.json' }),
          region: { startLine: 1 },
        },
        logicalLocations: [{ fullyQualifiedName: expect.any(String) }],
      },
    ],
    partialFingerprints: { 'case/v1': expect.stringMatching(/^[0-9a-f]{32}$/) },
    properties: expect.any(Object),
  };

  test.each(
    Object.entries({ clean: clean(), few: few(), hostile: spiteful }),
  )('"%s" has what readers need', (_, run) => {
    const sarif = JSON.parse(sarifReport(run));
    const findings = [...run.targets.flatMap((of) => of.findings), ...(run.differential?.findings ?? [])];
    expect(sarif).toMatchObject({ version: '2.1.0', $schema: expect.stringContaining('sarif-2.1.0') });
    const [{ tool, results, invocations }] = sarif.runs;
    expect(results).toEqual(findings.map(() => result));
    expect(invocations).toMatchObject([{ executionSuccessful: true, exitCode: findings.length > 0 ? 1 : 0 }]);
    for (const { ruleId, ruleIndex } of results) expect(tool.driver.rules[ruleIndex].id).toBe(ruleId);
    for (const rule of tool.driver.rules)
      expect(rule).toEqual({ id: rule.id, shortDescription: { text: expect.any(String) } });
  });

  test('two findings have two fingerprints, which stay from run to run', () => {
    const prints = (run: ConformanceReport): string[] =>
      JSON.parse(sarifReport(run)).runs[0].results.map((each: typeof result) => each.partialFingerprints['case/v1']);
    expect(new Set(prints(many(50))).size).toBe(50);
    expect(prints(few())).toEqual(prints({ ...few(), seconds: 1 }));
  });
});

describe('as annotations', () => {
  test('every cause is a line, escaped as GitHub wants it', () => {
    const run = report([
      withFindings(target('server'), [
        finding({ operation: null, case: '100 %: a, b', departures: ['50 %.', 'Two.'] }),
      ]),
    ]);
    const lines = annotations(run).split('\n');
    expect(lines[0]).toBe('::error title=100 %25%3A a%2C b::50 %25.%0ATwo.%0Acase: 100 %25: a, b');
    expect(lines[1]).toMatch(/^::error title=Conformance%3A 1 finding::1 finding in server/);
    expect(lines).toHaveLength(3);
  });

  test('there are no more than GitHub shows, none of a run that passed, and nothing forges another', () => {
    expect(annotations(many(2000)).trim().split('\n')).toHaveLength(10);
    expect(annotations(clean())).toBe('');
    for (const line of annotations(spiteful).trim().split('\n')) expect(line).toMatch(/^::error title=[^:,]*::[^\r]*$/);
  });
});

describe('as JUnit XML', () => {
  test('stays below what CI systems take', () => {
    expect(Buffer.byteLength(junitReport(hostile(220)))).toBeLessThan(30_000_000);
  });

  test('has a test of every cause before a second one of any', () => {
    const common = Array.from({ length: 400 }, (_, index) => finding({ case: `common ${index}` }));
    const rare = finding({ case: 'rare', departures: ['Something else.'] });
    const xml = junitReport(report([withFindings(target('server'), [...common, rare])]));
    expect(xml).toContain('name="rare"');
    expect(xml).toContain('201 more cases with findings');
  });
});

test('the page stays below 2 MB and says what it leaves out', () => {
  for (const run of [many(2_000), many(20_000), hostile(220)]) {
    expect(Buffer.byteLength(htmlReport(run))).toBeLessThan(2_000_000);
  }
  expect(words(htmlReport(many(2_000)))).toContain('105 more departures with 105 findings left out.');
});

describe.skipIf(!hasChromium)('read by a browser', () => {
  const samples: Record<string, ConformanceReport> = {
    clean: clean(),
    few: few(),
    many: many(sized(100, 600)),
    hostile: spiteful,
    'cut short': report([{ ...target('server'), cutShort: true }]),
  };
  let browser: Browser;
  beforeAll(async () => {
    browser = await sharedChromium();
  });

  describe('the XML', () => {
    let page: Page;
    beforeAll(async () => {
      page = await browser.newPage();
    });

    interface Parsed {
      root: Record<string, string>;
      suites: {
        attributes: Record<string, string>;
        properties: Record<string, string>;
        cases: { key: string; children: string[] }[];
      }[];
      text: string;
    }

    /** What a parser of XML makes of it; a document that is not well-formed is an error. */
    async function parse(xml: string): Promise<Parsed> {
      return page.evaluate(`(() => {
        const parsed = new DOMParser().parseFromString(${JSON.stringify(xml)}, 'text/xml');
        const broken = parsed.querySelector('parsererror');
        if (broken) throw new Error(broken.textContent);
        const attributes = (element) => Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
        const suites = [...parsed.documentElement.children].map((suite) => ({
          attributes: attributes(suite),
          properties: Object.fromEntries([...suite.querySelectorAll('properties > property')].map((property) => [property.getAttribute('name'), property.getAttribute('value')])),
          cases: [...suite.querySelectorAll(':scope > testcase')].map((one) => ({
            key: one.getAttribute('classname') + ' ' + one.getAttribute('name'),
            children: [...one.children].map((child) => child.tagName),
          })),
        }));
        return { root: attributes(parsed.documentElement), suites, text: parsed.documentElement.textContent };
      })()`);
    }

    test.each(Object.entries(samples))('of "%s" is well-formed and its counts add up', async (_, run) => {
      const { root, suites } = await parse(junitReport(run));
      const counted = { tests: 0, failures: 0, errors: 0, skipped: 0 };
      for (const { attributes, cases } of suites) {
        const having = (child: string) => cases.filter(({ children }) => children.includes(child)).length;
        const own = {
          tests: cases.length,
          failures: having('failure'),
          errors: having('error'),
          skipped: having('skipped'),
        };
        expect(own.tests).toBeGreaterThan(0);
        for (const name of Object.keys(own) as (keyof typeof own)[]) {
          expect(attributes[name]).toBe(String(own[name]));
          counted[name] += own[name];
        }
      }
      for (const [name, number] of Object.entries(counted)) expect(root[name]).toBe(String(number));
      const keys = suites.flatMap(({ cases }) => cases.map(({ key }) => key));
      expect(new Set(keys).size).toBe(keys.length);
      // Jenkins reads only one of several.
      for (const { children } of suites.flatMap(({ cases }) => cases)) expect(children.length).toBeLessThan(2);
    });

    test('says how many cases every group had', async () => {
      const { suites } = await parse(junitReport(few()));
      const keywords = suites.find(({ attributes }) => attributes['name'] === 'server: keywords');
      expect(keywords?.properties).toEqual({ cases: '4824', failed: '2' });
      expect(keywords?.cases.map(({ key }) => key)).toEqual([
        'conformance.server.keywords addEducation body /id maxLength refused',
        'conformance.server.keywords addEducation body /id maxLength refused, unicode',
        'conformance.server.keywords all other cases',
      ]);
    });

    test('gives back what was said, and shows what XML cannot hold', async () => {
      const departures = ['<b> & "quoted" ]]> \u0001 \ud800 🧑‍🎓'];
      const { text } = await parse(junitReport(report([withFindings(target('server'), [finding({ departures })])])));
      expect(text).toContain('<b> & "quoted" ]]> \\u{1} \\u{d800} 🧑‍🎓');
    });
  });

  describe('the page, in light colours on a phone and in dark ones on a desktop,', () => {
    const looks = [
      ['light', { width: 390, height: 844 }],
      ['dark', { width: 1280, height: 900 }],
    ] as const;
    let context: BrowserContext;
    let page: Page;
    const asked: string[] = [];
    beforeAll(async () => {
      context = await browser.newContext({ offline: true });
      page = await context.newPage();
      context.on('request', (request) => asked.push(request.url()));
    });
    afterAll(() => context.close());

    test.each(Object.entries(samples))('of "%s" is accessible and fits', async (_, run) => {
      await page.setContent(htmlReport(run));
      await page.evaluate('for (const folded of document.querySelectorAll("details")) folded.open = true');
      expect(await page.evaluate('document.scripts.length')).toBe(0);
      for (const [colorScheme, viewport] of looks) {
        await page.setViewportSize(viewport);
        expect(await accessibilityViolations(page, colorScheme, EVERY_RULE), colorScheme).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(viewport.width);
      }
      expect(asked).toEqual([]);
    });

    test('keeps to its own policy, whatever a target answered', async () => {
      const folder = await mkdtemp(path.join(tmpdir(), 'conformance-page-'));
      const strict = await browser.newContext();
      try {
        const opened = await strict.newPage();
        const trouble: string[] = [];
        const requests: string[] = [];
        opened.on('console', (message) => trouble.push(message.text()));
        opened.on('dialog', async (dialog) => {
          trouble.push(dialog.message());
          await dialog.dismiss();
        });
        opened.on('request', (request) => requests.push(request.url()));
        const file = path.join(folder, 'report.html');
        await writeFile(file, htmlReport(spiteful));
        await opened.goto(`file://${file}`);
        for (const [colorScheme, viewport] of looks) {
          await opened.emulateMedia({ colorScheme });
          await opened.setViewportSize(viewport);
        }
        // The stylesheet counts: with a wrong hash there would be none.
        expect(await opened.evaluate('getComputedStyle(document.querySelector(".card")).borderRadius')).toBe('12px');
        const elements = await opened.evaluate(
          `[...new Set([...document.querySelectorAll('*')].map((element) => element.localName))].sort()`,
        );
        expect(elements).not.toEqual(
          expect.arrayContaining([
            expect.stringMatching(/^(script|img|iframe|object|embed|link|base|form|textarea|testcase)$/),
          ]),
        );
        const attributes = await opened.evaluate(
          `[...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].map(({ name }) => name)).filter((name) => /^(on|style$|src|srcdoc)/.test(name))`,
        );
        expect(attributes).toEqual([]);
        expect(trouble).toEqual([]);
        expect(requests).toEqual([`file://${file}`]);
      } finally {
        await strict.close();
        await rm(folder, { recursive: true, force: true });
      }
    });
  });

  test('a page shows the matrix with what was missed', async () => {
    const page = await browser.newPage();
    await page.setContent(htmlReport(report([target('theirs', false)])));
    expect(await page.evaluate(`document.querySelectorAll('.matrix .yes').length`)).toBe(188);
    expect(await page.evaluate(`document.querySelectorAll('.matrix .no').length`)).toBe(58);
    await page.close();
  });
});
