import { operations, scopes, service } from '../../../generated/operations.ts';
import type { Handlers } from '../../../generated/server.ts';
import type { components } from '../../../generated/types.ts';
import type { Call } from '../call.ts';
import { rateLimited } from '../contract/problem.ts';
import { handleTokenRequest } from '../oauth/token-request.ts';
import type { AccessServices, ReportServices, StorageServices } from '../services.ts';

export const WELL_KNOWN_CACHE = { 'Cache-Control': `public, max-age=${service.well_known_cache_seconds}` };

export const serverMetadata = (baseUrl: string): components['schemas']['AuthorizationServerMetadata'] => ({
  issuer: baseUrl,
  token_endpoint: baseUrl + operations.createTokenV2.path,
  jwks_uri: baseUrl + operations.getJwks.path,
  scopes_supported: [...scopes],
  response_types_supported: [],
  grant_types_supported: ['client_credentials'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  service_documentation: `${baseUrl}/reference`,
});

export function tokenHandlers(services: AccessServices & ReportServices & Pick<StorageServices, 'clock'>) {
  const { serverMetadata, signingKeys, sourceOf } = services;
  const { wrongCredentials } = services.limits;

  const createToken: Handlers<Call>['createTokenV1'] = async ({ body }, call) => {
    const address = sourceOf(call);
    const releaseSlot = await wrongCredentials.acquireSlot(address);
    try {
      const retryAfter = wrongCredentials.retryAfter(address);
      if (retryAfter !== null) throw rateLimited('wrong client credentials', retryAfter);
      const response = await handleTokenRequest(body, call, services);
      if (response.status === 401) wrongCredentials.countFailure(address);
      return response;
    } finally {
      releaseSlot();
    }
  };
  return {
    createTokenV1: createToken,
    createTokenV2: createToken,
    getAuthorizationServerMetadata: async () => ({
      status: 200,
      body: { ...serverMetadata },
      headers: WELL_KNOWN_CACHE,
    }),
    getJwks: async () => ({ status: 200, body: await signingKeys.jwks(), headers: WELL_KNOWN_CACHE }),
  } satisfies Partial<Handlers<Call>>;
}
