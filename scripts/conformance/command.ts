import { mkdir } from 'node:fs/promises';
import { contractFileIn, readArguments } from './arguments.ts';
import { indexContract } from './contract/contract-index.ts';
import { readContract } from './contract/read-contract.ts';
import { selectionOf } from './contract/selection.ts';
import { ArgumentError, usage } from './options.ts';
import { annotations } from './report/annotations.ts';
import { createProgress } from './report/progress.ts';
import { terminalReport } from './report/terminal.ts';
import { verdictOn } from './report/verdict.ts';
import { writeReport } from './report/write-report.ts';
import { contractAt } from './target/environment.ts';
import { NotReady } from './target/target-unusable.ts';
import type { CheckOptions, StartedTarget } from './types.ts';

/** What the kit is run with, wherever it stands. */
export interface Kit extends Pick<CheckOptions, 'contract' | 'workflows' | 'reference'> {
  /** What stands before the options where it is typed, as its usage has it. */
  command: string;
  /** Starts what is checked where no base URL is given. Without it one must be given. */
  startOwn?: () => Promise<readonly Promise<StartedTarget>[]>;
}

/** Holds a server to the contract, as the command line says. Resolves to the exit code. */
export async function runCommand(own: Kit, argv: readonly string[]): Promise<number> {
  try {
    const kit = await kitFor(own, contractFileIn(argv));
    const given = readArguments(kit.contract, argv, process.env, kit.startOwn !== undefined);
    if (given === 'help') {
      process.stdout.write(usage(kit.command, kit.startOwn !== undefined));
      return 0;
    }
    const { target, report: folder, annotations: isAnnotated, ...options } = given;
    const { command: _command, startOwn = async () => [], ...known } = kit;
    await refused(async () => selectionOf(indexContract(kit.contract).operationIds, options.only));
    if (folder !== null) await refused(() => mkdir(folder, { recursive: true }));
    const isTTY = process.stderr.isTTY === true;
    const progress = createProgress(process.stderr, { isTTY, now: Date.now });
    // Only now: a wrong argument is told at once.
    const { runConformance } = await import('./run.ts');
    const report = await runConformance({
      ...known,
      ...options,
      contract: target === null ? known.contract : contractAt(known.contract, target.baseUrl),
      start: target === null ? startOwn : async () => [Promise.resolve({ target, stop: async () => {} })],
      onProgress: (at) => progress.update(at),
    }).finally(() => progress.end());
    const color = process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '';
    process.stdout.write(terminalReport(report, { color, width: process.stdout.columns ?? 100 }));
    if (isAnnotated) process.stdout.write(annotations(report));
    if (folder !== null) process.stdout.write(`${(await writeReport(folder, report)).join('\n')}\n`);
    return verdictOn(report).outcome === 'passed' ? 0 : 1;
  } catch (error) {
    if (error instanceof NotReady) {
      process.stderr.write(`${error.message}\n`);
      return 3;
    }
    if (!(error instanceof ArgumentError)) throw error;
    process.stderr.write(`${error.message}\n${own.command} --help tells what there is.\n`);
    return 2;
  }
}

/** Of another contract nothing is known but what it says: no server of its own, and no journeys. */
async function kitFor(own: Kit, contractFile: string | undefined): Promise<Kit> {
  if (contractFile === undefined) return own;
  const contract = await readContract(contractFile).catch((error: Error) => {
    throw new ArgumentError(`--contract: ${error.message}`);
  });
  return { contract, command: own.command };
}

/** What an argument leads to; when that fails, the argument is wrong. */
async function refused(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new ArgumentError((error as Error).message, { cause: error });
  }
}
