import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { parsePrefer } from '../../mock/prefer.ts';
import { cpuTime } from '../support/cpu-time.ts';
import { runMock, type TestMock } from './running.ts';

describe('the grammar of Prefer (RFC 7240)', () => {
  test.each<[string, Record<string, string>]>([
    ['', {}],
    ['code=404', { code: '404' }],
    ['code=404, example=NotFound', { code: '404', example: 'NotFound' }],
    ['CODE=404', { code: '404' }],
    ['code = 404', { code: '404' }],
    ['code="404"', { code: '404' }],
    ['example="a, b; c=\\"d\\""', { example: 'a, b; c="d"' }],
    ['respond-async, code=404', { 'respond-async': '', code: '404' }],
    ['code=404; foo="a,b"; bar, example=X', { code: '404', example: 'X' }],
    ['code=404;, example=X', { code: '404', example: 'X' }],
    [', ,code=404,, example=X', { code: '404', example: 'X' }],
    // RFC 7240, section 2: the first of several counts.
    ['code=404, code=500', { code: '404' }],
    ['code=', {}],
    ['code=404, ex ample=X', { code: '404' }],
    ['code="404', {}],
  ])('%j', (header, expected) => {
    expect(Object.fromEntries(parsePrefer(header))).toEqual(expected);
  });

  test('a header that is long and broken is read in no time', () => {
    const spent = cpuTime();
    for (const part of ['"\\"', 'a,', 'a ', '; ', ', ', 'a=;']) parsePrefer(`code="${part.repeat(16_000)}`);
    for (const part of [' ;', '; ', ' ; ', ';a ', ' =', '= ', '""']) parsePrefer(`a${part.repeat(16_000)}!`);
    for (const part of ['a', ' ', ';', '; ', '\t', 'a=']) parsePrefer(part.repeat(16_000));
    expect(spent()).toBeLessThan(1000);
  });
});

describe('what is preferred', () => {
  let mock: TestMock;
  let token: string;

  beforeAll(async () => {
    mock = await runMock();
    token = await mock.token();
  });

  afterAll(() => mock.stop());

  const status = (prefer: string | undefined, options: { token?: string } = { token }) =>
    mock.call('GET', '/api/partner/v2/submissions/A-1/status.json', {
      ...options,
      ...(prefer !== undefined && { headers: { Prefer: prefer } }),
    });

  test('may come in several headers', async () => {
    const response = await fetch(`${mock.url}/api/partner/v2/submissions/A-1/status.json`, {
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
    'code=418',
    'code=abc',
    'example=Nope',
    'code=404, example=StatusCanceled',
  ])('that the contract does not have is refused with a list of what it has: %s', async (prefer) => {
    const answer = await status(prefer);
    expect(answer.status).toBe(404);
    expect(answer.headers.get('preference-applied')).toBeNull();
    expect(answer.body).toMatchObject({ code: 'not_found' });
    expect(answer.body.detail).toContain('200 StatusIncomplete or StatusVerified or StatusCanceled');
    expect(answer.body.detail).toContain('429 RateLimited');
  });

  test('that the contract does not have is refused in the form of the token endpoint there', async () => {
    const answer = await mock.call('POST', operations.createTokenV2.path, {
      headers: { Prefer: 'code=404' },
      body: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: 'sandbox-partner',
        client_secret: 'sandbox-secret',
      }),
    });
    expect(answer.body).toMatchObject({ error: 'invalid_request' });
    expect(answer.body.error_description).toContain('401 TokenClientWrong');
  });

  test('without code or example changes nothing', async () => {
    const answer = await status('respond-async, wait=10, dynamic=true');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });

  test('counts only for a request that keeps the contract', async () => {
    const answer = await status('code=200', {});
    expect(answer.status).toBe(401);
    expect(answer.headers.get('preference-applied')).toBeNull();
  });

  test('is named in Vary, so that no cache mixes answers up', async () => {
    const { headers } = await mock.call('GET', operations.getJwks.path);
    expect(headers.get('vary')).toBe('Prefer');
  });
});
