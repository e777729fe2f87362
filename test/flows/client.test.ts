import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContractClient } from '../../generated/client.ts';
import { example } from '../support/contract.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test('the generated client gets a token, submits, and reads the status', async () => {
  const anyone = createContractClient({ baseUrl: service.url });
  const { data: token } = await anyone.createTokenV2({
    body: { grant_type: 'client_credentials', client_id: 'sandbox-partner', client_secret: 'sandbox-secret' },
    bodySerializer: (body) => new URLSearchParams({ ...body }),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
  const client = createContractClient({
    baseUrl: service.url,
    headers: { Authorization: `Bearer ${token?.access_token}` },
  });

  const added = await client.addRightToWork({ body: example('RightToWorkSingapore') });
  expect(added.response.status).toBe(201);
  expect(added.data?.redirect_uri).toContain('/partner/add/rightToWork#');

  const { id } = example('RightToWorkSingapore');
  const { data } = await client.getSubmissionStatusV1({ params: { path: { id } } });
  expect(data).toEqual({ id, status: 'incomplete', finalized_at: null });

  const { error } = await client.getSubmissionStatusV2({ params: { path: { id: 'nobody' } } });
  expect(error).toMatchObject({ code: 'not_found', status: 404 });
});
