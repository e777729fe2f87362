import type { OperationId } from '../../../generated/operations.ts';
import { forEachOf } from '../../../scripts/conformance/checks/kit-check.ts';
import { checkNames } from '../../../scripts/conformance/checks/stages.ts';
import { deliveredEvent } from '../../../scripts/conformance/judge/check-delivery.ts';
import type { CheckOptions, Finding, Target, TargetReport } from '../../../scripts/conformance/kit-types.ts';
import { type Contract, listOperations } from '../../../scripts/contract/openapi.ts';
import { type Behaviour, startProxy } from './behaviour/proxy.ts';
import type { Mutant } from './mutant.ts';
import { edited } from './pointer.ts';
import {
  type GeneratedModules,
  generateModules,
  type Reached,
  type RunningMutant,
  type Stopped,
  type Workshop,
} from './start-server.ts';

/** Runs the kit against a server. */
export type Check = (target: Target, options: CheckOptions) => Promise<TargetReport>;

export type Verdict =
  /** The kit reports a finding for the mutant. */
  | 'noticed'
  /** The kit reports no finding for the mutant. */
  | 'survived'
  /** The server of the mutant cannot be generated or started. */
  | 'stillborn'
  /** The generated code of the mutant is identical to the original. */
  | 'same server';

export interface Trial {
  mutant: Mutant;
  verdict: Verdict;
  /** Reason why the server did not start. */
  reason?: string;
  /** First finding of the kit. */
  finding?: Pick<Finding, 'case' | 'mismatches'>;
  /** Number of changed responses. */
  altered?: number;
  /** True if the check stopped early because it reached a limit. */
  cutShort?: boolean;
  requests: number;
  seconds: number;
}

export interface RunOptions {
  contract: Contract;
  workshop: Workshop;
  check: Check;
  seed: number;
  /** Time limit for the check of one mutant, in seconds. */
  maxSeconds: number;
  /**
   * Options for a second check, which runs the whole kit against a surviving mutant, including request sequences over
   * several operations and `fuzzCases` fuzz cases. Null disables the second check.
   */
  wholeKit: { fuzzCases: number } | null;
  /** Number of mutants that are checked concurrently. */
  concurrency: number;
  onTrial?(trial: Trial): void;
}

/** Thrown if the kit reports a finding for the correct server: findings for mutants are then meaningless. */
export class TrueServerRefused extends Error {
  override name = 'TrueServerRefused';

  constructor(findings: readonly Finding[]) {
    const lines = findings.slice(0, SHOWN).map(({ case: name, mismatches }) => `  ${name}: ${mismatches.join(' ')}`);
    const what = findings.length === 0 ? 'reached its limits on' : `has ${findings.length} findings for`;
    super([`The kit ${what} the correct server:`, ...lines].join('\n'));
  }
}

const SHOWN = 20;

/** Checks the correct server and then every mutant. Resolves to the results, in the order of `mutants`. */
export async function runMutants(mutants: readonly Mutant[], options: RunOptions): Promise<Trial[]> {
  const original = await generateModules(options.contract);
  const reached = await checkTrueServer(mutants, original, options);
  const trials: Trial[] = [];
  await forEachOf(mutants.entries(), options.concurrency, async ([index, mutant]) => {
    const startedAt = performance.now();
    const seen = editOf(mutant) === null ? undefined : (reached.get(index) ?? new Set());
    const outcome = await tryMutant(
      seen === undefined ? mutant : near(mutant, seen, options.contract),
      original,
      options,
      seen,
    );
    const trial = { mutant, ...outcome, seconds: (performance.now() - startedAt) / 1000 };
    trials[index] = trial;
    options.onTrial?.(trial);
  });
  return trials;
}

/** Returns the edit of the code, whose execution can be observed. */
const editOf = ({ change }: Mutant) => ('code' in change ? change.code : null);

/** Limits a mutant to the operations that execute its code. Work in the background only sends deliveries. */
function near(mutant: Mutant, seen: ReadonlySet<Reached>, contract: Contract): Mutant {
  if (seen.size === 0 || seen.has('start')) return mutant;
  const test = deliveredEvent(contract)?.policy.operations.test;
  return {
    ...mutant,
    operations: [...seen].flatMap((id) => (id === 'background' ? (test ?? []) : id)) as OperationId[],
  };
}

const checkOptions = ({ contract, seed, maxSeconds }: RunOptions): CheckOptions => ({
  contract,
  seed,
  cases: 0,
  concurrency: 8,
  maxRequests: 100_000,
  maxSeconds,
});

/** All checks except that of unknown methods and malformed requests, because the proxy parses requests before the server. */
const BEHIND_PROXY = checkNames.filter((name) => name !== 'methods');

/** Time limit for the check of the correct server, in seconds. */
const WHOLE_CHECK_SECONDS = 600;

/**
 * Runs the checks for the operations of all mutants against the correct server. Resolves to the operations that execute
 * the code of each mutant, by the index of the mutant.
 */
async function checkTrueServer(
  mutants: readonly Mutant[],
  original: GeneratedModules,
  options: RunOptions,
): Promise<Stopped['reached']> {
  const edits = mutants.map(editOf);
  const marks = edits.some((each) => each !== null) ? { marks: edits } : undefined;
  const start = (publicUrl?: string) => options.workshop.start('the correct server', original, marks, publicUrl);
  const isBehind = mutants.some(({ change }) => 'behaviour' in change);
  const direct: Behaviour = (asked, send) => send(asked);
  const { target, stop } = isBehind ? await startBehind(start, { behaviour: direct }, options.contract) : await start();
  let stopped: Stopped | undefined;
  try {
    const { findings, cutShort } = await options.check(target, {
      ...checkOptions(options),
      ...(wholeKitOptions(options) ??
        restrictedTo(
          mutants.flatMap(({ operations }) => operations),
          options.contract,
        )),
      ...(isBehind && { only: BEHIND_PROXY }),
      maxSeconds: WHOLE_CHECK_SECONDS,
    });
    if (findings.length > 0) throw new TrueServerRefused(findings);
    if (cutShort) throw new TrueServerRefused([]);
  } finally {
    stopped = await stop();
  }
  return stopped.reached;
}

/** Returns no restriction if all operations are selected, because the kit then also sends requests for unknown URLs. */
function restrictedTo(operations: readonly OperationId[], contract: Contract): Pick<CheckOptions, 'only'> {
  const some = new Set(operations);
  return some.size === listOperations(contract).length ? {} : { only: [...some] };
}

const wholeKitOptions = ({ wholeKit }: RunOptions): Partial<CheckOptions> | null =>
  wholeKit && { cases: wholeKit.fuzzCases };

type Outcome = Omit<Trial, 'mutant' | 'seconds'>;

async function tryMutant(
  mutant: Mutant,
  original: GeneratedModules,
  options: RunOptions,
  seen: ReadonlySet<unknown> | undefined,
): Promise<Outcome> {
  // If the correct server never executes the code, the mutant behaves the same.
  if (seen?.size === 0) return { verdict: 'survived', altered: 0, requests: 0 };
  const started = await startMutant(mutant, original, options);
  if ('verdict' in started) return started;
  let altered = 0;
  let report: TargetReport;
  try {
    report = await checkMutant(mutant, started.target, options);
  } finally {
    ({ altered } = await started.stop());
  }
  const [first] = report.findings;
  if (started.hasCrashed() && report.requests < FIRST_REQUESTS)
    return { verdict: 'stillborn', reason: 'The server crashed at once.', requests: report.requests };
  return {
    verdict: first === undefined ? 'survived' : 'noticed',
    ...(first !== undefined && { finding: { case: first.case, mismatches: first.mismatches } }),
    ...(('answer' in mutant.change || 'behaviour' in mutant.change) && { altered }),
    ...(report.cutShort && { cutShort: true }),
    requests: report.requests,
  };
}

/** A server that crashes within this number of requests is not a server. */
const FIRST_REQUESTS = 20;

async function startMutant(
  { change, name }: Mutant,
  original: GeneratedModules,
  { contract, workshop }: RunOptions,
): Promise<RunningMutant | Outcome> {
  try {
    if ('behaviour' in change)
      return await startBehind((publicUrl) => workshop.start(name, original, undefined, publicUrl), change, contract);
    if (!('contract' in change)) return await workshop.start(name, original, change);
    const modules = await generateModules(edited(contract, change.contract));
    if (isSame(modules, original)) return { verdict: 'same server', requests: 0 };
    return await workshop.start(name, modules);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { verdict: 'stillborn', reason, requests: 0 };
  }
}

async function startBehind(
  start: (publicUrl: string) => Promise<RunningMutant>,
  { behaviour }: { behaviour: Behaviour },
  contract: Contract,
): Promise<RunningMutant> {
  const proxy = await startProxy(contract, behaviour);
  const server = await start(proxy.baseUrl);
  return {
    ...server,
    target: proxy.before(server.target),
    async stop() {
      const altered = await proxy.stop();
      return { ...(await server.stop()), altered };
    },
  };
}

async function checkMutant({ operations, change }: Mutant, target: Target, options: RunOptions): Promise<TargetReport> {
  const check = (more: Partial<CheckOptions>) =>
    options.check(target, { ...checkOptions(options), ...more, stopAtFirst: true });
  const restriction = restrictedTo(operations, options.contract);
  const whole = wholeKitOptions(options);
  // Only sequences of requests can reveal a behaviour.
  if ('behaviour' in change) return check({ ...whole, only: [...(restriction.only ?? []), ...BEHIND_PROXY] });
  if (whole !== null && restriction.only === undefined) return check(whole);
  const first = await check(restriction);
  if (whole === null || first.findings.length > 0) return first;
  const second = await check(whole);
  return { ...second, requests: first.requests + second.requests };
}

const isSame = (one: GeneratedModules, other: GeneratedModules) =>
  Object.entries(one).every(([file, text]) => other[file as keyof GeneratedModules] === text);
