import {
  type Contract,
  isObject,
  type LocatedOperation,
  listOperations,
  type Response,
  resolve,
  type Schema,
} from '../../generate/contract.ts';
import type { Json } from '../json.ts';

/** What an operation does to a resource. */
export const ACTS = ['creates', 'reads', 'lists', 'replaces', 'changes', 'ends'] as const;
export type Act = (typeof ACTS)[number];

/**
 * What members of a representation are set to, by their places (`url`, `results/0/status`; `*` is every item): a
 * constant, an expression, `$now`, `$new`, `$secret`, or of a URL what its parameters are set to. spec/README.md says
 * what each means.
 */
export type Settings = Readonly<Record<string, Json>>;

/** What operations create, read, list, replace, change and end: an entry of `x-resources`. */
export interface Resource {
  name: string;
  /** The member of a representation that tells one from another. */
  identifier: string;
  /** The resource that it is a part of, and ends with. */
  of?: string;
  initial: Settings;
  /** The code of the conflict when another operation took the identifier. */
  conflictCode?: string;
  at_most?: { number: number; code: string };
  /** It is there for everyone who may ask. Otherwise it is there for its partner alone. */
  isShared: boolean;
}

export type Order = 'as asked' | 'oldest first' | 'newest first';

/** The resource of an operation, `x-resource`. All texts are expressions. */
export interface Relation {
  operation: string;
  act: Act;
  resource: Resource;
  /** Where the identifier stands in the exchange. */
  id?: string;
  /** Where the identifier of what it is a part of stands. */
  of?: string;
  /** Where the identifier of another of its kind stands, which must be there. */
  from?: string;
  assigns: Settings;
  /** The code of the conflict when it has been done to the thing before. */
  repeatConflictCode?: string;
  items?: string;
  requestedIds?: string;
  order?: Order;
  page?: { size: string; cursor: string; next: string };
  /** It follows from habits of HTTP alone, and not from the contract: what is not sure is not judged. */
  isInferred: boolean;
}

type Given = Record<string, Json>;

/** The relations of a contract in its order. Where it has none of its own, those that its paths and methods suggest. */
export function relationsOf(contract: Contract): Relation[] {
  const { 'x-resources': declared } = contract as unknown as { 'x-resources'?: Record<string, Given> };
  return declared === undefined ? inferredFrom(contract) : declaredIn(contract, declared);
}

function declaredIn(contract: Contract, declared: Record<string, Given>): Relation[] {
  const resources = new Map<unknown, Resource>(
    Object.entries(declared).map(([name, given]) => {
      const atMost = given['at_most'] as { number: string; code: string } | undefined;
      return [
        name,
        {
          ...(given as unknown as Resource),
          name,
          initial: settingsOf(contract, given['initial']),
          ...(atMost && { at_most: { ...atMost, number: Number(figureAt(contract, atMost.number)) } }),
          isShared: false,
        },
      ];
    }),
  );
  return listOperations(contract).flatMap(({ operation }) => {
    const given = (operation as unknown as Given)['x-resource'];
    if (!isObject(given)) return [];
    const act = ACTS.find((one) => given[one] !== undefined);
    const resource = resources.get(act && given[act]);
    if (act === undefined || resource === undefined)
      throw new TypeError(`x-resource of ${operation.operationId} names no resource of x-resources`);
    const relation = { ...given, operation: operation.operationId, act, resource, isInferred: false };
    return [{ ...relation, assigns: settingsOf(contract, given['assigns']) } as Relation];
  });
}

/** Settings with the figures of the contract in the places of their names: `$now + 172800`. */
function settingsOf(contract: Contract, given: Json): Settings {
  const filled = (value: Json): Json => {
    if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, filled(each)]));
    if (typeof value !== 'string') return value;
    return value.replace(/^\$now \+ (x-.+)$/, (_, name) => `$now + ${figureAt(contract, name)}`);
  };
  return filled(given ?? {}) as Settings;
}

/** A figure by its place: `x-service/max_webhooks`. */
function figureAt(contract: Contract, place: string): Json {
  const [keyword = '', ...names] = place.split('/');
  const roots: Json[] = [contract, ...Object.values(contract.webhooks ?? {}).map(({ post }) => post)];
  const found = roots.map((root) =>
    [keyword, ...names].reduce<Json>((at, name) => (isObject(at) ? at[name] : undefined), root),
  );
  return found.find((value) => value !== undefined);
}

/**
 * `POST /things` creates what `GET`, `PUT`, `PATCH` and `DELETE /things/{id}` read, replace, change and end, and what
 * `GET /things` lists (RFC 9110, section 9.3), when the answer to the first has a member of the name of the parameter.
 */
function inferredFrom(contract: Contract): Relation[] {
  const all = listOperations(contract);
  const at = (wanted: string) => all.filter(({ path }) => path === wanted);
  return all
    .filter(({ method }) => method === 'post')
    .flatMap((creating) => {
      const item = all.find(({ path }) => new RegExp(`^${escapeRegExp(creating.path)}/\\{[^}/]+\\}$`).test(path))?.path;
      const parameter = item === undefined ? '' : item.slice(item.lastIndexOf('{') + 1, -1);
      const made = membersOf(contract, answerOf(creating));
      const identifier = [parameter, 'id'].find((name) => made.has(name));
      if (item === undefined || identifier === undefined || creating.path.includes('{')) return [];
      const resource = { name: creating.path.slice(1), identifier, initial: {}, isShared: true };
      const relation = (located: LocatedOperation, act: Act, more: Partial<Relation>): Relation => ({
        operation: located.operation.operationId,
        act,
        resource,
        assigns: {},
        isInferred: true,
        ...more,
      });
      const asSent = (located: LocatedOperation): Settings =>
        Object.fromEntries(
          [...membersOf(contract, bodyOf(located))]
            .filter((name) => name !== identifier && made.has(name))
            .map((name) => [name, `$request.body#/${name}`]),
        );
      const acts: Record<string, Act> = { get: 'reads', put: 'replaces', patch: 'changes', delete: 'ends' };
      return [
        relation(creating, 'creates', { id: `$response.body#/${identifier}`, assigns: asSent(creating) }),
        ...at(creating.path)
          .filter(({ method }) => method === 'get')
          .flatMap((each) => {
            const items = listIn(contract, answerOf(each));
            return items === undefined ? [] : [relation(each, 'lists', { items })];
          }),
        ...at(item).flatMap((each) => {
          const act = acts[each.method];
          const assigns = act === 'reads' || act === 'ends' ? {} : asSent(each);
          return act === undefined ? [] : [relation(each, act, { id: `$request.path.${parameter}`, assigns })];
        }),
      ];
    });
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** The schema of the body of the first success, and of the request. */
const answerOf = ({ operation }: LocatedOperation) =>
  Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1];
const bodyOf = ({ operation }: LocatedOperation) => operation.requestBody;

type WithContent = Parameters<typeof resolve<Pick<Response, 'content'>>>[1] | undefined;

function schemaOf(contract: Contract, given: WithContent): Schema {
  const { content = {} } = given === undefined ? {} : resolve<Pick<Response, 'content'>>(contract, given);
  return resolve<Schema>(contract, content['application/json']?.schema ?? {});
}

/** The names of the members that an object may have. */
function membersOf(contract: Contract, given: WithContent): Set<string> {
  const named = (schema: Schema): string[] => {
    const { properties = {}, allOf = [], oneOf = [], anyOf = [] } = resolve<Schema>(contract, schema);
    const parts = [allOf, oneOf, anyOf].flat() as Schema[];
    return [...Object.keys(properties), ...parts.flatMap(named)];
  };
  return new Set(named(schemaOf(contract, given)));
}

/** Where the list stands in an answer: it is one, or has one member that is. */
function listIn(contract: Contract, given: WithContent): string | undefined {
  const schema = schemaOf(contract, given);
  if (schema.type === 'array') return '$response.body#';
  const lists = Object.entries(schema.properties ?? {}).filter(
    ([, member]) => resolve<Schema>(contract, member).type === 'array',
  );
  return lists.length === 1 ? `$response.body#/${lists[0]?.[0]}` : undefined;
}
