import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Contract } from '../contract/openapi.ts';
import { readContract } from '../contract/read-contract.ts';
import { checkTarget, preflight } from './check-target.ts';
import { settleAll } from './checks/kit-check.ts';
import { selectionOf } from './checks/selection.ts';
import { explanationOf, readAcceptedFindings } from './findings.ts';
import { indexContract } from './index/contract-index.ts';
import type { CheckOptions, ConformanceReport, Target, TargetReport } from './kit-types.ts';
import { ArgumentError, optionsIn, usage, type Values } from './options.ts';
import { junitReport } from './report/junit.ts';
import { terminalReport, verdictOn } from './report/terminal.ts';
import { contractAt, isTestServer } from './target/known-servers.ts';
import { NotReady } from './target/wire.ts';
import { withoutDefects } from './validators/schema-validator.ts';

interface Kit extends Pick<CheckOptions, 'contract' | 'reference'> {
  command: string;
  /** Checks the targets of a run without `--base-url`. If this function is absent, `--base-url` is required. */
  checkBundled?: (options: CheckOptions) => readonly Promise<TargetReport>[];
}

export async function runCommand(own: Kit, argv: readonly string[]): Promise<number> {
  try {
    const values = optionsIn(argv);
    if (values.help === true) return exit(0, usage(own.command, own.checkBundled !== undefined));
    if (values.explain !== undefined) return exit(0, explanationOf(values.explain));
    const { checkBundled, ...known } = await kitFor(own, values.contract);
    const { target, ...options } = readArguments(known.contract, values, process.env, checkBundled !== undefined);
    const accepted = await asArgument(async () => {
      const { operationIds } = indexContract(known.contract);
      selectionOf(operationIds, options.only);
      if (values.report !== undefined) await mkdir(values.report, { recursive: true });
      return values.accepted === undefined ? undefined : readAcceptedFindings(values.accepted, operationIds);
    });
    const startedAt = new Date();
    const checkOptions = { ...known, ...options, accepted, onProgress: printProgress };
    const checks = target === null ? (checkBundled?.(checkOptions) ?? []) : [checkAt(target, checkOptions)];
    const reports = await settleAll(checks);
    // The report leaves out a target, such as the mock, to which none of the selected checks applies.
    const checked = reports.filter(({ tallies }) => tallies.length > 0);
    const report: ConformanceReport = {
      contractVersion: known.contract.info.version,
      startedAt: startedAt.toISOString(),
      seed: options.seed,
      only: options.only,
      sequences: options.sequences,
      accepted,
      targets: checked.length > 0 ? checked : reports,
      seconds: (Date.now() - startedAt.getTime()) / 1000,
    };
    process.stdout.write(terminalReport(report));
    if (values.report !== undefined) await writeReports(values.report, report);
    return verdictOn(report).outcome === 'passed' ? 0 : 1;
  } catch (error) {
    const { message, stack } = error as Error;
    if (error instanceof NotReady) return exit(3, `${message}\n`);
    if (error instanceof ArgumentError) return exit(2, `${message}\n${own.command} --help lists the options.\n`);
    return exit(4, `The kit itself failed, which says nothing about the server. ${stack}\n`);
  }
}

/** Prints the only output of a command that checks nothing, and returns the exit code. */
function exit(code: number, text: string): number {
  const stream = code === 0 ? process.stdout : process.stderr;
  stream.write(text);
  return code;
}

async function checkAt(target: Target, given: CheckOptions): Promise<TargetReport> {
  const options = { ...given, contract: contractAt(given.contract, target.baseUrl) };
  await preflight(target, options);
  return checkTarget(target, options);
}

export const printProgress = (line: string) => void process.stderr.write(`${line}\n`);

async function kitFor(own: Kit, contractFile: string | undefined): Promise<Omit<Kit, 'command'>> {
  if (contractFile === undefined) return own;
  return { contract: withoutDefects(await asArgument(() => readContract(contractFile), '--contract: ')) };
}

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

/** Parses the options, or throws an `ArgumentError`. A null target means the bundled server and mock. */
export function readArguments(contract: Contract, values: Values, env: NodeJS.ProcessEnv, hasTargets: boolean) {
  const { 'receiver-url': url, 'receiver-port': port } = values;
  if (!hasTargets && values['base-url'] === undefined) throw new ArgumentError('--base-url is required.');
  if ((url === undefined) !== (port === undefined))
    throw new ArgumentError('--receiver-url and --receiver-port must be used together.');
  return {
    target: targetOf(contract, values, env),
    receiver: url === undefined ? undefined : { url: url.replace(/\/+$/, ''), port: Number(port) },
    only: values.only,
    seed: Number(values.seed),
    sequences: Number(values.sequences),
    concurrency: Number(values.concurrency),
    maxSeconds: Number(values['max-seconds']),
  };
}

function targetOf(contract: Contract, values: Values, env: NodeJS.ProcessEnv): Target | null {
  const baseUrl = values['base-url']?.replace(/\/+$/, '');
  if (baseUrl === undefined) {
    if (values['client-id'] !== undefined) throw new ArgumentError('--client-id needs --base-url.');
    return null;
  }
  const { host } = new URL(baseUrl);
  if (!isTestServer(contract, baseUrl) && values['i-know-this-is-not-a-sandbox'] !== true)
    throw new ArgumentError(
      `${host} is neither this machine nor a sandbox or staging server. The kit sends thousands of requests and creates submissions. ` +
        'To check this host, add --i-know-this-is-not-a-sandbox.',
    );
  const clientSecret = values['client-secret'] ?? env['CLIENT_SECRET'];
  const hasTokens = indexContract(contract).tokenPath !== undefined && values.contract === undefined;
  const clientId = values['client-id'];
  if ((hasTokens || clientId !== undefined) && (clientId === undefined || clientSecret === undefined))
    throw new ArgumentError('--base-url needs --client-id and --client-secret.');
  const otherId = values['other-client-id'];
  const otherSecret = values['other-client-secret'] ?? env['OTHER_CLIENT_SECRET'];
  if ((otherId === undefined) !== (otherSecret === undefined))
    throw new ArgumentError('--other-client-id and --other-client-secret must be used together.');
  const headers = values.header?.map((text) => pairOf(text, /:\s*(.+)/, env));
  const query = values.query?.map((text) => pairOf(text, /=(.+)/, env));
  return {
    name: host,
    baseUrl,
    clientId: clientId ?? '',
    clientSecret: clientSecret ?? '',
    // Converts header names to lower case, as in the test cases, so that a case can replace a header.
    headers: headers && Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value])),
    query: query && Object.fromEntries(query),
    other: otherId && otherSecret ? { clientId: otherId, clientSecret: otherSecret } : undefined,
    registeredDomains: values['registered-domain'] ?? ['*'],
    retrySpeed: Number(values['retry-speed']),
  };
}

/** Splits a name and a value. Reads `$API_KEY` from the environment, so that the secret does not appear in `ps`. */
function pairOf(text: string, separator: RegExp, env: NodeJS.ProcessEnv): [string, string] {
  const [name = '', value = ''] = text.split(separator);
  const filled = value.replace(/\$([A-Z][A-Z0-9_]*)/g, (_, variable: string) => {
    const known = env[variable];
    if (known === undefined) throw new ArgumentError(`The environment variable ${variable} is not set.`);
    return known;
  });
  return [name, filled];
}
