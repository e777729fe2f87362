import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { example } from '../support/contract.ts';
import { runMock, type TestMock } from './running.ts';

let mock: TestMock;
let token: string;

beforeAll(async () => {
  mock = await runMock();
  token = await mock.token();
});
afterAll(() => mock.stop());
beforeEach(() => mock.clearRequests());

const education = operations.addEducation.path;
const invalid = () => ({ ...example('EducationWithTranscript'), nickname: 'Al' });
const violation = { pointer: '/nickname', code: 'unexpected_member', detail: expect.any(String) };
const rejected = { operation: 'addEducation', status: 422, code: 'validation_failed', violations: [violation] };

test('the mock lists the requests with their operations, problems, violations, and JSON bodies, until the list is cleared', async () => {
  await mock.call('POST', education, { token, body: invalid() });
  await fetch(`${mock.url}/api/partner/v3/nothing?a=b`, { method: 'HEAD' });
  await mock.call('POST', education, { body: invalid() });
  const none = { code: null, violations: [], body: null };
  const expected = [
    { method: 'POST', path: education, ...rejected, body: invalid() },
    { ...none, method: 'HEAD', path: '/api/partner/v3/nothing?a=b', operation: null, status: 404 },
    { ...none, method: 'POST', path: education, operation: 'addEducation', status: 401, code: 'unauthenticated' },
  ];
  expect(mock.requests()).toEqual(expected);
  expect((await mock.call('GET', '/__requests')).body).toEqual({ requests: expected });
  expect((await mock.call('DELETE', '/__requests')).status).toBe(204);
  expect((await mock.call('GET', '/__requests')).body).toEqual({ requests: [] });
});

test('the mock lists a request that has no response yet', async () => {
  const pending = mock.call('GET', operations.listWebhooks.path, { token, headers: { Prefer: 'delay=0.3' } });
  await vi.waitFor(() => expect(mock.requests()).toMatchObject([{ operation: 'listWebhooks', status: null }]));
  await pending;
  expect(mock.requests()).toMatchObject([{ operation: 'listWebhooks', status: 200 }]);
});

test('the mock lists only the last 1,000 requests', async () => {
  for (let i = 0; i <= 1000; i++) await mock.call('GET', `/${i}`);
  const paths = mock.requests().map(({ path }) => path);
  expect([paths.length, paths[0], paths.at(-1)]).toEqual([1000, '/1', '/1000']);
});

test('the mock records no body above 64 KiB', async () => {
  await mock.call('POST', education, { token, body: { ...invalid(), nickname: 'A'.repeat(65_536) } });
  expect(mock.requests()).toMatchObject([{ ...rejected, body: null }]);
});

test('the mock lists and prints no tokens and no client secrets', async () => {
  const print = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  onTestFinished(() => print.mockRestore());
  const verbose = await runMock({ verbose: true });
  onTestFinished(() => verbose.stop());
  const secrets = { client_secret: 'sandbox-secret', access_token: token };
  await verbose.token();
  await verbose.call('POST', operations.createTokenV2.path, { body: secrets });
  await verbose.call('POST', `/nothing?${new URLSearchParams(secrets)}`, { token, body: { deep: [secrets] } });
  const accessToken = await verbose.token();
  await verbose.call('POST', education, { token: accessToken, body: { ...invalid(), ...secrets } });
  const shown = JSON.stringify([verbose.requests(), print.mock.calls]);
  expect(verbose.requests()).toHaveLength(5);
  expect(print).toHaveBeenCalledTimes(5);
  for (const secret of ['sandbox-secret', token, accessToken]) expect(shown).not.toContain(secret);
});
