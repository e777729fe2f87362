// Breaks one rule of the server at a time, and counts how many of these mutants the conformance kit detects. Exits with
// code 1 if the score is below the minimum. Usage:
// `node --import tsx test/conformance/mutants/main.ts --family program --mutants 220 --seed 1 --only text`.
import { parseArgs } from 'node:util';
import { type OperationId, operations } from '../../../generated/operations.ts';
import { contract } from '../../../scripts/bundled-targets/contract.ts';
import { checkTarget } from '../../../scripts/conformance/check-target.ts';
import { answerMutants } from './answer-mutants.ts';
import { contractMutants } from './contract-mutants.ts';
import type { Mutant } from './mutant.ts';
import { EXPLAINED_PROGRAMS } from './program-exceptions.ts';
import { programMutants } from './program-mutants.ts';
import { runMutants, TrueServerRefused } from './run.ts';
import { sample } from './sample.ts';
import { EXPLAINED, idleExplanations, reportLines, scoreOf, trialLine } from './score.ts';
import { openWorkshop } from './start-server.ts';

const { values } = parseArgs({
  options: {
    family: { type: 'string' },
    mutants: { type: 'string', default: '400' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string', default: '' },
    'min-score': { type: 'string', default: '95' },
    list: { type: 'boolean', default: false },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);

const seed = Number(values.seed);
const families: Record<string, readonly Mutant[]> = {
  schema: [...contractMutants(contract), ...answerMutants(contract)],
  program: programMutants(Object.keys(operations) as OperationId[]),
};
const explanations = { ...EXPLAINED, ...EXPLAINED_PROGRAMS };
const all = Object.values(families).flat();
const wanted = Object.entries(families).filter(([family]) => values.family === undefined || values.family === family);
const named = wanted.map(([, some]) => some.filter(({ name }) => name.includes(values.only)));
const chosen = named.flatMap((some) => sample(some, Number(values.mutants), seed));

if (values.list) for (const { name } of chosen) say(name);
else process.exitCode = await run();

async function run(): Promise<number> {
  say(`${chosen.length} of ${named.flat().length} mutants, seed ${seed}`);
  const startedAt = performance.now();
  const workshop = await openWorkshop();
  let done = 0;
  try {
    const trials = await runMutants(chosen, {
      contract,
      workshop,
      check: checkTarget,
      seed,
      maxSeconds: 300,
      sequences: 10,
      concurrency: 2,
      onTrial: (trial) => say(trialLine(trial, ++done, chosen.length)),
    });
    const score = scoreOf(trials, explanations);
    const seconds = (performance.now() - startedAt) / 1000;
    say('');
    for (const line of reportLines(score, explanations, seconds)) say(line);
    for (const why of idleExplanations(all, explanations)) say(`An explanation matches no mutant: ${why}`);
    return score.percent < Number(values['min-score']) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof TrueServerRefused)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 2;
  } finally {
    await workshop.close();
  }
}
