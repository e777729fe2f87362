import fc from 'fast-check';
import { type Relation, relationsOf } from '../contract/relations.ts';
import { type Clients, endAll, existingInstances, openClients, type Sent } from '../model/clients.ts';
import { Mismatch, RelationCommand } from '../model/commands.ts';
import { scenariosOf } from '../model/scenarios.ts';
import type { State } from '../model/state.ts';
import type { Check } from './check.ts';
import { answerText, requestText } from './evidence.ts';

const MAX_COMMANDS = 16;
const MAX_CONTRADICTIONS = 10;
/** Number of fuzz cases for which one random sequence runs. */
const CASES_PER_SEQUENCE = 50;

type Commands = Iterable<fc.AsyncCommand<State, Clients>>;

/**
 * Tests the target against a model of its resources (`x-resource`) with sequences of requests by two partners: first
 * the scenarios of each operation, then random sequences. A sequence that contradicts the model is shrunk, and its
 * operation is left out of the sequences after it.
 */
export const modelCheck: Check = {
  name: 'model',
  applies: ({ isStateless, selection }) => !isStateless && selection.wants('relations', ''),
  async run({ checked, session, recorder, coverage, options }) {
    const { seed, stopAtFirst = false } = options;
    const all = relationsOf(session.contract.document);
    const aimed = all.filter(({ operation }) => checked.includes(operation));
    const wrong = new Set<string>();
    const isLeft = ({ operation }: Relation) => !wrong.has(operation);
    const isOver = () => wrong.size >= (stopAtFirst ? 1 : MAX_CONTRADICTIONS);
    const [only] = checked;
    const nameOf = (operation: string) => `${operation}: after a sequence of requests`;
    const name = checked.length === 1 && only !== undefined ? nameOf(only) : 'sequences of requests';
    await recorder.guarded('relations', null, name, async () => {
      // Other operations of the same resources create what these need.
      const names = aimed.flatMap(({ resource: { name, of } }) => [name, of]);
      let requests: Sent[] = [];
      const clients = await openClients(
        session,
        all.filter(({ resource }) => names.includes(resource.name)),
        (sent, isRight) => {
          requests.push(sent);
          if (!isRight) return;
          recorder.saw(sent.prepared, sent.answer);
          if (sent.answer.status < 300) coverage.related(sent.operation);
        },
      );
      const newState = (instances: State['instances']): State => ({ instances, seen: new Set(), secrets: new Set() });
      const existing = await existingInstances(clients, newState([]));
      let shortest: Sent[] = [];

      async function run(commands: Commands): Promise<void> {
        requests = [];
        const state = newState(existing.map((each) => ({ ...each })));
        try {
          await fc.asyncModelRun(() => ({ model: state, real: clients }), commands);
        } catch (error) {
          // fast-check runs the shortest sequence last.
          shortest = requests;
          throw error;
        } finally {
          requests = [];
          await endAll(clients, state);
        }
      }

      async function attempt(commands: fc.Arbitrary<Commands>, more: fc.Parameters<[Commands]>): Promise<boolean> {
        const property = fc.asyncProperty(commands, run);
        const { failed, errorInstance } = await fc.check(property, { ...more, seed, endOnFailure: stopAtFirst });
        if (!failed) return true;
        const last = shortest.at(-1);
        if (!(errorInstance instanceof Mismatch) || last === undefined) throw errorInstance;
        wrong.add(last.operation);
        recorder.conclude('relations', {
          operation: last.operation,
          case: nameOf(last.operation),
          departures: errorInstance.mismatches,
          request: shortest.map(({ prepared, session }) => requestText(prepared, session)).join('\n\n'),
          answer: answerText(last.answer, session),
        });
        return false;
      }

      for (const scenario of aimed.flatMap((relation) => scenariosOf(relation, clients))) {
        const commands = scenario.filter(({ relation }) => isLeft(relation));
        if (commands.length > 0 && !isOver())
          await attempt(fc.subarray(commands), { examples: [[commands]], numRuns: 1 });
      }
      const numRuns = Math.ceil(options.cases / CASES_PER_SEQUENCE);
      for (let isRight = numRuns === 0; !isRight && !isOver(); ) {
        const left = clients.relations.filter(isLeft);
        const constraints = { maxCommands: MAX_COMMANDS, size: 'max' as const };
        isRight =
          left.length === 0 || (await attempt(fc.commands(randomCommands(left, clients), constraints), { numRuns }));
      }
      for (const { operation } of aimed) if (!wrong.has(operation)) recorder.conclude('relations', null);
    });
  },
};

/** Commands of the relations. Each resource has the same probability, however many operations it has. */
function randomCommands(relations: readonly Relation[], clients: Clients): fc.Arbitrary<RelationCommand>[] {
  const oneInFour = fc.nat(3).map((number) => number === 3);
  const choice = fc.record({
    client: fc.nat(2),
    index: fc.nat(99),
    isMissing: oneInFour,
    isSourceMissing: oneInFour,
    identifier: fc.constantFrom('fresh' as const, 'used' as const, 'similar' as const, "another partner's" as const),
    variant: fc.nat(99),
    text: fc.nat(99),
  });
  const resources = [...new Set(relations.map(({ resource }) => resource))];
  return resources.map((resource) =>
    fc.oneof(
      ...relations
        .filter((relation) => relation.resource === resource)
        .map((relation) => choice.map((chosen) => new RelationCommand(relation, chosen, clients))),
    ),
  );
}
