import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { readPrefer } from '../../mock/prefer.ts';
import type { Preferences } from '../../mock/running-mock.ts';
import { Refusal } from '../../server/api/contract/problem.ts';
import { example } from '../support/contract.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { runMock, sandboxCredentials, type TestMock } from './running.ts';

test.each([
  ['code=404', { code: 404 }],
  ['code=404, example=NotFound', { code: 404, exampleKey: 'NotFound' }],
  ['CODE = "404"', { code: 404 }],
  ['dynamic=true', { dynamic: true }],
  // If a preference is repeated, only its first value applies (RFC 7240, section 2).
  ['code=404, code=500', { code: 404 }],
])('the mock parses the Prefer header as RFC 7240 specifies: %s', (header, choice) => {
  expect(readPrefer(header).choice).toEqual({ dynamic: false, ...choice });
});

test.each([
  ...['respond-async', 'wait=10', 'cod=503', 'code', 'code=', 'code="503', 'code=503; strict', 'dynamic=yes'],
  ...['code=503 example=Unavailable', 'dynamic=true, example=StatusVerified', 'dynamic=true, code=503'],
  ...['delay=31', 'delay=-1', 'delay=soon', 'delay=NaN', 'delay=1e9'],
])('the mock rejects an unknown, malformed, or conflicting preference: %s', (header) => {
  expect(() => readPrefer(header)).toThrow(Refusal);
});

test('the mock rejects long, malformed Prefer headers within a second', () => {
  const spent = cpuTime();
  const parts = ['"\\"', 'a,', 'a ', '; ', ', ', 'a=;', ' ;', ' =', '= ', '""', 'a', ' ', '\t', 'a='];
  for (const start of ['', 'a', 'code="'])
    for (const part of parts) expect(() => readPrefer(`${start}${part.repeat(16_000)}!`)).toThrow(Refusal);
  expect(spent()).toBeLessThan(1000);
});

describe('The Prefer header', () => {
  let mock: TestMock;
  let token: string;

  beforeAll(async () => {
    mock = await runMock();
    token = await mock.token();
  });

  afterAll(() => mock.stop());

  const STATUS = '/api/partner/v2/submissions/A-1/status.json';
  const ask = (prefer: string, options: { token?: string; target?: string } = { token }) =>
    mock.call('GET', options.target ?? STATUS, { ...options, headers: { Prefer: prefer } });

  test('the mock accepts several Prefer headers', async () => {
    const response = await fetch(mock.url + STATUS, {
      headers: [
        ['Authorization', `Bearer ${token}`],
        ['Prefer', 'code=200'],
        ['Prefer', 'example=StatusCanceled'],
      ],
    });
    expect(response.headers.get('preference-applied')).toBe('code=200, example=StatusCanceled');
    expect(await response.json()).toMatchObject({ id: 'A-1', status: 'canceled' });
  });

  test.each([
    ...['code=418', 'code=abc', 'example=Nope', 'code=404, example=StatusCanceled'],
  ])('the mock rejects a preference for an undocumented response, and lists the documented responses: %s', async (prefer) => {
    const answer = await ask(prefer);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('preference-applied')).toBeNull();
    expect(answer.body).toMatchObject({ code: 'invalid_preference' });
    expect(answer.body.detail).toContain(
      '200 StatusVerified or StatusIncomplete or StatusCanceled or StatusDocumentProblem',
    );
    expect(answer.body.detail).toContain('429 RateLimited');
  });

  test('the mock rejects an unknown preference with 400, and lists the known preferences', async () => {
    const { status, body } = await ask('cod=503');
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'invalid_preference' });
    expect(body.detail).toContain('code, example, dynamic, delay');
  });

  test('the token endpoint of the mock returns an OAuth error for a preference with an undocumented response code', async () => {
    const { body } = await mock.call('POST', operations.createTokenV2.path, {
      headers: { Prefer: 'code=404' },
      body: sandboxCredentials(),
    });
    expect(body).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('401 TokenClientWrong'),
    });
  });

  test('the mock delays a response on request, and names all applied preferences in the Preference-Applied header', async () => {
    const startedAt = performance.now();
    const prefer = 'delay=0.2, code=503';
    const answer = await ask(prefer);
    expect(performance.now() - startedAt).toBeGreaterThan(190);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('preference-applied')).toBe(prefer);
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  test('the mock can generate a body with the requested id, the properties of the schema, and at most three items in a list', async () => {
    const headers = { Authorization: `Bearer ${token}`, Prefer: 'dynamic=true' };
    const bodies = new Set<string>();
    for (let i = 0; i < 8; i++) {
      const response = await fetch(mock.url + STATUS, { headers });
      expect(response.headers.get('preference-applied')).toBe('dynamic=true');
      const body = (await response.json()) as { documents: unknown[] };
      expect(body).toMatchObject({ id: 'A-1' });
      expect(Object.keys(body).toSorted()).toEqual(['documents', 'finalized_at', 'id', 'status']);
      expect(body.documents.length).toBeLessThanOrEqual(3);
      bodies.add(JSON.stringify(body));
    }
    expect(bodies.size).toBeGreaterThan(1);
  });

  describe('Responses that a test sets in advance', () => {
    const verified = { id: 'B-1', status: 'verified', finalized_at: '2026-01-31T09:42:00.250000Z', documents: [] };
    afterEach(() => mock.prefer({}));

    const statusOf = async (id = 'A-1', headers = {}) => {
      const { status, body } = await mock.call('GET', STATUS.replace('A-1', id), { token, headers });
      return status === 200 ? body.status : status;
    };
    const statusesOf = async (id: string, count: number) => {
      const statuses: unknown[] = [];
      while (statuses.length < count) statuses.push(await statusOf(id));
      return statuses;
    };

    test('the mock returns the responses of a scenario in order, separately for each resource id, and then repeats the last response', async () => {
      mock.prefer({ getSubmissionStatusV2: ['code=503', 'example=StatusIncomplete', 'example=StatusCanceled'] });
      expect(await statusesOf('B-1', 4)).toEqual([503, 'incomplete', 'canceled', 'canceled']);
      expect(await statusesOf('B-2', 2)).toEqual([503, 'incomplete']);
      expect(await statusOf('B-2', { Prefer: 'code=404' })).toBe(404);
      expect(await statusOf('B-2')).toBe('canceled');
      mock.prefer({ getSubmissionStatusV2: ['code=503', 'code=404'] });
      expect(await statusOf('B-1')).toBe(503);
    });

    test('if a scenario step waits for an operation, the mock stays at the step for each resource until the operation succeeds for that resource', async () => {
      const body = example('EducationWithTranscript');
      const steps = [{ prefer: 'example=StatusIncomplete', until: 'addEducation' }, { body: verified }];
      mock.prefer({ getSubmissionStatusV2: steps, addEducation: ['code=409', 'code=201'] });
      expect(await statusesOf(body.id, 2)).toEqual(['incomplete', 'incomplete']);
      for (const [added, then] of [
        [409, 'incomplete'],
        [201, 'verified'],
      ]) {
        expect((await mock.call('POST', operations.addEducation.path, { token, body })).status).toBe(added);
        expect(await statusOf(body.id)).toBe(then);
      }
      expect(await statusOf('B-2')).toBe('incomplete');
    });

    test('the mock returns a preset response body unchanged', async () => {
      mock.prefer({ getSubmissionStatusV2: { 'A-1': [{ body: verified }] } });
      expect((await mock.call('GET', STATUS, { token })).body).toEqual(verified);
    });

    const status = { getSubmissionStatusV2: { 'A-1': [{ body: { ...verified, status: 'verifed' } }] } };

    test.each([
      [
        'an operation',
        { adEducation: 'code=404' },
        'adEducation: the contract has no operation adEducation. Did you mean addEducation?',
      ],
      ['a status', { addEducation: { 'A-1': 'code=418' } }, 'addEducation, A-1: The contract has no such response'],
      ['a preference', { addEducation: ['code=201', 'cod=409'] }, 'addEducation, step 2: Prefer accepts'],
      [
        'an awaited operation',
        { addEducation: [{ until: 'upload' }] },
        'addEducation: the contract has no operation upload',
      ],
      [
        'a property',
        { addEducation: { 'A-1': [{ boddy: {} }] } },
        'addEducation, A-1: must be a text such as code=404',
      ],
      ['a number', { addEducation: 404 }, 'addEducation: must be a text such as code=404'],
      ['a body', status, /^getSubmissionStatusV2, A-1: .*status must be equal to one of the allowed values/],
      [
        'a body without a schema',
        { deleteWebhook: [{ body: {} }] },
        'deleteWebhook: a response with status 204 has no body',
      ],
    ])('the mock rejects %s that the contract does not define, names the entry, and keeps the earlier responses', async (_, wrong, problem) => {
      mock.prefer({ getSubmissionStatusV2: 'code=404' });
      expect(() => mock.prefer(wrong as Preferences)).toThrow(problem);
      const refused = await fetch(`${mock.url}/__preferences`, { method: 'PUT', body: JSON.stringify(wrong) });
      expect(refused.status).toBe(400);
      expect(await refused.text()).toMatch(problem);
      await expect(runMock({ prefer: wrong as Preferences })).rejects.toThrow(problem);
      expect(await statusOf()).toBe(404);
    });

    test('a client can set the responses of the mock with PUT /__preferences', async () => {
      const preferences = { getSubmissionStatusV2: { 'B-1': 'code=404' } };
      expect((await mock.call('PUT', '/__preferences', { body: preferences })).status).toBe(204);
      expect([await statusOf('A-1'), await statusOf('B-1')]).toEqual(['verified', 404]);
    });
  });

  test('the mock checks the request before it applies a preference', async () => {
    const answer = await ask('code=200', {});
    expect(answer.status).toBe(401);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });

  test('the Vary header of a mock response contains Prefer', async () => {
    const { headers } = await mock.call('GET', operations.getJwks.path);
    expect(headers.get('vary')).toBe('Prefer');
  });
});
