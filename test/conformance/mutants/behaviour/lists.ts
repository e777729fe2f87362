import { itemsOf, type Json, memberOf, valueAt, withValue } from '../../../../scripts/contract/json.ts';
import { resolve, type Schema } from '../../../../scripts/contract/openapi.ts';
import { parameterOf, type Relation } from '../../../../scripts/contract/relations.ts';
import { type Answered, exchangeOf, jsonOf, queryOf, valueIn, withParameters } from './exchange.ts';
import { type About, after, type Broken, brokenBy, changing, instead, pointerIn, type Relations } from './operators.ts';
import type { Behaviour } from './proxy.ts';

type Change = (items: readonly Json[], about: About) => readonly Json[] | undefined | Promise<readonly Json[]>;

const middle = (items: readonly Json[]) => Math.floor(items.length / 2);

const CHANGES: Record<string, Record<string, Change>> = {
  'list order': {
    reversed: (items) => items.toReversed(),
    rotated: (items) => [...items.slice(1), ...items.slice(0, 1)],
    'first two swapped': ([first, second, ...rest]) => (second === undefined ? undefined : [second, first, ...rest]),
    'last two swapped': (items) => [...items.slice(0, -2), ...items.slice(-2).toReversed()],
    'sorted by identifier': (items, { asked }) => {
      const name = asked.relation?.resource.identifier ?? '';
      const key = (item: Json) => String(memberOf(item, name));
      return items.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
    },
  },
  'list items': {
    'first missing': (items) => items.slice(1),
    'last missing': (items) => items.slice(0, -1),
    'middle missing': (items) => items.filter((_, i) => items.length < 3 || i !== middle(items)),
    'cut after 5': (items) => items.slice(0, 5),
    'cut after 20': (items) => items.slice(0, 20),
    none: () => [],
    'first twice': (items) => [...items.slice(0, 1), ...items],
    'last twice': (items) => [...items, ...items.slice(-1)],
    'last replaced with the first': (items) =>
      items.length < 2 ? items : [...items.slice(0, -1), ...items.slice(0, 1)],
    'items of another partner added': othersAdded,
  },
};

/** Returns the items, followed by the items of another client. */
async function othersAdded(items: readonly Json[], { asked, send, memory }: About): Promise<readonly Json[]> {
  const { relation, clientId } = asked;
  const owner =
    relation && memory.of(relation).findLast((instance) => instance.owner !== clientId && !instance.isEnded)?.owner;
  if (relation === undefined || owner === undefined) return items;
  const answered = await send(asked, owner);
  if (answered.status >= 300) return items;
  const theirs = itemsOf(valueAt(jsonOf(answered), pointerIn(relation.items)));
  const idOf = (item: Json) => memberOf(item, relation.resource.identifier);
  const mine = new Set(items.map(idOf));
  const both = [...items, ...theirs.filter((item) => !mine.has(idOf(item)))];
  const wanted = relation.requestedIds === undefined ? [] : itemsOf(valueIn(relation.requestedIds, exchangeOf(asked)));
  return wanted.length === 0 ? both : wanted.flatMap((id) => both.find((item) => idOf(item) === id) ?? []);
}

const inItems = (relation: Relation, change: Change): Behaviour =>
  changing(relation, async (body, about) => {
    const pointer = pointerIn(relation.items);
    const changed = await change(itemsOf(valueAt(body, pointer)), about);
    return changed && withValue(body, pointer, changed);
  });

export function brokenLists({ contract, all }: Relations): Broken[] {
  return all
    .filter(({ act }) => act === 'lists')
    .flatMap((relation): Broken[] => {
      const changes = Object.entries(CHANGES).flatMap(([kind, some]) =>
        Object.entries(some).map(([detail, change]) => ({
          kind,
          relation,
          detail,
          behaviour: inItems(relation, change),
        })),
      );
      const { at_most: most } = relation.resource;
      // Excludes faults that cannot occur: short lists are never cut, and the items below one resource have one owner.
      const isReached = ({ detail }: Broken) =>
        (detail !== 'cut after 20' || most === undefined || most.number > 20) &&
        (detail !== 'items of another partner added' || relation.of === undefined);
      return [
        ...changes.filter(isReached),
        ...(relation.requestedIds === undefined ? [] : ofAsked(relation)),
        ...(all.some(({ act, resource }) => act === 'ends' && resource === relation.resource)
          ? endedKept(relation)
          : []),
        ...(relation.page === undefined ? [] : ofPages(relation, relation.page, contract)),
      ];
    });
}

/** Returns a copy of the item with a different identifier. */
const renamed = (item: Json, { resource }: Relation, id: string) => withValue(item, `/${resource.identifier}`, id);

function ofAsked(relation: Relation): Broken[] {
  let sample: Json;
  const idOf = (item: Json) => memberOf(item, relation.resource.identifier);
  return brokenBy('list items', relation, {
    'an item added that was not requested': inItems(relation, (items, { asked, memory }) => {
      const there = memory.of(relation).filter(({ owner, isEnded }) => owner === asked.clientId && !isEnded);
      const wanted = itemsOf(valueIn(relation.requestedIds, exchangeOf(asked)));
      const extra = there.find(({ id }) => !wanted.includes(id));
      return items.length === 0 || extra === undefined ? items : [...items, renamed(items[0], relation, extra.id)];
    }),
    'an item invented for an unknown identifier': inItems(relation, (items, { asked }) => {
      sample = items[0] ?? sample;
      const wanted = itemsOf(valueIn(relation.requestedIds, exchangeOf(asked)));
      if (sample === undefined || wanted.some((id) => typeof id !== 'string')) return items;
      return wanted.map((id) => items.find((item) => idOf(item) === id) ?? renamed(sample, relation, String(id)));
    }),
  });
}

const endedKept = (relation: Relation): Broken[] =>
  brokenBy('end', relation, {
    'the list still contains a deleted resource': inItems(relation, (items, { asked, memory }) => {
      const ended = memory.of(relation).findLast(({ owner, isEnded }) => owner === asked.clientId && isEnded);
      return ended === undefined ? items : [...items, ended.shown.at(-1)];
    }),
  });

type Page = NonNullable<Relation['page']>;

function ofPages(relation: Relation, page: Page, contract: Relations['contract']): Broken[] {
  const [size, cursor, next] = [parameterOf(page.size), parameterOf(page.cursor), pointerIn(page.next)];
  const schema = contract.parametersOf(relation.operation).find(({ name }) => name === size)?.schema ?? {};
  const usual = Number(resolve<Schema>(contract.document, schema)['default']);

  /** Changes query parameters, and removes the parameters whose new value is undefined. */
  const withQuery = (change: (query: URLSearchParams) => Record<string, string | undefined>) =>
    instead(relation, async ({ asked, send }) => {
      const query = queryOf(asked);
      const changes = Object.entries(change(query));
      if (changes.length === 0) return undefined;
      for (const [name, value] of changes) {
        if (value === undefined) query.delete(name);
        else query.set(name, value);
      }
      return send(withParameters(asked, asked.path, query));
    });
  const sized = (change: (size: number) => number) =>
    withQuery((query) =>
      /^\d+$/.test(query.get(size) ?? '') ? { [size]: String(change(Number(query.get(size)))) } : {},
    );
  const byDefault = (number: number) => withQuery((query) => (query.has(size) ? {} : { [size]: String(number) }));
  const later = (change: (items: readonly Json[], before: readonly Json[]) => readonly Json[]) => {
    let before: readonly Json[] = [];
    return inItems(relation, (items, { exchange }) => {
      const changed = exchange.sent.url.searchParams.has(cursor) ? change(items, before) : items;
      before = items;
      return changed;
    });
  };
  const nextIs = (change: (next: Json, about: About) => Json) =>
    changing(relation, (body, about) => withValue(body, next, change(valueAt(body, next), about)));

  let first: Answered | undefined;
  let known: Json;
  return brokenBy('pages', relation, {
    'the first page repeated': after(relation, ({ answered, exchange }) => {
      if (exchange.sent.url.searchParams.has(cursor)) return first;
      first = answered.status < 300 ? answered : first;
      return undefined;
    }),
    'the cursor ignored': withQuery((query) => (query.has(cursor) ? { [cursor]: undefined } : {})),
    'one item missing at the page boundary': later((items) => items.slice(1)),
    'one item repeated at the page boundary': later((items, before) =>
      [...before.slice(-1), ...items].slice(0, Math.max(1, items.length)),
    ),
    'later pages reversed': later((items) => items.toReversed()),
    'later pages empty': later(() => []),
    'no next page after the first': nextIs(() => null),
    'no next page after the second': nextIs((is, { exchange }) =>
      exchange.sent.url.searchParams.has(cursor) ? null : is,
    ),
    'always a next page': nextIs((is) => {
      known = is ?? known;
      return known ?? null;
    }),
    'a next page after a full last page': nextIs((is, { exchange, answered }) => {
      const items = itemsOf(valueAt(jsonOf(answered), pointerIn(relation.items)));
      const isFull = items.length === Number(exchange.sent.url.searchParams.get(size) ?? usual);
      return is ?? (isFull ? (memberOf(items.at(-1), relation.resource.identifier) ?? null) : null);
    }),
    'the size ignored': withQuery((query) => (query.has(size) ? { [size]: undefined } : {})),
    'one item fewer than requested': sized((number) => Math.max(1, number - 1)),
    'one item more than requested': sized((number) => number + 1),
    'never more than 5 items': sized((number) => Math.min(5, number)),
    'one item fewer by default': byDefault(usual - 1),
    'one item more by default': byDefault(usual + 1),
    'ten items by default': byDefault(10),
  });
}
