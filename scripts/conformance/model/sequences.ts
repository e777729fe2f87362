import type { Json } from '../../contract/json.ts';
import { type Relation, relationFor } from '../../contract/relations.ts';
import { isConditional } from '../index/contract-index.ts';
import { type Choice, ENDINGS, type RelationCommand } from './relation-command.ts';
import type { Setup } from './setup.ts';

const command = (relation: Relation, choice: Partial<Choice> = {}): RelationCommand => ({ relation, ...choice });
const times = (count: number, of: Relation, choice: Partial<Choice> = {}) =>
  Array.from({ length: count }, (_, i) => command(of, { ...choice, text: i, index: i }));

export function sequencesFor(relation: Relation, setup: Setup): RelationCommand[][] {
  const creating = relationFor('creates', relation.resource.name, setup.relations);
  if (creating === undefined) return [[command(relation)]];
  const repeat = (body: Json) => command(relation, { identifier: 'used', body });
  const { changed, nullAndAbsent = [] } = setup.bodiesOf(relation.operation);
  return [
    ...pairs(relation, creating, setup),
    many(relation, creating, setup),
    ...(relation.act === 'creates' ? [[command(relation), ...changed.map(repeat)], nullAndAbsent.map(repeat)] : []),
    ...events(relation, creating, setup),
  ];
}

/** Returns requests that create resources, and requests much later that repeat, read, list, and change them. */
export function lastingSequences(aimed: readonly Relation[], { relations, isNamed }: Setup) {
  const resources = aimed.map(({ resource }) => resource).filter(({ name }) => isNamed(name));
  const own = relations.filter(({ resource }) => resources.includes(resource));
  const before = own.filter(({ act, from }) => act === 'creates' && from === undefined);
  const indexOf = (one: Relation) => before.filter(({ resource }) => resource === one.resource).indexOf(one);
  const again = before.map((creator) => command(creator, { identifier: 'used', index: indexOf(creator) }));
  const reads = own.filter(({ act }) => act === 'reads').flatMap((reader) => times(before.length, reader));
  const lists = own.filter(({ act }) => act === 'lists').map((listing) => command(listing));
  const changes = own.filter(isChange).map((change, index) => command(change, { index }));
  // Creates two instances with each operation, because the next change must not use a canceled instance.
  const twice = [...before, ...before].map((creator) => command(creator));
  return { before: twice, after: [...again, ...reads, ...lists, ...changes] };
}

const isChange = ({ act }: Relation) => act === 'replaces' || act === 'changes';

/** Returns sequences in which an operation alternates with each operation on the resource, for all bodies. */
function pairs(relation: Relation, creating: Relation, setup: Setup): RelationCommand[][] {
  const own = setup.relations.filter(({ resource }) => resource === relation.resource);
  const first = relation.act === 'creates' ? relation : creating;
  // Only a change is tested with each operation that creates the resource and each operation that reads the resource.
  const needed = isChange(relation) ? own : [];
  const others = needed.filter(({ act, from }) => act === 'creates' && from === undefined);
  const reads = needed.filter(({ act }) => act === 'reads').map((reader) => command(reader));
  const isWrite = relation.act !== 'reads' && relation.act !== 'lists';
  const hasBody = isWrite && setup.contract.validatorOf(relation.operation, 'json') !== undefined;
  // Sends these requests first: once the instance is canceled or deleted, even a faulty server cannot change it.
  const invalid = hasBody ? [command(relation, { isInvalid: true })] : [];
  const rejected = isWrite ? [...invalid, command(relation, { isForbidden: true })] : [];
  return [...new Set([first, ...others])].flatMap((creator) => {
    const counts = [creator, relation].map(({ operation }) => setup.bodiesOf(operation).valid.length);
    const count = Math.max(creator === first ? own.length : 1, ...counts);
    return Array.from({ length: count }, (_, index) => {
      const both = [relation, own[index % own.length] as Relation];
      const send = (variant: number) => both.map((each) => command(each, { identifier: 'used', variant }));
      return [command(creator, { variant: index }), ...rejected, ...send(index), ...send(index + 1), ...reads];
    });
  });
}

/** Returns requests for many instances of two partners, for similar identifiers, and for missing instances. */
function many(relation: Relation, creating: Relation, setup: Setup): RelationCommand[] {
  const { act, from, operation, resource } = relation;
  const own = setup.relations.filter((each) => each.resource === resource);
  const parent = relationFor('creates', resource.of, setup.relations);
  const count = setup.manyOf(relation);
  const reading = own.find((each) => each.act === 'reads') ?? relation;
  const ending = relationFor('ends', (parent ?? creating).resource.name, setup.relations);
  const similar: Partial<Choice> = { identifier: 'similar', isMissing: act !== 'creates' && act !== 'lists' };
  // Sends wrong tags first, because a request with a matching tag can delete the instance.
  const tags = isConditional(setup.contract, operation) ? [4, 5, 6, 1, 2, 3] : [];
  const child = setup.relations.find((each) => each.resource.of === resource.name && each.act === 'creates');
  return [
    ...times(count, creating, { variant: resource.isInferred ? 0 : 1 }),
    // Comes before deletions, because later requests for a missing instance use the identifier of a deleted instance.
    ...(setup.isNamed(resource.name) ? times(ENDINGS.length, relation, similar) : []),
    ...(setup.isNamed(resource.name) ? [1, 2, 3] : []).map((variant) => command(relation, { ...similar, variant })),
    command(relation, { client: 1, identifier: "another partner's" }),
    command(creating, { client: 1 }),
    ...(parent === undefined ? [] : [command(parent, { text: 1 }), command(creating, { index: 1 }), command(relation)]),
    // Repeats only reads and changes, because one request lists all instances, and deletions would leave no instances.
    ...times(act === 'reads' || isChange(relation) ? count : 1, relation, { variant: 1 }),
    command(creating),
    ...[0, 5, 1].map((variant) => command(relation, { variant })),
    // Creates a resource in the instance, to check that rejected requests do not change this resource.
    ...(child === undefined ? [] : [command(child)]),
    command(reading, { client: 1 }),
    command(relation, { client: 1 }),
    command(relation, { client: 1, isMissing: true }),
    ...(from === undefined ? [] : [command(relation, { index: 1, isSourceMissing: true })]),
    // The index -1 selects the newest instance: the source of the second request is the result of the first request.
    ...(from === undefined ? [] : [command(relation, { index: -1 }), command(relation, { index: -1 })]),
    ...own.filter((each) => each.act === 'lists').map((listing) => command(listing)),
    ...tags.map((tag) => command(relation, { tag })),
    command(relation, { isForbidden: true }),
    ...own.filter(isChange).map((change) => command(change, { variant: 1, text: 1, index: 3 })),
    command(relation, { variant: 1, text: 1, index: 3 }),
    ...(ending === undefined ? [] : [command(ending), command(relation, { isMissing: true, index: -1 })]),
    command(relation, { variant: 2, identifier: 'concurrent' }),
  ];
}

/** Returns sequences that create the parents, send a request twice, and list the resources that the request creates. */
const events = (relation: Relation, creating: Relation, setup: Setup): RelationCommand[][] =>
  relation.emits.slice(0, 1).flatMap(({ resource: { of, name } }) => {
    const parent = relationFor('creates', of, setup.relations);
    const listing = relationFor('lists', name, setup.relations);
    if (parent === undefined || listing === undefined) return [];
    const parents = setup.bodiesOf(parent.operation).valid.map((_, variant) => command(parent, { variant }));
    const listings = times(parents.length, listing);
    const changing = relationFor('replaces', of, setup.relations);
    const changes = changing ? parents.map((_, i) => command(changing, { index: i, variant: i + 1 })) : [];
    const bodies = Math.max(1, setup.bodiesOf(relation.operation).valid.length);
    // Sends each request twice, because a request that changes nothing must emit nothing.
    return Array.from({ length: bodies }, (_, variant) => [
      ...parents,
      command(relation, { variant }),
      command(relation, { variant }),
      ...listings,
      ...changes,
      ...(relation.act === 'creates' ? [] : [command(creating)]),
      command(relation, { variant, index: -1 }),
      ...listings,
    ]);
  });
