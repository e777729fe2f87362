import { caseCheck, lateCaseCheck } from './case-checks.ts';
import { checkDeliveries } from './delivery-check.ts';
import { checkDownloads } from './download-check.ts';
import { checkFaults, checkLimits } from './fault-check.ts';
import { type Check, type Run, settleAll } from './kit-check.ts';
import { checkLinks, checkPages } from './link-checks.ts';
import { checkHead, checkMethods } from './method-checks.ts';
import { checkRelations } from './model-check.ts';
import { checkTokens } from './token-check.ts';

const check = (name: string, run: Check['run']): Check => ({ names: [name], run });

/** Stages of a run, in order. The lists in a stage run concurrently, and the checks in a list run in sequence. */
const STAGES: readonly (readonly (readonly Check[])[])[] = [
  // The other checks submit many documents, for which a download would wait: servers download the oldest first.
  [[check('downloads', checkDownloads)], [check('relations', checkRelations)], [check('limits', checkLimits)]],
  [[check('deliveries', checkDeliveries)], [caseCheck]],
  [
    [
      lateCaseCheck,
      check('methods', checkMethods),
      check('head', checkHead),
      check('tokens', checkTokens),
      check('pages', checkPages),
      check('links', checkLinks),
      check('faults', checkFaults),
    ],
  ],
];

export async function runChecks(run: Run): Promise<void> {
  const runLane = async (lane: readonly Check[]) => {
    for (const { names, run: runCheck } of lane)
      if (names.some((name) => run.selection.wants(name, ''))) await runCheck(run);
  };
  for (const lanes of STAGES) await settleAll(lanes.map(runLane));
}

export const checkNames = [...new Set(STAGES.flat(2).flatMap(({ names }) => names))].sort();
