import { expect, test } from 'vitest';
import { PartnerTimeoutError } from '../../../server/sdk/client/client.ts';
import { clientOf, failureOf, json, problem, type Reply, startStub } from './stub.ts';

const result = (status: string) =>
  json({ request_id: 'V', created_at: 'then', results: [{ credential_type: 'digital_identity', status }] });
const submission = (status: string) => json({ id: 'S', status, finalized_at: null });
const INCOMPLETE = result('incomplete');

test.each(['verified', 'canceled'])('waitForVerification resolves when the status is %s', async (status) => {
  for (const waits of [0, 2]) {
    const stub = await startStub([...Array(waits).fill(INCOMPLETE), result(status)]);
    const { client, slept } = clientOf(stub);
    expect((await client.waitForVerification('V')).results[0]?.status).toBe(status);
    const path = '/api/partner/v2/verify/requests/V';
    expect(stub.received.slice(1).map((request) => request.path)).toEqual(Array(waits + 1).fill(path));
    expect(slept).toHaveLength(waits);
  }
});

test.each([
  [0.999999, [1000, 1500, 2250, 3375, 5062, 7594, 11_391, 15_000, 15_000, 15_000]],
  [0, [500, 750, 1125, 1688, 2531]],
])('the delay between status requests grows from 1 to 15 seconds, with jitter (random number %d)', async (random, delays) => {
  const stub = await startStub([...Array(delays.length).fill(INCOMPLETE), result('verified')]);
  const { client, slept } = clientOf(stub, { timing: { random: () => random } });
  await client.waitForVerification('V');
  expect(slept.map(Math.round)).toEqual(delays);
});

test('waitForVerification rejects with still_incomplete if the status is still incomplete after timeoutMs', async () => {
  const { client, slept } = clientOf(await startStub([INCOMPLETE]));
  const error = await failureOf(client.waitForVerification('V', { timeoutMs: 60_000 }));
  expect(error).toBeInstanceOf(PartnerTimeoutError);
  expect(error).toMatchObject({
    code: 'still_incomplete',
    message: expect.stringMatching(/: still incomplete after 60 s$/),
  });
  const waited = slept.reduce((sum, pause) => sum + pause, 0);
  expect(waited).toBeGreaterThan(45_000);
  expect(waited).toBeLessThanOrEqual(60_000);
});

test.each<[string, Reply, number, object]>([
  ['the timeout passes during a status request', 'silence', 50, { code: 'still_incomplete' }],
  ['the service rejects the status request', problem(404, 'not_found'), 60_000, { code: 'not_found', status: 404 }],
  ['the service never responds', 'reset', 60_000, { code: 'network_failure' }],
])('waitForVerification rejects when %s', async (_, reply, timeoutMs, properties) => {
  const { client } = clientOf(await startStub([reply]));
  const error = await failureOf(client.waitForVerification('V', { timeoutMs }));
  expect(error).toMatchObject({ operation: 'getVerificationRequest', ...properties });
});

test('waitForVerification continues after a transient network failure', async () => {
  const down = Array(6).fill('reset');
  const stub = await startStub([INCOMPLETE, ...down, INCOMPLETE, result('verified')]);
  expect((await clientOf(stub).client.waitForVerification('V')).request_id).toBe('V');
});

test('waitForVerification waits for the time in Retry-After, even if this time exceeds the total timeout of a call', async () => {
  const stub = await startStub([problem(503, 'unavailable', { 'Retry-After': '300' }), result('verified')]);
  const { client, slept } = clientOf(stub);
  await client.waitForVerification('V');
  expect(slept).toEqual([300_000]);
});

test.each(['verified', 'canceled'])('waitForSubmission resolves when the status is %s', async (status) => {
  const stub = await startStub([submission('incomplete'), submission(status)]);
  expect((await clientOf(stub).client.waitForSubmission('S')).status).toBe(status);
  expect(stub.received.at(-1)?.path).toBe('/api/partner/v2/submissions/S/status.json');
});
