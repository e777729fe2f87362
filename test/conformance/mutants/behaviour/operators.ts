import { randomUUID } from 'node:crypto';
import type { ContractIndex } from '../../../../scripts/conformance/index/contract-index.ts';
import { type ExpressionContext, isExpression } from '../../../../scripts/conformance/index/expression.ts';
import { isObject, type Json, pointersAt, valueAt, withValue } from '../../../../scripts/contract/json.ts';
import { parameterOf, type Relation, type Settings } from '../../../../scripts/contract/relations.ts';
import { toTimestamp } from '../../../../server/domain/clock.ts';
import {
  type Answered,
  type Asked,
  exchangeOf,
  type Instance,
  jsonOf,
  type Memory,
  queryOf,
  type Send,
  textAt,
  valueIn,
  withJson,
  withParameters,
} from './exchange.ts';
import type { Behaviour } from './proxy.ts';

/** A mutant that breaks one relation. */
export interface Broken {
  /** Broken aspect of the relation. */
  kind: string;
  relation: Relation;
  /** Description of the fault. */
  detail: string;
  behaviour: Behaviour;
}

/** Returns the mutants that break a relation, one for each behaviour. */
export const brokenBy = (kind: string, relation: Relation, behaviours: Readonly<Record<string, Behaviour>>): Broken[] =>
  Object.entries(behaviours).map(([detail, behaviour]) => ({ kind, relation, detail, behaviour }));

export interface Relations {
  contract: ContractIndex;
  all: readonly Relation[];
}

export interface About {
  asked: Asked;
  answered: Answered;
  exchange: ExpressionContext;
  memory: Memory;
  send: Send;
  /** Resource that the request or the response identifies. */
  instance: Instance | undefined;
  /** True for an idempotent replay. */
  isReplay: boolean;
}

const isFor = ({ operation }: Relation, asked: Asked) => asked.operation === operation && asked.clientId !== '';

/** Responds to requests for an operation with the result of `act`, or forwards them if the result is undefined. */
export const instead =
  (
    relation: Relation,
    act: (about: Omit<About, 'answered' | 'isReplay'>) => Promise<Answered | undefined>,
  ): Behaviour =>
  async (asked, send, memory) => {
    if (!isFor(relation, asked)) return send(asked);
    const about = { asked, exchange: exchangeOf(asked), memory, send, instance: memory.instanceOf(asked) };
    return (await act(about)) ?? send(asked);
  };

/** Replaces the responses of an operation with the result of `act`, unless `act` returns undefined. */
export const after =
  (relation: Relation, act: (about: About) => Promise<Answered | undefined> | Answered | undefined): Behaviour =>
  async (asked, send, memory) => {
    const answered = await send(asked);
    if (!isFor(relation, asked)) return answered;
    const instance = memory.instanceOf(asked, answered);
    const isReplay = answered.status < 300 && instance !== undefined && instance.made.answered !== answered;
    const exchange = exchangeOf(asked, answered);
    return (await act({ asked, answered, exchange, memory, send, instance, isReplay })) ?? answered;
  };

/** Replaces the bodies of success responses with the result of `change`, unless `change` returns undefined. */
export const changing = (relation: Relation, change: (body: Json, about: About) => Json | Promise<Json>): Behaviour =>
  after(relation, async (about) => {
    if (about.answered.status >= 300) return undefined;
    const changed = await change(jsonOf(about.answered), about);
    return changed === undefined ? undefined : withJson(about.answered, changed);
  });

/** Returns the JSON Pointer in an expression that refers to a body. */
export const pointerIn = (expression = '') => expression.split('#')[1] ?? '';

/** Changes a parameter in the query of a URL or, if the URL has no query, in its fragment. */
export function withParameter(url: string, name: string, change: (value: string) => string | undefined): string {
  if (!URL.canParse(url)) return url;
  const whole = new URL(url);
  const isHash = whole.search === '';
  const parameters = new URLSearchParams(isHash ? whole.hash.slice(1) : whole.search);
  const value = parameters.get(name);
  if (value === null) return url;
  const changed = change(value);
  if (changed === undefined) parameters.delete(name);
  else parameters.set(name, changed);
  if (isHash) whole.hash = String(parameters);
  else whole.search = String(parameters);
  return whole.href;
}

/** Returns a string of the same form whose last characters differ. */
export const another = (text: string) =>
  text.slice(0, -8) +
  text
    .slice(-8)
    .replace(/[a-z0-9]/gi, (sign) => (sign === 'a' ? 'b' : sign === '1' ? '2' : /\d/.test(sign) ? '1' : 'a'));

/** Returns a copy of a representation with the property values that the settings define. */
export function settled(representation: Json, settings: Settings, asked: Asked): Json {
  const exchange = { ...exchangeOf(asked), answer: { json: representation } };
  const valueFor = (setting: Json, before: Json): Json => {
    const [, later] = /^\$now(?: \+ (\d+))?$/.exec(String(setting)) ?? [];
    if (later !== undefined || setting === '$now') return toTimestamp((Date.now() + Number(later ?? 0) * 1000) * 1000);
    if (setting === '$new' || setting === '$secret') return another(String(before));
    if (isObject(setting))
      return Object.entries(setting).reduce<string>(
        (url, [name, each]) => withParameter(url, name, (value) => String(valueFor(each, value) ?? value)),
        String(before),
      );
    // An omitted list has a default, which the earlier list probably has too.
    const absent = Array.isArray(before) ? before : null;
    return isExpression(setting) ? (valueIn(setting, exchange) ?? absent) : setting;
  };
  return Object.entries(settings)
    .filter(([place]) => !place.includes('*'))
    .flatMap(([place, setting]) =>
      pointersAt(`/${place}`, representation).map((pointer) => [pointer, setting] as const),
    )
    .filter(([pointer]) => valueAt(representation, pointer) !== undefined)
    .reduce(
      (whole, [pointer, setting]) => withValue(whole, pointer, valueFor(setting, valueAt(whole, pointer))),
      representation,
    );
}

/** Returns a simulated response to a create request, based on an earlier response. */
export function madeUp(asked: Asked, memory: Memory): Answered | undefined {
  const { relation } = asked;
  if (relation === undefined) return undefined;
  const earlier = memory.of(relation).findLast((instance) => instance.made.operation === asked.operation);
  if (earlier === undefined) return undefined;
  const { answered } = earlier.made;
  const id = textAt(relation.id, exchangeOf(asked)) ?? randomUUID();
  const renamed = { ...answered, body: Buffer.from(answered.body.toString().replaceAll(earlier.id, id)) };
  const { location } = answered.headers;
  const headers = { ...answered.headers, ...(location && { location: String(location).replace(earlier.id, id) }) };
  return {
    ...withJson(renamed, settled(jsonOf(renamed), { ...relation.resource.initial, ...relation.assigns }, asked)),
    headers,
  };
}

/** Returns a problem response that the contract documents for an operation, built from its example. */
export function problemOf(
  contract: ContractIndex,
  { operation }: Relation,
  wanted: { status: string; code?: string },
  { headers }: Answered,
): Answered | undefined {
  const example = contract
    .answerExamples(operation, wanted.status)
    .map(([, each]) => each)
    .find((each) => isObject(each) && (wanted.code === undefined || each['code'] === wanted.code));
  if (!isObject(example)) return undefined;
  const { location: _, 'idempotent-replayed': __, ...others } = headers;
  const body = { ...example, ...('request_id' in example && { request_id: headers['x-request-id'] }) };
  return {
    status: Number(wanted.status),
    headers: { ...others, 'content-type': 'application/problem+json' },
    body: Buffer.from(JSON.stringify(body)),
  };
}

/** Returns a copy of a request that refers to another resource. */
export const withId = (asked: Asked, id: string): Asked =>
  withParameters(asked, { ...asked.path, [parameterOf(asked.relation?.id)]: id }, queryOf(asked));

/** Sends a request for an unknown resource, and returns the response of the server. */
export const notThere = (asked: Asked, send: Send) => send(withId(asked, randomUUID()));

/** Returns the requested resource if another client owns it. */
export const othersInstance = (asked: Asked, { instances }: Memory): Instance | undefined =>
  instances.findLast(
    ({ id, owner, isEnded }) => owner !== asked.clientId && !isEnded && Object.values(asked.path).includes(id),
  );
