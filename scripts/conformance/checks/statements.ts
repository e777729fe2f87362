import { type Response, resolve, type Schema } from '../../generate/contract.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import { escaped, isObject, type Json, memberOf, namesOf, valueAt } from '../json.ts';
import type { Case, Justified, OperationId, Statement } from '../types.ts';

/** A finding, as far as it tells which sentence of the contract is broken. */
interface Broken {
  operation: OperationId | null;
  departures: readonly string[];
  /** Status of the response. */
  status?: number;
  expected?: readonly Justified[];
  covers?: Case['covers'];
}

const MAX_STATEMENTS = 3;

/** Returns the sentences of the contract that a finding breaks, the nearest first, with their pointers and links. */
export function statementsOf(
  { document, operationOf }: ContractIndex,
  { operation: id, departures, status, expected = [], covers = [] }: Broken,
  reference: string | undefined,
): Statement[] {
  if (id === null) return [];
  const { path, method, operation } = operationOf(id);
  const [tag] = operation.tags ?? [];
  const place = tag === undefined ? '' : `tag/${tag.replaceAll(' ', '-')}/`;
  const link = reference === undefined ? {} : { link: `${reference}#${place}operation/${id}` };
  const found = new Map<string, Statement>();
  const add = (pointer: string, ...parts: Json[]) => {
    const text = parts.filter((part) => typeof part === 'string' && part !== '').join(' – ');
    if (text !== '') found.set(pointer, { text: text.replace(/\s+/g, ' ').trim(), at: `#${pointer}`, ...link });
  };
  const rule = (keyword: string, value: Json) =>
    value === undefined ? keyword : `${keyword}: ${JSON.stringify(value)}`;

  const at = `/paths/${escaped(path)}/${method}`;
  const addStatus = (of: string) => {
    const description = memberOf(resolve<Response>(document, operation.responses[of] ?? {}), 'description');
    if (typeof description === 'string') add(`${at}/responses/${of}`, `${of}: ${description}`);
  };
  const addProperty = (schema: string, pointer: string, keyword?: string) => {
    const place = schemaAt(document, schema, namesOf(pointer));
    if (place === null) return;
    const { value } = resolved(document, place);
    add(place, pointer, keyword && rule(keyword, memberOf(value, keyword)), memberOf(value, 'description'));
  };

  const successes = Object.keys(operation.responses).filter((each) => /^2/.test(each));
  const wanted = expected.length > 0 ? expected.map((each) => String(each.status)) : successes;
  if (status !== undefined && !wanted.includes(String(status))) wanted.forEach(addStatus);
  for (const { keyword } of covers) {
    const [component = '', rest = ''] = keyword.split('#');
    const kind = ['schemas', 'parameters'].find((each) => valueAt(document, `/components/${each}/${component}`));
    const pointer = `/components/${kind}/${component}${rest}`;
    const owner = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
    if (kind !== undefined) add(pointer, rule(keyword, valueAt(document, pointer)), memberOf(owner, 'description'));
  }
  const [requestType = ''] = Object.keys(operation.requestBody?.content ?? {});
  for (const { pointer } of expected.flatMap(({ violations = [] }) => violations))
    if (pointer.startsWith('/')) addProperty(`${at}/requestBody/content/${escaped(requestType)}/schema`, pointer);
  const { content = {} } = resolve<Response>(document, operation.responses[String(status)] ?? {});
  const type = Object.keys(content).find((each) => each.includes('json'));
  for (const [, pointer = '', keyword] of departures.join('\n').matchAll(/^Body (\/\S*) breaks ([\w-]+)/gm))
    if (type !== undefined)
      addProperty(
        `${resolved(document, `${at}/responses/${status}`).pointer}/content/${escaped(type)}/schema`,
        pointer,
        keyword,
      );
  if (found.size === 0 && status !== undefined) addStatus(String(status));
  if (found.size === 0) add(at, operation.summary ?? operation.description ?? id);
  return [...found.values()].slice(0, MAX_STATEMENTS);
}

/** The value at a pointer and its own pointer, after all references. */
function resolved(document: Json, pointer: string): { pointer: string; value: Json } {
  const value = valueAt(document, pointer);
  const reference = memberOf(value, '$ref');
  return typeof reference === 'string' && reference.startsWith('#/')
    ? resolved(document, reference.slice(1))
    : { pointer, value };
}

/** The pointer to the schema of a property; null when the contract has none. */
function schemaAt(document: Json, start: string, [name, ...rest]: readonly string[]): string | null {
  const { pointer, value } = resolved(document, start);
  if (!isObject(value)) return null;
  if (name === undefined) return start;
  const inside = /^\d+$/.test(name) ? `${pointer}/items` : `${pointer}/properties/${escaped(name)}`;
  if (valueAt(document, inside) !== undefined) return schemaAt(document, inside, rest);
  for (const list of ['allOf', 'oneOf', 'anyOf'])
    for (const index of ((value as Schema)[list] as Json[] | undefined)?.keys() ?? []) {
      const found = schemaAt(document, `${pointer}/${list}/${index}`, [name, ...rest]);
      if (found !== null) return found;
    }
  return null;
}
