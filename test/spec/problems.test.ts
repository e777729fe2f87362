import { expect, test } from 'vitest';
import type { Contract } from '../../scripts/contract/openapi.ts';
import { addProblems } from '../../scripts/generate/problems.ts';

function withProblems(problems: Record<string, object>, responses: object = {}): Contract {
  const operation = (operationId: string) => ({ operationId, security: [{ oauth2: ['read.all'] }], responses });
  const contract = {
    servers: [{ url: 'https://api.test', 'x-environment': 'production' }],
    paths: { '/a': { get: operation('getA') }, '/b': { get: operation('getB') } },
    components: {
      schemas: { ProblemCode: { 'x-problems': problems } },
      headers: { XRequestId: { example: 'id' }, Challenge: { required: true, schema: { type: 'string' } } },
    },
  };
  const copy: Contract = JSON.parse(JSON.stringify(contract));
  addProblems(copy);
  return copy;
}

const headers = { 'WWW-Authenticate': { $ref: '#/components/headers/Challenge' } };
const forbidden = { status: 403, title: 'Forbidden', explanation: 'You may not.\n\nMore.' };
const scope = { ...forbidden, operations: ['with a scope'], headers, examples: { Scope: { detail: 'No scope.' } } };
const right = { ...forbidden, operations: ['getB'], examples: { Right: { detail: 'No right.' } } };
const responseOf = (contract: Contract, name: string) => contract.components['responses']?.[name];

test('an operation has a response for each status of its problems', () => {
  const { paths, components } = withProblems({ scope, right });
  expect(paths['/a']?.['get']?.responses['403']).toEqual({ $ref: '#/components/responses/Scope' });
  expect(paths['/b']?.['get']?.responses['403']).toEqual({ $ref: '#/components/responses/ScopeOrRight' });
  const value = { type: 'https://api.test/problems/right', title: 'Forbidden', status: 403, detail: 'No right.' };
  const right403 = { summary: 'Forbidden.', value: { ...value, code: 'right', request_id: 'id' } };
  expect(components['examples']?.['Right']).toEqual(right403);
});

test('a header that only some problems of a response have is optional', () => {
  const contract = withProblems({ scope, right });
  expect(responseOf(contract, 'Scope')).toMatchObject({ headers });
  expect(responseOf(contract, 'ScopeOrRight')).toMatchObject({
    description: '`scope`: You may not.\n\n`right`: You may not.',
    headers: { 'WWW-Authenticate': { schema: { type: 'string' } } },
  });
  expect(JSON.stringify(responseOf(contract, 'ScopeOrRight'))).not.toContain('required');
});

test('an example with operations of its own occurs only there', () => {
  const examples = { Scope: { detail: 'No scope.' }, OfA: { detail: 'No scope.', operations: ['getA'] } };
  const { paths } = withProblems({ scope: { ...scope, examples } });
  expect(paths['/a']?.['get']?.responses['403']).toEqual({ $ref: '#/components/responses/ScopeOrOfA' });
  expect(paths['/b']?.['get']?.responses['403']).toEqual({ $ref: '#/components/responses/Scope' });
});

test('the generator rejects the name of an operation that does not exist', () => {
  const message = 'x-problems/right: there is no operation or group getC';
  expect(() => withProblems({ right: { ...right, operations: ['getC'] } })).toThrow(message);
});
