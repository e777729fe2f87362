import type { OperationId } from '../../../generated/operations.ts';
import { partsOf } from '../../../scripts/contract/bodies.ts';
import { valueAt } from '../../../scripts/contract/json.ts';
import {
  type Contract,
  type Header,
  listOperations,
  type Response,
  resolve,
  type Schema,
} from '../../../scripts/contract/openapi.ts';
import { type Mutant, shown } from './mutant.ts';
import type { Alteration } from './mutate-answer.ts';
import { pointerOf } from './pointer.ts';
import { childrenOf } from './request-places.ts';

interface Change {
  operator: string;
  /** JSON Pointer to the violated rule in the contract. */
  pointer: string;
  detail: string;
  after: unknown;
  alteration: Alteration;
}

const PROBLEM = 'application/problem+json';
const OTHER_MEDIA_TYPE: Readonly<Record<string, string>> = {
  'application/json': PROBLEM,
  [PROBLEM]: 'application/json',
};

export function answerMutants(contract: Contract): Mutant[] {
  const mutants = listOperations(contract).flatMap(({ method, path, operation }) => {
    const id = operation.operationId as OperationId;
    const statuses = Object.keys(operation.responses)
      .filter((status) => status !== 'default')
      .map(Number);
    return statuses.flatMap((status) => {
      const reference = operation.responses[status] ?? {};
      const pointer =
        '$ref' in reference ? reference.$ref.slice(1) : pointerOf('paths', path, method, 'responses', status);
      const at = pointerOf('paths', path, method, 'responses', status);
      const response = resolve<Response>(contract, reference);
      return [
        statusChange(at, status, statuses),
        ...mediaTypeChanges(pointer, response),
        ...headerChanges(contract, pointer, response),
        ...bodyChanges(contract, pointer, response),
      ].map((change) => mutantOf(contract, id, status, change));
    });
  });
  return [...new Map(mutants.map((each) => [each.name, each])).values()];
}

function mutantOf(contract: Contract, operation: OperationId, status: number, change: Change): Mutant {
  const { operator, pointer, detail, after, alteration } = change;
  return {
    name: `${operator}: ${operation} ${status}${detail === '' ? '' : ` ${detail}`}`,
    operator,
    pointer,
    before: shown(alteration.kind === 'status' ? status : valueAt(contract, pointer)),
    after: shown(after),
    operations: [operation],
    change: { answer: { operation, status, alteration } },
  };
}

/** Changes the status within its class (such as 2xx). Prefers documented statuses, which are harder to detect. */
function statusChange(pointer: string, status: number, statuses: readonly number[]): Change {
  const ofClass = statuses.filter((other) => Math.floor(other / 100) === Math.floor(status / 100));
  const next = ofClass[(ofClass.indexOf(status) + 1) % ofClass.length] ?? status;
  const value = next !== status ? next : status === 200 ? 201 : status < 300 ? 200 : status + 1;
  return {
    operator: 'response status changed',
    pointer,
    detail: `to ${value}`,
    after: value,
    alteration: { kind: 'status', value },
  };
}

function mediaTypeChanges(pointer: string, { content = {} }: Response): Change[] {
  return Object.keys(content).map((mediaType) => {
    const value = OTHER_MEDIA_TYPE[mediaType] ?? 'application/octet-stream';
    return {
      operator: 'response media type changed',
      pointer: pointer + pointerOf('content', mediaType),
      detail: `to ${value}`,
      after: value,
      alteration: { kind: 'header', name: 'content-type', value },
    };
  });
}

function headerChanges(contract: Contract, pointer: string, { headers = {} }: Response): Change[] {
  return Object.entries(headers).flatMap(([name, reference]): Change[] => {
    const { schema } = resolve<Header>(contract, reference);
    const change = (operator: string, value: string | null): Change => ({
      operator,
      pointer: pointer + pointerOf('headers', name),
      detail: name,
      after: value ?? undefined,
      alteration: { kind: 'header', name, value },
    });
    const isFree = schema.type === 'string' && schema['format'] === undefined && schema['const'] === undefined;
    return [change('response header missing', null), ...(isFree ? [] : [change('response header broken', 'broken')])];
  });
}

function bodyChanges(contract: Contract, pointer: string, { content = {} }: Response): Change[] {
  return Object.entries(content).flatMap(([mediaType, { schema }]) => {
    if (schema === undefined) return [];
    const at = pointer + pointerOf('content', mediaType, 'schema');
    return [...fieldChanges(contract, at, schema, []), ...(mediaType === PROBLEM ? problemChanges(contract, at) : [])];
  });
}

function fieldChanges(contract: Contract, pointer: string, schema: Schema, at: readonly string[]): Change[] {
  const detail = pointerOf(...at);
  const change = (operator: string, keyword: string, alteration: Alteration, after?: unknown): Change => ({
    operator: `response ${operator}`,
    pointer: pointer + pointerOf(keyword),
    detail,
    after,
    alteration,
  });
  const set = (operator: string, keyword: string, value: unknown) =>
    change(operator, keyword, { kind: 'set', at, value }, value);
  const types = [schema.type ?? []].flat();
  const [word = schema['const']] = (schema['enum'] as unknown[] | undefined) ?? [];
  const { minItems, minimum } = schema;
  const missing = (schema.required ?? []).map((member): Change => {
    const alteration: Alteration = { kind: 'remove', at: [...at, member] };
    const broken = change('property missing', 'required', alteration);
    return { ...broken, detail: detail + pointerOf(member) };
  });
  const keyword = schema['const'] === undefined ? 'enum' : 'const';
  const other = typeof word === 'number' ? word + 1 : `${word}_`;
  const surround = (before: string, after: string): Alteration => ({ kind: 'surround', at, before, after });
  const own: [applies: boolean, change: Change][] = [
    [types.length > 0, set('property of another type', 'type', types.includes('boolean') ? 'true' : true)],
    [types.length > 0 && !types.includes('null'), set('property null', 'type', null)],
    [word !== undefined, set('property with another value', keyword, other)],
    [Number(minItems) > 0, set('list emptied', 'minItems', [])],
    [typeof minimum === 'number', set('property too small', 'minimum', Number(minimum) - 1)],
    // Applies only to strings, because the `format` of a number only sets the range of the number.
    [
      schema['format'] !== undefined && types.includes('string'),
      change('property form broken', 'format', surround(' ', ''), 'leading space'),
    ],
    [
      schema['format'] === 'date-time',
      change('fraction dropped', 'pattern', { kind: 'cut', at, pattern: '\\.\\d+' }, 'no fraction'),
    ],
    [schema['pattern'] !== undefined, change('property end broken', 'pattern', surround('', ' '), 'trailing space')],
  ];
  const inner = childrenOf(schema).flatMap(([steps, child, path]) =>
    fieldChanges(contract, pointer + pointerOf(...steps), child, [...at, ...path]),
  );
  const target = schema.$ref?.slice(1);
  const referred = target === undefined ? [] : fieldChanges(contract, target, valueAt(contract, target) as Schema, at);
  const applying = at.length === 0 ? [] : own.flatMap(([applies, each]) => (applies ? each : []));
  return [...missing, ...applying, ...inner, ...referred];
}

/** Returns changes that make a problem document wrong, although the document still matches its schema. */
function problemChanges(contract: Contract, pointer: string): Change[] {
  const among = (name: string) => (contract.components.schemas[name]?.['x-extensible-enum'] ?? []) as string[];
  const changes: [string, Alteration][] = [
    ['problem code changed', { kind: 'next', at: ['code'], among: among('ProblemCode') }],
    ['problem title changed', { kind: 'surround', at: ['title'], before: '', after: '.' }],
    ['problem type changed', { kind: 'surround', at: ['type'], before: '', after: '/' }],
    ['problem status changed', { kind: 'set', at: ['status'], value: 418 }],
    ['request_id changed', { kind: 'set', at: ['request_id'], value: '00000000-0000-4000-8000-000000000000' }],
    ['violation pointers shifted', { kind: 'surround', at: ['errors', '*', 'pointer'], before: '', after: '/0' }],
    ['violation codes changed', { kind: 'next', at: ['errors', '*', 'code'], among: among('ViolationCode') }],
    ['violations cut to the first', { kind: 'first', at: ['errors'] }],
  ];
  const parts = partsOf(contract, valueAt(contract, pointer) as Schema);
  const hasErrors = parts.some(({ properties }) => properties?.['errors'] !== undefined);
  return changes
    .filter(([, alteration]) => hasErrors || !('at' in alteration) || alteration.at[0] !== 'errors')
    .map(([operator, alteration]) => ({
      operator: `response ${operator}`,
      pointer,
      detail: '',
      after: alteration,
      alteration,
    }));
}
