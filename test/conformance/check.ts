import { contract } from '../../scripts/bundled-targets/contract.ts';
import { checkTarget } from '../../scripts/conformance/check-target.ts';
import type { CheckOptions, Target } from '../../scripts/conformance/kit-types.ts';
import { startChangedServer } from '../support/changed-server.ts';

export const OPTIONS: CheckOptions = { contract, seed: 1, sequences: 0, concurrency: 8, maxSeconds: 60 };

export const check = (target: Target, more: Partial<CheckOptions> = {}) => checkTarget(target, { ...OPTIONS, ...more });

export const startChanged = (change: (answer: Response, request: Request) => Response | Promise<Response>) =>
  startChangedServer('ours', (fetch) => async (request, env) => change(await fetch(request, env), request));
