import type { ContractIndex } from '../contract/contract-index.ts';
import type { OperationId } from '../types.ts';
import { addressScenarios } from './scenarios/addresses.ts';
import { bodyScenarios } from './scenarios/bodies.ts';
import { canaryScenarios } from './scenarios/canaries.ts';
import { credentialScenarios } from './scenarios/credentials.ts';
import type { PlannedCase } from './scenarios/scenario.ts';

/** Returns the scenarios of an operation: one for each documented situation that a client can cause. */
export const scenariosOf = (contract: ContractIndex, operation: OperationId): PlannedCase[] =>
  [bodyScenarios, credentialScenarios, addressScenarios, canaryScenarios]
    .flatMap((create) => create(contract, operation))
    .map((scenario) => ({ ...scenario, name: `${operation}: ${scenario.name}`, operation, covers: [] }));
