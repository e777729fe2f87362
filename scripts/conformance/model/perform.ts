import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type Exchange, evaluate } from '../contract/expression.ts';
import type { Relation } from '../contract/relations.ts';
import { isObject, itemsOf, type Json, memberOf } from '../json.ts';
import type { Answer, CaseRequest, Justified } from '../types.ts';
import { departuresFrom, setBy } from './expected.ts';
import { isThereFor, type Thing, thereFor, type World } from './world.ts';

/** What is done next. The numbers choose among what there is then, so that any sequence of steps can be done. */
export interface Step {
  actor: number;
  operation: number;
  /** Of what was created. */
  pick: number;
  /** Of the bodies, and of the ways to ask. */
  way: number;
}

/** A client that asks the service. */
export interface Actor {
  clientId: string;
  ask(operation: string, request: CaseRequest, expects?: Justified): Promise<Asked>;
  fresh(): string;
}

/** A request and its answer. */
export interface Asked {
  exchange: Exchange;
  answer: Answer;
  /** When it was answered, in milliseconds since the epoch. */
  at: number;
  /** In what the answer departs from the contract, whatever went before. */
  departures: string[];
}

/** What the steps are done with. */
export interface Course {
  relations: readonly Relation[];
  actors: readonly Actor[];
  world: World;
  /** Valid bodies of an operation; none for one that has no JSON body. */
  bodiesOf(operation: string): readonly Json[];
  /** The member of its body that makes a second request the same as the first (`x-idempotent`). */
  identifiedBy(operation: string): string | undefined;
  /** How many things one request may ask for. */
  mostAsked(relation: Relation): number;
  /** How many things a page has where the request does not say it. */
  sizeOf(operation: string, parameter: string): number;
  /** How many a page may have. */
  largestOf(operation: string, parameter: string): number;
  /** What a member of a body may be that takes any text; none where it takes only some. */
  textsFor(operation: string, member: string): readonly string[];
  /** How an operation answers where there is nothing. */
  nothingThere(operation: string): Justified;
}

/** A step of one actor that a relation allows. */
interface Doing extends Course {
  actor: Actor;
  relation: Relation;
  step: Step;
}

/** Does a step, and notes in the world what it did. Resolves to what departs from the contract, a sentence each. */
export async function perform(step: Step, course: Course): Promise<string[]> {
  const relation = relationAt(course.relations, step.operation);
  const actor = at(course.actors, step.actor);
  if (relation === undefined || actor === undefined) return [];
  const doing = { ...course, step, relation, actor };
  const before = await makeNeeded(doing);
  if (before.length > 0) return before;
  switch (relation.act) {
    case 'creates':
      return create(doing);
    case 'lists':
      return relation.page === undefined ? list(doing) : listInPages(doing, relation.page);
    default:
      return visit(doing);
  }
}

/** The relations of each resource. */
const byResource = (relations: readonly Relation[]) =>
  [...new Set(relations.map(({ resource }) => resource))].map((one) => relations.filter((r) => r.resource === one));

/** One of the relations: each resource has its turn, however many operations it has. */
function relationAt(relations: readonly Relation[], number: number): Relation | undefined {
  const groups = byResource(relations);
  return at(at(groups, number) ?? [], Math.floor(number / Math.max(1, groups.length)));
}

/** The number of a relation, for a step that is not left to chance. */
export function numberOf(relations: readonly Relation[], relation: Relation): number {
  const groups = byResource(relations);
  const group = groups.findIndex((each) => each.includes(relation));
  return group + groups.length * (groups[group]?.indexOf(relation) ?? 0);
}

/** Creates what a step needs, unless it is one that asks for what is not there. */
async function makeNeeded({ actor, ...course }: Doing): Promise<string[]> {
  const { relation, relations, step, world } = course;
  const { resource, act } = relation;
  const isListed = act === 'lists' && relation.of === undefined;
  if (step.pick % 4 === 3 || isListed) return [];
  const needed = [
    ...(relation.of === undefined ? [] : [resource.of]),
    ...(act === 'creates' ? [] : [resource.name]),
    ...(relation.from === undefined ? [] : [resource.name]),
  ];
  for (const name of needed) {
    const creating = relations.find((r) => r.act === 'creates' && r.resource.name === name && r.from === undefined);
    const isThere = creating !== undefined && thereFor(world, actor.clientId, creating.resource).some((t) => t.made);
    if (creating === undefined || isThere || creating === relation) continue;
    const found = await perform({ ...step, operation: numberOf(relations, creating), pick: step.pick & ~3 }, course);
    if (found.length > 0) return found;
  }
  return [];
}

const at = <T>(list: readonly T[], index: number): T | undefined => list[index % Math.max(1, list.length)];

/** Something that is there for the actor, or one time in four something that is not. */
function chosen(doing: Doing, resource: string, parent?: Thing): { id: string; thing?: Thing; isThere: boolean } {
  const { world, actor, step, relations, identifiedBy } = doing;
  // What was there before is left alone.
  const all = world.things.filter(({ resource: { name }, made }) => name === resource && made !== undefined);
  const isThere = (thing: Thing) =>
    isThereFor(actor.clientId, thing) && (parent === undefined || thing.parent === parent);
  const own = all.filter(isThere);
  const others = all.filter(({ id }) => own.every((each) => each.id !== id));
  const thing = at(step.pick % 4 === 3 ? others : own, step.pick >> 2);
  if (thing !== undefined) return { id: thing.id, thing, isThere: isThere(thing) };
  // An identifier that the service makes may have more than one spelling.
  const isGiven = relations.some(
    (each) => each.resource.name === resource && identifiedBy(each.operation) !== undefined,
  );
  const near = at(own, step.pick >> 2);
  const id = near === undefined || !isGiven ? randomUUID() : (at(unlike(near.id), step.way) ?? near.id);
  const same = own.find((each) => each.id === id);
  return { id, isThere: same !== undefined, ...(same && { thing: same }) };
}

/** Signs that are easily lost or mistaken on the way. */
export const ENDS = ['', ' b', '%41', '/b', 'Ä', '+b', '?b'];

/** Identifiers that only look like another. */
const unlike = (id: string): string[] => {
  const ways = [
    id.replace(/%41$/, 'A'),
    id.replace(/[/?]b$/, ''),
    id.replace(/\+b$/, ' b'),
    id.normalize('NFD'),
    id.replace(/Ä$/, 'A'),
    id.slice(0, 36),
    id.toUpperCase(),
    `${id} `,
    ` ${id}`,
    `${id}0`,
  ];
  return [...new Set(ways)].filter((way) => way !== id);
};

const parameterOf = (expression: string | undefined) => expression?.replace(/^\$request\.(path|query)\./, '') ?? '';

async function create(doing: Doing): Promise<string[]> {
  const { relation, actor, step, world, nothingThere } = doing;
  const { operation, resource } = relation;
  const parent = relation.of === undefined ? undefined : chosen(doing, resource.of ?? '');
  const other = { ...doing, step: { ...step, pick: step.pick >> 1 } };
  const source = relation.from === undefined ? undefined : chosen(other, resource.name, parent?.thing);
  const path = {
    ...(parent && { [parameterOf(relation.of)]: parent.id }),
    ...(source && { [parameterOf(relation.from)]: source.id }),
  };
  const own = thereFor(world, actor.clientId, resource);
  const member = doing.identifiedBy(operation);
  const id = member === undefined ? undefined : earlierId(doing, own);
  const earlier = own.find((thing) => thing.id === id);
  const body = bodyFor(doing, member, id);
  const isMissing = [parent, source].some((one) => one?.isThere === false);
  const { at_most: most } = resource;
  let expects: Justified | undefined;
  if (isMissing) expects = nothingThere(operation);
  else if (earlier?.made !== undefined && earlier.made.operation !== operation && resource.conflictCode !== undefined)
    expects = { status: 409, code: resource.conflictCode };
  else if (most !== undefined && own.length >= most.number) expects = { status: 409, code: most.code };
  const asked = await actor.ask(operation, { path, ...(body !== undefined && { body: { json: body } }) }, expects);
  if (expects !== undefined || asked.answer.status >= 300) return asked.departures;
  if (earlier?.made !== undefined) return [...asked.departures, ...replayDepartures(earlier.made.answer, asked.answer)];
  const thing: Thing = {
    resource,
    owner: actor.clientId,
    id: String(evaluate(relation.id ?? '', asked.exchange)),
    parent: parent?.thing,
    known: new Map(),
    made: { operation, answer: asked.answer.json },
    isEnded: false,
  };
  const isTaken = own.some(({ id, parent: its }) => id === thing.id && its === thing.parent);
  world.things.push(thing);
  return [
    ...asked.departures,
    ...(isTaken ? [`The identifier of the new ${resource.name} is that of an earlier one.`] : []),
    ...(asked.answer.headers.has('idempotent-replayed') ? ['A first answer says that it is a repeated one.'] : []),
    ...set(doing, thing, { ...resource.initial, ...relation.assigns }, asked),
  ];
}

/** The identifier of something earlier, one that only looks like it, one that another partner has; or none of these. */
function earlierId({ world, actor, relation, step: { pick, way } }: Doing, own: readonly Thing[]): string | undefined {
  if (pick % 3 === 2) return at(own, pick >> 2)?.id;
  const near = at(own, pick >> 2)?.id;
  if (pick % 6 === 1) return near === undefined ? undefined : at(unlike(near), way);
  const isOthers = ({ resource, owner }: Thing) => resource === relation.resource && owner !== actor.clientId;
  return pick % 6 === 4 ? at(world.things.filter(isOthers), pick >> 2)?.id : undefined;
}

function replayDepartures(first: Json, { json, headers }: Answer): string[] {
  return [
    ...(headers.get('idempotent-replayed') === 'true' ? [] : ['The answer does not say Idempotent-Replayed: true.']),
    ...(isDeepStrictEqual(first, json) ? [] : ['The same request again must get the answer that the first one got.']),
  ];
}

/** A body that keeps every rule, under an identifier or a fresh one. */
function bodyFor(doing: Doing, member?: string, id?: string): Json {
  const { actor, step, relation } = doing;
  const body = at(doing.bodiesOf(relation.operation), step.way);
  if (!isObject(body)) return body;
  const turn = Math.floor(step.pick / 12);
  const changed = { ...body };
  if (member !== undefined && (id !== undefined || member in body || step.way % 2 === 0))
    changed[member] = id ?? actor.fresh() + at(ENDS, turn);
  // What comes back as it was sent is sent in many forms.
  for (const setting of Object.values(relation.assigns)) {
    const [, name = ''] = /^\$request\.body#\/([^/*]+)$/.exec(String(setting)) ?? [];
    const given = changed[name];
    const texts = name === '' || name === member ? [] : doing.textsFor(relation.operation, name);
    if (/^https?:/.test(String(given)))
      changed[name] = `${given}${given?.toString().includes('?') ? '&' : TAIL}way=${step.pick}`;
    else if (texts.length > 0 && relation.act === 'replaces' && step.way % 4 === 2) delete changed[name];
    else if (texts.length > 0 && (typeof given === 'string' || step.way % 2 === 1)) changed[name] = at(texts, turn);
  }
  return changed;
}

/** What of a URL is easily put in another form on the way. */
const TAIL = `/A%2fb/./c/?q=%7E%41&${'x'.repeat(80)}&`;

/** What an operation sets, compared with its answer, and kept. */
function set({ world }: Doing, thing: Thing, settings: Relation['assigns'], asked: Asked): string[] {
  const known = setBy(settings, asked.exchange, asked.at, thing.resource.isShared);
  const learned = new Map([...thing.known, ...known]);
  const departures = departuresFrom(learned, asked.answer.json, world.memory, (place, is) => learned.set(place, is));
  // What stands in a list is told once, and a secret too.
  const isKept = (place: string) => !place.includes('*');
  thing.known = new Map([...learned].filter(([place]) => isKept(place)));
  return departures;
}

/** Reads, replaces, changes or ends one thing. */
async function visit(doing: Doing): Promise<string[]> {
  const { relation, actor, world, nothingThere } = doing;
  const { operation, resource, act } = relation;
  const { id, thing, isThere } = chosen(doing, resource.name);
  const taken = thing?.isSettled === true ? relation.repeatConflictCode : undefined;
  const again = taken === undefined ? undefined : { status: 409, code: taken };
  const expects = isThere ? again : nothingThere(operation);
  const body = act === 'reads' || act === 'ends' ? undefined : bodyFor(doing);
  const path = { [parameterOf(relation.id)]: id };
  const asked = await actor.ask(operation, { path, ...(body !== undefined && { body: { json: body } }) }, expects);
  if (thing === undefined || expects !== undefined || asked.answer.status >= 300) return asked.departures;
  if (act === 'ends') {
    thing.isEnded = true;
    return asked.departures;
  }
  if (relation.repeatConflictCode !== undefined) thing.isSettled = true;
  if (act !== 'reads') return [...asked.departures, ...set(doing, thing, relation.assigns, asked)];
  return [...asked.departures, ...asItIs(world, thing, asked.answer.json)];
}

/** In what a representation is not that of a thing. */
function asItIs(world: World, thing: Thing, representation: Json): string[] {
  const { identifier, name } = thing.resource;
  const id = memberOf(representation, identifier);
  if (id !== undefined && id !== thing.id) return [`This is another ${name} than the one that was asked for.`];
  const learned = new Map(thing.known);
  const departures = departuresFrom(thing.known, representation, world.memory, (place, is) => learned.set(place, is));
  // A time that was known only nearly.
  thing.known = learned;
  return departures;
}

async function list(doing: Doing): Promise<string[]> {
  const { relation, actor, world, step, mostAsked } = doing;
  const { operation, resource, requestedIds: askedAt = '' } = relation;
  const parent = relation.of === undefined ? undefined : chosen(doing, resource.of ?? '');
  const there = thereFor(world, actor.clientId, resource, parent?.thing);
  if (askedAt === '') {
    const query = relation.choices === undefined ? [] : chosenQuery(relation.choices, there, step.way);
    const answered = await actor.ask(operation, query.length === 0 ? {} : { query });
    if (answered.answer.status >= 300) return answered.departures;
    const items = itemsOf(evaluate(relation.items ?? '', answered.exchange));
    const wanted = listDepartures(doing, ordered(relation, there), items);
    return [...answered.departures, ...wanted, ...choiceDepartures(doing, query, there, items)];
  }
  const odd = world.things.filter((thing) => thing.resource === resource && !there.includes(thing));
  const some = step.way % 2 === 0 ? there : there.filter((_, i) => (step.pick >> (i % 16)) % 2 === 0);
  const wanted = turned([...some, ...odd.slice(0, 2)].slice(-mostAsked(relation)), step.pick);
  const near = relation.resource.isShared
    ? []
    : there.slice(0, ENDS.length).map(({ id }) => at(unlike(id), step.way >> 2) ?? id);
  const named = [
    ...wanted.map(({ id }) => id),
    ...(step.way % 4 === 1 ? near : []),
    ...(wanted.length < 2 ? [randomUUID()] : []),
  ];
  const ids = [...new Set(named)].slice(0, mostAsked(relation));
  const [name] = parameterOf(askedAt).split('/').slice(-1);
  const request: CaseRequest = askedAt.startsWith('$request.query.')
    ? { query: ids.map((id) => [parameterOf(askedAt), id] as const) }
    : { body: { json: { [name ?? '']: ids } } };
  const answered = await actor.ask(operation, request);
  if (answered.answer.status >= 300) return answered.departures;
  const expected = ids.flatMap((id) => there.find((thing) => thing.id === id) ?? []);
  const items = itemsOf(evaluate(relation.items ?? '', answered.exchange));
  return [...answered.departures, ...listDepartures(doing, expected, items)];
}

type Query = readonly (readonly [string, string])[];

/** Of an inferred list all, one, or those that have a member in common with the first thing. */
function chosenQuery(
  { limit, members }: NonNullable<Relation['choices']>,
  there: readonly Thing[],
  way: number,
): Query {
  if (way % 3 === 1 && limit !== undefined) return [[limit, '1']];
  if (way % 3 !== 2) return [];
  return members.slice(0, 1).flatMap((name) => {
    const known = there[0]?.known.get(name);
    return known !== undefined && 'is' in known && known.is !== null ? [[name, String(known.is)] as const] : [];
  });
}

/** In what an inferred list is surely wrong: it has what was not asked for, or one of two that are alike. */
function choiceDepartures(doing: Doing, query: Query, there: readonly Thing[], items: readonly Json[]): string[] {
  const { relation, relations, textsFor } = doing;
  const { choices, resource } = relation;
  const [[name, value] = []] = query;
  if (choices === undefined) return [];
  if (name !== undefined && name === choices.limit)
    return items.length > Number(value) ? [`The list has more items than \`${name}\` asks for.`] : [];
  if (name !== undefined)
    return items.some((item) => memberOf(item, name) !== undefined && String(memberOf(item, name)) !== value)
      ? [`The list has one of ${resource.name} whose \`${name}\` is not the one that was asked for.`]
      : [];
  const creating = relations.find((each) => each.act === 'creates' && each.resource === resource);
  const fixed = ({ known }: Thing) =>
    [...known].filter(([place]) => creating !== undefined && textsFor(creating.operation, place).length === 0);
  const isListed = ({ id }: Thing) => items.some((item) => String(memberOf(item, resource.identifier)) === id);
  const alike = there.filter(
    (thing) => thing.made !== undefined && isDeepStrictEqual(fixed(thing), fixed(there[0] ?? thing)),
  );
  const isWhole = choices.limit === undefined || items.length < doing.sizeOf(relation.operation, choices.limit);
  return isWhole && alike.some(isListed) && !alike.every(isListed)
    ? [`The list lacks one of ${resource.name}, and has another like it.`]
    : [];
}

const turned = <T>(all: readonly T[], by: number): T[] => {
  const start = all.length === 0 ? 0 : by % all.length;
  return [...all.slice(start), ...all.slice(0, start)];
};

const ordered = ({ order }: Relation, there: readonly Thing[]) =>
  order === 'newest first' ? [...there].reverse() : [...there];

/** Every page, one after the other, must have what the list has in its order, and be full but for the last. */
async function listInPages(doing: Doing, page: NonNullable<Relation['page']>): Promise<string[]> {
  const { relation, actor, world, step, nothingThere, sizeOf, largestOf } = doing;
  const { operation, resource } = relation;
  const parent = relation.of === undefined ? undefined : chosen(doing, resource.of ?? '');
  const path = parent === undefined ? {} : { [parameterOf(relation.of)]: parent.id };
  const isMissing = parent?.isThere === false;
  const wanted = ordered(relation, thereFor(world, actor.clientId, resource, parent?.thing));
  // Without the parameter a page has the size that the contract says.
  const asked = step.way % 7 === 1 ? largestOf(operation, parameterOf(page.size)) : 1 + (step.way % 7);
  const given = step.way % 3 === 0 ? undefined : asked;
  const size = given ?? sizeOf(operation, parameterOf(page.size));
  const departures: string[] = [];
  let cursor: string | undefined;
  for (let start = 0; start <= wanted.length; start += size) {
    const query = [
      ...(given === undefined ? [] : [[parameterOf(page.size), String(given)] as const]),
      ...(cursor === undefined ? [] : [[parameterOf(page.cursor), cursor] as const]),
    ];
    const answered = await actor.ask(operation, { path, query }, isMissing ? nothingThere(operation) : undefined);
    departures.push(...answered.departures);
    if (answered.answer.status >= 300) return departures;
    const items = itemsOf(evaluate(relation.items ?? '', answered.exchange));
    departures.push(...listDepartures(doing, wanted.slice(start, start + size), items));
    const next = evaluate(page.next, answered.exchange);
    const isLast = start + size >= wanted.length;
    if (isLast && next != null) departures.push('There is a next page, and nothing is left for it.');
    if (!isLast && typeof next !== 'string') departures.push('There is no next page, and something is left for it.');
    if (isLast || typeof next !== 'string' || departures.length > 0) break;
    cursor = next;
  }
  return departures;
}

function listDepartures({ relation, world }: Doing, wanted: readonly Thing[], items: readonly Json[]): string[] {
  const { identifier, name } = relation.resource;
  const [expected, given] = [wanted.map(({ id }) => id), items.map((item) => String(memberOf(item, identifier)))];
  const extra = given.filter((id) => !expected.includes(id));
  const missing = expected.filter((id) => !given.includes(id));
  if (relation.isInferred) {
    const ended = world.things.filter((thing) => thing.resource === relation.resource && thing.isEnded);
    if (given.some((id) => ended.some((thing) => thing.id === id))) return [`The list has a ${name} that was ended.`];
  } else if (extra.length > 0) return [`The list has ${extra.length} of ${name} that it must not have.`];
  else if (missing.length > 0) return [`The list lacks ${missing.length} of ${name}.`];
  else if (given.length > expected.length) return [`The list has a ${name} twice.`];
  else if (!isDeepStrictEqual(given, expected)) return [`The list must have its items ${relation.order}.`];
  const departures = items.flatMap((item, i) => {
    const thing = wanted.find(({ id }) => id === given[i]);
    return thing === undefined ? [] : asItIs(world, thing, item);
  });
  return [...new Set(departures)];
}
