import type { OperationId } from '../../../generated/operations.ts';
import * as walk from '../../../scripts/conformance/contract/keywords.ts';
import { contract } from '../../support/contract.ts';
import type { Json } from './table.ts';

export type Mount = walk.Mount & { operation: OperationId };

const schemaOf = (component: string): Json => contract.components.schemas[component];

/** The operations that take JSON, and nothing else: an upload takes the bytes of a file. */
export const jsonOperations: readonly OperationId[] = walk.jsonOperations(contract) as OperationId[];

/** Every place of a component in a JSON body; the body itself is at the empty place. */
export const mounts = walk.bodyMounts(contract) as readonly Mount[];

/** Every keyword instance of the contract that constrains a JSON body. */
export const keywords: readonly string[] = walk.bodyKeywords(contract);

/** What the contract has at a place such as `Text#/maxLength`. */
export function atKeyword(keyword: string): Json {
  const [component = '', pointer = ''] = keyword.split('#');
  return pointer
    .split('/')
    .slice(1)
    .reduce((schema, name) => schema?.[name], schemaOf(component));
}

/** Every property of the components at the mounts; `mayHold` tells whether it may be anything but null. */
export const properties = mounts.flatMap((mount) =>
  propertiesIn(schemaOf(mount.component)).map((property) => ({ mount, ...property })),
);

function propertiesIn(schema: Json): { pointer: string; mayHold: boolean }[] {
  return Object.entries<Json>(schema.properties ?? {}).flatMap(([name, inner]) => [
    { pointer: `/${name}`, mayHold: inner.not?.type === undefined },
    ...propertiesIn(inner).map((property) => ({ ...property, pointer: `/${name}${property.pointer}` })),
  ]);
}
