import { checkCases, checkLateCases } from './case-checks.ts';
import { checkDeliveries } from './delivery-check.ts';
import { checkDownloads } from './download-check.ts';
import { checkFaults, checkLimits } from './fault-check.ts';
import { type Run, settleAll } from './kit-check.ts';
import { checkLinks, checkPages } from './link-checks.ts';
import { checkHead, checkMethods } from './method-checks.ts';
import { checkRelations } from './model-check.ts';
import { checkTokens } from './token-check.ts';

/** Stages of a run, in order. The lists in a stage run concurrently, and the checks in a list run in sequence. */
const STAGES = [
  // The other checks submit many documents, for which a download would wait: servers download the oldest first.
  [[checkDownloads], [checkRelations], [checkLimits]],
  [[checkDeliveries], [checkCases]],
  [[checkLateCases, checkMethods, checkHead, checkTokens, checkPages, checkLinks, checkFaults]],
];

export async function runChecks(run: Run): Promise<void> {
  const runInSequence = async (checks: (typeof STAGES)[number][number]) => {
    for (const check of checks) await check(run);
  };
  for (const lists of STAGES) await settleAll(lists.map(runInSequence));
}
