import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OperationId } from '../../generated/operations.ts';
import {
  type ContractError,
  type ContractRules,
  type ContractValidator,
  requestBodies,
  requestParameters,
} from '../../generated/validators.js';
import { refusedRequests } from '../../scripts/conformance/cases/situations/literal-refusals.ts';
import { checkTarget } from '../../scripts/conformance/check.ts';
import { contract, workflows } from '../../scripts/conformance/own/own-contract.ts';
import { startOwnServer } from '../../scripts/conformance/own/own-server.ts';
import type { StartedTarget } from '../../scripts/conformance/types.ts';

// The kit's judge reads a request with the server's own code. A fault in it is one of both, and must be found all the same.

type Change = (errors: readonly ContractError[]) => ContractError[];
let change: Change;

/** The validator with its errors changed, for the server and the judge alike. */
function changed(validate: ContractValidator): ContractValidator {
  const wrapped: ContractValidator = function (this: ContractRules, value: unknown) {
    const isValid = validate.call(this, value);
    wrapped.errors = change(validate.errors ?? []);
    return isValid;
  };
  return wrapped;
}

const originals = { ...requestBodies };
const { query: originalQuery } = requestParameters['listVerificationRequests'] ?? {};
let ours: StartedTarget;

beforeAll(async () => {
  for (const id of ['addRightToWork', 'createWebhook'])
    Object.assign(requestBodies, { [id]: changed(originals[id] as ContractValidator) });
  Object.assign(requestParameters['listVerificationRequests'] ?? {}, {
    query: changed(originalQuery as ContractValidator),
  });
  ours = await startOwnServer('ours');
});
afterAll(async () => {
  Object.assign(requestBodies, originals);
  Object.assign(requestParameters['listVerificationRequests'] ?? {}, { query: originalQuery });
  await ours.stop();
});

/** What the kit says of each operation while nothing is wrong. */
const soundly = new Map<OperationId, Promise<string>>();

async function departuresAt(operation: OperationId, shared: Change) {
  change = shared;
  const { findings } = await checkTarget(ours.target, {
    contract,
    workflows,
    operations: [operation],
    seed: 1,
    cases: 0,
    concurrency: 8,
    maxRequests: 20_000,
    maxSeconds: 60,
  });
  return findings.flatMap(({ departures }) => departures).join('\n');
}

test.each<[string, OperationId, (error: ContractError) => ContractError[], RegExp]>([
  [
    'another pointer',
    'addRightToWork',
    (error) => [{ ...error, instancePath: error.instancePath.replace('/data', '') }],
    /Not among the violations: .*required at \/data\/credential\/singapore_work_rights/,
  ],
  [
    'another parameter',
    'listVerificationRequests',
    (error) => [{ ...error, params: { ...error.params, missingProperty: 'request_id' } }],
    /Not among the violations: required at \?request_id\[\]/,
  ],
  [
    'other words',
    'createWebhook',
    (error) => [{ ...error, parentSchema: { ...error.parentSchema, 'x-message': 'is wrong' } }],
    /wrong_format at \/url "must be an absolute https URL/,
  ],
  [
    'a violation that is left out',
    'createWebhook',
    (error) => (error.keyword === 'x-public-address' ? [] : [error]),
    /Not among the violations: special_address at \/url/,
  ],
])('%s', { timeout: 60_000 }, async (_, operation, fault, departure) => {
  const sound = soundly.get(operation) ?? departuresAt(operation, (errors) => [...errors]);
  soundly.set(operation, sound);
  expect(await sound).toBe('');
  expect(await departuresAt(operation, (errors) => errors.flatMap(fault))).toMatch(departure);
});

test('every code that a violation of a JSON body or of a query can have is typed by hand once', () => {
  const typed = Object.values(refusedRequests)
    .flat()
    .flatMap(({ violations }) => ('example' in violations ? [] : violations.map((each) => each.split(' ')[1])));
  const codes = contract.components.schemas['ViolationCode']?.['enum'] as string[];
  // Of a file, for which cases/situations/files.ts takes what the contract's example says.
  expect(codes.filter((code) => !typed.includes(code))).toEqual(['wrong_content']);
});
