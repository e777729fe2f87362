import { randomInt, randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { escaped, isObject, itemsOf, type Json, memberOf, valueAt, withValue } from '../../contract/json.ts';
import { bodyDefaultsOf } from '../../contract/operation-shape.ts';
import { parameterOf, type Relation, relationFor } from '../../contract/relations.ts';
import { isConditional } from '../index/contract-index.ts';
import { evaluate } from '../index/expression.ts';
import { missingResourceResponse, refusals } from '../index/refusals.ts';
import { codeOf, isReplay, judge } from '../judge/check-response.ts';
import type { Answer, CaseRequest, JustifiedResponse, Made } from '../kit-types.ts';
import type { Session } from '../target/target-session.ts';
import { freshLike, withFreshId } from '../target/valid-bodies.ts';
import { reordered, type Setup } from './setup.ts';
import { assignedBy, compared, hasKnown, type Instance, isLike, newInstance, type State, visibleTo } from './state.ts';

/** Default choices of a command. Indexes start at 0 and wrap around. The index -1 selects the last entry. */
const FIRST = {
  client: 0,
  index: 0,
  /** True to request an instance that the client cannot see. `isSourceMissing` does this for the source instance. */
  isMissing: false,
  isSourceMissing: false,
  /** True if the access token lacks the scopes that the operation requires. */
  isForbidden: false,
  /** True if the body has an unknown property, which the contract may forbid. */
  isInvalid: false,
  /** Index that selects the value of `If-Match`, if the operation accepts this header. Index 0 omits the header. */
  tag: 0,
  /** Identifier to send. With `concurrent`, several requests run at once: they create one resource, or read several. */
  identifier: 'fresh' as 'fresh' | 'concurrent' | 'used' | 'similar' | "another partner's",
  /** Index that selects the request body, the similar identifier, or the page size. */
  variant: 0,
  /** Request body. If undefined, `variant` selects a valid body. */
  body: undefined as Json,
  text: 0,
};
export type Choice = typeof FIRST;

export class Mismatch extends Error {
  operation = '';
  mismatches: readonly string[] = [];
  exchanges: readonly Made[] = [];
}

interface Step extends Choice, Setup, State {
  by: Session;
  relation: Relation;
  /** Instance to use; if absent, `index` selects an instance. */
  instance?: Instance;
}

export type RelationCommand = Partial<Choice> & Pick<Step, 'relation'>;

/** Creates the instances that a request needs, sends the request, and throws a `Mismatch` if the result is wrong. */
export async function perform(command: RelationCommand, setup: Setup, state: State): Promise<void> {
  const { relation, client = 0 } = command;
  const { act, operation } = relation;
  const { session, relations, reported } = setup;
  const by = client === 0 ? session : (session.other ?? session);
  const isMissing = command.isMissing === true && canMiss(relation, setup);
  const step: Step = { ...setup, ...state, ...FIRST, ...command, by, isMissing };
  const needsOwn = relation.from !== undefined || (act !== 'creates' && act !== 'lists');
  const needed = [relation.of && relation.resource.of, needsOwn && relation.resource.name];
  for (const name of needed) {
    if (isMissing || !name || visibleTo(step, name).some(isKnown)) continue;
    const creating = relationFor('creates', name, relations);
    if (creating === undefined) return;
    await perform({ relation: creating, client }, setup, state);
  }
  // Reads several instances concurrently, to detect a server that confuses the responses.
  const count = act === 'reads' && step.identifier === 'concurrent' ? CONCURRENT : 1;
  const sent = Array.from({ length: count }, (_, more) => REQUESTS[act]({ ...step, index: step.index + more }));
  const mismatches = (await Promise.all(sent)).flat().filter((each) => !reported.has(keyOf(operation, each)));
  if (mismatches.length === 0) return;
  throw Object.assign(new Mismatch(), { operation, mismatches, exchanges: state.requests });
}

const REQUESTS = { creates: create, lists: list, reads: visit, replaces: visit, changes: visit, ends: visit };

type Response = Awaited<ReturnType<typeof send>>;

/** Sends a request, and compares the response with `expects` or, by default, with the responses in the contract. */
async function send(step: Step, request: CaseRequest, expects?: JustifiedResponse) {
  const { by, relation } = step;
  const secrets = [...step.secrets];
  const made = await by.attempt(relation.operation, request);
  const { answer } = made;
  const { mismatches } = judge(by, made, expects);
  step.requests.push({ ...made, by });
  if (mismatches.length === 0) step.onRight(made);
  if (secrets.some((secret) => answer.text.includes(secret))) mismatches.push('A secret must be returned only once.');
  const at = Date.parse(answer.headers.get('date') ?? '') || Date.now();
  return { ...made, variables: by.variables, at, mismatches };
}

/** Returns whether a request for a missing resource must fail. A list without a documented 404 can be empty instead. */
function canMiss({ act, operation, resource }: Relation, { contract }: Setup): boolean {
  if (!resource.isInferred) return true;
  // A PUT that documents 201 creates a missing resource instead of failing.
  if (act === 'replaces') return !contract.statusesOf(operation).includes('201');
  return (act !== 'creates' && act !== 'lists') || contract.answerOf(operation, 404) !== undefined;
}

export const keyOf = (operation: string, mismatch: string) => `${operation}: ${mismatch.replaceAll(/\d+/g, 'N')}`;

/** Returns whether the model knows the identifier of an instance, so that requests can refer to the instance. */
const isKnown = ({ created }: Instance) => created !== undefined;

const at = <T>(list: readonly T[], index: number): T | undefined => list.at(index % Math.max(1, list.length));

/** Identifier suffixes that servers often drop or decode by mistake. */
export const ENDINGS = ['', ' b', '%41', '/b', 'Ä', '+b,c', '?b'];

function similarTo(id: string): string[] {
  const decoded = [id.replace(/%41$/, 'A'), id.replace(/\+b,c$/, ' b,c'), id.normalize('NFD'), id.replace(/Ä$/, 'A')];
  const others = [id.slice(0, 36), id.toUpperCase(), `${id} `, ` ${id}`, `${id}0`];
  return [...new Set([...decoded, ...others])].filter((each) => each !== id);
}

function unusedId({ contract, relation }: Step): string {
  const samples = Object.fromEntries(contract.samplesIn(relation.operation, 'path'));
  return String(freshLike(samples[parameterOf(relation.id)]));
}

/** Chooses an instance that the client can see or, with `isMissing`, cannot see. Returns its `id` or a similar `id`. */
function choose(step: Step, resource: string, isMissing: boolean, parent?: Instance) {
  const { instances, index } = step;
  const visible = visibleTo(step, resource, parent);
  const own = visible.filter(isKnown);
  const isHidden = ({ id }: Instance) => own.every((each) => each.id !== id);
  const hidden = instances.filter((each) => each.resource.name === resource && isKnown(each) && isHidden(each));
  // Instances of the other partner that still exist come first, and deleted instances come last.
  hidden.sort((one, other) => Number(one.isEnded) - Number(other.isEnded));
  const instance = step.instance ?? at(isMissing ? hidden : own, index);
  if (instance !== undefined) return { id: instance.id, instance, isVisible: visible.includes(instance) };
  // Varies only identifiers that partners choose: servers can accept several spellings of generated identifiers.
  const near = step.isNamed(resource) ? at(own, index) : undefined;
  const id = near === undefined ? unusedId(step) : (at(similarTo(near.id), step.variant) ?? near.id);
  const same = own.find((each) => each.id === id);
  return { id, instance: same ?? near, isVisible: same !== undefined };
}

const parentIn = (step: Step) =>
  step.relation.of === undefined ? undefined : choose(step, step.relation.resource.of ?? '', step.isMissing);

async function create(step: Step): Promise<string[]> {
  const { relation, by, contract } = step;
  const { operation, resource, from } = relation;
  const parent = parentIn(step);
  const source = from === undefined ? undefined : choose(step, resource.name, step.isSourceMissing, parent?.instance);
  const path = {
    ...(parent && { [parameterOf(relation.of)]: parent.id }),
    ...(source && { [parameterOf(from)]: source.id }),
    ...(relation.id?.startsWith('$request.path.') && { [parameterOf(relation.id)]: unusedId(step) }),
  };
  const { at_most: most, conflictCode } = resource;
  const own = visibleTo(step, resource.name);
  const property = contract.replayKeyOf(operation);
  const id = property === undefined ? undefined : chosenId(step, own);
  const used = own.find((each) => each.id === id);
  const isOfOther = used?.created !== undefined && used.created.sent.operation !== operation;
  const scopes = step.isForbidden ? insufficientScopes(step) : undefined;
  let expects: JustifiedResponse | undefined;
  if (scopes !== undefined) [expects] = refusals(contract, operation, 'insufficient_scope');
  else if (parent?.isVisible === false || source?.isVisible === false)
    expects = missingResourceResponse(contract, operation);
  else if (isOfOther && conflictCode !== undefined) expects = { status: 409, code: conflictCode };
  else if (most !== undefined && own.length >= most.number) expects = { status: 409, code: most.code };
  const request = { path, ...bodyFor(step, property, id), ...(scopes !== undefined && { authorization: { scopes } }) };
  // Without an identifier or a limit, concurrent requests would create several instances in an unknown order.
  const isConcurrent = step.identifier === 'concurrent' && (id !== undefined || most !== undefined);
  const count = isConcurrent ? CONCURRENT : 1;
  const responses = await Promise.all(Array.from({ length: count }, () => send(step, request, expects)));
  if (expects !== undefined || (step.isInvalid && responses.every(({ answer }) => answer.status >= 400))) {
    const found = responses.flatMap(({ mismatches }) => mismatches);
    const sentId = memberOf(responses[0]?.sent.json, property ?? '');
    const absent = typeof sentId === 'string' ? { ...newInstance(resource, by, sentId), isEnded: true } : undefined;
    return [...found, ...(await unchanged(step, used ?? source?.instance ?? absent))];
  }
  responses.sort((one, other) => Number(isReplay(one.answer)) - Number(isReplay(other.answer)));
  const found: string[] = [];
  for (const response of responses) found.push(...(await addCreated(step, response, parent?.instance)));
  return found;
}

/** Adds a created instance to the model. If the instance existed before, checks that the response is a replay. */
async function addCreated(step: Step, response: Response, parent?: Instance): Promise<string[]> {
  const { relation, by, contract } = step;
  const { operation, resource } = relation;
  const { answer, mismatches } = response;
  const { at_most: most } = resource;
  if (most !== undefined && codeOf(answer) === most.code && (await isFull(step))) {
    step.onRight(response);
    return [];
  }
  const newId = evaluate(relation.id ?? '', response) ?? null;
  if (answer.status >= 300 || newId === null) return mismatches;
  const id = String(newId);
  const own = visibleTo(step, resource.name);
  const used = own.find((each) => each.id === id && (parent === undefined || each.parent === parent));
  const chosen = memberOf(response.sent.json, contract.replayKeyOf(operation) ?? '');
  if (chosen !== undefined && chosen !== id) return [...mismatches, 'The identifier must be the one in the request.'];
  if (used?.created !== undefined && contract.replayKeyOf(operation) !== undefined)
    return [...mismatches, ...replayMismatches(step, used, response)];
  const instance = { ...newInstance(resource, by, id, parent), created: response, isRepeatable: true };
  step.instances.push(instance, ...emitted(step, response, parent));
  const isOver = most !== undefined && own.length >= most.number;
  return [
    ...mismatches,
    ...(used === undefined ? [] : [`The identifier of the new ${resource.name} was used before.`]),
    ...(isOver ? [`A partner must have at most ${most.number} instances (${resource.name}).`] : []),
    ...(answer.headers.has('idempotent-replayed') ? ['The first response must not have Idempotent-Replayed.'] : []),
    ...assign(step, instance, response, resource.initial),
  ];
}

function chosenId({ instances, by, relation, identifier, index, variant }: Step, own: readonly Instance[]) {
  const used = at(own, index)?.id;
  const isOthers = ({ resource, owner }: Instance) => resource === relation.resource && owner !== by;
  if (identifier === 'used') return used;
  // Uses a number, to test the key that a server can add to the links of resources with guessable identifiers.
  if (identifier === 'concurrent') return String(randomInt(2 ** 47));
  if (identifier === 'similar') return used === undefined ? undefined : at(similarTo(used), variant);
  return identifier === 'fresh' ? undefined : at(instances.filter(isOthers), index)?.id;
}

/** Number of concurrent requests: even if the server handles one before the others arrive, two requests overlap. */
const CONCURRENT = 3;

function replayMismatches(step: Step, used: Instance, { sent, answer }: Response): string[] {
  const found = isReplay(answer) ? [] : ['The response must have the header Idempotent-Replayed: true.'];
  found.push(...mismatchesOf(step, used, answer.json));
  // If a later request has changed the instance, the replay does not have to repeat the first response.
  const first = used.created;
  if (first === undefined || !used.isRepeatable) return found;
  // The warnings are about the request, and not about the resource.
  const [before, now] = [first.answer.json, answer.json].map((each) => withValue(each, '/warnings', undefined));
  if (!isDeepStrictEqual(before, now)) found.push('An idempotent replay must get the response of the first request.');
  const code = step.contract.differenceCodeOf(step.relation.operation);
  if (code === undefined) return found;
  const warnings = itemsOf(memberOf(answer.json, 'warnings')).filter((warning) => memberOf(warning, 'code') === code);
  const given = warnings.map((warning) => String(memberOf(warning, 'pointer'))).toSorted();
  const different = differences(first.sent.json, sent.json).toSorted();
  if (!isDeepStrictEqual(given, different))
    found.push(
      `A replay must have a warning ${code} for each property and list item that differs from the first request: ` +
        `${different.join(', ') || 'none'}, but has warnings about ${given.join(', ') || 'none'}.`,
    );
  return found;
}

/** Returns pointers to the different properties of two bodies. Compares lists of the same length item by item. */
function differences(first: Json, second: Json): string[] {
  const names = new Set([first, second].flatMap((body) => Object.keys(Object(body))));
  return [...names].flatMap((name) => {
    const [one, other] = [memberOf(first, name), memberOf(second, name)];
    if (isDeepStrictEqual(one, other)) return [];
    if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return [`/${escaped(name)}`];
    return one.flatMap((item, i) => (isDeepStrictEqual(item, other[i]) ? [] : [`/${escaped(name)}/${i}`]));
  });
}

/** URL suffix with parts that servers often normalize by mistake. */
const TAIL = `/A%2fb/./c/?q=%7E%41&${'x'.repeat(80)}&`;

/** Creates a valid body, with different texts for each `text`. Every second body omits an optional identifier. */
function bodyFor(step: Step, property?: string, id?: string): Pick<CaseRequest, 'body'> {
  const { relation, variant, text } = step;
  const { operation } = relation;
  const given = step.body ?? at(step.bodiesOf(operation).valid, variant);
  const body = relation.resource.isInferred ? withFreshId(step.by, operation, given) : given;
  if (!isObject(body)) return body === undefined ? {} : { body: { json: body } };
  let json: Json = step.identifier === 'used' ? reordered(body) : body;
  if (property !== undefined && (id !== undefined || property in body || (variant + text) % 2 === 0))
    json = withValue(json, `/${property}`, id ?? randomUUID() + at(ENDINGS, text));
  for (const setting of Object.values(relation.assigns)) {
    const [, pointer = ''] = /^\$request\.body#(\/[^*]+)$/.exec(String(setting)) ?? [];
    const given = valueAt(json, pointer);
    const parent = valueAt(json, pointer.replace(/\/[^/]*$/, ''));
    const isOmitted = given === undefined && isObject(parent) && variant % 2 === 1;
    if (/^https?:/.test(String(given)))
      json = withValue(json, pointer, `${given}${String(given).includes('?') ? '&' : TAIL}text=${text}`);
    else if (pointer !== `/${property}` && (typeof given === 'string' || isOmitted))
      json = withValue(json, pointer, at(step.textsFor(body, operation, pointer), text));
  }
  if (step.isInvalid) json = withValue(json, '/unexpected', null);
  return { body: { json } };
}

/** Compares a response with the values that the operation must assign, and stores the values in the model. */
function assign(step: Step, instance: Instance, response: Response, initial = {}): string[] {
  const { contract, relation } = step;
  const { operation } = contract.operationOf(relation.operation);
  const defaults = instance.resource.isInferred ? null : bodyDefaultsOf(contract.document, operation);
  const assigned = assignedBy({ ...initial, ...relation.assigns }, response, defaults);
  instance.known = new Map([...instance.known, ...assigned]);
  return [...compared(instance, response.answer.json, step), ...tagMismatches(instance, response.answer, false)];
}

async function visit(step: Step): Promise<string[]> {
  const { relation, contract } = step;
  const { operation, resource, act, conflict, where = {} } = relation;
  const { id, instance, isVisible } = choose(step, resource.name, step.isMissing);
  // With a value in `met`, the request must succeed (RFC 9110, section 13.1.1). The other values get 412.
  const [current, previous = '"none"'] = isConditional(contract, operation) ? (instance?.tags ?? []).toReversed() : [];
  const met = [undefined, '*', current, `"none", ${current}`];
  const tag = current === undefined ? undefined : at([...met, '"none"', `W/${current}`, previous], step.tag);
  const scopes = step.isForbidden && isVisible ? insufficientScopes(step, instance) : undefined;
  let expects: JustifiedResponse | undefined;
  if (scopes !== undefined) [expects] = refusals(contract, operation, 'insufficient_scope');
  else if (!isVisible) expects = missingResourceResponse(contract, operation);
  else if (!met.includes(tag))
    expects = { status: 412, code: codeOf({ json: contract.answerExamples(operation, '412')[0]?.[1] }) };
  else if (conflict !== undefined && hasKnown(instance, conflict.where)) expects = { status: 409, code: conflict.code };
  const request = {
    path: {
      [parameterOf(relation.id)]: id,
      ...(relation.of !== undefined && instance?.parent && { [parameterOf(relation.of)]: instance.parent.id }),
    },
    ...(tag !== undefined && { headers: { 'if-match': tag } }),
    ...(scopes !== undefined && { authorization: { scopes } }),
    ...(act === 'reads' || act === 'ends' ? {} : bodyFor(step)),
  };
  const response = await send(step, request, expects);
  const { answer, mismatches } = response;
  if ((expects !== undefined || (step.isInvalid && answer.status >= 400)) && act !== 'reads')
    return [...mismatches, ...(await unchanged(step, instance))];
  if (instance === undefined || expects !== undefined || answer.status >= 300) return mismatches;
  if (act === 'reads' || !hasKnown(instance, where))
    return [...mismatches, ...mismatchesOf(step, instance, answer.json), ...tagMismatches(instance, answer, true)];
  instance.isRepeatable = false;
  step.instances.push(...emitted(step, response));
  instance.isEnded = act === 'ends';
  return instance.isEnded ? mismatches : [...mismatches, ...assign(step, instance, response)];
}

/** Returns the scopes of a token that an operation must reject; undefined if the operation requires no scope. */
function insufficientScopes({ contract, relation }: Step, instance?: Instance): string[] | undefined {
  const isAsCreated = contract.operationOf(relation.operation).operation['x-resource']?.scopes !== undefined;
  const creating = isAsCreated ? instance?.created?.sent.operation : undefined;
  const required = contract.proofOf(creating ?? relation.operation)?.scopes ?? [];
  return required.length === 0 ? undefined : contract.scopes.filter((scope) => !required.includes(scope));
}

/** Returns a mismatch if the `ETag` is not new after a change, or differs although nothing has changed. */
function tagMismatches({ tags, resource }: Instance, { headers }: Answer, isUnchanged: boolean): string[] {
  const tag = headers.get('etag');
  if (tag === null || resource.isInferred) return [];
  const isRight = tags.length === 0 || (isUnchanged ? tags.at(-1) === tag : !tags.includes(tag));
  if (tags.at(-1) !== tag) tags.push(tag);
  return isRight ? [] : [`The ETag must be ${isUnchanged ? 'the same as before, because nothing changed' : 'new'}.`];
}

/** Returns mismatches if a rejected request has changed or created an instance, or has changed its children. */
async function unchanged(step: Step, instance?: Instance): Promise<string[]> {
  if (instance === undefined) return [];
  const { owner: by, resource: own } = instance;
  const reads = step.relations.filter(({ act, resource }) => act === 'reads' && resource.name === own.name);
  const lists = step.relations.filter(({ act, resource }) => act === 'lists' && resource.of === own.name);
  const found: string[] = [];
  for (const relation of [...reads, ...lists]) {
    const mismatches = await REQUESTS[relation.act]({ ...step, ...FIRST, relation, by, instance });
    found.push(...mismatches.map((each) => `After this request was rejected, ${relation.operation}: ${each}`));
  }
  return found;
}

/** Reads the list to see whether the partner has reached the maximum: other clients can also create instances. */
async function isFull(step: Step): Promise<boolean> {
  const { resource } = step.relation;
  const isWhole = ({ act, requestedIds, page, of }: Relation) => act === 'lists' && !(requestedIds ?? page ?? of);
  const listing = step.relations.find((each) => each.resource === resource && isWhole(each));
  if (listing === undefined) return true;
  const response = await send({ ...step, relation: listing }, {});
  return itemsOf(evaluate(listing.items ?? '', response)).length >= Number(resource.at_most?.number);
}

/** Returns an emitted instance in the parent `of` or, if the resource has another parent, in each visible parent. */
function emitted(step: Step, response: Response, of?: Instance): Instance[] {
  const { relation, by } = step;
  return relation.emits.flatMap(({ resource, id, where, assigns }) => {
    const parents = of?.resource.name === resource.of ? [of] : visibleTo(step, resource.of);
    const newId = id === undefined ? '' : String(evaluate(id, response));
    const created = id === undefined ? {} : { created: response };
    const known = () => assignedBy({ ...resource.initial, ...assigns }, response);
    const affected = parents.filter((parent) => hasKnown(parent, where));
    return affected.map((parent) => ({ ...newInstance(resource, by, newId, parent), ...created, known: known() }));
  });
}

function mismatchesOf(step: Step, instance: Instance, representation: Json): string[] {
  const { identifier, name } = instance.resource;
  const id = memberOf(representation, identifier);
  if (id !== undefined && String(id) !== instance.id)
    return [`The response must be the requested ${name}, but is a different ${name}.`];
  return compared(instance, representation, step);
}

/** Reads all pages of a list, and compares the items with the model. Ignores items that other clients can add. */
async function list(step: Step): Promise<string[]> {
  const { relation, contract, relations, variant } = step;
  const { operation, resource, page, order, requestedIds, items = '' } = relation;
  const parent = parentIn(step);
  const expects = parent?.isVisible === false ? missingResourceResponse(contract, operation) : undefined;
  const visible = visibleTo(step, resource.name, parent?.instance);
  const ids = requestedIds === undefined ? undefined : requestedFrom(step, visible);
  const all = order === 'newest first' ? visible.toReversed() : visible;
  const wanted = ids?.flatMap((id) => visible.find((each) => each.id === id) ?? []) ?? all;
  const isEmitted = relations.some(({ emits }) => emits.some((each) => each.resource === resource));
  const isExact = ids !== undefined || (parent !== undefined && !isEmitted);
  const { query: idQuery = [], ...body } = ids === undefined ? {} : requestFor(requestedIds, ids);
  const path = parent && { path: { [parameterOf(relation.of)]: parent.id } };
  // Variant 0 omits the page size, and variant 1 requests the maximum.
  const limit = page && step.limitOf(operation, page.size, variant === 0 ? 'default' : 'maximum', 100);
  const size = page && variant > 1 ? 1 + (variant % 7) : (limit ?? Number.POSITIVE_INFINITY);
  const sizeQuery = page === undefined || variant === 0 ? [] : [[parameterOf(page.size), String(size)] as const];
  const found: string[] = [];
  const given: Json[] = [];
  let cursor: string | undefined;
  for (let pagesAfter = 0; pagesAfter < 2; ) {
    const cursorQuery = cursor === undefined ? [] : [[parameterOf(page?.cursor), cursor] as const];
    const query = [...idQuery, ...sizeQuery, ...cursorQuery];
    const request = { ...body, ...path, ...(query.length > 0 && { query }) };
    const response = await send(step, request, expects);
    found.push(...response.mismatches);
    if (response.answer.status >= 300)
      return cursor === undefined ? found : [...found, 'The server must accept its own cursor.'];
    const onPage = itemsOf(evaluate(items, response));
    const isRepeated = onPage.length > 0 && onPage.every((item) => given.some(hasId(relation, idOf(relation, item))));
    given.push(...onPage);
    const next = page && evaluate(page.next, response);
    if (onPage.length > size) found.push(`A page must have at most ${size} items.`);
    if (cursor !== undefined && onPage.length === 0) found.push('The next page must not be empty.');
    if (typeof next !== 'string') break;
    if (onPage.length < size) found.push('A page before the last page must be full.');
    if (found.length > 0 || isRepeated) break;
    if (wanted.every(({ id }) => id === '' || given.some(hasId(relation, id))) && given.length >= wanted.length)
      pagesAfter++;
    cursor = next;
  }
  return found.length > 0 ? found : itemMismatches(step, wanted, given, isExact);
}

const idOf = ({ resource }: Relation, item: Json): string => String(memberOf(item, resource.identifier));
const hasId = (relation: Relation, id: string) => (item: Json) => idOf(relation, item) === id;

function requestedFrom(step: Step, visible: readonly Instance[]): string[] {
  const { relation, index, variant, identifier } = step;
  const most = step.manyOf(relation);
  const hidden = step.instances.filter((each) => each.resource === relation.resource && !visible.includes(each));
  const known = [...visible, ...hidden.slice(0, 2)].slice(-most).map(({ id }) => id);
  const start = index % Math.max(1, known.length);
  const near = identifier === 'similar' ? visible.slice(0, ENDINGS.length) : [];
  const similar = near.map(({ id }) => at(similarTo(id), variant) ?? id);
  const all = [...known.slice(start), ...known.slice(0, start), ...similar, randomUUID()];
  return [...new Set(all)].slice(0, most);
}

function requestFor(requestedIds = '', ids: readonly string[]): Pick<CaseRequest, 'query' | 'body'> {
  const name = parameterOf(requestedIds).split('/').at(-1) ?? '';
  if (requestedIds.startsWith('$request.query.')) return { query: ids.map((id) => [name, id]) };
  return { body: { json: { [name]: ids } } };
}

/** Compares items with the expected instances. Unless `isExact`, ignores unknown items: other clients can add items. */
function itemMismatches(step: Step, expected: readonly Instance[], items: readonly Json[], isExact: boolean): string[] {
  const { relation } = step;
  const { name } = relation.resource;
  const instanceOf = (item: Json) =>
    step.instances.find(({ resource, id }) => resource === relation.resource && id === idOf(relation, item));
  for (const instance of expected.filter(({ id }) => id === '')) {
    const item = items.find((each) => instanceOf(each) === undefined && isLike(instance, each));
    instance.id = item === undefined ? '' : idOf(relation, item);
  }
  const known = items.filter((item) => isExact || instanceOf(item) !== undefined || isOfModel(step, item));
  const given = known.map((item) => idOf(relation, item));
  const wanted = expected.map(({ id }) => id);
  const extra = given.filter((id) => !wanted.includes(id));
  const missing = wanted.filter((id) => !given.includes(id));
  if (relation.resource.isInferred) {
    // Reports deleted items but not missing items, because a list can be filtered in ways that the kit cannot infer.
    if (known.some((item) => instanceOf(item)?.isEnded)) return [`The list contains a deleted item (${name}).`];
  } else if (extra.length > 0) return [`The list contains ${extra.length} items (${name}) that it must not contain.`];
  else if (missing.length > 0) return [`The list lacks ${missing.length} items (${name}).`];
  else if (given.length > wanted.length) return [`The list contains an item (${name}) twice.`];
  else if (relation.order !== undefined && !isDeepStrictEqual(given, wanted))
    return [`The list must be sorted ${relation.order}.`];
  const found = expected.flatMap((instance) =>
    known.filter(hasId(relation, instance.id)).flatMap((item) => compared(instance, item, step)),
  );
  return [...new Set(found)];
}

/** Returns whether a list item that the model lacks refers to a resource that this run created. */
function isOfModel({ relations, relation: { resource }, instances }: Step, item: Json): boolean {
  const created = relations.flatMap((each) => [each, ...each.emits]).filter((each) => each.resource === resource);
  const settings = created.flatMap(({ assigns }) => Object.entries(assigns));
  const isOwn = (value: Json) => instances.some(({ id }) => id === value);
  return settings.some(([at, value]) => String(value).startsWith('$request.path.') && isOwn(valueAt(item, `/${at}`)));
}
