import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { createSequenceCounter, readPrefer } from '../../mock/prefer.ts';
import { Refusal } from '../../server/api/contract/problem.ts';
import { seconds } from '../../server/domain/clock.ts';
import { example } from '../support/contract.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { testClock } from '../support/service.ts';
import { runMock, sandboxCredentials, type TestMock } from './running.ts';

test.each([
  ['code=404', { code: 404 }],
  ['code=404, example=NotFound', { code: 404, exampleKey: 'NotFound' }],
  ['CODE = "404"', { code: 404 }],
  ['dynamic=true', { dynamic: true }],
  // If a preference is repeated, only its first value applies (RFC 7240, section 2).
  ['code=404, code=500', { code: 404 }],
])('the mock parses the Prefer header as RFC 7240 specifies: %s', (header, choice) => {
  expect(readPrefer(header).choices).toEqual([{ dynamic: false, ...choice }]);
});

test.each([
  ...['respond-async', 'wait=10', 'cod=503', 'code', 'code=', 'code="503', 'code=503; strict', 'dynamic=yes'],
  ...['code=503 example=Unavailable', 'dynamic=true, example=StatusVerified', 'dynamic=true, code=503'],
  ...['sequence="200", code=200', 'sequence="200", example=StatusVerified'],
  ...['delay=31', 'delay=-1', 'delay=soon', 'delay=NaN', 'delay=1e9'],
])('the mock rejects an unknown, malformed, or conflicting preference: %s', (header) => {
  expect(() => readPrefer(header)).toThrow(Refusal);
});

test('the mock rejects a long and malformed Prefer header quickly', () => {
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
    ...['code=418', 'code=abc', 'example=Nope', 'code=404, example=StatusCanceled', 'sequence="503 201"'],
    'sequence="200 Nope"',
  ])('the mock rejects a preference for an undocumented response, and lists the documented ones: %s', async (prefer) => {
    const answer = await ask(prefer);
    expect(answer.status).toBe(400);
    expect(answer.headers.get('preference-applied')).toBeNull();
    expect(answer.body).toMatchObject({ code: 'invalid_preference' });
    expect(answer.body.detail).toContain(
      '200 StatusVerified or StatusIncomplete or StatusCanceled or StatusDocumentProblem',
    );
    expect(answer.body.detail).toContain('429 RateLimited');
  });

  test('the mock rejects an unknown preference with 400, and lists the known ones', async () => {
    const { status, body } = await ask('cod=503');
    expect({ status, ...body }).toMatchObject({ status: 400, code: 'invalid_preference' });
    expect(body.detail).toContain('code, example, dynamic, sequence, delay, test');
  });

  test('the token endpoint rejects an unknown preference with an OAuth error', async () => {
    const { body } = await mock.call('POST', operations.createTokenV2.path, {
      headers: { Prefer: 'code=404' },
      body: sandboxCredentials(),
    });
    expect(body).toMatchObject({
      error: 'invalid_request',
      error_description: expect.stringContaining('401 TokenClientWrong'),
    });
  });

  describe('The sequence preference', () => {
    const statusesOf = async (prefer: string, count: number, id = 'A-1') => {
      const statuses: (number | string)[] = [];
      while (statuses.length < count) {
        const answer = await ask(prefer, { token, target: STATUS.replace('A-1', id) });
        statuses.push(answer.status === 200 ? answer.body.status : answer.status);
      }
      return statuses;
    };

    test('the mock returns the statuses and examples in order, and repeats the last', async () => {
      const prefer = 'sequence="503  429 StatusIncomplete StatusVerified"';
      expect(await statusesOf(prefer, 6)).toEqual([503, 429, 'incomplete', 'verified', 'verified', 'verified']);
    });

    test('the mock keeps a separate sequence for each path, each Prefer header, and each partner', async () => {
      expect(await statusesOf('sequence="500 200"', 1, 'B-1')).toEqual([500]);
      expect(await statusesOf('sequence="500 200"', 1, 'B-2')).toEqual([500]);
      expect(await statusesOf('sequence="500 200", test=2', 1, 'B-1')).toEqual([500]);
      const other = await mock.token({ clientId: 'sandbox-partner-2', secret: 'sandbox-secret-2' });
      const target = STATUS.replace('A-1', 'B-1');
      expect((await ask('sequence="500 200"', { token: other, target })).status).toBe(500);
      expect(await statusesOf('sequence="500 200"', 1, 'B-1')).toEqual(['verified']);
    });

    test('a sequence restarts after a minute, and the mock stores a limited number of sequences', () => {
      const clock = testClock();
      const next = createSequenceCounter(clock, 2);
      expect([next('a'), next('a'), next('b')]).toEqual([0, 1, 0]);
      clock.advance(seconds(59));
      expect(next('a')).toBe(2);
      clock.advance(seconds(60));
      expect(next('a')).toBe(0);
      expect([next('b'), next('c'), next('a')]).toEqual([0, 0, 0]);
    });
  });

  test('the mock can delay a response, and names all applied preferences', async () => {
    const startedAt = performance.now();
    const prefer = 'delay=0.2, sequence="503 200"';
    const answer = await ask(prefer);
    expect(performance.now() - startedAt).toBeGreaterThan(190);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('preference-applied')).toBe(prefer);
    expect(answer.headers.get('retry-after')).toBe('1');
  });

  test('the mock can generate a body with the requested id, the declared properties, and at most three items in a list', async () => {
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

  test('a test can set the responses of the mock in advance, by operation or by id, and a Prefer header overrides them', async () => {
    const own = await runMock({ prefer: { getSubmissionStatusV2: 'sequence="503 StatusCanceled"' } });
    onTestFinished(() => own.stop());
    const ownToken = await own.token();
    const { addEducation } = operations;
    const statusOf = async (target: string, headers = {}) =>
      (await own.call('GET', target, { token: ownToken, headers })).status;
    const statuses = [await statusOf(STATUS), await statusOf(STATUS), await statusOf(STATUS, { Prefer: 'code=404' })];
    expect(statuses).toEqual([503, 200, 404]);
    // A change restarts the sequence.
    own.prefer({ getSubmissionStatusV2: 'sequence="503 StatusCanceled"' });
    expect(await statusOf(STATUS)).toBe(503);
    const body = example('EducationWithTranscript');
    const preferences = { getSubmissionStatusV2: { 'B-1': 'code=404' }, addEducation: { [body.id]: 'code=409' } };
    expect((await own.call('PUT', '/__preferences', { body: preferences })).status).toBe(204);
    expect([await statusOf(STATUS), await statusOf(STATUS.replace('A-1', 'B-1'))]).toEqual([200, 404]);
    expect((await own.call('POST', addEducation.path, { token: ownToken, body })).status).toBe(409);
    expect(() => own.prefer({ getEducation: 'code=404' })).toThrow('The contract has no operation getEducation');
    const refused = await fetch(`${own.url}/__preferences`, { method: 'PUT', body: '{"getEducation":"code=404"}' });
    expect([refused.status, await refused.text()]).toEqual([400, 'The contract has no operation getEducation\n']);
    await expect(runMock({ prefer: { getEducation: 'code=404' } })).rejects.toThrow('no operation getEducation');
  });

  test('the mock checks the request before it applies a preference', async () => {
    const answer = await ask('code=200', {});
    expect(answer.status).toBe(401);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });

  test('the Vary header contains Prefer, so that caches do not mix up responses', async () => {
    const { headers } = await mock.call('GET', operations.getJwks.path);
    expect(headers.get('vary')).toBe('Prefer');
  });
});
