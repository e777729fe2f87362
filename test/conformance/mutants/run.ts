import type { OperationId } from '../../../generated/operations.ts';
import { forEachOf } from '../../../scripts/conformance/checks/kit-check.ts';
import { deliveryPolicyOf } from '../../../scripts/conformance/judge/delivery-rules.ts';
import type { CheckOptions, Finding, Target, TargetReport } from '../../../scripts/conformance/kit-types.ts';
import { type Contract, listOperations } from '../../../scripts/contract/openapi.ts';
import type { Mutant } from './mutant.ts';
import { edited } from './pointer.ts';
import { type GeneratedModules, generateModules, type Reached, type Stopped, type Workshop } from './start-server.ts';

export type Check = (target: Target, options: CheckOptions) => Promise<TargetReport>;

/**
 * `noticed`: the kit reports a finding, which kills the mutant. `stillborn`: the server cannot be generated or started.
 * `same server`: the generated code is identical to the original.
 */
export type Verdict = 'noticed' | 'survived' | 'stillborn' | 'same server';

export interface Trial {
  mutant: Mutant;
  verdict: Verdict;
  /** Reason why the server did not start. */
  reason?: string;
  finding?: Pick<Finding, 'case' | 'mismatches'>;
  /** Number of changed responses, or of executions of the changed code. */
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
  /** Number of random sequences when survivors are checked again with the whole kit, or null for no second check. */
  sequences: number | null;
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

const TRUE_SERVER_CHECK_SECONDS = 600;

/** A server that crashes within this number of requests counts as stillborn. */
const FIRST_REQUESTS = 20;

/** Checks the correct server, and then each mutant. Resolves to the results in the order of `mutants`. */
export async function runMutants(mutants: readonly Mutant[], options: RunOptions): Promise<Trial[]> {
  const original = await generateModules(options.contract);
  const reached = await checkTrueServer(mutants, original, options);
  const trials: Trial[] = [];
  await forEachOf(mutants.entries(), options.concurrency, async ([index, mutant]) => {
    const startedAt = performance.now();
    const seen = editOf(mutant) === null ? null : (reached.get(index) ?? new Set());
    // Skips the check if the correct server never executes the changed code: the mutant then behaves like that server.
    const outcome: Outcome =
      seen?.size === 0
        ? { verdict: 'survived', altered: 0, requests: 0 }
        : await tryMutant(near(mutant, seen, options.contract), original, options);
    const trial = { mutant, ...outcome, seconds: (performance.now() - startedAt) / 1000 };
    trials[index] = trial;
    options.onTrial?.(trial);
  });
  return trials;
}

const editOf = ({ change }: Mutant) => ('code' in change ? change.code : null);

/** Limits the check to the operations that run the changed code. Test events run the code for background work. */
function near(mutant: Mutant, seen: ReadonlySet<Reached> | null, contract: Contract): Mutant {
  if (seen === null || seen.has('start')) return mutant;
  const test = deliveryPolicyOf(contract)?.operations.test;
  return {
    ...mutant,
    operations: [...seen].flatMap((id) => (id === 'background' ? (test ?? []) : id)) as OperationId[],
  };
}

const checkOptions = ({ contract, seed, maxSeconds }: RunOptions): CheckOptions => ({
  contract,
  seed,
  sequences: 0,
  concurrency: 8,
  maxSeconds,
});

/** Checks the unmutated server. Resolves to the operations that execute the code of each mutant, by mutant index. */
async function checkTrueServer(
  mutants: readonly Mutant[],
  original: GeneratedModules,
  options: RunOptions,
): Promise<Stopped['reached']> {
  const edits = mutants.map(editOf);
  const marks = edits.some((each) => each !== null) ? { marks: edits } : undefined;
  const { target, stop } = await options.workshop.start('the correct server', original, marks);
  const operations = mutants.flatMap((each) => each.operations);
  const { sequences } = options;
  const extent = sequences === null ? restrictedTo(operations, options.contract) : { sequences };
  let stopped: Stopped | undefined;
  try {
    const limits = { ...checkOptions(options), maxSeconds: TRUE_SERVER_CHECK_SECONDS };
    const { findings, cutShortBy } = await options.check(target, { ...limits, ...extent });
    if (findings.length > 0 || cutShortBy !== undefined) throw new TrueServerRefused(findings);
  } finally {
    stopped = await stop();
  }
  return stopped.reached;
}

/** Returns the option `only`. For all operations, returns no option, so that the kit also tests unknown URLs. */
function restrictedTo(operations: readonly OperationId[], contract: Contract): Pick<CheckOptions, 'only'> {
  const some = new Set(operations);
  return some.size === listOperations(contract).length ? {} : { only: [...some] };
}

type Outcome = Omit<Trial, 'mutant' | 'seconds'>;

/** Checks the operations of a mutant and then, on a new server, everything. Stops at the first finding. */
async function tryMutant(mutant: Mutant, original: GeneratedModules, options: RunOptions): Promise<Outcome> {
  const { sequences, contract } = options;
  const restriction = restrictedTo(mutant.operations, contract);
  if (sequences !== null && restriction.only === undefined)
    return checkMutant(mutant, original, options, { sequences });
  const first = await checkMutant(mutant, original, options, restriction);
  if (sequences === null || first.verdict !== 'survived') return first;
  const second = await checkMutant(mutant, original, options, { sequences });
  return { ...second, requests: first.requests + second.requests };
}

async function checkMutant(
  { change, name }: Mutant,
  original: GeneratedModules,
  options: RunOptions,
  extent: Partial<CheckOptions>,
): Promise<Outcome> {
  let modules = original;
  let started: Awaited<ReturnType<Workshop['start']>>;
  try {
    if ('contract' in change) modules = await generateModules(edited(options.contract, change.contract));
    if ('contract' in change && isSame(modules, original)) return { verdict: 'same server', requests: 0 };
    started = await options.workshop.start(name, modules, 'contract' in change ? undefined : change);
  } catch (error) {
    return { verdict: 'stillborn', reason: (error as Error).message, requests: 0 };
  }
  let altered = 0;
  let report: TargetReport;
  try {
    report = await options.check(started.target, { ...checkOptions(options), ...extent, stopAtFirst: true });
  } finally {
    ({ altered } = await started.stop());
  }
  const { requests, cutShortBy, findings } = report;
  if (started.hasCrashed() && requests < FIRST_REQUESTS)
    return { verdict: 'stillborn', reason: 'The server crashed at once.', requests };
  const [finding] = findings;
  return {
    verdict: finding === undefined ? 'survived' : 'noticed',
    ...(finding !== undefined && { finding }),
    ...('answer' in change && { altered }),
    ...(cutShortBy !== undefined && { cutShort: true }),
    requests,
  };
}

const isSame = (one: GeneratedModules, other: GeneratedModules) =>
  Object.entries(one).every(([file, text]) => other[file as keyof GeneratedModules] === text);
