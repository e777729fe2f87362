import type { ConformanceReport } from '../types.ts';
import { causesOf } from './causes.ts';
import { clip, printable } from './text.ts';
import { verdictOn } from './verdict.ts';

/** GitHub shows ten of a step, and the last one says what all come to. */
const MAX_CAUSES = 9;
const MAX_LINE = 1_000;

/** Workflow commands of GitHub Actions: an error for each cause, and one for a run that did not pass. */
export function annotations(given: ConformanceReport): string {
  const report = printable(given);
  const findings = [...report.targets.flatMap((target) => target.findings), ...(report.differential?.findings ?? [])];
  const { outcome, title, reasons } = verdictOn(report);
  const causes = causesOf(findings).slice(0, MAX_CAUSES);
  return [
    ...causes.map(({ operation, departures, findings: [first] }) => {
      const read = first.broken?.map(({ text, at, link }) => `${text} (${link ?? at})`) ?? [];
      return command(operation ?? first.case, [...departures, ...read, `case: ${first.case}`].join('\n'));
    }),
    ...(outcome === 'passed' ? [] : [command(`Conformance: ${title}`, reasons.join(' '))]),
  ].join('');
}

const command = (title: string, message: string) =>
  `::error title=${property(clip(title, MAX_LINE))}::${data(clip(message, MAX_LINE))}\n`;

/** As @actions/core escapes it. */
const data = (text: string) => text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const property = (text: string) => data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
