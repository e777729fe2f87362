import { readFile } from 'node:fs/promises';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contract } from '../../scripts/bundled-targets/contract.ts';
import { checkTarget } from '../../scripts/conformance/check-target.ts';
import type { Finding, TargetReport } from '../../scripts/conformance/kit-types.ts';
import { sized } from '../support/size.ts';
import { answerMutants } from './mutants/answer-mutants.ts';
import { contractMutants } from './mutants/contract-mutants.ts';
import type { Mutant } from './mutants/mutant.ts';
import { EXPLAINED_PROGRAMS } from './mutants/program-exceptions.ts';
import { programMutants, withMarks } from './mutants/program-mutants.ts';
import { type Check, runMutants, TrueServerRefused } from './mutants/run.ts';
import { sample } from './mutants/sample.ts';
import { EXPLAINED, idleExplanations, scoreOf } from './mutants/score.ts';
import { edit, openWorkshop, type Workshop } from './mutants/start-server.ts';

const ofContract = contractMutants(contract);
const OPERATIONS = ['createTokenV2', 'redeliverEvent'] as const;
const program = programMutants(OPERATIONS);
const all = [...ofContract, ...answerMutants(contract), ...program];

function named(name: string): Mutant {
  const found = all.find((mutant) => mutant.name === name);
  if (found === undefined) throw new Error(`There is no mutant ${name}`);
  return found;
}

describe('The mutants (copies of the server with one fault)', () => {
  test('every mutant has a unique name and an operation, and no explanation for surviving mutants is unused', () => {
    expect(ofContract.length).toBeGreaterThan(200);
    expect(program.length).toBeGreaterThan(2000);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(all.filter(({ operations }) => operations.length === 0)).toEqual([]);
    expect(idleExplanations(all, { ...EXPLAINED, ...EXPLAINED_PROGRAMS })).toEqual([]);
  });

  test('source files compile with each sampled mutation, and with marks that record which code a request executes', async () => {
    for (const { change } of program.filter((_, i) => i % 20 === 0)) {
      if (!('code' in change)) throw new Error('The mutant changes no code');
      await transform(edit(await readFile(change.code.file, 'utf8'), change.code), { loader: 'ts' });
    }
    for (const file of new Set(program.map(({ pointer }) => pointer))) {
      const edits = program.flatMap(({ pointer, change }, id) =>
        pointer === file && 'code' in change ? [[id, change.code] as const] : [],
      );
      await transform(withMarks(await readFile(file, 'utf8'), edits), { loader: 'ts' });
    }
  });

  test('a sample of the mutants covers every mutation operator, and depends only on the seed', () => {
    const operators = new Set(all.map(({ operator }) => operator));
    expect(new Set(sample(all, operators.size, 7).map(({ operator }) => operator))).toEqual(operators);
    expect(sample(all, 300, 1)).toEqual(sample(all, 300, 1));
    expect(sample(all, 300, 1)).not.toEqual(sample(all, 300, 2));
  });
});

describe('The mutation run', () => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop();
  });
  afterAll(() => workshop.close());

  const run = (mutants: readonly Mutant[], check: Check) =>
    runMutants(mutants, { contract, workshop, check, seed: 1, maxSeconds: 60, sequences: null, concurrency: 2 });
  const report = { findings: [], requests: 1 } as unknown as TargetReport;
  const finding = { case: 'a case', mismatches: ['a mismatch'] } as unknown as Finding;
  const some = ['getJwks', 'getWebhook'].map((id) => named(`response status changed: ${id} 200 to 201`));

  test('the mutation run fails if the kit reports a finding for the unchanged server or stops early', async () => {
    await expect(run(some, async () => ({ ...report, findings: [finding] }))).rejects.toThrow(/a case: a mismatch/);
    await expect(run(some, async () => ({ ...report, cutShortBy: 'A limit' }))).rejects.toThrow(TrueServerRefused);
  });

  test('the mutation run distinguishes mutants that are killed, survive, do not start, or change nothing', async () => {
    const check: Check = async ({ name, baseUrl }) => {
      if (name.includes('getJwks')) await fetch(`${baseUrl}/.well-known/jwks.json`);
      return name.includes('getWebhook') ? { ...report, findings: [finding] } : report;
    };
    const changed = (pointer: string, after: string): Mutant => ({
      ...(ofContract[0] as Mutant),
      change: { contract: { pointer, after } },
    });
    const others = [changed('/components/schemas/Text/type', 'nonsense'), changed('/info/title', 'Another title')];
    const trials = await run([...some, ...others], check);
    expect(trials.map(({ verdict, altered }) => [verdict, altered])).toEqual([
      ['survived', 1],
      ['noticed', 0],
      ['stillborn', undefined],
      ['same server', undefined],
    ]);
    expect(scoreOf(trials, {})).toMatchObject({ counted: 2, percent: 50 });
    const score = scoreOf(trials, { 'nobody can notice it': /./ });
    expect(score).toMatchObject({ counted: 1, percent: 100, survivors: [] });
    expect(score.refuted).toHaveLength(1);
  });

  const noticed = [
    'bound tightened by one: /components/schemas/SubmissionStatusQuery/properties/ids/maxItems',
    `program: property removed: server/api/oauth/token-request.ts invalidClient: "'WWW-Authenticate': CHALLENGE" -> "...{}"`,
    'response property missing: createWebhook 201 /secret',
    'scope dropped: /paths/~1api~1partner~1v2~1webhooks/post/security',
    'response violation pointers shifted: listSubmissionStatusesV2 422',
    'program: condition negated: server/api/operations/deliveries.ts deliveryHandlers.redeliverEvent: "delivery !== null" -> "!(delivery !== null)"',
  ];

  test('the kit detects a sample mutant of each kind', { timeout: 120_000 }, async () => {
    const trials = await run(sized(noticed.slice(0, 2), noticed).map(named), checkTarget);
    const missed = trials.filter(({ verdict }) => verdict !== 'noticed');
    expect(missed.map(({ mutant, verdict, reason }) => [mutant.name, verdict, reason])).toEqual([]);
  });
});
