import { expect, expectTypeOf, test } from 'vitest';
import { operations } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';
import {
  type OperationProblem,
  PartnerApiError,
  type PartnerClient,
  unwrap,
} from '../../../server/sdk/client/client.ts';
import { example } from '../../support/contract.ts';
import { clientOf, problem, type Reply, startStub } from './stub.ts';

type Schemas = components['schemas'];
const body = example('RightToWorkAustralia');
const severalViolations = example('SeveralViolations');
const [first] = severalViolations.errors;

test('the client reads \\u0026 as an ampersand (RFC 8259, section 7)', async () => {
  const stub = await startStub([
    {
      status: 201,
      body: '{"redirect_uri":"https://app.test/#clientId=a\\u0026documentType=none\\u0026content=c"}',
    },
  ]);
  const { redirect_uri } = await unwrap(clientOf(stub).client.addRightToWork({ body }));
  expect(redirect_uri).toBe('https://app.test/#clientId=a&documentType=none&content=c');
});

test.each([
  [problem(409, 'id_conflict'), 'addRightToWork: 409 id_conflict: Why, request req-409'],
  [
    { status: 422, body: severalViolations, headers: { 'X-Request-Id': 'req-422' } },
    `addRightToWork: 422 validation_failed: ${first.pointer} ${first.detail} (+2 more), request req-422`,
  ],
])('unwrap throws an error with the problem, the status, the request ID, and the first violation', async (reply, message) => {
  const { client } = clientOf(await startStub([reply as Reply]));
  const error: unknown = await unwrap(client.addRightToWork({ body })).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(PartnerApiError);
  const [, status, code = ''] = /(\d+) (\w+)/.exec(message) ?? [];
  const properties = { operation: 'addRightToWork', status: Number(status), requestId: `req-${status}` };
  expect(error).toMatchObject({ message, ...properties, problem: { code } });
});

test('the client has a method for every operationId', () => {
  const { client } = clientOf({ url: 'https://api.test' });
  for (const id of Object.keys(operations)) expect(client).toHaveProperty(id, expect.any(Function));
});

// `npm run check -- types` verifies these type assertions. They have no effect at run time.
test('the client has types for requests, responses and problems', () => {
  type AddEducation = Awaited<ReturnType<PartnerClient['addEducation']>>;
  expectTypeOf<NonNullable<AddEducation['data']>>().toEqualTypeOf<Schemas['SubmissionLink']>();

  type Problems = OperationProblem<'addEducation'>;
  type Conflict = Extract<Problems, { code: 'id_conflict' }>;
  expectTypeOf<Conflict['status']>().toEqualTypeOf<409>();
  type Invalid = Extract<Problems, { code: 'validation_failed' }>;
  expectTypeOf<Invalid['errors']>().toEqualTypeOf<Schemas['Violation'][]>();
  expectTypeOf<Extract<Problems, { code: 'not_found' }>>().toBeNever();
  expectTypeOf<OperationProblem<'listWebhooks'>['code']>().toEqualTypeOf<
    'unauthenticated' | 'insufficient_scope' | 'rate_limited' | 'internal_error' | 'unavailable'
  >();
  expectTypeOf<OperationProblem<'createTokenV2'>>().toEqualTypeOf<Schemas['TokenError']>();

  const typed = async (client: PartnerClient) => {
    const { data, error: problem } = await client.addRightToWork({ body });
    // @ts-expect-error data can be undefined until the error is checked
    data.redirect_uri;
    if (problem === undefined) expectTypeOf(data.redirect_uri).toEqualTypeOf<string>();
    else if (problem.code === 'validation_failed')
      expectTypeOf(problem.errors[0]?.pointer).toEqualTypeOf<string | undefined>();
    // @ts-expect-error only the problem validation_failed has violations
    else if (problem.code === 'id_conflict') problem.errors;
    expectTypeOf(await unwrap(client.deleteWebhook({ params: { path: { id: 'W' } } }))).toEqualTypeOf<undefined>();
    const error: unknown = undefined;
    if (error instanceof PartnerApiError) {
      if (error.problem.code === 'validation_failed')
        expectTypeOf(error.problem.errors).toEqualTypeOf<Schemas['Violation'][]>();
      else if (error.problem.code === 'id_conflict') expectTypeOf(error.problem.status).toEqualTypeOf<409>();
      // @ts-expect-error the contract does not define this problem code
      else if (error.problem.code === 'no_such_code') return;
    }
    // @ts-expect-error the path parameters are required
    await client.getWebhook();
    // @ts-expect-error the request body is incomplete
    await client.addEducation({});
    // @ts-expect-error the contract does not define this scope
    clientOf({ url: '' }, { scope: ['read.everything'] });
  };
  expectTypeOf(typed).toBeFunction();
});
