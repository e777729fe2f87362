// Starts the bundled server or mock in a separate process, so that a run can use two processor cores.
import { checkTarget } from '../conformance/check-target.ts';
import type { CheckOptions, Fault } from '../conformance/kit-types.ts';
import { printProgress } from '../conformance/run-command.ts';
import { startMockTarget, startServerTarget } from './targets.ts';

const starters = { 'our server': startServerTarget, 'our mock': startMockTarget };
export type TargetName = keyof typeof starters;

const name = process.argv[2] as TargetName;
const { target, stop } = await starters[name](name);
// Checks the target and replies with the report, or injects a fault and replies with the target.
process.on('message', async ({ options, fault = null }: { options?: CheckOptions; fault?: Fault }) => {
  if (options !== undefined)
    return process.send?.(await checkTarget(target, { ...options, onProgress: printProgress }));
  target.injectFault?.(fault);
  process.send?.({ ...target, injectFault: undefined });
});
process.once('disconnect', stop);
