// Checks the bundled server or mock in a separate process, so that a run can use two processor cores.
import { checkTarget } from '../conformance/check-target.ts';
import type { CheckOptions } from '../conformance/kit-types.ts';
import { printProgress } from '../conformance/run-command.ts';
import { type BundledName, starters } from './targets.ts';

process.once('message', async ({ name, options }: { name: BundledName; options: CheckOptions }) => {
  const { target, stop } = await starters[name](name);
  try {
    const report = await checkTarget(target, { ...options, onProgress: printProgress });
    process.send?.(report, () => process.disconnect());
  } finally {
    await stop();
  }
});
