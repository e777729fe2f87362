import { expect, test } from 'vitest';
import { errorsIn, schemaCases } from '../../scripts/conformance/cases/schema-cases.ts';
import { indexContract } from '../../scripts/conformance/index/contract-index.ts';
import { sampleOf } from '../../scripts/conformance/index/samples.ts';
import { responseMismatches } from '../../scripts/conformance/judge/check-response.ts';
import { pointerOf } from '../../scripts/conformance/judge/expected-violations.ts';
import { createResponseRules } from '../../scripts/conformance/judge/response-rules.ts';
import type { Made } from '../../scripts/conformance/kit-types.ts';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { complete } from '../../scripts/contract/read-contract.ts';
import { contract as own } from '../support/contract.ts';
import { offlineSession } from './offline-session.ts';

// These tests use a contract with OpenAPI features that the contract of this project does not use.

const pet = (kind: string) => ({
  type: 'object',
  required: ['kind', 'name', 'age'],
  properties: { kind: { const: kind }, name: { type: 'string', minLength: 2 }, age: { type: 'integer', minimum: 1 } },
});
const counts = { type: 'array', items: { $ref: '#/components/schemas/Count' } };
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  security: [{ key: [] }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      summary: 'A pet',
      put: {
        requestBody: { $ref: '#/components/requestBodies/Pet' },
        responses: {
          '2XX': { content: { 'application/json': { schema: counts } } },
          default: { content: { 'application/*': { schema: { type: 'object' } } } },
        },
      },
    },
  },
  components: {
    requestBodies: {
      Pet: { content: { 'application/vnd.pet+json': { schema: { $ref: '#/components/schemas/Pet' } } } },
    },
    schemas: {
      Count: { type: 'integer' },
      Cat: pet('Cat'),
      Dog: pet('Dog'),
      Pet: {
        oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }],
        discriminator: { propertyName: 'kind' },
      },
    },
    securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'X-Key' } },
  },
} as unknown as Contract;
const id = 'put_pets_id_';
const index = indexContract(complete(document));
const anyone = { domains: ['*'], scopes: [], allowLoopback: false };
const answer = (status: number, mediaType: string, text: string) =>
  responseMismatches(index, id, {
    status,
    headers: new Headers({ 'content-type': mediaType }),
    text,
    json: JSON.parse(text),
  });

test('the kit applies path-level parameters and contract-level security requirements to every operation', () => {
  expect(index.operationIds).toEqual([id]);
  expect(index.shapeOf(id)).toMatchObject({
    method: 'PUT',
    requestTypes: ['application/vnd.pet+json'],
    parameters: [{ name: 'id', in: 'path', type: 'string' }],
  });
  expect(index.proofOf(id)).toEqual({ by: 'header', scopes: [] });
  expect(index.tokenPath).toBeUndefined();
});

test.each([
  ['an exclusive minimum', { type: 'integer', exclusiveMinimum: 5 }, 6],
  ['an exclusive maximum', { type: 'integer', exclusiveMaximum: -3 }, -4],
  ['a maximum of zero', { type: 'number', maximum: 0 }, 0],
  ['a minimum and a step', { type: 'integer', minimum: 7, multipleOf: 5 }, 10],
  ['a pattern that is invalid with the Unicode flag', { type: 'string', pattern: '^[\\w-.]{2}$' }, 'aa'],
])('the kit generates a valid value for a schema with %s', (_, schema, value) => {
  expect(sampleOf(document, schema)).toBe(value);
});

function indexOfFiles(content: object, id: object) {
  const parameters = [{ name: 'id', in: 'path', required: true, schema: id }];
  const responses = { '200': { headers: { 'X-Request-Id': { schema: { type: 'string' } } } } };
  const paths = {
    '/files': { post: { operationId: 'createFile', requestBody: { content }, responses } },
    '/files/{id}': { get: { operationId: 'readFile', parameters, responses } },
  };
  return indexContract(complete({ ...document, security: [], paths } as unknown as Contract));
}
const text = { type: 'string' };

test('the kit sends an XML example only if the example is a string', () => {
  const content = { 'application/xml': { example: { a: 1 } }, 'text/xml': { example: '<a>1</a>' } };
  const files = indexOfFiles(content, text);
  expect(files.bodyExamples('createFile', 'application/xml')).toEqual([]);
  expect(files.bodyExamples('createFile', 'text/xml')).toEqual([['example', '<a>1</a>']]);
});

test.each([
  [undefined, /^multipart\/form-data; boundary=\S+$/],
  ['MULTIPART/FORM-DATA', /^MULTIPART\/FORM-DATA; boundary=\S+$/],
  ['multipart/form-data; charset=utf-8', /^multipart\/form-data; charset=utf-8; boundary=\S+$/],
  ['text/plain', /^text\/plain$/],
])('if the media type is %s, the kit sends a multipart body with a Content-Type that matches %s', async (mediaType, expected) => {
  const schema = { type: 'object', required: ['name'], properties: { name: { type: 'string' } } };
  const session = offlineSession(indexOfFiles({ 'multipart/form-data': { schema } }, text), ['*']);
  const { wire } = await session.prepare('createFile', { ...(mediaType && { mediaType }) });
  expect(wire.headers['content-type']).toMatch(expected);
  expect(String(wire.body)).toMatch(
    /^--\S+\r\ncontent-disposition: form-data; name="name"\r\n\r\ntext\r\n--\S+--\r\n$/,
  );
});

test('the kit creates no test cases for the schemas of header and cookie parameters', async () => {
  const parameters = ['header', 'cookie'].map((place) => ({ name: 'theme', in: place, schema: { enum: ['light'] } }));
  const paths = { '/files': { get: { operationId: 'listFiles', parameters, responses: { '200': {} } } } };
  const files = indexContract(complete({ ...document, security: [], paths } as unknown as Contract));
  expect(await schemaCases(files, 'listFiles', ['*'], 'all')).toEqual([]);
});

test('the kit accepts two responses with the same X-Request-Id if the contract has no problem catalogue (x-problems)', () => {
  const session = offlineSession(indexOfFiles({}, text), ['*']);
  const mismatchesOf = createResponseRules(session);
  const given = { status: 200, headers: new Headers({ 'x-request-id': 'a' }), text: '', json: undefined };
  const made = { sent: { operation: 'readFile', path: {} }, answer: given } as Made;
  expect([made, made].flatMap(mismatchesOf)).toEqual([]);
});

test('the kit checks responses against the status ranges and media type ranges of a contract', () => {
  expect(answer(201, 'application/json', '[1]')).toEqual([]);
  expect(answer(201, 'application/json', '["1"]')).toEqual(['Body /0 violates type: must be integer.']);
  expect(answer(418, 'application/teapot', '{}')).toEqual([]);
  expect(answer(418, 'text/plain', '{}')).toEqual(['Content-Type must be application/*, but is text/plain.']);
});

test.each([{}, { kind: 'Bird' }])('the kit finds every error in a body without a valid discriminator: %j', (kind) => {
  const errors = errorsIn(index, id, 'json', { ...kind, name: '', age: 0 }, anyone);
  const found = new Set(errors?.map(pointerOf));
  expect([...found].filter((pointer) => pointer !== '').sort()).toEqual(['/age', '/kind', '/name']);
});

test('the kit checks a response with a million errors within 3 seconds', () => {
  const text = `[${'"x",'.repeat(1_000_000)}"x"]`;
  const started = performance.now();
  expect(answer(200, 'application/json', text).length).toBeLessThan(3000);
  expect(performance.now() - started).toBeLessThan(3000);
});

test('the kit ignores default responses if the contract has a problem catalogue (x-problems)', () => {
  const ours = indexContract(own);
  expect(ours.answerOf('addEducation', 405)).toBeUndefined();
  expect(ours.statusesOf('addEducation')).not.toContain('default');
  expect(ours.listsViolations('addEducation')).toBe(true);
  expect(ours.listsViolations('createTokenV2')).toBe(false);
  expect(ours.proofOf('uploadAsset')?.by).toBe('link');
});
