import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fuzzRequests } from '../../scripts/conformance/cases/fuzz-requests.ts';
import { errorsIn } from '../../scripts/conformance/cases/valid-requests.ts';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import type { CaseRequest, OperationId } from '../../scripts/conformance/kit-types.ts';
import { pointersIn } from '../../scripts/contract/json.ts';
import { contract } from '../support/contract.ts';

const index = indexContract(contract);
const registeredDomains = ['documents.example.edu', 'hiring.acme.example'];
const requestsOf = (operation: OperationId) => fuzzRequests(index, operation, { registeredDomains });

function isValid(operation: OperationId, { body, mediaType }: CaseRequest): boolean {
  if (body === undefined || !('json' in body) || mediaType !== undefined) return false;
  return (
    errorsIn(index, operation, 'json', body.json, {
      domains: registeredDomains,
      scopes: index.scopes,
      allowLoopback: false,
    }).length === 0
  );
}

describe('Random request bodies', () => {
  test.each([
    'addEducation',
    'addCredentialBatch',
    'createVerificationRequest',
    'createWebhook',
  ])('about half of the random bodies for %s are valid', (operation) => {
    const sample = fc.sample(requestsOf(operation), { numRuns: 500, seed: 5 });
    const share = sample.filter((request) => isValid(operation, request)).length / sample.length;
    expect(share).toBeGreaterThan(0.3);
    expect(share).toBeLessThan(0.75);
  });

  test('valid bodies have unique identifiers', () => {
    const ids = fc
      .sample(requestsOf('addEducation'), { numRuns: 500, seed: 5 })
      .filter((request) => isValid('addEducation', request))
      .map(({ body }) => (body as { json: { id: string } }).json.id);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('bodies have fewer than 64 levels of nesting, because parsers can limit the depth', () => {
    const bodies = fc.sample(requestsOf('createWebhook'), { numRuns: 2000, seed: 5 }).map(({ body }) => body);
    const depths = bodies.flatMap((body) =>
      body !== undefined && 'json' in body ? Math.max(...pointersIn(body.json).map((at) => at.split('/').length)) : [],
    );
    expect(Math.max(...depths)).toBeGreaterThan(20);
    expect(Math.max(...depths)).toBeLessThan(64);
  });
});
