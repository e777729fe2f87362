import {
  isObject,
  itemsOf,
  type Json,
  memberOf,
  namesOf,
  pointersAt,
  valueAt,
  withValue,
} from '../../../../scripts/contract/json.ts';
import { type Contract, type Response, resolve, type Schema } from '../../../../scripts/contract/openapi.ts';
import type { Relation, Settings } from '../../../../scripts/contract/relations.ts';
import { toTimestamp } from '../../../../server/domain/clock.ts';
import type { Instance } from './exchange.ts';
import {
  type About,
  another,
  type Broken,
  brokenBy,
  changing,
  pointerIn,
  type Relations,
  withParameter,
} from './operators.ts';

/** Known values of a property: current, previous, in other resources, and in the first resource. */
interface Seen {
  is: Json;
  before: Json;
  others: readonly Json[];
  first: Json;
}
type Alteration = (seen: Seen) => Json;
type Alterations = Readonly<Record<string, Alteration>>;

const text =
  (change: (is: string) => string): Alteration =>
  ({ is }) =>
    typeof is === 'string' ? change(is) : undefined;

const TEXTS: Alterations = {
  trimmed: text((is) => is.trim()),
  'whitespace collapsed': text((is) => is.replace(/\s+/g, ' ')),
  'in lowercase': text((is) => is.toLowerCase()),
  'first letter in uppercase': text((is) => is.slice(0, 1).toUpperCase() + is.slice(1)),
  'without its first character': text((is) => is.slice(1)),
  'cut after 100 characters': text((is) => is.slice(0, 100)),
  'cut after 20 characters': text((is) => is.slice(0, 20)),
  'in ASCII': text((is) => is.replace(/[^ -~]/gu, '?')),
  'without supplementary characters': text((is) => is.replace(/[\u{10000}-\u{10ffff}]/gu, '')),
  decomposed: text((is) => is.normalize('NFD')),
  'escaped for HTML': text((is) => is.replace(/&/g, '&amp;').replace(/</g, '&lt;')),
  'percent-decoded': text((is) => is.replace(/%[0-7][0-9a-f]/gi, (code) => decodeURIComponent(code))),
  null: ({ is }) => (is === null ? undefined : null),
  'empty for null': ({ is }) => (is === null ? '' : undefined),
  'null for empty': ({ is }) => (is === '' ? null : undefined),
  'the previous value': ({ before }) => before,
  'the value of another resource': ({ others }) => others[0],
};
const URLS: Alterations = {
  'without its query': text((is) => is.replace(/\?.*/, '')),
  'with a trailing slash': text((is) => (is.endsWith('/') ? is : `${is}/`)),
  'normalized by a URL parser': text((is) => (URL.canParse(is) ? new URL(is).href : is)),
};
const later = (ms: number): Alteration =>
  text((is) => new Date(Date.parse(is) + ms).toISOString().slice(0, -5) + is.slice(19));
const HOUR = 3_600_000;
const TIMES: Alterations = {
  'an hour late': later(HOUR),
  'an hour early': later(-HOUR),
  'five and a half hours late': later(5.5 * HOUR),
  'a minute late': later(60_000),
  'a day early': later(-24 * HOUR),
  'always the time of the first resource': ({ first, is }) => (is === null ? undefined : first),
  null: ({ is }) => (is === null ? undefined : null),
};
const SECOND_TIMES: Alterations = { 'the current time': text(() => toTimestamp(Date.now() * 1000)) };
const NEW: Alterations = {
  'the value of another resource': ({ others }) => others[0],
  'always the value of the first resource': ({ first }) => first,
};

/** Returns the mutants that change a property whose value a relation defines, in every response of an operation. */
export function brokenMembers({ contract, all }: Relations): Broken[] {
  const resources = [...new Set(all.map(({ resource }) => resource))];
  return resources.flatMap((resource) => {
    const own = all.filter((relation) => relation.resource === resource);
    const setting = own.filter(({ act }) => act === 'creates' || act === 'replaces' || act === 'changes');
    const showing = own.filter(({ act }) => act !== 'ends');
    return showing.flatMap((relation) => {
      const starting = relation.act === 'creates' ? [relation] : setting;
      const settings: Settings = Object.assign({}, ...starting.map(({ assigns }) => assigns), resource.initial);
      return Object.entries(settings).flatMap(([place, value]) => {
        const schemas = schemasAt(contract.document, relation, place);
        // A property whose initial value is null can be a time that another relation sets.
        const isTime = starting.some((each) =>
          String(each.assigns[place] ?? resource.initial[place]).startsWith('$now'),
        );
        const isSecret = value === '$secret';
        if (isSecret && !isSet(relation, place)) return leaks(relation, place);
        if (schemas.length === 0) return [];
        return alterationsOf(value, relation, schemas, isTime).map(([kind, detail, alteration]) => ({
          kind,
          relation,
          detail: `${place} ${detail}`,
          behaviour: altering(relation, place, alteration),
        }));
      });
    });
  });
}

const isSet = (relation: Relation, place: string) => relation.assigns[place] !== undefined;

type Named = readonly [kind: string, detail: string, alteration: Alteration];

function alterationsOf(value: Json, relation: Relation, schemas: readonly Schema[], isTime: boolean): Named[] {
  const named = (kind: string, alterations: Alterations): Named[] =>
    Object.entries(alterations).map(([detail, alteration]) => [kind, detail, alteration]);
  const isShown = relation.act === 'reads' || relation.act === 'lists';
  if (isObject(value)) return Object.entries(value).flatMap(([name, each]) => ofParameter(name, each));
  if (value === '$new' || value === '$secret') return named(value === '$secret' ? 'secret' : 'new value', NEW);
  if (isTime) return named('time', { ...TIMES, ...(isShown ? SECOND_TIMES : {}) });
  if (typeof value !== 'string' || !value.startsWith('$')) return named('constant', constants(value, schemas));
  if (value.includes('**')) return named('items of a property', {});
  const isUrl = schemas.some(({ format }) => format === 'uri');
  if (!isUrl) return named('echo', TEXTS);
  // Excludes changes without effect: a URL is not null or empty, and contains only ASCII characters and no spaces.
  const ofAny = Object.entries(TEXTS).filter(
    ([detail]) => !/null for|for null|trimmed|whitespace|ASCII|supplementary|decomposed/.test(detail),
  );
  return named('echo', { ...Object.fromEntries(ofAny), ...URLS });
}

function constants(value: Json, schemas: readonly Schema[]): Alterations {
  const words = schemas.flatMap((schema) => (schema['enum'] as Json[] | undefined) ?? []);
  const other = words.find((word) => word !== value && word !== null);
  if (other !== undefined) return { [`always ${other}`]: () => other };
  const isTime = schemas.some(({ format }) => format === 'date-time');
  return value === null ? { 'with a value': () => (isTime ? toTimestamp(Date.now() * 1000) : 'x') } : {};
}

function ofParameter(name: string, value: Json): Named[] {
  const parameterOf = (url: Json) => {
    let found: string | undefined;
    withParameter(String(url), name, (is) => {
      found = is;
      return is;
    });
    return found;
  };
  const named = (detail: string, change: (is: string, seen: Seen) => string | undefined): Named => [
    'link',
    `${name} ${detail}`,
    (seen) => (typeof seen.is === 'string' ? withParameter(seen.is, name, (is) => change(is, seen)) : undefined),
  ];
  const isTime = String(value).startsWith('$now');
  return [
    named('missing', () => undefined),
    named('empty', () => ''),
    ...(isTime
      ? [
          named('an hour early', (is) => String(Number(is) - 3600)),
          named('an hour late', (is) => String(Number(is) + 3600)),
          named('in milliseconds', (is) => `${is}000`),
          named('the current time', () => String(Math.floor(Date.now() / 1000))),
        ]
      : [
          named(
            'the value of another resource',
            (is, { others }) => others.map(parameterOf).find((each) => each !== undefined && each !== is) ?? is,
          ),
          named('always the value of the first resource', (is, { first }) => parameterOf(first) ?? is),
          ...(value === '$new' ? [] : [named('with different characters', (is) => another(is))]),
        ]),
  ];
}

/** Returns a behaviour that changes a property in the responses of the operation that the relation describes. */
function altering(relation: Relation, place: string, alteration: Alteration): Broken['behaviour'] {
  return changing(relation, (body, about) => {
    const start = relation.act === 'lists' ? `${pointerIn(relation.items).slice(1)}/*/` : '';
    return pointersAt(`/${start}${place}`, body)
      .filter((pointer) => valueAt(body, pointer) !== undefined)
      .reduce<Json>((whole, pointer) => {
        const instance = instanceAt(whole, pointer, about, start);
        const changed = alteration(seenOf(place, valueAt(whole, pointer), instance, about));
        return changed === undefined ? whole : withValue(whole, pointer, changed);
      }, body);
  });
}

function instanceAt(
  body: Json,
  pointer: string,
  { asked, instance, memory }: About,
  start: string,
): Instance | undefined {
  const { relation } = asked;
  if (start === '' || relation === undefined) return instance;
  const depth = namesOf(`/${start}`).length - 1;
  const id = valueAt(body, `/${namesOf(pointer).slice(0, depth).join('/')}/${relation.resource.identifier}`);
  return memory.of(relation).find((each) => each.id === id && each.owner === asked.clientId);
}

function seenOf(place: string, is: Json, instance: Instance | undefined, { asked, memory }: About): Seen {
  const at = (shown: Json) => pointersAt(`/${place}`, shown).map((pointer) => valueAt(shown, pointer))[0];
  const different = (values: readonly Json[]) => values.filter((each) => each !== undefined && each !== is);
  const all = asked.relation === undefined ? [] : memory.of(asked.relation);
  const others = all.filter((each) => each !== instance);
  return {
    is,
    before: different((instance?.shown ?? []).map(at)).at(-1),
    others: different(others.toReversed().flatMap(({ shown }) => shown.map(at))),
    first: all.flatMap(({ shown }) => shown.map(at)).find((each) => each != null),
  };
}

/** Returns the mutants that leak a secret. */
function leaks(relation: Relation, place: string): Broken[] {
  const start = relation.act === 'lists' ? `${pointerIn(relation.items).slice(1)}/*` : undefined;
  const showing = (show: (item: Json, secret: string) => Json) =>
    changing(relation, (body, about) => {
      const pointers = start === undefined ? [''] : pointersAt(`/${start}`, body);
      return pointers.reduce<Json>((whole, pointer) => {
        const instance = instanceAt(whole, `${pointer}/`, about, start === undefined ? '' : `${start}/`);
        const secret = instance?.shown
          .map((each) => memberOf(each, place))
          .findLast((each) => typeof each === 'string');
        return typeof secret === 'string' ? withValue(whole, pointer, show(valueAt(whole, pointer), secret)) : whole;
      }, body);
    });
  return brokenBy('secret', relation, {
    [`${place} shown`]: showing((item, secret) => withValue(item, `/${place}`, secret)),
    [`${place} shown under another name`]: showing((item, secret) => withValue(item, '/debug', { was: secret })),
  });
}

/** Returns mutants of response lists whose items must be in the same order as in the request. */
export const brokenParts = ({ contract, all }: Relations): Broken[] =>
  all.flatMap((relation) => {
    const places = Object.keys(relation.assigns).filter((place) => place.includes('/*/'));
    const lists = [...new Set(places.map((place) => place.slice(0, place.indexOf('/*/'))))];
    const shown = lists.filter((list) => schemasAt(contract.document, relation, list).length > 0);
    return shown.flatMap((list) => {
      const inList = (change: (items: readonly Json[]) => readonly Json[]) =>
        changing(relation, (body) => withValue(body, `/${list}`, change(itemsOf(valueAt(body, `/${list}`)))));
      const [, member = ''] = /\/\*\/([^/]+)$/.exec(places[0] ?? '') ?? [];
      const others = (items: readonly Json[]) => [...items.slice(1), ...items.slice(0, 1)];
      return brokenBy('items of a property', relation, {
        [`${list} reversed`]: inList((items) => items.toReversed()),
        [`${list} first missing`]: inList((items) => items.slice(1)),
        [`${list} last missing`]: inList((items) => items.slice(0, -1)),
        [`${list} last twice`]: inList((items) => [...items, ...items.slice(-1)]),
        [`${list} rotated`]: inList(others),
        [`${list} with the ${member} of the next`]: inList((items) =>
          others(items).map((item, i) => withValue(items[i], `/${member}`, memberOf(item, member))),
        ),
      });
    });
  });

/** Returns the schemas of a property in the success response of an operation. */
function schemasAt(contract: Contract, relation: Relation, place: string): Schema[] {
  const located = Object.values(contract.paths).flatMap((item) => Object.values(item));
  const operation = located.find(({ operationId }) => operationId === relation.operation);
  const [, success] = Object.entries(operation?.responses ?? {}).find(([status]) => status.startsWith('2')) ?? [];
  const { content = {} } = success === undefined ? {} : resolve<Response>(contract, success);
  const items = relation.act === 'lists' ? [...namesOf(pointerIn(relation.items)), '*'] : [];
  const path = [...items, ...place.split('/')];
  const schema = content['application/json']?.schema;
  return schema === undefined
    ? []
    : path
        .reduce<Schema[]>((all, name) => all.flatMap((each) => below(contract, each, name)), [schema])
        .flatMap((each) => parts(contract, each));
}

function parts(contract: Contract, given: Schema): Schema[] {
  const schema = resolve<Schema>(contract, given);
  const { allOf = [], oneOf = [], anyOf = [] } = schema as Record<string, Schema[]>;
  return [schema, ...[...allOf, ...oneOf, ...anyOf].flatMap((each) => parts(contract, each))];
}

const below = (contract: Contract, schema: Schema, name: string): Schema[] =>
  parts(contract, schema).flatMap((part) => {
    const { prefixItems } = part as { prefixItems?: Schema[] };
    const inner =
      part.properties?.[name] ?? (/^(\*|\d+)$/.test(name) ? (prefixItems?.[Number(name)] ?? part['items']) : undefined);
    return inner === undefined ? [] : [inner as Schema];
  });
