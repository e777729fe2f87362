import type { OperationId } from '../../../generated/operations.ts';
import { valueAt } from '../../../scripts/contract/json.ts';
import {
  type Contract,
  listOperations,
  type Parameter,
  resolve,
  type Schema,
} from '../../../scripts/contract/openapi.ts';
import { pointerOf } from './pointer.ts';

/** Part of a request that a schema describes. */
export interface Use {
  operation: OperationId;
  in: 'body' | 'form' | 'path' | 'query';
  /** JSON Pointer to the schema of the whole body or parameter. */
  root: string;
  /** Path from the whole body or parameter to the value that the schema describes. `*` matches every list item. */
  path: readonly string[];
}

const BODIES: Readonly<Record<string, 'body' | 'form'>> = {
  'application/json': 'body',
  'application/x-www-form-urlencoded': 'form',
};

export interface Place {
  pointer: string;
  schema: Schema;
  /** True if the schema is inside `if` or `not`. A value that violates such a schema is not necessarily invalid. */
  isCondition: boolean;
  uses: Use[];
}

export function requestPlaces(contract: Contract): Map<string, Place> {
  const places = new Map<string, Place>();

  function visit(pointer: string, schema: Schema, use: Use, isCondition: boolean): void {
    const place = places.get(pointer) ?? { pointer, schema, isCondition, uses: [] };
    places.set(pointer, place);
    place.uses.push(use);
    for (const [steps, child, inner] of childrenOf(schema)) {
      const condition = isCondition || steps[0] === 'if' || steps[0] === 'not';
      visit(pointer + pointerOf(...steps), child, { ...use, path: [...use.path, ...inner] }, condition);
    }
    if (schema.$ref !== undefined) {
      // Resolves one reference at a time, because a reference can have sibling keywords.
      const pointer = schema.$ref.slice(1);
      visit(pointer, valueAt(contract, pointer) as Schema, use, isCondition);
    }
  }

  for (const { method, path, operation } of listOperations(contract)) {
    const id = operation.operationId as OperationId;
    const at = pointerOf('paths', path, method);
    for (const [index, reference] of (operation.parameters ?? []).entries()) {
      const { schema, in: where } = resolve<Parameter>(contract, reference);
      if (where === 'header') continue;
      const owner = '$ref' in reference ? reference.$ref.slice(1) : at + pointerOf('parameters', index);
      const root = `${owner}/schema`;
      visit(root, schema, { operation: id, in: where, root, path: [] }, false);
    }
    for (const [mediaType, { schema }] of Object.entries(operation.requestBody?.content ?? {})) {
      const where = BODIES[mediaType];
      // Skips files, which the server does not validate against a schema.
      if (schema === undefined || where === undefined) continue;
      const root = at + pointerOf('requestBody', 'content', mediaType, 'schema');
      visit(root, schema, { operation: id, in: where, root, path: [] }, false);
    }
  }
  return places;
}

type Child = [steps: (string | number)[], schema: Schema, path: string[]];

export function childrenOf(schema: Schema): Child[] {
  const named = Object.entries(schema.properties ?? {}).map(
    ([name, child]): Child => [['properties', name], child, [name]],
  );
  const listed = ['allOf', 'anyOf', 'oneOf'].flatMap((keyword) =>
    ((schema[keyword] ?? []) as Schema[]).map((child, index): Child => [[keyword, index], child, []]),
  );
  const single = ['not', 'if', 'then', 'else', 'items']
    .filter((keyword) => schema[keyword] !== undefined)
    .map((keyword): Child => [[keyword], schema[keyword] as Schema, keyword === 'items' ? ['*'] : []]);
  return [...named, ...listed, ...single];
}
