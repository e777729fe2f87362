import { parameterOf, type Relation, relationFor } from '../../contract/relations.ts';
import type { Clients } from './clients.ts';
import { type Choice, ENDINGS, type RelationCommand } from './relation-command.ts';

const command = (relation: Relation, choice: Partial<Choice> = {}): RelationCommand => ({ relation, choice });
const times = (count: number, of: Relation, choice: Partial<Choice> = {}) =>
  Array.from({ length: count }, (_, i) => command(of, { ...choice, text: i, index: i }));

interface Aim {
  relation: Relation;
  creating: Relation;
  own: readonly Relation[];
  clients: Clients;
}

export function sequencesFor(relation: Relation, clients: Clients): RelationCommand[][] {
  const { act, resource, page, id, of } = relation;
  const creating = relationFor('creates', resource.name, clients.relations);
  if (creating === undefined) return [[command(relation)]];
  const parent = relationFor('creates', resource.of, clients.relations);
  const aim = { relation, creating, own: clients.relations.filter((each) => each.resource === resource), clients };
  const needsPath = [id, of].some((each) => each?.startsWith('$request.path.'));
  const withMissing = needsPath ? [missing(aim, parent ?? creating)] : [];
  if (act === 'creates' && resource.at_most !== undefined) return [overLimit(relation, resource.at_most.number)];
  if (act === 'lists' && page !== undefined && parent !== undefined) return [pages(aim, parent, page), ...withMissing];
  return [
    ...(act === 'creates'
      ? repeated(aim, parent)
      : [...events(aim), everyInstance(aim), ...combinations(aim), ...afterOtherChanges(aim)]),
    ...(clients.isNamed(resource.name) ? [similarIds(aim)] : []),
    ...withMissing,
  ];
}

/** Sends one request more than the limit permits, and one by the second partner, which has its own limit. */
const overLimit = (relation: Relation, limit: number) => [
  ...times(limit + 1, relation, { variant: 1 }),
  command(relation, { client: 1 }),
];

/** Reads a list that fills exactly one page, and a longer one, while other parents and partners have instances. */
function pages({ relation, creating, clients }: Aim, parent: Relation, page: NonNullable<Relation['page']>) {
  return [
    ...times(clients.pageSize(relation.operation, parameterOf(page.size), 'default'), creating),
    command(creating, { client: 1 }),
    command(parent),
    command(creating, { index: 1 }),
    command(relation),
    command(creating),
    ...[0, 5, 1].map((variant) => command(relation, { variant })),
  ];
}

/** Reuses identifiers: in sequence, concurrently, and in another operation. */
function repeated({ relation, creating, own }: Aim, parent: Relation | undefined): RelationCommand[][] {
  const other = own.find(({ act, operation }) => act === 'creates' && operation !== relation.operation);
  const used = { identifier: 'used' } as const;
  const again = [{ text: 1 }, used, { ...used, variant: 1 }].map((choice) => command(relation, choice));
  const fromOtherParent = parent && [
    command(creating),
    command(parent, { text: 1 }),
    command(relation, { index: 1, isSourceMissing: true }),
  ];
  return [
    [command(relation), ...again],
    ...(other === undefined ? [] : [[command(other), ...again]]),
    [command(relation, { identifier: 'concurrent' })],
    [command(relation), command(relation, { client: 1, identifier: "another partner's" })],
    ...(relation.from === undefined || fromOtherParent === undefined ? [] : [fromOtherParent]),
  ];
}

/** Creates parents with each body, and lists the resources that the requests emit. */
const events = ({ relation, clients }: Aim): RelationCommand[][] =>
  relation.emits.slice(0, 1).flatMap(({ resource: { of, name } }) => {
    const creating = relationFor('creates', of, clients.relations);
    const listing = relationFor('lists', name, clients.relations);
    if (creating === undefined || listing === undefined) return [];
    const parents = clients.bodiesOf(creating.operation).map((_, variant) => command(creating, { variant }));
    // A repeated request must emit nothing.
    return [[...parents, command(relation), command(relation), ...times(parents.length, listing)]];
  });

/** Sends the request for several instances with every test string, before and after changes. */
function everyInstance({ relation, creating, own, clients }: Aim): RelationCommand[] {
  const { act, resource, requestedIds } = relation;
  const textsOf = ({ operation, assigns }: Relation) =>
    Object.keys(assigns).map((name) => clients.textsFor(operation, name).length);
  const texts = Math.max(0, ...own.flatMap(textsOf));
  const count = requestedIds === undefined ? Math.max(3, texts) : clients.mostRequested(relation);
  const reading = own.find((each) => each.act === 'reads') ?? relation;
  const changes = own.filter((each) => each.act === 'replaces' || each.act === 'changes');
  return [
    command(creating, { client: 1 }),
    ...times(count, creating, { variant: resource.isInferred ? 0 : texts > 0 ? 1 : 2 }),
    // One request is enough to list. Deletions leave some instances, so that the others can be checked.
    ...times(act === 'lists' || act === 'ends' ? 1 : count, relation, { variant: 1 }),
    command(reading, { index: 1 }),
    command(reading, { client: 1 }),
    command(relation, { client: 1 }),
    ...changes.map((each) => command(each, { variant: 1, text: 1, index: 3 })),
    command(relation, { variant: 1, text: 1, index: 3 }),
    ...own.filter((each) => act === 'lists' && each.act === 'ends').map((ending) => command(ending)),
    command(relation, { variant: 2 }),
  ];
}

/** Combines each creating operation and body with each change, and reads the instance in every way. */
function combinations({ relation, own, clients }: Aim): RelationCommand[][] {
  if (relation.act !== 'replaces' && relation.act !== 'changes') return [];
  const readers = own.filter(({ act }) => act === 'reads' || act === 'lists').map((reader) => command(reader));
  const creators = own.filter(({ act, from }) => act === 'creates' && from === undefined);
  return creators.flatMap((creating) => {
    const variants = variantsOf(clients, creating, relation);
    return variants.map((variant) => [
      command(creating, { variant }),
      // The next body can omit properties of the previous body.
      ...(relation.act === 'replaces' ? variants : [variant]).flatMap((next) => [
        command(relation, { variant }),
        command(relation, { variant: next }),
        ...readers,
      ]),
    ]);
  });
}

/** Sends the request after every other change with which it can conflict. */
function afterOtherChanges({ relation, creating, own, clients }: Aim): RelationCommand[][] {
  if (relation.conflict === undefined) return [];
  const others = own.filter((each) => each.act === 'changes' && each !== relation);
  return others.flatMap((other) =>
    variantsOf(clients, other).map((variant) => [command(creating), command(other, { variant }), command(relation)]),
  );
}

/** Returns the indexes of the request bodies, for the relation that has the most; `[0]` if none has a body. */
function variantsOf(clients: Clients, ...relations: readonly Relation[]): number[] {
  const counts = relations.map(({ operation }) => clients.bodiesOf(operation).length);
  return Array.from({ length: Math.max(1, ...counts) }, (_, variant) => variant);
}

function similarIds({ relation, creating }: Aim): RelationCommand[] {
  const { act } = relation;
  const similar: Partial<Choice> =
    act === 'creates' || act === 'lists' ? { identifier: 'similar' } : { isMissing: true };
  return [
    ...times(ENDINGS.length, act === 'creates' ? relation : creating),
    ...times(ENDINGS.length, relation, similar),
    ...[1, 2, 3].map((variant) => command(relation, { ...similar, variant })),
  ];
}

function missing({ relation, clients }: Aim, creating: Relation): RelationCommand[] {
  const ending = relationFor('ends', creating.resource.name, clients.relations);
  return [
    command(creating),
    // Reads first, so that a response from a stale cache is found.
    ...(relation.act === 'reads' ? [command(relation)] : []),
    command(relation, { isMissing: true, client: 1 }),
    ...(ending === undefined ? [] : [command(ending), command(relation, { isMissing: true })]),
  ];
}
