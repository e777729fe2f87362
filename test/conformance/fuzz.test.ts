import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../generated/operations.ts';
import { fuzzRequests } from '../../scripts/conformance/cases/fuzz-requests.ts';
import { errorsIn } from '../../scripts/conformance/cases/schema-errors.ts';
import type { CaseRequest } from '../../scripts/conformance/types.ts';
import { type Contract, listOperations } from '../../scripts/generate/contract.ts';
import { contract as bundled } from '../support/contract.ts';
import { sized } from '../support/size.ts';

const contract: Contract = bundled;
const registeredDomains = ['documents.example.edu', 'hiring.acme.example'];
const scopes = Object.keys(bundled.components.securitySchemes.oauth2.flows.clientCredentials.scopes);
const operationIds = listOperations(contract).map(({ operation }) => operation.operationId as OperationId);

const requestsOf = (operation: OperationId) => fuzzRequests(operation, { contract, registeredDomains });

function isValid(operation: OperationId, { body, mediaType }: CaseRequest): boolean {
  if (body === undefined || !('json' in body) || mediaType !== undefined) return false;
  return errorsIn(contract, operation, 'json', body.json, { registeredDomains, scopes }).length === 0;
}

/** Bytes as one text: compared one by one, a long body takes minutes. */
const asText = (request: CaseRequest) =>
  JSON.stringify(request, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value));

/** Neither all of them, nor next to none. */
const ABOUT_HALF = [0.3, 0.75] as const;

describe.each(operationIds)('the random requests of %s', (operation) => {
  test('can be sent', () => {
    fc.assert(
      fc.property(requestsOf(operation), ({ body, query = [], path = {} }) => {
        if (body !== undefined && 'json' in body) expect(JSON.stringify(body.json)).toBeTypeOf('string');
        for (const part of [...query.flat(), ...Object.values(path)]) encodeURIComponent(part);
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  test('are the same for the same seed', () => {
    const sample = () => fc.sample(requestsOf(operation), { numRuns: sized(5, 20), seed: 5 }).map(asText);
    expect(sample()).toEqual(sample());
  });
});

describe('random bodies', () => {
  test.each([
    'addEducation',
    'addCredentialBatch',
    'createVerificationRequest',
    'createWebhook',
  ] as const)('of %s are valid about half of the time', (operation) => {
    const sample = fc.sample(requestsOf(operation), { numRuns: 500, seed: 5 });
    const share = sample.filter((request) => isValid(operation, request)).length / sample.length;
    expect(share).toBeGreaterThan(ABOUT_HALF[0]);
    expect(share).toBeLessThan(ABOUT_HALF[1]);
  });

  test('that are valid never have the identifier of another', () => {
    const sample = fc.sample(requestsOf('addEducation'), { numRuns: 500, seed: 5 });
    const ids = sample
      .filter((request) => isValid('addEducation', request))
      .map(({ body }) => (body as { json: { id: string } }).json.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('shrink to a small one that still shows the fault', () => {
    // A server that cannot bear a member of that name anywhere.
    const fails = ({ body }: CaseRequest) =>
      body !== undefined && 'json' in body && JSON.stringify(body.json).includes('"constructor"');
    const found = fc.check(
      fc.property(requestsOf('createWebhook'), (request) => !fails(request)),
      { numRuns: 5000, seed: 5 },
    );
    const [request] = found.counterexample ?? [];
    expect(found.failed).toBe(true);
    expect(JSON.stringify(request).length).toBeLessThan(400);
  });
});
