import type { OperationId } from '../../../generated/operations.ts';
import {
  type Contract,
  type LocatedOperation,
  listOperations,
  maxViolations,
  type Parameter,
  resolve,
  type Schema,
} from '../../../scripts/contract/openapi.ts';
import type { Edit } from './mutant.ts';
import { pointerOf } from './pointer.ts';
import { scopesOf } from './schema-operators.ts';

/** A change to the contract, outside of the request schemas. */
export interface PlainEdit extends Edit {
  operator: string;
  /** Suffix that distinguishes changes at the same pointer. Empty if there is only one change. */
  detail: string;
  operations: readonly OperationId[];
  /** Reason why no client can notice the change. */
  equivalent?: string;
}

const idOf = ({ operation }: LocatedOperation) => operation.operationId as OperationId;

const editing =
  (operations: readonly OperationId[]) =>
  (operator: string, pointer: string, after: unknown, more: Partial<PlainEdit> = {}): PlainEdit => ({
    operator,
    pointer,
    after,
    detail: '',
    operations,
    ...more,
  });

export function operationEdits(contract: Contract): PlainEdit[] {
  return listOperations(contract).flatMap((located) => {
    const { operation, method, path } = located;
    const operations = [idOf(located)];
    const edit = editing(operations);
    const at = (...tokens: (string | number)[]) => pointerOf('paths', path, method, ...tokens);
    const limit = operation['x-body-limit'];
    const limits = limit === undefined ? [] : [limit + 1, limit - 1];
    return [
      ...securityEdits(contract, located).map(([operator, after]) => edit(operator, at('security'), after)),
      ...limits.map((after, i) => {
        const how = i === 0 ? 'loosened' : 'tightened';
        return edit(`body limit ${how} by one`, at('x-body-limit'), after);
      }),
      ...Object.keys(operation.requestBody?.content ?? {}).map((type) =>
        edit('media type dropped', at('requestBody', 'content', type), undefined),
      ),
      ...(operation.parameters ?? []).flatMap((reference, index) => {
        const { name, in: where } = resolve<Parameter>(contract, reference);
        const more = { detail: name, ...unseenWithout(contract, where, operations) };
        return where === 'query' ? [edit('parameter dropped', at('parameters', index), undefined, more)] : [];
      }),
    ];
  });
}

function securityEdits(contract: Contract, { operation }: LocatedOperation): [string, unknown][] {
  const [requirement] = operation.security;
  const all = scopesOf(contract);
  if (requirement === undefined) return [['security added', [{ oauth2: [all[0]] }]]];
  const [[scheme = '', scopes = []] = []] = Object.entries(requirement);
  const dropped: [string, unknown] = ['security dropped', []];
  if (scheme !== 'oauth2') return [dropped];
  const [scope] = scopes;
  if (scope === undefined) return [dropped, ['scope added', [{ [scheme]: [all[0]] }]]];
  const other = all[(all.indexOf(scope) + 1) % all.length];
  return [dropped, ['scope dropped', [{ [scheme]: [] }]], ['scope replaced', [{ [scheme]: [other] }]]];
}

export function parameterEdits(contract: Contract): PlainEdit[] {
  const parameters = (contract.components['parameters'] ?? {}) as Record<string, Parameter>;
  return Object.entries(parameters).flatMap(([component, { in: where, required = false, schema }]) => {
    const reference = `#/components/parameters/${component}`;
    const operations = listOperations(contract)
      .filter(({ operation }) => operation.parameters?.some((each) => '$ref' in each && each.$ref === reference))
      .map(idOf);
    // Skips a parameter that only webhook events use, because the server does not validate its own events.
    if (operations.length === 0) return [];
    const edit = editing(operations);
    const at = (...tokens: string[]) => pointerOf('components', 'parameters', component, ...tokens);
    const made = `parameter made ${required ? 'optional' : 'required'}`;
    const byDefault = schema['default'];
    return [
      edit(made, at('required'), !required, unseenWithout(contract, where, operations)),
      ...(typeof byDefault === 'number' ? [edit('default off by one', at('schema', 'default'), byDefault + 1)] : []),
    ];
  });
}

/** Returns the reason why no client can notice a missing or optional parameter, or `{}` if a client can notice it. */
function unseenWithout(
  contract: Contract,
  where: Parameter['in'],
  operations: readonly OperationId[],
): Pick<PlainEdit, 'equivalent'> {
  if (where === 'path') return { equivalent: 'without the parameter, the URL has another path' };
  return operations.every((id) => signedOperations(contract).has(id)) ? { equivalent: SIGNED } : {};
}

/** Reason why no client can notice a change to the parameters of a signed link. */
export const SIGNED = 'a changed link has an invalid signature, and the server rejects it for that reason';

/** Returns the operations that use a signed link instead of a token. */
export function signedOperations(contract: Contract): ReadonlySet<OperationId> {
  const signed = listOperations(contract).filter(({ operation }) =>
    operation.security.some((requirement) => !('oauth2' in requirement)),
  );
  return new Set(signed.map(idOf));
}

export function problemEdits(contract: Contract): PlainEdit[] {
  const catalogue = contract.components.schemas['ProblemCode']?.['x-problems'] as Record<
    string,
    { title: string; status: number }
  >;
  return Object.entries(catalogue).flatMap(([code, { title, status }]) => {
    const documenting = listOperations(contract)
      .filter(({ operation }) => Object.hasOwn(operation.responses, status))
      .map(idOf);
    const edit = editing(documenting.length > 0 ? documenting : listOperations(contract).map(idOf));
    const at = (member: string) => pointerOf('components', 'schemas', 'ProblemCode', 'x-problems', code, member);
    return [
      edit('problem title changed', at('title'), `${title}.`),
      edit('problem status off by one', at('status'), status + 1),
    ];
  });
}

export function figureEdits(contract: Contract): PlainEdit[] {
  const edit = editing(listOperations(contract).map(idOf));
  const parts = contract.components.schemas['ValidationProblem']?.['allOf'] as Schema[];
  const part = parts.findIndex(({ properties }) => properties?.['errors']);
  const path = ['schemas', 'ValidationProblem', 'allOf', String(part), 'properties', 'errors', 'maxItems'];
  const most = [pointerOf('components', ...path), maxViolations(contract)] as const;
  return [...figuresIn(contract['x-service'], pointerOf('x-service')), most].flatMap(([pointer, figure]) => [
    edit('limit off by one', pointer, figure + 1, { detail: 'up' }),
    edit('limit off by one', pointer, figure - 1, { detail: 'down' }),
  ]);
}

function figuresIn(value: unknown, pointer: string): (readonly [string, number])[] {
  if (typeof value === 'number') return [[pointer, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => figuresIn(member, pointer + pointerOf(name)));
}
