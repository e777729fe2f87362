import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readArguments } from './arguments.ts';
import { indexContract } from './contract/contract-index.ts';
import { readContract } from './contract/read-contract.ts';
import { selectionOf } from './contract/selection.ts';
import { ArgumentError, optionsIn, usage } from './options.ts';
import { junitReport } from './report/junit.ts';
import { verdictOn } from './report/summary.ts';
import { terminalReport } from './report/terminal.ts';
import { contractAt } from './target/environment.ts';
import { NotReady } from './target/wire.ts';
import type { CheckOptions, ConformanceReport, StartedTarget } from './types.ts';

/** The contract and the server that the kit checks by default. */
export interface Kit extends Pick<CheckOptions, 'contract' | 'workflows' | 'reference'> {
  /** The command as it is typed, for `--help`. */
  command: string;
  /** Starts the targets of a run without `--base-url`. When it is absent, `--base-url` is required. */
  startOwn?: () => Promise<readonly Promise<StartedTarget>[]>;
}

/** Checks a server against the contract, as the command line says. Resolves to the exit code. */
export async function runCommand(own: Kit, argv: readonly string[]): Promise<number> {
  try {
    const values = optionsIn(argv);
    if (values.help === true) {
      process.stdout.write(usage(own.command, own.startOwn !== undefined));
      return 0;
    }
    const { command: _, startOwn, ...known } = await kitFor(own, values.contract);
    const hasOwn = startOwn !== undefined;
    const { target, report: folder, ...options } = readArguments(known.contract, values, process.env, hasOwn);
    await asArgument(async () => selectionOf(indexContract(known.contract).operationIds, options.only));
    if (folder !== null) await asArgument(() => mkdir(folder, { recursive: true }));
    // Loaded late, so that a wrong argument is reported at once.
    const { runConformance } = await import('./run.ts');
    const report = await runConformance({
      ...known,
      ...options,
      contract: target === null ? known.contract : contractAt(known.contract, target.baseUrl),
      start: async () => (target === null ? (startOwn?.() ?? []) : [Promise.resolve({ target, stop: async () => {} })]),
      onProgress: (line) => process.stderr.write(`${line}\n`),
    });
    process.stdout.write(terminalReport(report));
    if (folder !== null) await writeReports(folder, report);
    return verdictOn(report).outcome === 'passed' ? 0 : 1;
  } catch (error) {
    if (error instanceof NotReady) {
      process.stderr.write(`${error.message}\n`);
      return 3;
    }
    if (!(error instanceof ArgumentError)) throw error;
    process.stderr.write(`${error.message}\n${own.command} --help lists the options.\n`);
    return 2;
  }
}

/** Returns the kit for another contract: the kit knows no server and no workflows of that contract. */
async function kitFor(own: Kit, contractFile: string | undefined): Promise<Kit> {
  if (contractFile === undefined) return own;
  const contract = await asArgument(() => readContract(contractFile), '--contract: ');
  return { contract, command: own.command };
}

/** Does what an argument asks for. When that fails, the argument is wrong. */
async function asArgument<T>(work: () => Promise<T>, prefix = ''): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new ArgumentError(`${prefix}${(error as Error).message}`, { cause: error });
  }
}

async function writeReports(folder: string, report: ConformanceReport): Promise<void> {
  const files = {
    'conformance.xml': junitReport(report),
    'conformance.json': `${JSON.stringify(report, null, 2)}\n`,
  };
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name);
    await writeFile(file, content);
    process.stdout.write(`${file}\n`);
  }
}
