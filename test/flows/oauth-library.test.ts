import * as oauth from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operations } from '../../generated/operations.ts';
import { startService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

test.each([
  ['in the request body', oauth.ClientSecretPost],
  ['with HTTP Basic', oauth.ClientSecretBasic],
])('an OAuth library discovers the token endpoint from the issuer, and gets a token with credentials %s', async (_, authenticate) => {
  const issuer = service.services.baseUrl;
  const reached: oauth.CustomFetch = (url, init) => fetch(url.replace(issuer, service.url), init as RequestInit);
  const server = await oauth.discovery(new URL(issuer), 'sandbox-partner', undefined, authenticate('sandbox-secret'), {
    algorithm: 'oauth2',
    [oauth.customFetch]: reached,
    execute: [oauth.allowInsecureRequests],
  });
  expect(server.serverMetadata()).toMatchObject({ issuer, service_documentation: `${issuer}/reference` });
  const { access_token: token, expires_in } = await oauth.clientCredentialsGrant(server, { scope: 'write.education' });
  expect(expires_in).toBe(3600);
  const path = operations.getSubmissionStatusV2.path.replace('{id}', 'nobody');
  expect((await service.call('GET', path, { token })).status).toBe(404);
});
