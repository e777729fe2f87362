import type { Arguments } from './arguments.ts';
import { checkTarget } from './check.ts';
import { contract } from './contract/contract-index.ts';
import { compare } from './judge/differential.ts';
import type { StartedTarget } from './own/own-server.ts';
import type { CheckOptions, ConformanceReport, Outcome, Progress, TargetReport } from './types.ts';

/** Checks the given target, or our own server and mock, which are then compared too. */
export async function runConformance(
  { target, seed, cases, concurrency, maxRequests, maxSeconds }: Arguments,
  onProgress: (progress: Progress) => void,
): Promise<ConformanceReport> {
  const startedAt = new Date();
  const given: StartedTarget[] = [];
  const targets: TargetReport[] = [];
  const answered: { name: string; outcomes: Map<string, Outcome> }[] = [];
  try {
    if (target !== null) given.push({ target, stop: async () => {} });
    else given.push(...(await startOwn()));
    for (const { target: each } of given) {
      const outcomes = new Map<string, Outcome>();
      const options: CheckOptions = {
        seed,
        cases,
        concurrency,
        maxRequests,
        maxSeconds,
        onProgress,
        onOutcome: (name, outcome) => outcomes.set(name, outcome),
      };
      targets.push(await checkTarget(each, options));
      answered.push({ name: each.name, outcomes });
    }
  } finally {
    await Promise.all(given.map((each) => each.stop()));
  }
  const [one, other] = answered;
  return {
    contractVersion: contract.info.version,
    startedAt: startedAt.toISOString(),
    seed,
    fuzzCases: cases,
    targets,
    differential: one === undefined || other === undefined ? null : compare(one, other),
    seconds: (Date.now() - startedAt.getTime()) / 1000,
  };
}

/** Loaded here alone: who checks another server waits for neither a server nor Prism, and need not have them. */
async function startOwn(): Promise<StartedTarget[]> {
  const { startOwnServer } = await import('./own/own-server.ts');
  const { startOwnMock } = await import('./own/own-mock.ts');
  return [await startOwnServer('our server'), await startOwnMock('our mock')];
}
