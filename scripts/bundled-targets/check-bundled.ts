import { fork } from 'node:child_process';
import { once } from 'node:events';
import { checkTarget } from '../conformance/check-target.ts';
import type { CheckOptions, Fault, Target, TargetReport } from '../conformance/kit-types.ts';
import type { TargetName } from './serve-bundled.ts';

/** Starts the bundled server or mock in a process. The function `ask` resolves to the reply to a message. */
function start(name: TargetName) {
  const child = fork(new URL('serve-bundled.ts', import.meta.url), [name]);
  const exit = once(child, 'exit').then(([code]) => {
    throw new Error(`The process of ${name} exited with code ${code}.`);
  });
  async function ask(message: { options: CheckOptions } | { fault: Fault }) {
    child.send(message);
    return (await Promise.race([once(child, 'message'), exit]))[0];
  }
  return { ask, stop: () => child.disconnect() };
}

/** Checks the bundled server, which runs in its own process. */
export async function checkServer(options: CheckOptions): Promise<TargetReport> {
  const { ask, stop } = start('our server');
  const injectFault = (fault: Fault) => ask({ fault });
  const target: Target = await injectFault(null);
  return checkTarget({ ...target, injectFault }, options).finally(stop);
}

/** Checks the bundled mock. The mock and its check run in one process. */
export function checkMock(options: CheckOptions): Promise<TargetReport> {
  const { ask, stop } = start('our mock');
  return ask({ options }).finally(stop);
}
