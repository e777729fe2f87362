import { parameterOf, type Relation, relationFor } from '../../contract/relations.ts';
import type { Clients } from './clients.ts';
import { type Choice, ENDINGS, RelationCommand } from './relation-command.ts';

const command = (of: Relation, choice: Partial<Choice> = {}) => new RelationCommand(of, choice);
const times = (count: number, of: Relation, choice: Partial<Choice> = {}) =>
  Array.from({ length: count }, (_, i) => command(of, { ...choice, text: i, index: i }));

/**
 * Returns fixed sequences for situations that random sequences rarely contain: one instance above the limit, several
 * pages, the maximum number of requested instances, a used identifier, similar identifiers, every test string, and
 * instances that belong to another partner or were deleted.
 */
export function sequencesFor(relation: Relation, clients: Clients): RelationCommand[][] {
  const { act, operation, resource, page, requestedIds } = relation;
  const relationOf = (act: Relation['act'], name?: string) => relationFor(act, name, clients.relations);
  const creating = relationOf('creates', resource.name);
  if (creating === undefined) return [[command(relation)]];

  const parent = relationOf('creates', resource.of);
  const own = clients.relations.filter((each) => each.resource === resource);
  const textCounts = own.flatMap((each) =>
    Object.keys(each.assigns).map((name) => clients.textsFor(each.operation, name).length),
  );
  const texts = Math.max(0, ...textCounts);
  const changes = own
    .filter((each) => each.act === 'replaces' || each.act === 'changes')
    .map((each) => command(each, { variant: 1, text: 1, index: 3 }));
  const similar: Partial<Choice> =
    act === 'creates' || act === 'lists' ? { identifier: 'similar' } : { isMissing: true };
  const similarIds = [
    ...times(ENDINGS.length, act === 'creates' ? relation : creating),
    ...times(ENDINGS.length, relation, similar),
    ...[1, 2, 3].map((variant) => command(relation, { ...similar, variant })),
  ];
  const ending = relationOf('ends', (parent ?? creating).resource.name);
  const missing = [
    command(parent ?? creating),
    // A server can return the response to an earlier request from a cache.
    ...(act === 'reads' ? [command(relation)] : []),
    command(relation, { isMissing: true, client: 1 }),
    ...(ending === undefined ? [] : [command(ending), command(relation, { isMissing: true })]),
  ];
  const isOfOne = [relation.id, relation.of].some((each) => each?.startsWith('$request.path.'));
  const isLimited = act === 'creates' && resource.at_most !== undefined;
  const isPaged = act === 'lists' && page !== undefined && parent !== undefined;
  return [
    ...(act === 'creates' ? creates(creating) : act === 'lists' ? lists(creating) : visits(creating)),
    ...(clients.isNamed(resource.name) && !isLimited && !isPaged ? [similarIds] : []),
    ...(isOfOne ? [missing] : []),
  ];

  function creates(creating: Relation): RelationCommand[][] {
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

  function visits(creating: Relation): RelationCommand[][] {
    const reading = act === 'reads' ? undefined : relationOf('reads', resource.name);
    const events = relation.emits.slice(0, 1).flatMap(({ resource: { of, name } }) => {
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
        ...times(texts, creating, { variant: 1 }),
        ...times(texts, relation, { variant: 1 }),
        ...changes,
        command(relation, { variant: 1, text: 1, index: 3 }),
        command(relation, { variant: 2 }),
      ],
    ];
  }

  function lists(creating: Relation): RelationCommand[][] {
    if (isPaged) {
      // At first, the list has exactly one full page.
      const size = clients.pageSize(operation, parameterOf(page.size), 'default');
      const others = [0, 5, 1].map((variant) => command(relation, { variant }));
      // Instances of a second partner and of a second parent are not in the list.
      const hidden = [command(creating, { client: 1 }), command(parent), command(creating, { index: 1 })];
      return [[...times(size, creating), ...hidden, command(relation), command(creating), ...others]];
    }
    const count = requestedIds === undefined ? Math.max(3, texts) : clients.mostRequested(relation);
    const created = times(count, creating, { variant: resource.isInferred ? 0 : texts > 0 ? 1 : 2 });
    return [
      [
        command(creating, { client: 1 }),
        ...created,
        command(relation),
        command(relation, { client: 1 }),
        ...changes,
        command(relation),
      ],
    ];
  }
}
