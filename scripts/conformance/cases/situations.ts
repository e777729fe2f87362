import { type OperationId, operations } from '../../../generated/operations.ts';
import type { ContractIndex } from '../contract/contract-index.ts';
import { FORM } from '../contract/token-requests.ts';
import { tokenCases } from './situations/access-tokens.ts';
import { addressCases } from './situations/addresses.ts';
import { clientCases } from './situations/client-credentials.ts';
import { exampleCases } from './situations/examples.ts';
import { fileCases } from './situations/files.ts';
import { refusalCases } from './situations/literal-refusals.ts';
import type { Situation } from './situations/situation.ts';
import { bodyCases } from './situations/unreadable-bodies.ts';
import { uploadLinkCases } from './situations/upload-links.ts';

/** Every situation that the contract documents an answer for and that a client can be in, but for broken schemas. */
export function situationsOf(contract: ContractIndex, operation: OperationId): Situation[] {
  const types: readonly string[] = operations[operation].requestTypes;
  const [requirement] = operations[operation].security as readonly {
    scheme: string;
    scopes: readonly string[];
  }[];
  return [
    ...exampleCases(contract, operation),
    ...(requirement?.scheme === 'oauth2' ? tokenCases(requirement.scopes) : []),
    ...(requirement?.scheme === 'uploadLink' ? uploadLinkCases(contract, operation) : []),
    ...(types.includes(FORM) ? clientCases : []),
    ...(types.length > 0 ? bodyCases(operation) : []),
    ...refusalCases(contract, operation),
    ...fileCases(contract, operation),
    ...addressCases(contract, operation),
  ].map((bare) => ({ ...bare, name: `${operation}: ${bare.name}`, operation, covers: [] }));
}
