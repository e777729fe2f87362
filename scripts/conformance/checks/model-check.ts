import fc from 'fast-check';
import { type Relation, relationsOf } from '../../contract/relations.ts';
import { keyOf, Mismatch, perform, type RelationCommand } from '../model/relation-command.ts';
import { lastingSequences, sequencesFor } from '../model/sequences.ts';
import { createSetup } from '../model/setup.ts';
import { createState, type State } from '../model/state.ts';
import type { Run } from './kit-check.ts';

const MAX_COMMANDS = 16;
const MAX_FINDINGS = 10;
/** Number of requests that the progress display counts for a command, because a command is slower than a request. */
const REQUESTS_OF_COMMAND = 4;

/** Sends sequences of requests, and compares the responses with a model of the target's resources. */
export async function checkRelations(run: Run): Promise<void> {
  const { checked, recorder, isStateless, selection } = run;
  if (isStateless) return;
  const names = checked.map(nameOf);
  if (names.length > 1) names.unshift('relations: sequences of requests');
  const name = names.find((each) => selection.wants('relations', each));
  if (name !== undefined) await recorder.check('relations', null, name, () => checkModel(run));
}

const nameOf = (operation: string) => `${operation}: after a sequence of requests`;

async function checkModel({ checked, contract, session, recorder, coverage, options }: Run): Promise<void> {
  const { seed, sequences: numRuns, stopAtFirst = false } = options;
  const relations = relationsOf(contract.document);
  const aimed = relations.filter(({ operation }) => checked.includes(operation));
  const failed: string[] = [];
  const setup = createSetup(session, relations, (made) => {
    coverage.saw(made);
    if (made.answer.status < 300) coverage.related(made.sent.operation);
  });

  async function send(commands: readonly RelationCommand[], state: State): Promise<void> {
    for (const command of commands) await perform(command, setup, state);
  }

  async function cleanUp({ requests }: State): Promise<void> {
    for (const made of requests) await made.by.resources.settle(made);
  }

  /** Records a mismatch. The following sequences ignore the mismatch, so that it hides no others. */
  function conclude(error: unknown): void {
    if (!(error instanceof Mismatch)) throw error;
    const { operation, mismatches, exchanges } = error;
    for (const mismatch of mismatches) setup.reported.add(keyOf(operation, mismatch));
    failed.push(operation);
    recorder.conclude('relations', { operation, case: nameOf(operation), mismatches, exchanges });
  }

  /** Sends sequences, and sends them again after a mismatch, which can hide others. */
  async function check(sequences: fc.Arbitrary<RelationCommand[]>, more: fc.Parameters<[RelationCommand[]]>) {
    const property = fc.asyncProperty(sequences, async (sequence) => {
      const state = createState();
      await send(sequence, state).finally(() => cleanUp(state));
    });
    while (failed.length < MAX_FINDINGS) {
      const { errorInstance } = await fc.check(property, { ...more, seed, endOnFailure: stopAtFirst });
      if (errorInstance === null) return;
      conclude(errorInstance);
    }
  }

  const sequences = aimed.flatMap((relation) => sequencesFor(relation, setup));
  recorder.progress.planned += sequences.flat().length * REQUESTS_OF_COMMAND;
  // Creates resources first, and checks at the end, much later, that nothing has changed.
  const lasting = { ...lastingSequences(aimed, setup), state: createState() };
  await send(lasting.before, lasting.state).catch(conclude);
  for (const commands of sequences) {
    await check(fc.subarray(commands), { examples: [[commands]], numRuns: 1 });
    recorder.progress.finish('relations', commands.length * REQUESTS_OF_COMMAND, 0);
  }
  // The random sequences also use all operations that share a resource with a selected operation.
  const aims = aimed.flatMap(resourcesOf);
  const related = relations.filter((each) => resourcesOf(each).some((resource) => aims.includes(resource)));
  if (numRuns > 0 && related.length > 0) await check(randomSequences(related), { numRuns });
  const finish = send(lasting.after, lasting.state).catch(conclude);
  await finish.finally(() => cleanUp(lasting.state));
  for (const { operation } of aimed.filter((each) => !failed.includes(each.operation)))
    recorder.conclude('relations', { operation, case: nameOf(operation), mismatches: [] });
}

const resourcesOf = ({ resource, emits }: Relation) => [resource, ...emits.map((each) => each.resource)];

/** Generates sequences in which all resources are equally likely, even a resource with few operations. */
function randomSequences(relations: readonly Relation[]): fc.Arbitrary<RelationCommand[]> {
  const oneInFour = fc.nat(3).map((number) => number === 3);
  const choice = fc.record({
    client: fc.nat(1),
    index: fc.nat(99),
    isMissing: oneInFour,
    isSourceMissing: oneInFour,
    isForbidden: oneInFour,
    tag: fc.nat(99),
    identifier: fc.constantFrom('fresh', 'concurrent', 'used', 'similar', "another partner's"),
    variant: fc.nat(99),
    text: fc.nat(99),
  });
  const resources = [...new Set(relations.map(({ resource }) => resource))];
  const commands = resources.map((resource) => {
    const relation = fc.constantFrom(...relations.filter((each) => each.resource === resource));
    return fc.record({ relation, choice }).map((each) => ({ relation: each.relation, ...each.choice }));
  });
  return fc.array(fc.oneof(...commands), { maxLength: MAX_COMMANDS, size: 'max' });
}
