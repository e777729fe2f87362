import { operations, scopes } from '../../../generated/operations.ts';
import type { components } from '../../../generated/types.ts';

type ServerMetadata = components['schemas']['AuthorizationServerMetadata'];

/** Returns the authorization server metadata (RFC 8414, section 2) for the issuer `baseUrl`. */
export function serverMetadata(baseUrl: string): ServerMetadata {
  return {
    issuer: baseUrl,
    token_endpoint: baseUrl + operations.createTokenV2.path,
    jwks_uri: baseUrl + operations.getJwks.path,
    scopes_supported: [...scopes],
    response_types_supported: [],
    grant_types_supported: ['client_credentials'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    service_documentation: `${baseUrl}/reference`,
  };
}
