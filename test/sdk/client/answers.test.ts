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
import { clientOf, problem, startStub } from './stub.ts';

type Schemas = components['schemas'];
const body = example('RightToWorkAustralia');

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

test('unwrap throws an error with the problem, the status and the request ID', async () => {
  const stub = await startStub([problem(409, 'id_conflict')]);
  const error: unknown = await unwrap(clientOf(stub).client.addRightToWork({ body })).catch((e: unknown) => e);
  expect(error).toBeInstanceOf(PartnerApiError);
  expect(error).toMatchObject({
    message: 'addRightToWork: 409 id_conflict: Why, request req-409',
    operation: 'addRightToWork',
    status: 409,
    requestId: 'req-409',
    problem: { code: 'id_conflict' },
  });
});

test('the error message contains the first violation and the number of other violations', async () => {
  const { status, body: several } = { status: 422, body: example('SeveralViolations') };
  const stub = await startStub([{ status, body: JSON.stringify(several), headers: { 'X-Request-Id': 'req-422' } }]);
  const error: Error = await unwrap(clientOf(stub).client.addRightToWork({ body })).catch((e) => e);
  const [{ pointer, detail }] = several.errors;
  expect(error.message).toBe(`addRightToWork: 422 validation_failed: ${pointer} ${detail} (+2 more), request req-422`);
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
