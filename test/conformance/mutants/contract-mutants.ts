import type { OperationId } from '../../../generated/operations.ts';
import { valueAt } from '../../../scripts/contract/json.ts';
import type { Contract } from '../../../scripts/contract/openapi.ts';
import { type Mutant, shown } from './mutant.ts';
import {
  figureEdits,
  operationEdits,
  type PlainEdit,
  parameterEdits,
  problemEdits,
  SIGNED,
  signedOperations,
} from './operation-operators.ts';
import { type Place, requestPlaces } from './request-places.ts';
import { keywordEdits } from './schema-operators.ts';

/** Returns mutants that break one rule of the contract. Omits changes that no client can notice. */
export function contractMutants(contract: Contract): Mutant[] {
  const edits = [schemaEdits, operationEdits, parameterEdits, problemEdits, figureEdits].flatMap((make) =>
    make(contract),
  );
  return edits
    .filter(({ equivalent }) => equivalent === undefined)
    .map(({ operator, pointer, after, detail, operations }) => ({
      name: `${operator}: ${pointer}${detail === '' ? '' : ` (${detail})`}`,
      operator,
      pointer,
      before: shown(valueAt(contract, pointer)),
      after: shown(after),
      operations,
      change: { contract: { pointer, after } },
    }));
}

function schemaEdits(contract: Contract): PlainEdit[] {
  const places = requestPlaces(contract);
  const values = [...places.values()].flatMap(({ schema }) =>
    [schema['const'], schema['enum']].flat().filter((value) => typeof value === 'string'),
  );
  const signed = signedOperations(contract);
  return [...places.values()].flatMap((place) => {
    const operations = [...new Set(place.uses.map(({ operation }) => operation))];
    const unseen = unseenWhenLoosened(place, signed);
    return keywordEdits(place, contract, values).map(({ at, effect, ...edit }) => ({
      ...edit,
      pointer: place.pointer + at,
      operations,
      ...(effect === 'loosened' && unseen !== null && edit.equivalent === undefined && { equivalent: unseen }),
    }));
  });
}

/** Returns the reason why no client can notice a loosened schema, or null if a client can notice the change. */
function unseenWhenLoosened({ uses }: Place, signed: ReadonlySet<OperationId>): string | null {
  if (uses.every(({ in: where }) => where === 'path'))
    return 'an unknown URL gets the same response as a malformed URL';
  if (uses.every(({ in: where, operation }) => where === 'query' && signed.has(operation))) return SIGNED;
  return null;
}
