import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { valueAt } from '../../../scripts/contract/json.ts';
import type { Contract, Schema } from '../../../scripts/contract/openapi.ts';
import { byDirection, readContract } from '../../../scripts/contract/read-contract.ts';
import { temporaryFolder } from '../../support/folders.ts';

test('the kit reads the files that a contract refers to', async () => {
  const problem = fileOf({ required: ['title', 'status'] });
  const content = { 'application/problem+json': { schema: { $ref: path.basename(problem) } } };
  const get = { responses: { '404': { description: 'Missing', content } } };
  const { components } = await readContract(fileOf({ openapi: '3.1.0', info, paths: { '/items': { get } } }));
  expect(Object.values(components.schemas)).toContainEqual({ required: ['title', 'status'] });
});

test('the kit removes readOnly properties from requests, and does not require writeOnly properties in responses', () => {
  const Key: Schema = { type: 'integer', readOnly: true };
  const Thing: Schema = {
    type: 'object',
    required: ['id', 'name', 'secret'],
    properties: { id: { $ref: '#/components/schemas/Key' }, name: {}, secret: { writeOnly: true } },
  };
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } };
  const post = { requestBody: { content }, responses: { '201': { content } } };
  const schemas = { Key, Thing };
  const document = { paths: { '/things': { post } }, components: { schemas } } as unknown as Contract;
  const { components, paths, 'x-response': responses } = byDirection(document);
  expect(components.schemas['Thing']).toEqual({
    type: 'object',
    required: ['name', 'secret'],
    properties: { name: {}, secret: { writeOnly: true } },
  });
  expect(valueAt(responses, '/components/schemas/Thing')).toEqual({
    ...Thing,
    required: ['id', 'name'],
    properties: { ...Thing.properties, id: { $ref: '#/x-response/components/schemas/Key' } },
  });
  const response = { schema: { $ref: '#/x-response/components/schemas/Thing' } };
  expect(paths['/things']?.['post']).toEqual({
    requestBody: { content },
    responses: { '201': { content: { 'application/json': response } } },
  });
});

const owner = { $ref: '#/components/schemas/Owner' };

test.each<[what: string, schema: object, read: object]>([
  ['nullable', { type: 'string', nullable: true, enum: ['a'] }, { type: ['string', 'null'], enum: ['a', null] }],
  [
    'exclusive bounds',
    { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false },
    { type: 'number', exclusiveMinimum: 0, maximum: 9 },
  ],
  ['a nullable reference', { allOf: [owner], nullable: true }, { anyOf: [{ allOf: [owner] }, { type: 'null' }] }],
  ['a reference with siblings', { ...owner, nullable: true }, owner],
  ['an example', { example: { nullable: true } }, { example: { nullable: true } }],
])('the kit converts an OpenAPI 3.0 schema with %s to OpenAPI 3.1', async (_, schema, read) => {
  const get = { responses: { '200': { description: 'Item' } } };
  const schemas = { Item: { properties: { one: schema } }, Owner: { type: 'string' } };
  const document = { openapi: '3.0.3', info, paths: { '/items': { get } }, components: { schemas } };
  const { components } = await readContract(fileOf(document));
  expect(components.schemas['Item']?.properties?.['one']).toEqual(read);
});

test('the kit ignores the charset parameter of a media type in a contract', async () => {
  const content = { 'application/json; charset=utf-8': { schema: { type: 'integer' } }, 'text/plain;v=1': {} };
  const get = { responses: { '200': { description: 'Count', content } } };
  const { paths } = await readContract(fileOf({ openapi: '3.1.0', info, paths: { '/count': { get } } }));
  expect(paths['/count']?.['get']).toMatchObject({
    responses: { '200': { content: { 'application/json': { schema: { type: 'integer' } }, 'text/plain;v=1': {} } } },
  });
});

const folder = await temporaryFolder();

function fileOf(document: unknown): string {
  const file = path.join(folder, `${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(document));
  return file;
}
const info = { title: 'Shop', version: '1' };
const paths = { '/items': { get: { responses: { '200': { $ref: '#/components/responses/Items' } } } } };

test.each([
  ['a missing file', () => '/nowhere/openapi.yaml', /^\/nowhere\/openapi\.yaml cannot be read as a contract: .*path/],
  ['a document of another kind', () => fileURLToPath(new URL('../../../package.json', import.meta.url)), /Unsupported/],
  ['a file that is not YAML', () => fileURLToPath(import.meta.url), /cannot be read as a contract: .*\(\d+:\d+\)$/],
  ['Swagger 2.0', () => fileOf({ swagger: '2.0', info, paths: {} }), /Convert it to OpenAPI 3/],
  ['a document without operations', () => fileOf({ openapi: '3.1.0', info, paths: {} }), /no operation to check/],
  [
    'a reference without a target',
    () => fileOf({ openapi: '3.1.0', info, paths }),
    /\.json:1:\d+ cannot be read as a contract: Can't resolve \$ref \(at #\/paths\/~1items\/get\/responses\/200\)$/,
  ],
])('the kit rejects %s as a contract with a one-line error', async (_, file, message) => {
  const { message: given } = await readContract(file()).then(
    () => new Error('The contract was read'),
    (error: Error) => error,
  );
  expect(given).toMatch(message);
  expect(given).not.toContain('\n');
});
