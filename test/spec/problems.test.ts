import { expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { addProblems } from '../../scripts/generate/problems.ts';
import { contract } from '../support/contract.ts';

// Tests only errors, because `npm run check -- generated` and the compatibility check test the generator's output.
test('the generator rejects a problem that names an operation that does not exist', () => {
  const changed = structuredClone(contract) as Contract;
  const right = { status: 403, title: 'Forbidden', operations: ['getC'], examples: { Right: { detail: 'No right.' } } };
  Object.assign(changed.components.schemas['ProblemCode'] ?? {}, { 'x-problems': { right } });
  expect(() => addProblems(changed)).toThrow('x-problems/right: there is no operation or group getC');
});

test('the generator fails for an operation without responses, and the error contains the name of the operation', () => {
  const changed = structuredClone(contract);
  changed.components.schemas.ProblemCode['x-problems'] = {};
  delete changed.paths[operations.getJwks.path].get.responses;
  expect(() => addProblems(changed)).toThrow('getJwks must have responses');
});
