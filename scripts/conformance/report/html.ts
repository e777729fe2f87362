import { createHash } from 'node:crypto';
import { html, raw } from 'hono/html';
import type { ConformanceReport, CoverageOf, Finding, TargetReport } from '../types.ts';
import { type Cause, causesOf, missingByReason } from './causes.ts';
import { STYLE } from './html-style.ts';
import { type Matrix, matrixOf } from './matrix.ts';
import { clip, count, duration, percent, printable } from './text.ts';
import { casesOf, endedBy, findingsOf, OUTCOME_WORDS, type RunOutcome, type Verdict, verdictOn } from './verdict.ts';

type Markup = ReturnType<typeof html>;

// A page of 2 MB still opens at once on a phone. Each part that grows with the findings has a share of this, in
// characters.
const FINDINGS_SIZE = 1_000_000;
const MISSING_SIZE = 400_000;
const MAX_CAUSES = 100;
const MAX_NAMES = 200;
const MAX_OTHER_CASES = 15;
const MAX_DEPARTURES = 10;
const MAX_LINE = 300;
const MAX_BLOCK = 3_000;

/** The kind of coverage that the matrix of operations and statuses is made from. */
const MATRIX_KIND = 'operation x status';

// There is no script and nothing is loaded: whatever a target answers cannot change that.
const POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; form-action 'none'`;

/** One self-contained page, without scripts, below 2 MB whatever the report holds. */
export function htmlReport(given: ConformanceReport): string {
  const report = printable(given);
  const { targets, differential } = report;
  const verdict = verdictOn(report);
  const size: Sizes = {
    findings: FINDINGS_SIZE / (targets.length + 1),
    missing: MISSING_SIZE / Math.max(targets.flatMap(({ coverage }) => coverage).length, 1),
  };
  return String(html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${OUTCOME_WORDS[verdict.outcome]}: ${verdict.title} – Conformance report</title>
<style>${raw(STYLE)}</style>
</head>
<body>
<header class="top"><p>
<svg class="mark" width="28" height="28" viewBox="0 0 24 24" aria-hidden="true"><path class="mark-shield" d="M12 1.5 3.5 5v6.2c0 5.2 3.6 9.6 8.5 11.3 4.9-1.7 8.5-6.1 8.5-11.3V5z"/><path class="mark-tick" d="m8 12 3 3 5.2-6"/></svg>
Conformance report</p></header>
<main>
${verdictSection(verdict)}
${factsSection(report)}
${targets.length > 1 || differential !== null ? overview(report) : ''}
${targets.map((target, index) => targetSection(target, index, size, given.documented))}
${differential === null ? '' : differentialSection(differential, size)}
</main>
<footer class="quiet"><p>What is left out here is in the JSON report of the same run.</p></footer>
</body>
</html>
`);
}

/** How many characters of markup a list may take. */
interface Sizes {
  findings: number;
  missing: number;
}

const SYMBOLS: Record<RunOutcome, string> = {
  passed: 'm5 12.5 4.5 4.5L19 7.5',
  failed: 'm6 6 12 12M18 6 6 18',
  incomplete: 'M12 5v9m0 4.5v.01',
};

function verdictSection({ outcome, title, reasons }: Verdict): Markup {
  return html`<section class="card verdict ${outcome}">
<p class="word"><svg viewBox="0 0 24 24" aria-hidden="true"><path d="${SYMBOLS[outcome]}"/></svg>${OUTCOME_WORDS[outcome]}</p>
<h1>${title}</h1>
${reasons.map((reason) => html`<p>${reason}</p>`)}
</section>`;
}

function factsSection(report: ConformanceReport): Markup {
  const time = new Date(report.startedAt);
  const isTime = !Number.isNaN(time.getTime());
  const facts: [string, string][] = [
    ['Contract', report.contractVersion],
    ['Started', isTime ? `${time.toISOString().slice(0, 16).replace('T', ' ')} UTC` : report.startedAt],
    ['Took', duration(report.seconds)],
    ['Seed', String(report.seed)],
    ['Fuzz cases', report.fuzzCases.toLocaleString('en-US')],
  ];
  return html`<dl class="card facts">${facts.map(
    ([term, value]) => html`<div><dt>${term}</dt><dd>${clip(value, MAX_LINE)}</dd></div>`,
  )}</dl>`;
}

function overview({ targets, differential }: ConformanceReport): Markup {
  const row = (id: string, name: string, cases: number, findings: number, state: string) => html`<tr>
<th scope="row"><a href="#${id}">${clip(name, MAX_LINE)}</a>${state === '' ? '' : html`<br><span class="quiet">${state}</span>`}</th>
<td class="number">${cases.toLocaleString('en-US')}</td>
<td class="number">${figure(findings)}</td></tr>`;
  return html`<section class="card">
<h2>Overview</h2>
<table>
<thead><tr><th scope="col">Target</th><th scope="col" class="number">Cases</th><th scope="col" class="number">Findings</th></tr></thead>
<tbody>${targets.map((target, index) =>
    row(idOf(index), target.target, casesOf(target), findingsOf(target), target.cutShort ? 'cut short' : ''),
  )}${
    differential === null
      ? ''
      : row('comparison', 'Comparison of the targets', differential.compared, differential.findings.length, '')
  }</tbody>
</table>
</section>`;
}

function targetSection(
  target: TargetReport,
  index: number,
  size: Sizes,
  documented: ConformanceReport['documented'],
): Markup {
  const { target: name, baseUrl, requests, seconds, cutShort, coverage } = target;
  const id = idOf(index);
  return html`<section class="target" aria-labelledby="${id}">
<div class="target-head"><h2 id="${id}">${clip(name, MAX_LINE)}</h2>
<p class="quiet"><code>${clip(baseUrl, MAX_LINE)}</code> · ${count(requests, 'request')} · ${duration(seconds)}</p></div>
${cutShort ? html`<p class="note"><strong>Cut short.</strong> ${endedBy(target)} ended this check early: it says nothing about what was not reached.</p>` : ''}
<div class="columns">
${groupsCard(target)}
${coverageCard(coverage, size)}
</div>
${findingsCard(target.findings, findingsOf(target), casesOf(target), size)}
${coverage.filter(({ kind }) => kind === MATRIX_KIND).map((of) => matrixCard(matrixOf(of, documented), target.findings, id))}
</section>`;
}

function groupsCard({ groups }: TargetReport): Markup {
  return html`<div class="card">
<h3>Cases</h3>
<table>
<thead><tr><th scope="col">Group</th><th scope="col" class="number">Cases</th><th scope="col" class="number">With findings</th></tr></thead>
<tbody>${Object.entries(groups).map(
    ([group, { cases, failed }]) => html`<tr><th scope="row">${group}</th>
<td class="number">${cases.toLocaleString('en-US')}</td><td class="number">${figure(failed)}</td></tr>`,
  )}</tbody>
</table>
</div>`;
}

function coverageCard(coverage: readonly CoverageOf[], size: Sizes): Markup {
  return html`<div class="card">
<h3>Coverage</h3>
${
  coverage.length === 0
    ? html`<p class="quiet">It was not measured.</p>`
    : html`<ul class="coverage">${coverage.map((of) => html`<li>${coverageItem(of, size)}</li>`)}</ul>`
}
</div>`;
}

function coverageItem(coverage: CoverageOf, size: Sizes): Markup {
  const { kind, covered, total } = coverage;
  const isWhole = covered >= total;
  // Not a style: the policy allows none but the stylesheet.
  const width = `${isWhole ? 100 : Math.floor((covered / total) * 1000) / 10}%`;
  return html`<div class="measure"><span>${clip(kind, MAX_LINE)}</span>
<span class="number">${percent(covered, total)} <span class="quiet">${covered.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}</span></span></div>
<svg class="bar" aria-hidden="true"><rect class="bar-all" width="100%" height="100%"/><rect class="${isWhole ? 'bar-whole' : 'bar-covered'}" width="${width}" height="100%"/></svg>
${isWhole ? '' : missingDetails(coverage, size)}`;
}

function missingDetails(coverage: CoverageOf, size: Sizes): Markup {
  const { total, covered } = coverage;
  const entries = missingByReason(coverage).flatMap(({ reason, names }) =>
    names.map((name, index) => ({ name, reason: index === 0 ? reason : undefined, isFirst: index === 0 })),
  );
  const { shown, left } = fitting(
    entries,
    size.missing,
    MAX_NAMES,
    ({ name }) => html`<li><code>${clip(name, MAX_LINE)}</code></li>`,
  );
  const lists: { reason: string | undefined; items: Markup[] }[] = [];
  for (const [index, item] of shown.entries()) {
    const entry = entries[index];
    if (entry?.isFirst) lists.push({ reason: entry.reason, items: [] });
    lists.at(-1)?.items.push(item);
  }
  return html`<details><summary>${(total - covered).toLocaleString('en-US')} not covered</summary>
<div class="missing">${lists.map(
    ({ reason, items }) =>
      html`<div><p>${reason === undefined ? 'Without a reason given:' : `${clip(reason, MAX_LINE)}:`}</p><ul>${items}</ul></div>`,
  )}${left > 0 ? html`<p class="quiet">${count(left, 'more name')} left out.</p>` : ''}</div></details>`;
}

function findingsCard(findings: readonly Finding[], total: number, cases: number, size: Sizes): Markup {
  const causes = causesOf(findings);
  const { shown, left } = fitting(causes, size.findings, MAX_CAUSES, causeItem);
  const inLeft = causes.slice(causes.length - left).reduce((sum, cause) => sum + cause.findings.length, 0);
  return html`<div class="card">
<h3>${total === 0 ? 'No finding' : count(total, 'finding')}</h3>
${
  total === 0
    ? html`<p class="quiet">None in ${count(cases, 'case')}.</p>`
    : html`<p class="quiet">Findings that say the same of the same operation stand together, the most frequent first.</p>
<ul class="causes">${shown.map((item) => html`<li>${item}</li>`)}</ul>`
}
${left > 0 ? html`<p><strong>${count(left, 'more departure')} with ${count(inLeft, 'finding')} left out.</strong></p>` : ''}
${total > findings.length ? html`<p><strong>${count(total - findings.length, 'more finding')} without details.</strong></p>` : ''}
</div>`;
}

function causeItem({ operation, departures, findings }: Cause): Markup {
  const [first, ...others] = findings;
  const [said = 'It departs from the contract.', ...alsoSaid] = departures;
  const more = departures.length - MAX_DEPARTURES;
  const names = others.slice(0, MAX_OTHER_CASES);
  return html`<details class="cause"><summary><span class="cause-head"><code>${clip(operation ?? 'no operation', MAX_LINE)}</code>
<span class="badge">${count(findings.length, 'finding')}</span></span>
<span class="cause-said">${clip(said, MAX_LINE * 2)}</span></summary>
<div class="cause-body">
${alsoSaid.length === 0 ? '' : html`<ul class="departures">${alsoSaid.slice(0, MAX_DEPARTURES - 1).map((text) => html`<li>${clip(text, MAX_LINE)}</li>`)}</ul>`}
${more > 0 ? html`<p class="quiet">${count(more, 'more departure')} left out.</p>` : ''}
${(first.broken ?? []).map(
  ({ text, at, link }) =>
    html`<div><h4>In the contract</h4><p>${clip(text, MAX_LINE * 2)}</p><p><code>${clip(at, MAX_LINE)}</code>${/^https?:/.test(link ?? '') ? html` <a href="${clip(link ?? '', MAX_LINE)}">in the reference</a>` : ''}</p></div>`,
)}
<div><h4>Case (${first.group})</h4><p><code>${clip(first.case, MAX_LINE)}</code></p></div>
${first.request === undefined ? '' : html`<div><h4>Send it again</h4><pre><code>${clip(first.request, MAX_BLOCK)}</code></pre></div>`}
${first.answer === undefined ? '' : html`<div><h4>Answer</h4><pre><code>${clip(first.answer, MAX_BLOCK)}</code></pre></div>`}
${
  others.length === 0
    ? ''
    : html`<div><h4>${count(others.length, 'more case')} of the same</h4><ul>${names.map(
        ({ case: name }) => html`<li><code>${clip(name, 100)}</code></li>`,
      )}</ul>${others.length > names.length ? html`<p class="quiet">and ${(others.length - names.length).toLocaleString('en-US')} more</p>` : ''}</div>`
}
</div></details>`;
}

function matrixCard(matrix: Matrix | null, findings: readonly Finding[], id: string): Markup | '' {
  if (matrix === null) return '';
  const { statuses, rows } = matrix;
  const cell = (isExercised: boolean | undefined) =>
    isExercised === undefined
      ? html`<td></td>`
      : isExercised
        ? html`<td class="yes">✓</td>`
        : html`<td class="no">✗</td>`;
  const hasGaps = rows.some(({ exercised }) => [...exercised.values()].includes(false));
  return html`<details class="card"${hasGaps ? raw(' open') : ''}><summary id="${id}-matrix">Operations and statuses</summary>
<p class="quiet">✓ the status was seen, ✗ it was not, empty: the contract has no such answer.</p>
<div class="wide" role="region" aria-labelledby="${id} ${id}-matrix" tabindex="0">
<table class="matrix">
<thead><tr><th scope="col">Operation</th><th scope="col">Findings</th>${statuses.map((status) => html`<th scope="col">${status}</th>`)}</tr></thead>
<tbody>${rows.map(
    ({ operation, exercised }) => html`<tr><th scope="row">${breakable(operation)}</th>
<td>${figure(findings.filter((finding) => finding.operation === operation).length)}</td>${statuses.map((status) =>
      cell(exercised.get(status)),
    )}</tr>`,
  )}</tbody>
</table></div>
</details>`;
}

function differentialSection(differential: NonNullable<ConformanceReport['differential']>, size: Sizes): Markup {
  const { compared, leftOut, sentToOne = [], findings } = differential;
  return html`<section class="target" aria-labelledby="comparison">
<div class="target-head"><h2 id="comparison">Comparison of the targets</h2>
<p class="quiet">${count(compared, 'case')} compared${leftOut > 0 ? `, ${leftOut.toLocaleString('en-US')} left out` : ''}</p></div>
${findingsCard(findings, findings.length, compared, size)}
${sentToOne.map(({ target, cases }) => {
  const { shown, left } = fitting(
    cases,
    size.missing,
    MAX_NAMES,
    (name) => html`<li><code>${clip(name, MAX_LINE)}</code></li>`,
  );
  return html`<details class="card"><summary>Left out, sent to ${clip(target, MAX_LINE)} alone: ${cases.length.toLocaleString('en-US')}</summary>
<div class="missing"><ul>${shown}</ul>${left > 0 ? html`<p class="quiet">${count(left, 'more name')} left out.</p>` : ''}</div></details>`;
})}
</section>`;
}

/** A name in camel case, which may be broken between its words. */
function breakable(name: string): Markup[] {
  return name.split(/(?=[A-Z])/).map((word, index) => (index === 0 ? html`${word}` : html`<wbr>${word}`));
}

/** Zero is quiet, anything else is not. */
function figure(number: number): Markup {
  return number === 0
    ? html`<span class="quiet">0</span>`
    : html`<span class="bad">${number.toLocaleString('en-US')}</span>`;
}

function idOf(index: number): string {
  return `target-${index + 1}`;
}

/** As many as fit into a size and a number, and how many do not. */
function fitting<Item>(
  items: readonly Item[],
  size: number,
  limit: number,
  render: (item: Item) => Markup,
): { shown: Markup[]; left: number } {
  const shown: Markup[] = [];
  let taken = 0;
  for (const item of items.slice(0, limit)) {
    const markup = render(item);
    taken += String(markup).length;
    if (taken > size) break;
    shown.push(markup);
  }
  return { shown, left: items.length - shown.length };
}
