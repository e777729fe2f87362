import { escaped, type Json, memberOf, valueAt } from '../../contract/json.ts';
import { type Response, resolve } from '../../contract/openapi.ts';
import type { ContractIndex } from '../index/contract-index.ts';
import type { Case, JustifiedResponse, OperationId, Statement } from '../kit-types.ts';

/** The parts of a finding that determine which sentences of the contract are violated. */
export interface Broken {
  operation: OperationId | null;
  status?: number;
  expected?: readonly JustifiedResponse[];
  covers?: Case['covers'];
}

const MAX_STATEMENTS = 3;

/** Returns the contract's statements that a finding contradicts, most specific first, with pointers and links. */
export function statementsOf(
  { document, operationOf }: ContractIndex,
  broken: Broken,
  reference?: string,
): Statement[] {
  const { operation: id, status, expected = [], covers = [] } = broken;
  if (id === null) return [];
  const { path, method, operation } = operationOf(id);
  const [tag] = operation.tags ?? [];
  const place = tag === undefined ? '' : `tag/${tag.replaceAll(' ', '-')}/`;
  const link = reference === undefined ? {} : { link: `${reference}#${place}operation/${id}` };
  const found: Statement[] = [];
  const add = (pointer: string, ...parts: Json[]) => {
    const text = parts.filter((part) => typeof part === 'string' && part !== '').join(' – ');
    if (text !== '') found.push({ text: text.replace(/\s+/g, ' ').trim(), at: `#${pointer}`, ...link });
  };
  const at = `/paths/${escaped(path)}/${method}`;
  const addStatus = (of: string) => {
    const { description } = resolve<Response & { description?: string }>(document, operation.responses[of] ?? {});
    add(`${at}/responses/${of}`, description && `${of}: ${description}`);
  };

  const successes = Object.keys(operation.responses).filter((each) => each.startsWith('2'));
  const wanted = new Set(expected.length > 0 ? expected.map((each) => String(each.status)) : successes);
  if (status !== undefined && !wanted.has(String(status))) wanted.forEach(addStatus);
  for (const { keyword } of covers) {
    const [component = '', rest = ''] = keyword.split('#');
    const kind = ['schemas', 'parameters'].find((each) => valueAt(document, `/components/${each}/${component}`));
    const pointer = `/components/${kind}/${component}${rest}`;
    const owner = valueAt(document, pointer.slice(0, pointer.lastIndexOf('/')));
    const value = valueAt(document, pointer);
    const rule = value === undefined ? keyword : `${keyword}: ${JSON.stringify(value)}`;
    if (kind !== undefined) add(pointer, rule, memberOf(owner, 'description'));
  }
  if (found.length === 0 && status !== undefined) addStatus(String(status));
  if (found.length === 0) add(at, operation.summary ?? operation.description ?? id);
  return found.slice(0, MAX_STATEMENTS);
}
