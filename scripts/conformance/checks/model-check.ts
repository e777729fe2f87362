import fc from 'fast-check';
import { type Relation, relationsOf } from '../../contract/relations.ts';
import type { Made } from '../kit-types.ts';
import { type Clients, createClients } from '../model/clients.ts';
import { keyOf, Mismatch, perform, type RelationCommand } from '../model/relation-command.ts';
import { lastingSequences, sequencesFor } from '../model/sequences.ts';
import { createState, type State } from '../model/state.ts';
import type { Run } from './kit-check.ts';

const MAX_COMMANDS = 16;
const MAX_FINDINGS = 10;
/** Number of requests that the progress display counts for a command, because a command is slower than a request. */
const REQUESTS_OF_COMMAND = 4;
type Sequences = fc.Arbitrary<RelationCommand[]>;

/** Sends sequences of requests, and compares the responses with a model of the target's resources. */
export async function checkRelations(run: Run): Promise<void> {
  const { checked, session, recorder, options, isStateless, selection } = run;
  if (isStateless) return;
  const all = relationsOf(session.contract.document);
  const aimed = all.filter(({ operation }) => checked.includes(operation));
  const names = checked.map(nameOf);
  if (names.length > 1) names.unshift('relations: sequences of requests');
  const name = names.find((each) => selection.wants('relations', each));
  if (name === undefined) return;
  await recorder.check('relations', null, name, async () => {
    const { clients, failed, passes, startLasting } = createRunner(run, all);
    const sequences = aimed.flatMap((relation) => sequencesFor(relation, clients));
    recorder.progress.planned += sequences.flat().length * REQUESTS_OF_COMMAND;
    const endLasting = await startLasting(aimed);
    for (const commands of sequences) {
      while (!(await passes(fc.subarray(commands), { examples: [[commands]], numRuns: 1 })));
      recorder.progress.finish('relations', commands.length * REQUESTS_OF_COMMAND, 0);
    }
    // The random sequences also use all operations that share a resource with a selected operation.
    const aims = aimed.flatMap(resourcesOf);
    const related = all.filter((each) => resourcesOf(each).some((resource) => aims.includes(resource)));
    const numRuns = options.sequences;
    if (numRuns > 0 && related.length > 0) while (!(await passes(randomSequences(related), { numRuns })));
    await endLasting();
    for (const { operation } of aimed.filter((each) => !failed.includes(each.operation)))
      recorder.conclude('relations', { operation, case: nameOf(operation), mismatches: [] });
  });
}

const nameOf = (operation: string) => `${operation}: after a sequence of requests`;

/** Creates functions that send sequences. They report a mismatch only once, so that it hides no others. */
function createRunner({ session, recorder, coverage, options }: Run, relations: readonly Relation[]) {
  const { seed, stopAtFirst = false } = options;
  const failed: string[] = [];
  const onRight = (made: Made) => {
    coverage.saw(made);
    if (made.answer.status < 300) coverage.related(made.sent.operation);
  };
  const clients = createClients(session, relations, onRight);

  async function send(commands: readonly RelationCommand[], state: State, by: Clients): Promise<void> {
    by.requests.length = 0;
    for (const command of commands) await perform(command, state, by);
  }

  function conclude(error: unknown): void {
    if (!(error instanceof Mismatch)) throw error;
    const { operation, mismatches, exchanges } = error.found;
    for (const mismatch of mismatches) clients.reported.add(keyOf(operation, mismatch));
    failed.push(operation);
    recorder.conclude('relations', { operation, case: nameOf(operation), mismatches, exchanges });
  }

  return {
    clients,
    failed,
    /** Resolves to false after a mismatch. A mismatch can hide others, so the sequences must be sent again. */
    async passes(sequences: Sequences, more: fc.Parameters<[RelationCommand[]]>): Promise<boolean> {
      if (failed.length >= MAX_FINDINGS) return true;
      const property = fc.asyncProperty(sequences, (sequence) =>
        send(sequence, createState(), clients).finally(clients.deleteCreated),
      );
      const { errorInstance } = await fc.check(property, { ...more, seed, endOnFailure: stopAtFirst });
      if (errorInstance !== null) conclude(errorInstance);
      return errorInstance === null;
    },
    /** Creates resources. Resolves to a function that checks, much later, that nothing has changed. */
    async startLasting(aimed: readonly Relation[]) {
      const [lasting, state] = [createClients(session, relations, onRight), createState()];
      const { before, after } = lastingSequences(aimed, lasting);
      await send(before, state, lasting).catch(conclude);
      return () => send(after, state, lasting).catch(conclude).finally(lasting.deleteCreated);
    },
  };
}

const resourcesOf = ({ resource, emits }: Relation) => [resource, ...emits.map((each) => each.resource)];

/** Generates sequences in which all resources are equally likely, even a resource with few operations. */
function randomSequences(relations: readonly Relation[]): Sequences {
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
    return fc.record({ relation, choice });
  });
  return fc.array(fc.oneof(...commands), { maxLength: MAX_COMMANDS, size: 'max' });
}
