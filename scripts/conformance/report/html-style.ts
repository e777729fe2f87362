/** The stylesheet of the page: the colours and type of the user application (server/user-app/assets/style.css). */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f3f5f7; --card: #ffffff; --text: #1a2129; --quiet: #55616d; --line: #d6dde3; --accent: #1d5f8a;
  --on-accent: #ffffff; --good: #17663a; --good-soft: #e4f3ea; --warning: #7a4a00; --warning-soft: #fdf3dd;
  --danger: #a8221c; --danger-soft: #fbe9e7; --empty: #dfe5ea; --code: #f3f5f7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #11161b; --card: #1a2128; --text: #e7ecf0; --quiet: #a6b2bd; --line: #333d47; --accent: #8cc6ee;
    --on-accent: #0c1b26; --good: #86d6a6; --good-soft: #17301f; --warning: #f0c777; --warning-soft: #33290f;
    --danger: #ffaaa3; --danger-soft: #3a1a18; --empty: #3a4550; --code: #11161b;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body {
  margin: 0; background: var(--page); color: var(--text); overflow-wrap: anywhere;
  font: 1rem / 1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", sans-serif;
}
h1, h2, h3, p, ul, ol, dl, dd, pre, table { margin: 0; }
h1 { font-size: 1.75rem; line-height: 1.2; letter-spacing: -0.01em; }
h2 { font-size: 1.375rem; line-height: 1.3; }
h3 { font-size: 1.0625rem; line-height: 1.4; }
a { color: var(--accent); text-underline-offset: 0.15em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
code, pre { font-family: ui-monospace, "SF Mono", Menlo, Consolas, monospace; font-size: 0.875em; }
code, pre, li, .cause-said { unicode-bidi: isolate; }
ul, ol { padding-inline-start: 1.25rem; }
.visually-hidden {
  position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap;
}
.quiet { color: var(--quiet); font-size: 0.9375rem; }
.number { text-align: end; font-variant-numeric: tabular-nums; white-space: nowrap; }

.top { border-bottom: 1px solid var(--line); background: var(--card); }
.top p, main, footer { max-width: 68rem; margin-inline: auto; padding-inline: 1rem; }
.top p { display: flex; align-items: center; gap: 0.5rem; padding-block: 0.75rem; font-weight: 650; }
.mark { flex: none; }
.mark-shield { fill: var(--accent); }
.mark-tick { fill: none; stroke: var(--on-accent); stroke-width: 2; stroke-linecap: round; stroke-linejoin: round; }
main { display: flex; flex-direction: column; gap: 1rem; padding-block: 1.25rem 2rem; }
footer { padding-block: 1rem 1.5rem; }

.card { min-width: 0; padding: 1rem; border: 1px solid var(--line); border-radius: 12px; background: var(--card); }
.card > * + :not(.facts > *) { margin-top: 0.75rem; }
.card > h3 + .quiet { margin-top: 0.125rem; }
.verdict { display: flex; flex-direction: column; gap: 0.5rem; border: 0; border-inline-start: 6px solid; }
.card.verdict > * { margin-top: 0; }
.verdict p { max-width: 44rem; }
.passed { border-color: var(--good); background: var(--good-soft); }
.failed { border-color: var(--danger); background: var(--danger-soft); }
.incomplete { border-color: var(--warning); background: var(--warning-soft); }
.word { display: flex; align-items: center; gap: 0.5rem; font-size: 0.875rem; font-weight: 700; letter-spacing: 0.06em; }
.word svg { width: 1.25rem; height: 1.25rem; fill: none; stroke: currentColor; stroke-width: 2.5; stroke-linecap: round; stroke-linejoin: round; }
.passed .word { color: var(--good); }
.failed .word { color: var(--danger); }
.incomplete .word { color: var(--warning); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(8.5rem, 1fr)); gap: 0.75rem 1rem; }
.facts dt { color: var(--quiet); font-size: 0.875rem; }
.facts dd { font-weight: 600; font-variant-numeric: tabular-nums; }
.note { padding: 0.75rem 1rem; border-inline-start: 4px solid var(--warning); border-radius: 8px; background: var(--warning-soft); }

.target { display: flex; flex-direction: column; gap: 1rem; margin-top: 1rem; }
.target-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; }
.columns { display: grid; gap: 1rem; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 0.4375rem 0.5rem; border-bottom: 1px solid var(--line); text-align: start; vertical-align: top; }
th:first-child, td:first-child { padding-inline-start: 0; }
th:last-child, td:last-child { padding-inline-end: 0; }
th.number { text-align: end; }
tbody tr:last-child > * { border-bottom: 0; }
thead th { color: var(--quiet); font-size: 0.875rem; font-weight: 600; }
tbody th { font-weight: 500; }
.bad { color: var(--danger); font-weight: 650; }

.coverage { display: flex; flex-direction: column; gap: 1rem; padding: 0; list-style: none; }
.measure { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1rem; }
.measure .number { font-weight: 600; }
.measure .quiet { font-weight: 400; }
.bar { display: block; width: 100%; height: 0.5rem; margin-top: 0.25rem; border-radius: 4px; }
.bar-all { fill: var(--empty); }
.bar-covered { fill: var(--accent); }
.bar-whole { fill: var(--good); }

details > summary { width: fit-content; max-width: 100%; padding-block: 0.375rem; color: var(--accent); cursor: pointer; }
.missing { display: flex; flex-direction: column; gap: 0.5rem; padding-bottom: 0.25rem; font-size: 0.9375rem; }
.missing ul { columns: 18rem; column-gap: 1.5rem; }

.causes { display: flex; flex-direction: column; gap: 0.625rem; padding: 0; list-style: none; }
.cause { border: 1px solid var(--line); border-inline-start: 4px solid var(--danger); border-radius: 8px; }
.cause > summary { display: grid; gap: 0.125rem; width: auto; padding: 0.625rem 0.875rem; color: inherit; list-style: none; }
.cause > summary::-webkit-details-marker { display: none; }
.cause-head { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0.25rem 0.75rem; font-weight: 650; }
.cause-head::before { content: "+"; flex: none; width: 0.75rem; color: var(--accent); font-weight: 700; }
.cause[open] .cause-head::before { content: "\\2212"; }
.cause-said { padding-inline-start: 1.5rem; }
.badge { padding: 0 0.5rem; border-radius: 999px; background: var(--danger-soft); color: var(--danger); font-size: 0.8125rem; font-weight: 600; }
.cause-body { display: flex; flex-direction: column; gap: 0.625rem; padding: 0.25rem 0.875rem 0.875rem; }
.departures { padding-inline-start: 1.5rem; list-style: none; }
.cause-body h4 { margin: 0 0 0.25rem; color: var(--quiet); font-size: 0.875rem; font-weight: 600; }
pre { padding: 0.75rem; border: 1px solid var(--line); border-radius: 8px; background: var(--code); white-space: pre-wrap; }

.wide { margin-inline: -1rem; padding-inline: 1rem; overflow-x: auto; }
details.card > summary { padding-block: 0; font-weight: 650; }
.matrix { width: auto; min-width: 100%; font-size: 0.875rem; }
.matrix th, .matrix td { padding: 0.25rem 0.375rem; text-align: center; vertical-align: middle; overflow-wrap: normal; white-space: nowrap; }
.matrix th:first-child { position: sticky; inset-inline-start: -1rem; padding-inline-start: 0; background: var(--card); text-align: start; }
.yes { color: var(--good); }
.no { background: var(--warning-soft); color: var(--warning); font-weight: 700; }

@media (max-width: 33.99rem) {
  .matrix th:first-child { min-width: 9rem; max-width: 9rem; white-space: normal; }
}
@media (min-width: 34rem) {
  h1 { font-size: 2.125rem; }
  main { gap: 1.25rem; padding-block: 2rem 3rem; }
  .card { padding: 1.25rem 1.5rem; }
  .wide { margin-inline: -1.5rem; padding-inline: 1.5rem; }
  .matrix th:first-child { inset-inline-start: -1.5rem; }
}
@media (min-width: 56rem) {
  .columns { grid-template-columns: minmax(0, 5fr) minmax(0, 6fr); }
}
/* On paper all of it is open, and the tables fit. */
@media print {
  :root { --page: #ffffff; --code: #ffffff; }
  details::details-content { content-visibility: visible; block-size: auto; }
  .cause-head::before { content: none; }
  .cause-said, .departures { padding-inline-start: 0; }
  .wide { overflow: visible; }
  .matrix { font-size: 0.5625rem; }
  .matrix th, .matrix td { padding-inline: 0.125rem; }
  h2, h3, tr { break-inside: avoid; break-after: avoid; }
}
`;
