import { parameterOf, type Relation, relationFor } from '../../contract/relations.ts';
import type { Clients } from './clients.ts';
import { type Choice, ENDINGS, RelationCommand } from './relation-command.ts';

const command = (of: Relation, choice: Partial<Choice> = {}) => new RelationCommand(of, choice);
const times = (count: number, of: Relation, choice: Partial<Choice> = {}) =>
  Array.from({ length: count }, (_, i) => command(of, { ...choice, text: i, index: i }));

/** A relation, with the relations that create its resource and the parent, and all relations of the resource. */
interface Aim {
  relation: Relation;
  creating: Relation;
  parent: Relation | undefined;
  own: readonly Relation[];
  clients: Clients;
}

/**
 * Returns fixed sequences for situations that random sequences rarely contain: one instance above the limit, several
 * pages, the maximum number of requested instances, a used identifier, similar identifiers, every test string, and
 * instances that belong to another partner or were deleted.
 */
export function sequencesFor(relation: Relation, clients: Clients): RelationCommand[][] {
  const { act, resource, page } = relation;
  const creating = relationFor('creates', resource.name, clients.relations);
  if (creating === undefined) return [[command(relation)]];
  const parent = relationFor('creates', resource.of, clients.relations);
  const own = clients.relations.filter((each) => each.resource === resource);
  const aim: Aim = { relation, creating, parent, own, clients };
  const isOfOne = [relation.id, relation.of].some((each) => each?.startsWith('$request.path.'));
  const isLimited = act === 'creates' && resource.at_most !== undefined;
  const isPaged = act === 'lists' && page !== undefined && parent !== undefined;
  return [
    ...(act === 'creates' ? creates(aim) : act === 'lists' ? lists(aim) : visits(aim)),
    ...(clients.isNamed(resource.name) && !isLimited && !isPaged ? [similarIds(aim)] : []),
    ...(isOfOne ? [missing(aim)] : []),
  ];
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

function missing({ relation, creating, parent, clients }: Aim): RelationCommand[] {
  const needed = parent ?? creating;
  const ending = relationFor('ends', needed.resource.name, clients.relations);
  return [
    command(needed),
    // A server can return the response to an earlier request from a cache.
    ...(relation.act === 'reads' ? [command(relation)] : []),
    command(relation, { isMissing: true, client: 1 }),
    ...(ending === undefined ? [] : [command(ending), command(relation, { isMissing: true })]),
  ];
}

function creates({ relation, creating, parent, own }: Aim): RelationCommand[][] {
  const { act, resource } = relation;
  if (resource.at_most !== undefined)
    return [[...times(resource.at_most.number + 1, relation, { variant: 1 }), command(relation, { client: 1 })]];
  const other = own.find((each) => each.act === act && each !== relation);
  const used = { identifier: 'used' } as const;
  const repeated = [{ text: 1 }, used, { ...used, variant: 1 }].map((choice) => command(relation, choice));
  return [
    ...(other === undefined ? [relation] : [relation, other]).map((first) => [command(first), ...repeated]),
    [command(relation, { identifier: 'concurrent' })],
    [command(relation), command(relation, { client: 1, identifier: "another partner's" })],
    ...(relation.from === undefined || parent === undefined
      ? []
      : [[command(creating), command(parent, { text: 1 }), command(relation, { index: 1, isSourceMissing: true })]]),
  ];
}

function visits(aim: Aim): RelationCommand[][] {
  const { relation, creating, clients } = aim;
  const { act, resource, emits } = relation;
  const relationOf = (act: Relation['act'], name?: string) => relationFor(act, name, clients.relations);
  const reading = act === 'reads' ? undefined : relationOf('reads', resource.name);
  const events = emits.slice(0, 1).flatMap(({ resource: { of, name } }) => {
    const [owner, listing] = [relationOf('creates', of), relationOf('lists', name)];
    if (owner === undefined || listing === undefined) return [];
    const variants = clients.bodiesOf(owner.operation).map((_, variant) => command(owner, { variant }));
    return [[...variants, command(relation), ...times(variants.length, listing)]];
  });
  // The request must not change other instances.
  const others = [
    ...[{}, { text: 1 }, { client: 1 }].map((choice) => command(creating, choice)),
    command(relation),
    ...(reading === undefined ? [] : [{ index: 1 }, { client: 1 }].map((choice) => command(reading, choice))),
  ];
  const bodies = act === 'changes' ? clients.bodiesOf(creating.operation) : [];
  return [
    ...events,
    ...bodies.map((_, variant) => [command(creating, { variant }), command(relation)]),
    others,
    [command(relation, { text: 1 }), ...(reading === undefined ? [] : [command(reading)])],
    [
      ...times(textCount(aim), creating, { variant: 1 }),
      ...times(textCount(aim), relation, { variant: 1 }),
      ...changes(aim),
      command(relation, { variant: 1, text: 1, index: 3 }),
      command(relation, { variant: 2 }),
    ],
  ];
}

function lists(aim: Aim): RelationCommand[][] {
  const { relation, creating, parent, clients } = aim;
  const { operation, resource, page, requestedIds } = relation;
  if (page !== undefined && parent !== undefined) {
    // At first, the list has exactly one full page.
    const size = clients.pageSize(operation, parameterOf(page.size), 'default');
    const others = [0, 5, 1].map((variant) => command(relation, { variant }));
    // Instances of a second partner and of a second parent are not in the list.
    const hidden = [command(creating, { client: 1 }), command(parent), command(creating, { index: 1 })];
    return [[...times(size, creating), ...hidden, command(relation), command(creating), ...others]];
  }
  const texts = textCount(aim);
  const count = requestedIds === undefined ? Math.max(3, texts) : clients.mostRequested(relation);
  return [
    [
      command(creating, { client: 1 }),
      ...times(count, creating, { variant: resource.isInferred ? 0 : texts > 0 ? 1 : 2 }),
      command(relation),
      command(relation, { client: 1 }),
      ...changes(aim),
      command(relation),
    ],
  ];
}

/** Returns the maximum number of test strings that a property of the resource accepts. */
function textCount({ own, clients }: Aim): number {
  const textsOf = ({ operation, assigns }: Relation) =>
    Object.keys(assigns).map((name) => clients.textsFor(operation, name).length);
  return Math.max(0, ...own.flatMap(textsOf));
}

const changes = ({ own }: Aim): RelationCommand[] =>
  own
    .filter(({ act }) => act === 'replaces' || act === 'changes')
    .map((each) => command(each, { variant: 1, text: 1, index: 3 }));
