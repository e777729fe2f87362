import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { beforeAll, expect, test } from 'vitest';
import type { OperationId } from '../../generated/operations.ts';
import type { ContractError } from '../../generated/validators.js';
import * as present from '../../generated/validators.js';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import {
  type Contract,
  listOperations,
  type Response,
  resolve,
  type Schema,
  targetOf,
} from '../../scripts/contract/openapi.ts';
import { renderValidators } from '../../scripts/generate/validators.ts';
import { lastRelease, unreleasedChanges } from '../../scripts/release/check-compatibility.ts';
import { contractRules } from '../../server/api/contract/extension-keywords.ts';
import { bodiesOf } from '../conformance/offline-session.ts';
import { contract } from '../support/contract.ts';
import { temporaryFolder } from '../support/folders.ts';
import { variationsOf } from '../support/variations.ts';

// Checks the exemptions in spec/releases/unreleased.json: the contract must accept and return the same bodies as the
// last release, except bodies that a rule in `stricter` rejects.

type Validators = typeof present;
type Json = unknown;

let released: Contract;
let before: Validators;
let stricterRules: { keyword: string; schema: Schema }[];

beforeAll(async () => {
  released = await lastRelease();
  const { stricter } = await unreleasedChanges();
  const pointers = stricter.flatMap(({ differences }) => differences.map(({ pointer }) => pointer));
  stricterRules = pointers.map((pointer) => {
    const end = pointer.lastIndexOf('/');
    const keyword = pointer.slice(end + 1);
    let schema = targetOf(contract, pointer.slice(0, end)) as Schema;
    // Follows references, because the current contract can have a `$ref` where the last release has the whole schema.
    while (schema.$ref !== undefined && !(keyword in schema)) schema = targetOf(contract, schema.$ref) as Schema;
    return { keyword, schema };
  });
  const file = path.join(await temporaryFolder(), 'validators.mjs');
  await writeFile(file, await renderValidators(released));
  before = await import(/* @vite-ignore */ pathToFileURL(file).href);
});

const REGISTERED_DOMAINS = ['documents.example.edu', 'hiring.acme.example'];
const scopes = Object.keys(contract.components.securitySchemes.oauth2.flows.clientCredentials.scopes);
const rules = contractRules({ domains: REGISTERED_DOMAINS, scopes, allowLoopback: false });

const operationIds = listOperations(contract).map(({ operation }) => operation.operationId as OperationId);

/** Returns the errors that the current contract reports for a body, without errors from rules in `stricter`. */
function errorsNow(id: OperationId, body: Json): string[] {
  const validate = present.requestBodies[id];
  if (validate === undefined || validate.call(rules, body)) return [];
  // Compares descriptions too, because several schemas can have the same rule, such as `x-https: true`.
  const isFromStricterRule = ({ keyword, schema, parentSchema }: ContractError) =>
    stricterRules.some(
      (each) =>
        each.keyword === keyword &&
        isDeepStrictEqual(each.schema[keyword], schema) &&
        each.schema['description'] === parentSchema?.['description'],
    );
  return (validate.errors ?? [])
    .filter((error) => !isFromStricterRule(error))
    .map(({ schemaPath, instancePath }) => `${instancePath}: ${decodeURIComponent(schemaPath)}`);
}

test.each(operationIds)('the contract accepts every body of %s that the last release accepts', async (id) => {
  const validate = before.requestBodies[id];
  if (validate === undefined) return;
  // Generates bodies from both contracts, and then drops the bodies that the last release rejects.
  const bodies = [released, contract as Contract].map((each) => bodiesOf(indexContract(each), id, REGISTERED_DOMAINS));
  const accepted = (await Promise.all(bodies)).flat().filter((body) => validate.call(rules, body));
  expect(accepted).not.toEqual([]);
  const refused = accepted
    .map((body) => [body, errorsNow(id, body)] as const)
    .filter(([, errors]) => errors.length > 0);
  expect(refused).toEqual([]);
});

/** Rules that now allow additional values in responses. Clients of the last release accept the additional values. */
const WIDENED = [
  '#/components/schemas/ProblemCode/enum',
  '#/components/schemas/VerificationLink/properties/redirect_uri/pattern',
];

test.each(operationIds)('every response of %s that the contract accepts is also valid in the last release', (id) => {
  const { responses } = listOperations(contract).find(({ operation }) => operation.operationId === id)?.operation ?? {};
  const widened = WIDENED.map((pointer) => targetOf(released, pointer));
  const isWidened = ({ schema }: ContractError) => widened.some((rule) => isDeepStrictEqual(rule, schema));
  for (const [status, reference] of Object.entries(responses ?? {})) {
    const [now, then] = [present.responses[id]?.[status]?.body, before.responses[id]?.[status]?.body];
    if (now === undefined || then === undefined) continue;
    const { content } = resolve<Response>(contract, reference);
    const examples = Object.values(content ?? {}).flatMap(({ examples }) => Object.values(examples ?? {}));
    const bodies = examples.map((example) => resolve<{ value: Json }>(contract, example).value);
    const mismatches = [...bodies, ...bodies.flatMap(variationsOf)].filter(
      (body) => now.call(rules, body) && !then.call(rules, body) && !then.errors?.every(isWidened),
    );
    expect(mismatches, status).toEqual([]);
  }
});
