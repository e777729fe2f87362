import { describe, expect, test } from 'vitest';
import { type OperationId, operations, scopes } from '../../generated/operations.ts';
import { requestBodies } from '../../generated/validators.js';
import { contractRules } from '../../server/domain/contract-rules.ts';
import { contract, departures, example } from '../support/contract.ts';

const rules = contractRules({ domains: ['*'], scopes, allowLoopback: false });

interface Bodies {
  content?: Record<string, { examples?: Record<string, { $ref: string }> }>;
}

const examplesOf = (bodies: Bodies): string[] =>
  Object.values(bodies.content ?? {}).flatMap((type) => Object.keys(type.examples ?? {}));
const deref = (value: { $ref?: string }): Bodies =>
  value.$ref === undefined
    ? (value as Bodies)
    : contract.components.responses[value.$ref.split('/').at(-1) ?? ''];

// Redocly validates the examples against the schemas; here they meet the contract's own keywords too.
describe.each(Object.keys(operations) as OperationId[])('%s', (id) => {
  const operation = contract.paths[operations[id].path][operations[id].method.toLowerCase()];
  const validate = requestBodies[id];

  if (validate !== undefined) {
    test.each(examplesOf(operation.requestBody))('request example %s keeps the contract', (name) => {
      expect(validate.call(rules, example(name)), JSON.stringify(validate.errors)).toBe(true);
    });
  }

  test.each(Object.keys(operation.responses))('the examples of %s keep the contract', (status) => {
    const response = deref(operation.responses[status]);
    const mediaType = Object.keys(response.content ?? {})[0] ?? '';
    for (const name of examplesOf(response)) {
      const found = departures(id, Number(status), new Headers({ 'Content-Type': mediaType }), example(name));
      // An example has no headers, so those alone may be missing.
      expect(
        found.filter((departure) => !departure.includes('missingProperty')),
        name,
      ).toEqual([]);
      expect(example(name).status ?? Number(status)).toBeDefined();
    }
  });
});
