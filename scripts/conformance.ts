// Holds a server to the contract: `npm run conformance -- --help`.
import { ArgumentError, readArguments, USAGE } from './conformance/arguments.ts';
import { createProgress } from './conformance/report/progress.ts';
import { terminalReport } from './conformance/report/terminal.ts';
import { verdictOn } from './conformance/report/verdict.ts';
import { writeReport } from './conformance/report/write-report.ts';

try {
  const given = readArguments(process.argv.slice(2), process.env);
  if (given === 'help') process.stdout.write(USAGE);
  else {
    const isTTY = process.stderr.isTTY === true;
    const progress = createProgress(process.stderr, { isTTY, now: Date.now });
    // Only now: a wrong argument is told at once.
    const { runConformance } = await import('./conformance/run.ts');
    const report = await runConformance(given, (at) => progress.update(at));
    progress.end();
    const color = process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
    process.stdout.write(terminalReport(report, { color, width: process.stdout.columns ?? 100 }));
    if (given.report !== null)
      process.stdout.write(`${(await writeReport(given.report, report)).join('\n')}\n`);
    process.exitCode = verdictOn(report).outcome === 'passed' ? 0 : 1;
  }
} catch (error) {
  if (!(error instanceof ArgumentError)) throw error;
  process.stderr.write(`${error.message}\nnpm run conformance -- --help tells what there is.\n`);
  process.exitCode = 2;
}
