import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { byDirection, readContract } from '../../../scripts/conformance/contract/read-contract.ts';
import type { Contract, Schema } from '../../../scripts/generate/contract.ts';
import { museumFile } from './museum.ts';

test('readContract reads the files that a contract refers to', async () => {
  const { components, info } = await readContract(museumFile);
  expect(info.version).toBe('1.0.0');
  expect(components.schemas['museum-problem']).toMatchObject({ required: ['title', 'status'] });
});

test('byDirection removes readOnly properties from requests and does not require writeOnly properties in responses', () => {
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
  const { components, paths } = byDirection(document);
  expect(components.schemas['Thing']).toEqual({
    type: 'object',
    required: ['name', 'secret'],
    properties: { name: {}, secret: { writeOnly: true } },
  });
  expect(components.schemas['Thing.answer']).toEqual({
    ...Thing,
    required: ['id', 'name'],
    properties: { ...Thing.properties, id: { $ref: '#/components/schemas/Key.answer' } },
  });
  const answer = { schema: { $ref: '#/components/schemas/Thing.answer' } };
  expect(paths['/things']?.['post']).toEqual({
    requestBody: { content },
    responses: { '201': { content: { 'application/json': answer } } },
  });
});

test.each([
  ['a missing file', '/nowhere/openapi.yaml', /^\/nowhere\/openapi\.yaml cannot be read as a contract: .*path/],
  ['a document of another kind', fileURLToPath(new URL('../../../package.json', import.meta.url)), /Unsupported/],
  ['a file that is not YAML', fileURLToPath(import.meta.url), /cannot be read as a contract: .*\(\d+:\d+\)$/],
])('readContract reports %s in one sentence', async (_, file, message) => {
  await expect(readContract(file)).rejects.toThrow(message);
});
