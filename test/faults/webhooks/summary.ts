import type { Figures, Violations } from './ledger.ts';

/** The most violations of a rule that are spelled out. */
const SHOWN = 10;

/** The ledger for a reader. */
export function summaryOf(figures: Figures, violations: Violations): string {
  const { outcomes, seconds } = figures;
  const lines: [string, string | number][] = [
    ['status changes', figures.changes],
    ['  acknowledged by an instance', figures.acknowledged],
    ['  made by the end of the window', figures.expired],
    ['  asked again, as nobody answered', figures.unanswered],
    ['events', figures.events],
    ['webhooks', `${figures.webhooks}, ${figures.rotations} rotations of their secrets`],
    ['deliveries', figures.deliveries],
    ['  delivered', figures.delivered],
    ['  failed', figures.failed],
    ['attempts', figures.attempts],
    ...Object.entries(outcomes)
      .toSorted(([, a], [, b]) => b - a)
      .map(([outcome, count]): [string, number] => [`  ${outcome}`, count]),
    ['requests that arrived', figures.requests],
    ['  whose attempt is not noted', figures.unnoted],
    ['  with two signatures', figures.signedTwice],
    ['  after the end of a previous secret', figures.afterOverlap],
    ['acknowledged more than once', figures.duplicates],
    ['kill -9', figures.kills],
    ['duration', `${seconds} s`],
  ];
  const width = Math.max(...lines.map(([name]) => name.length));
  const table = lines.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
  const rules = Object.entries(violations).flatMap(([rule, found]) => [
    `${found.length === 0 ? 'holds ' : 'BROKEN'}  ${rule}${found.length === 0 ? '' : ` (${found.length} times)`}`,
    ...found.slice(0, SHOWN).map((what) => `          ${what}`),
  ]);
  return [...table, '', ...rules].join('\n');
}
