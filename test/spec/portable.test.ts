import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { type OperationId, operations, scopes } from '../../generated/operations.ts';
import {
  documentedResponses,
  indexContract,
  requestValidators,
} from '../../scripts/conformance/index/contract-index.ts';
import type { Validate } from '../../scripts/conformance/validators/schema-validator.ts';
import { type MediaType, type Response, resolve } from '../../scripts/contract/openapi.ts';
import { applyOverlay } from '../../scripts/generate/portable.ts';
import { root } from '../../scripts/project/root.ts';
import { bodiesOf } from '../conformance/offline-session.ts';
import { contract } from '../support/contract.ts';
import { sized } from '../support/size.ts';
import { variationsOf } from '../support/variations.ts';

const REGISTERED_DOMAINS = ['documents.example.edu', 'hiring.acme.example'];
const partner = { domains: REGISTERED_DOMAINS, scopes, allowLoopback: false };

const portable = JSON.parse(await readFile(path.join(root, 'generated/openapi.portable.json'), 'utf8'));
const index = indexContract(contract);
const operationIds = Object.keys(operations) as OperationId[];

const isValid = (validate: Validate | undefined, body: unknown) => validate?.(body, partner).length === 0;
const operationOf = (id: OperationId, { paths } = contract) =>
  paths[operations[id].path]?.[operations[id].method.toLowerCase()];
const examplesOf = (content: Record<string, MediaType> = {}): [type: string, values: unknown[]][] =>
  Object.entries(content).map(([type, { examples = {} }]) => [
    type,
    Object.values(examples).map((example) => resolve<{ value: unknown }>(contract, example).value),
  ]);

const LARGEST_BODY_TIMEOUT = { timeout: 120_000 };

/** The short run covers few operations, because creating the cases takes many seconds. */
const sample: OperationId[] = ['createTokenV1', 'addRightToWork', 'createVerificationRequest', 'createWebhook'];

test.each(sized(sample, operationIds))(
  'the portable bundle accepts every request of %s that the full contract accepts',
  LARGEST_BODY_TIMEOUT,
  async (id) => {
    const bodies = await bodiesOf(index, id, REGISTERED_DOMAINS);
    for (const [type, examples] of examplesOf(operationOf(id).requestBody?.content)) {
      const [full, plain] = [contract, portable].map((each) =>
        requestValidators(each, operationOf(id, each)).get(type),
      );
      const accepted = [...examples, ...bodies].filter((body) => isValid(full, body));
      expect(accepted).toEqual(expect.arrayContaining(examples));
      expect(accepted.find((body) => !isValid(plain, body))).toBeUndefined();
    }
  },
);

test.each(operationIds)('the portable bundle accepts every response of %s that the full contract accepts', (id) => {
  for (const [status, reference] of Object.entries(operationOf(id).responses)) {
    for (const [type, examples] of examplesOf(resolve<Response>(contract, reference as Response).content)) {
      const [full, plain] = [contract, portable].map((each) =>
        documentedResponses(each, operationOf(id, each)).get(status)?.bodies.get(type),
      );
      const accepted = [...examples, ...examples.flatMap(variationsOf)].filter((body) => isValid(full, body));
      expect(accepted).toEqual(expect.arrayContaining(examples));
      expect(accepted.find((body) => !isValid(plain, body))).toBeUndefined();
    }
  }
});

test('the generator rejects an OpenAPI Overlay with an action that changes nothing', async () => {
  const overlay = 'overlay: 1.1.0\nactions:\n  - target: $.components.schemas.Missing\n    remove: true\n';
  await expect(applyOverlay(contract, overlay)).rejects.toThrow('$.components.schemas.Missing');
});
