import type { OperationId } from '../../../../generated/operations.ts';
import { indexContract } from '../../../../scripts/conformance/index/contract-index.ts';
import type { Contract } from '../../../../scripts/contract/openapi.ts';
import { relationsOf } from '../../../../scripts/contract/relations.ts';
import { type Mutant, shown } from '../mutant.ts';
import { pointerOf } from '../pointer.ts';
import { brokenLists } from './lists.ts';
import { brokenMembers, brokenParts } from './members.ts';
import { brokenCreates, brokenIdentifiers, brokenVisits } from './visits.ts';

/** Returns every mutant that breaks one relation of the contract, independent of the server. */
export function behaviourMutants(document: Contract): Mutant[] {
  const contract = indexContract(document);
  const relations = { contract, all: relationsOf(document) };
  const broken = [brokenLists, brokenCreates, brokenVisits, brokenMembers, brokenParts, brokenIdentifiers].flatMap(
    (make) => make(relations),
  );
  return broken.map(({ relation, kind, detail, behaviour }): Mutant => {
    const { method, path, operation } = contract.operationOf(relation.operation);
    const related = relations.all.filter(({ resource }) => resource === relation.resource);
    return {
      name: `${kind}: ${relation.operation} ${detail}`,
      operator: kind,
      pointer: pointerOf('paths', path, method, 'x-resource'),
      before: shown((operation as unknown as Record<string, unknown>)['x-resource']),
      after: detail,
      operations: related.map((one) => one.operation as OperationId),
      change: { behaviour },
    };
  });
}
