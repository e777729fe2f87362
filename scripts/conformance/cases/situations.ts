import type { ContractIndex } from '../contract/contract-index.ts';
import type { OperationId } from '../types.ts';
import { tokenCases } from './situations/access-tokens.ts';
import { addressCases } from './situations/addresses.ts';
import { canaryCases } from './situations/canaries.ts';
import { clientCases } from './situations/client-credentials.ts';
import { conventionCases } from './situations/conventions.ts';
import { exampleCases } from './situations/examples.ts';
import { fileCases } from './situations/files.ts';
import { identifierCases } from './situations/identifiers.ts';
import { refusalCases } from './situations/literal-refusals.ts';
import { repeatedCases } from './situations/repeated-parameters.ts';
import { type Situation, security } from './situations/situation.ts';
import { bodyCases } from './situations/unreadable-bodies.ts';
import { uploadLinkCases } from './situations/upload-links.ts';

const withoutCredentials = security('no credentials', async () => ({ authorization: 'none' }));

/** Every situation that the contract documents an answer for and that a client can be in, but for broken schemas. */
export function situationsOf(contract: ContractIndex, operation: OperationId): Situation[] {
  const types = contract.shapeOf(operation).requestTypes;
  const proof = contract.proofOf(operation);
  return [
    ...exampleCases(contract, operation),
    ...(proof?.by === 'token' ? tokenCases(proof.scopes, contract.scopes) : []),
    ...(proof?.by === 'link' ? uploadLinkCases(contract, operation) : []),
    ...(proof?.by === 'header' && contract.answerOf(operation, 401) !== undefined ? [withoutCredentials] : []),
    ...(contract.givesTokens(operation) ? clientCases(contract.scopes) : []),
    ...(types.length > 0 ? bodyCases(contract, operation) : []),
    ...(contract.problems === undefined ? [] : refusalCases(contract, operation)),
    ...repeatedCases(contract, operation),
    ...fileCases(contract, operation),
    ...addressCases(contract, operation),
    ...canaryCases(contract, operation),
    ...conventionCases(contract, operation),
    ...identifierCases(contract, operation),
  ].map((bare) => ({ ...bare, name: `${operation}: ${bare.name}`, operation, covers: [] }));
}
