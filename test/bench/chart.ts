import { figureOf, type Row, shownIn } from './report.ts';

const WIDTH = 860;
const LABEL = 330;
const ROW = 26;
const BAR = 12;
const HEAD = 34;
/** How far a bar goes, in lengths of what is to be reached. */
const FARTHEST = 2;
/** The columns of one such length. */
const REACH = 190;

/** How much of what is to be reached: 1 is all of it, and more is better whichever way the figure counts. */
const progress = ({ reach = Number.NaN, atMost }: Row, value: number) => (atMost ? reach / value : value / reach);

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('`', '');

/** The rows that have something to reach as an SVG, in colours for a light page and a dark one. */
export function chartOf(rows: readonly Row[], caption: string): string {
  const shown = rows.filter((row) => figureOf(row) !== undefined && row.reach !== undefined);
  const height = HEAD + shown.length * ROW + 24;
  const columnOf = (lengths: number) => LABEL + Math.min(lengths, FARTHEST) * REACH;
  const bar = (row: Row, value: number, kind: string, y: number, thickness: number) => {
    const length = (columnOf(progress(row, value)) - LABEL).toFixed(1);
    return `<rect class="${kind}" x="${LABEL}" y="${y}" width="${length}" height="${thickness}"/>`;
  };
  const bars = shown.map((row, index) => {
    const y = HEAD + index * ROW;
    const value = figureOf(row)?.value ?? Number.NaN;
    const text = `${shownIn(row, value)}${row.before === undefined ? '' : ` (${shownIn(row, row.before)})`}`;
    const stretch = row.stretch === undefined ? '' : columnOf(progress(row, row.stretch)).toFixed(1);
    return [
      `<text class="label" x="${LABEL - 8}" y="${y + BAR}">${escaped(row.title)}</text>`,
      bar(row, value, 'now', y + 2, BAR),
      row.before === undefined ? '' : bar(row, row.before, 'before', y + 2 + BAR, 4),
      stretch && `<line class="stretch" x1="${stretch}" x2="${stretch}" y1="${y}" y2="${y + ROW - 6}"/>`,
      `<text x="${LABEL + FARTHEST * REACH + 10}" y="${y + BAR}">${text}</text>`,
    ].join('');
  });
  const reach = columnOf(1);
  const befores = shown.some(({ before }) => before !== undefined);
  const size = `viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img">
<title>${escaped(caption)}</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.label { text-anchor: end } .quiet { fill: #59636e; font-size: 12px }
.now { fill: #0969da } .before { fill: #9aa4af }
line { stroke: #59636e } .stretch { stroke-dasharray: 2 2 }
@media (prefers-color-scheme: dark) {
text { fill: #f0f6fc } .quiet { fill: #9198a1 }
.now { fill: #4493f8 } .before { fill: #656c76 } line { stroke: #9198a1 }
}
</style>
<text class="quiet" x="${reach}" y="18" text-anchor="middle">to reach, and dotted the stretch</text>
<text class="quiet" x="${columnOf(FARTHEST) + 10}" y="18">measured${befores ? ' (before)' : ''}</text>
${bars.join('\n')}
<line x1="${reach}" x2="${reach}" y1="24" y2="${height - 24}"/>
<text class="quiet" x="0" y="${height - 6}">${escaped(caption)}</text>
</svg>
`;
}
