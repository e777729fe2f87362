import { type Contract, listOperations, type Reference, type Response, resolve } from '../../contract/openapi.ts';
import { relationsOf } from '../../contract/relations.ts';
import type { OperationId } from '../kit-types.ts';

/** A link in the contract, from the response of one operation to the request of another operation. */
export interface ContractLink {
  from: OperationId;
  to: OperationId;
  /** Runtime expressions, keyed by parameter name (OpenAPI 3.1, "Runtime Expressions"). */
  parameters: Readonly<Record<string, string>>;
  /** Runtime expression for the complete URL, if the response contains the URL. */
  url?: string | undefined;
}

interface LinkObject {
  operationId: OperationId;
  parameters?: Record<string, string>;
  'x-link-url'?: string;
}

/** Returns the links that the contract states, and the links that follow from its paths. */
export const contractLinks = (contract: Contract): ContractLink[] => [
  ...statedLinks(contract),
  ...inferredLinks(contract),
];

function statedLinks(contract: Contract): ContractLink[] {
  return listOperations(contract).flatMap(({ operation }) =>
    Object.values(operation.responses).flatMap((response) => {
      const { links = {} } = resolve<Response & { links?: Record<string, LinkObject | Reference> }>(contract, response);
      return Object.values(links).map((reference): ContractLink => {
        const { operationId: to, parameters = {}, 'x-link-url': url } = resolve<LinkObject>(contract, reference);
        return { from: operation.operationId, to, parameters, url };
      });
    }),
  );
}

/** Returns links from the operation that creates a resource to its other operations, based on inferred relations. */
function inferredLinks(contract: Contract): ContractLink[] {
  const relations = relationsOf(contract).filter(({ resource }) => resource.isInferred);
  return relations.flatMap(({ operation: to, resource, id = '' }) => {
    const creating = relations.find((each) => each.act === 'creates' && each.resource === resource);
    const [, name] = /^\$request\.path\.(.+)$/.exec(id) ?? [];
    if (creating?.id === undefined || name === undefined) return [];
    return [{ from: creating.operation, to, parameters: { [name]: creating.id } }];
  });
}
