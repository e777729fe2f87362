import { randomUUID } from 'node:crypto';
import type { ContractIndex } from '../../../../scripts/conformance/index/contract-index.ts';
import { isExpression } from '../../../../scripts/conformance/index/expression.ts';
import { isObject, type Json, pointersAt, valueAt, withValue } from '../../../../scripts/contract/json.ts';
import type { Relation, Settings } from '../../../../scripts/contract/relations.ts';
import { type Answered, type Asked, jsonOf, type Send, withJson } from './exchange.ts';
import { exchangeOf, type Instance, type Memory, textAt, valueIn } from './memory.ts';

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
    if (later !== undefined || setting === '$now')
      return new Date(Date.now() + Number(later ?? 0) * 1000).toISOString().replace(/(\.\d+)?Z$/, '.000000Z');
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
export function about(asked: Asked, id: string): Asked {
  const name = asked.relation?.id?.replace('$request.path.', '') ?? '';
  const [, query = ''] = /(\?.*)?$/.exec(asked.target) ?? [];
  const path: Record<string, string> = { ...asked.path, [name]: id };
  const place = asked.template.replace(/\{(\w+)\}/g, (_, each) => encodeURIComponent(path[each] ?? ''));
  return { ...asked, path, target: place + query };
}

/** Sends a request for an unknown resource, and returns the response of the server. */
export const notThere = (asked: Asked, send: Send) => send(about(asked, randomUUID()));

/** Returns the requested resource if another client owns it. */
export const othersInstance = (asked: Asked, { instances }: Memory): Instance | undefined =>
  instances.findLast(
    ({ id, owner, isEnded }) => owner !== asked.clientId && !isEnded && Object.values(asked.path).includes(id),
  );
