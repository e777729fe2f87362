import { partsOf } from './bodies.ts';
import { type Json, type JsonObject, valueAt } from './json.ts';
import { type Contract, listOperations, type Operation, type Response, resolve, type Schema } from './openapi.ts';

const ACTS = ['creates', 'reads', 'lists', 'replaces', 'changes', 'ends'] as const;
export type Act = (typeof ACTS)[number];

/** Property values of a resource, keyed by path, such as `results/0/status`. */
export type Settings = Readonly<Record<string, Json>>;

export interface Resource {
  name: string;
  identifier: string;
  of?: string;
  initial: Settings;
  /** Lists that are empty while the resource has the given values, keyed by the path of the list. */
  emptied?: Readonly<Record<string, Settings>>;
  /** Problem code if a different operation has already used the identifier. */
  conflictCode?: string;
  at_most?: { number: number; code: string } | undefined;
  /** True for a resource inferred from paths and methods: all partners share it, and its lists can be incomplete. */
  isInferred: boolean;
}

export interface Relation {
  operation: string;
  act: Act;
  resource: Resource;
  /** Runtime expressions for IDs. `id`: this instance. `of`: the parent. `from`: an existing instance. */
  id?: string;
  of?: string;
  from?: string;
  assigns: Settings;
  /** Resources that a successful request creates, oldest first: one for each parent that matches `where`. */
  emits: readonly { resource: Resource; id?: string; where: Settings; assigns: Settings }[];
  /** Values that an instance must have to be changed. The operation returns any other instance unchanged. */
  where?: Settings;
  conflict?: { where: Settings; code: string };
  items?: string;
  requestedIds?: string;
  order?: 'as asked' | 'oldest first' | 'newest first';
  page?: { size: string; cursor: string; next: string };
}

/** Returns whether the value at each path equals one of the values in `where`. In a list, one equal item is enough. */
export const hasValues = (where: Settings, valueAt: (place: string) => Json): boolean =>
  Object.entries(where).every(([place, values]) =>
    itemsOrValue(values).some((value) => itemsOrValue(valueAt(place)).includes(value)),
  );

const itemsOrValue = (value: Json): readonly Json[] => (Array.isArray(value) ? value : [value]);

export const parameterOf = (expression = '') => expression.replace(/^\$request\.(path|query)\./, '');

/** Falls back to an operation that emits the resource. Prefers `creates`, because a change can have no effect. */
export function relationFor(act: Act, name: string | undefined, relations: readonly Relation[]): Relation | undefined {
  const direct = relations.find((each) => each.act === act && each.resource.name === name && each.from === undefined);
  if (direct !== undefined || act !== 'creates') return direct;
  const emitting = relations.filter(({ emits }) => emits.some(({ resource }) => resource.name === name));
  return emitting.find((each) => each.act === 'creates') ?? emitting[0];
}

export function relationsOf(contract: Contract): Relation[] {
  const { 'x-resources': declared } = contract as unknown as { 'x-resources'?: Record<string, JsonObject> };
  if (declared === undefined) return inferredFrom(contract);
  const resources = new Map<unknown, Resource>(
    Object.entries(declared).map(([name, given]) => {
      const { initial, at_most: most, ...resource } = given as unknown as Resource;
      const at_most = most && { ...most, number: Number(numberAt(contract, String(most.number))) };
      return [name, { ...resource, name, initial: settingsOf(contract, initial), isInferred: false, at_most }];
    }),
  );
  return listOperations(contract).flatMap(({ operation }) => {
    const { 'x-resource': given } = operation as { 'x-resource'?: JsonObject };
    if (given === undefined || given['none'] !== undefined) return [];
    const act = ACTS.find((one) => given[one] !== undefined);
    const resource = resources.get(act && given[act]);
    if (act === undefined || resource === undefined)
      throw new TypeError(`x-resource of ${operation.operationId} is not defined in x-resources`);
    const relation = { ...given, operation: operation.operationId, act, resource };
    const emits = ((given['emits'] ?? []) as JsonObject[]).map(({ creates, id, where, assigns }) => ({
      resource: resources.get(creates),
      id,
      where: settingsOf(contract, where),
      assigns: settingsOf(contract, assigns),
    }));
    return [{ ...relation, assigns: settingsOf(contract, given['assigns']), emits } as Relation];
  });
}

/** Resolves paths in expressions to the numbers at these paths: `$now + x-...` becomes `$now + 172800`. */
function settingsOf(contract: Contract, given: Json): Settings {
  const filled = (text: string) =>
    text.replace(/^\$now \+ (x-.+)$/, (_, place) => `$now + ${numberAt(contract, place)}`);
  return JSON.parse(JSON.stringify(given ?? {}), (_, value) => (typeof value === 'string' ? filled(value) : value));
}

/** Returns the number at a path in the contract or in one of its webhooks, such as `x-service/max_webhooks`. */
function numberAt(contract: Contract, place: string): Json {
  const roots: Json[] = [contract, ...Object.values(contract.webhooks ?? {}).map(({ post }) => post)];
  return roots.map((root) => valueAt(root, `/${place}`)).find((value) => value !== undefined);
}

const COLLECTION_ACTS: Readonly<Record<string, Act>> = { post: 'creates', get: 'lists' };
const ITEM_ACTS: Readonly<Record<string, Act>> = { get: 'reads', put: 'replaces', patch: 'changes', delete: 'ends' };

/** Infers relations from methods (RFC 9110, section 9.3) and paths: `/things`, `/things/{id}`, `/things/{id}/parts`. */
function inferredFrom(contract: Contract): Relation[] {
  const propertiesOf = (given: Body) =>
    partsOf(contract, schemaOf(contract, given)).flatMap(({ properties = {} }) => Object.keys(properties));
  const resources = new Map<string, Resource>();
  const byLength = Object.keys(contract.paths).toSorted((one, other) => one.length - other.length);
  return byLength.flatMap((item) => {
    const [, collection, parameter] = /^(.*)\/\{([^{}]+)\}$/.exec(item) ?? [];
    if (collection === undefined || parameter === undefined) return [];
    const [, parentPath = '', parentParameter] = /^(.*)\/\{([^{}]+)\}\/[^{}]+$/.exec(collection) ?? [];
    const parent = resources.get(parentPath);
    if (collection.includes('{') && parent === undefined) return [];
    const { post } = contract.paths[collection] ?? {};
    const { get, put } = contract.paths[item] ?? {};
    const creating = post ?? (put?.responses['201'] === undefined ? undefined : put);
    if (creating === undefined) return [];
    const made = propertiesOf(successOf(creating));
    const shown = [...made, ...propertiesOf(get && successOf(get))];
    const known = [...made, ...propertiesOf(creating.requestBody)];
    const identifier = [parameter, 'id'].find((name) => known.includes(name)) ?? (post ? undefined : parameter);
    if (identifier === undefined) return [];
    const resource: Resource = { name: collection.slice(1), identifier, initial: {}, isInferred: true };
    if (parent !== undefined) resource.of = parent.name;
    else resources.set(collection, resource);

    const relationOf = (act: Act, operation: Operation): Relation[] => {
      const of = parentParameter && { of: `$request.path.${parentParameter}` };
      const relation = { operation: operation.operationId, act, resource, ...of, assigns: {}, emits: [] };
      if (act === 'lists') {
        const items = listIn(contract, successOf(operation));
        return items === undefined ? [] : [{ ...relation, items }];
      }
      const inBody = `$${made.includes(identifier) ? 'response' : 'request'}.body#/${identifier}`;
      const id = operation === post ? inBody : `$request.path.${parameter}`;
      const sent = act === 'reads' || act === 'ends' ? [] : propertiesOf(operation.requestBody);
      const kept = sent.filter((name) => name !== identifier && shown.includes(name));
      return [{ ...relation, id, assigns: Object.fromEntries(kept.map((name) => [name, `$request.body#/${name}`])) }];
    };
    const acts: Readonly<Record<string, typeof ITEM_ACTS>> = { [collection]: COLLECTION_ACTS, [item]: ITEM_ACTS };
    const others = listOperations(contract).flatMap(({ method, path, operation }) => {
      const act = acts[path]?.[method];
      return act === undefined ? [] : relationOf(act, operation);
    });
    return [...(creating === post ? [] : relationOf('creates', creating)), ...others];
  });
}

type Body = Parameters<typeof resolve<Pick<Response, 'content'>>>[1] | undefined;

const successOf = ({ responses }: Operation): Body =>
  Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];

function schemaOf(contract: Contract, given: Body): Schema {
  const { content = {} } = resolve<Pick<Response, 'content'>>(contract, given ?? {});
  return resolve<Schema>(contract, content['application/json']?.schema ?? {});
}

/** Returns the expression for the list in a response: the body itself, or its only property that is a list. */
function listIn(contract: Contract, given: Body): string | undefined {
  const schema = schemaOf(contract, given);
  if (schema.type === 'array') return '$response.body#';
  const isList = (property: Schema) => resolve<Schema>(contract, property).type === 'array';
  const lists = Object.entries(schema.properties ?? {}).filter(([, property]) => isList(property));
  return lists.length === 1 ? `$response.body#/${lists[0]?.[0]}` : undefined;
}
