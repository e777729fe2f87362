import { expect, test } from 'vitest';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { contract } from '../../scripts/conformance/own/own-contract.ts';
import { sized } from '../support/size.ts';
import { codeMutants } from './mutants/code-mutants.ts';
import { runMutants } from './mutants/run.ts';
import { openWorkshop } from './mutants/start-server.ts';

// Some of those that `npm run conformance:mutants` tries all of.
const SOME = sized(
  ['broken UTF-8 replaced'],
  ['broken UTF-8 replaced', 'the last of repeated values', '/ not escaped'],
);

test('the kit notices what is broken in the server that it could have shared', { timeout: 60_000 }, async () => {
  const chosen = SOME.map((what) => codeMutants.find(({ name }) => name === `server code: ${what}`));
  const workshop = await openWorkshop();
  try {
    const trials = await runMutants(
      chosen.filter((mutant) => mutant !== undefined),
      { contract, workshop, check: checkTarget, seed: 1, maxSeconds: 60, wholeKit: null, lanes: 2 },
    );
    expect(trials.map(({ mutant, verdict }) => `${mutant.name}: ${verdict}`)).toEqual(
      SOME.map((what) => `server code: ${what}: noticed`),
    );
  } finally {
    await workshop.close();
  }
});
