import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { expect, test } from 'vitest';
import { type Contract, listOperations, type Reference, resolve } from '../../scripts/contract/openapi.ts';
import { jsonSchemas } from '../../scripts/package/schemas.ts';

const contract: Contract = JSON.parse(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));
const schemas = jsonSchemas(contract);

test('the tools package contains a JSON Schema with a unique $id for each schema of the contract', () => {
  expect([...schemas.keys()]).toEqual(Object.keys(contract.components.schemas).map((name) => `${name}.json`));
  const ids = [...schemas].map(([file, schema]) => [file, (schema as { $id: string }).$id]);
  for (const [file, id] of ids) expect(id).toMatch(new RegExp(`^https://[^/]+/schemas/${file}$`));
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
for (const schema of schemas.values()) ajv.addSchema(schema as object);

test.each([...schemas.keys()])('every $ref in the JSON Schema %s resolves', (file) => {
  const { $id } = schemas.get(file) as { $id: string };
  expect(ajv.getSchema($id)).toBeTypeOf('function');
});

test('the JSON Schemas in the tools package accept every example request body, and reject an unknown property', () => {
  let checked = 0;
  for (const { operation } of listOperations(contract)) {
    const { schema, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
    if (schema?.$ref === undefined) continue;
    const { $id } = schemas.get(`${schema.$ref.split('/').at(-1)}.json`) as { $id: string };
    const validate = ajv.getSchema($id);
    for (const example of Object.values(examples)) {
      const { value } = resolve<{ value: unknown }>(contract, example as Reference);
      expect(validate?.(value), JSON.stringify(validate?.errors)).toBe(true);
      expect(validate?.({ ...(value as object), unheard_of: true })).toBe(false);
      checked += 1;
    }
  }
  expect(checked).toBeGreaterThan(10);
});
