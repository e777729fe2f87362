import { caseCheck, lateCaseCheck } from './case-checks.ts';
import { deliveryCheck } from './delivery-check.ts';
import { downloadCheck } from './download-check.ts';
import { faultCheck, limitCheck } from './fault-check.ts';
import { type Check, type Run, settleAll } from './kit-check.ts';
import { linkCheck, pageCheck } from './link-checks.ts';
import { headCheck, methodCheck } from './method-checks.ts';
import { modelCheck } from './model-check.ts';
import { tokenCheck } from './token-check.ts';

/** Stages of a run, in order. The lists in a stage run concurrently, and the checks in a list run in sequence. */
const STAGES: readonly (readonly (readonly Check[])[])[] = [
  // The other checks submit many documents, for which a download would wait: servers download the oldest first.
  [[downloadCheck], [modelCheck], [limitCheck]],
  [[deliveryCheck], [caseCheck]],
  [[lateCaseCheck, methodCheck, headCheck, tokenCheck, pageCheck, linkCheck, faultCheck]],
];

export async function runChecks(run: Run): Promise<void> {
  const runLane = async (lane: readonly Check[]) => {
    for (const { names, run: runCheck } of lane)
      if (names.some((name) => run.selection.wants(name, ''))) await runCheck(run);
  };
  for (const lanes of STAGES) await settleAll(lanes.map(runLane));
}

export const checkNames = [...new Set(STAGES.flat(2).flatMap(({ names }) => names))].sort();
